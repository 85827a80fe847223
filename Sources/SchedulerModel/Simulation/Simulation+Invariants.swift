internal import TaskTrace

extension Simulation {
  /// What must hold between any two events; one sentence for each thing that does not. Empty means all is well.
  public func checkInvariants() -> [String] {
    var broken: [String] = []
    if !emitted.isEmpty { broken.append("no event is left behind") }
    return broken + brokenAtRest()
  }

  /// What does not hold although nothing is left to do at this instant.
  func brokenAtRest() -> [String] {
    var broken: [String] = []
    if !agenda.isEmpty { broken.append("nothing is left on the agenda") }
    if let next = queue.nextAt, next < now { broken.append("nothing planned is overdue") }
    return Mechanisms.all.reduce(into: broken) { $0 += $1.brokenInvariants(in: self) }
  }

  /// Stops a debug build where something does not hold that must hold after every instant; a release build pays nothing.
  @inline(__always)
  func assertInvariants() {
    #if DEBUG
      let broken = brokenAtRest()
      if !broken.isEmpty { assertionFailure("\(now - .zero): \(broken.joined(separator: "; "))") }
    #endif
  }

  /// Stops a debug build at an event that cannot come after those before it; a release build pays nothing.
  @inline(__always)
  mutating func assertOrder(_ event: Event) {
    #if DEBUG
      let violations = order.take(TraceEvent(now, event))
      if !violations.isEmpty { assertionFailure(violations.map(\.description).joined(separator: "; ")) }
    #endif
  }
}
