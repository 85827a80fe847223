internal import TaskTrace

extension Simulation {
  /// What must hold between any two events; one sentence for each thing that does not. Empty means all is well.
  public func checkInvariants() -> [String] {
    var broken: [String] = []
    if !emitted.isEmpty { broken.append("no event is left behind") }
    return broken + brokenAtRest()
  }

  /// The violated invariants when nothing remains to be done at this instant.
  func brokenAtRest() -> [String] {
    var broken: [String] = []
    if !agenda.isEmpty { broken.append("nothing is left on the agenda") }
    if let next = queue.nextAt, next < now { broken.append("nothing planned is overdue") }
    return Mechanisms.all.reduce(into: broken) { $0 += $1.brokenInvariants(in: self) }
  }

  /// Stops a debug build if an invariant is violated that must hold after every instant; a release build has no such
  /// cost.
  @inline(__always)
  func assertInvariants() {
    #if DEBUG
      let broken = brokenAtRest()
      if !broken.isEmpty { assertionFailure("\(now - .zero): \(broken.joined(separator: "; "))") }
    #endif
  }

  /// Stops a debug build at an event that cannot follow those before it; a release build has no such cost.
  @inline(__always)
  mutating func assertOrder(_ event: Event) {
    #if DEBUG
      let violations = order.check(TraceEvent(now, event))
      if !violations.isEmpty { assertionFailure(violations.map(\.description).joined(separator: "; ")) }
    #endif
  }
}
