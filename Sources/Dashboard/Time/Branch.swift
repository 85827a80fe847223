public import SchedulerModel
public import TaskTrace

/// One branch of a run: what happened, the model that produced it, and what is needed to change its past.
public struct Branch: Sendable {
  /// A, B, C …
  public internal(set) var name: String
  /// Where it left its parent branch; nil for the first one.
  public internal(set) var forkedAt: Instant?
  public internal(set) var trace: Trace
  /// nil for a recording.
  public internal(set) var simulation: Simulation?
  var snapshots = Snapshots()
  /// Commands that were undone, the last one last.
  var undone: [TimedCommand] = []

  init(name: String, forkedAt: Instant? = nil, trace: Trace, simulation: Simulation? = nil) {
    (self.name, self.forkedAt, self.trace, self.simulation) = (name, forkedAt, trace, simulation)
  }

  /// Advances the model, and adds its events to the trace. A recording does not change.
  mutating func advance(to instant: Instant) {
    guard let simulation else { return }
    snapshots.note(simulation, eventCount: trace.events.count)
    live { $0.advance(to: instant, into: &$1) }
  }

  /// Runs the model on to the next instant at which something happens.
  mutating func advanceToNextEvent() { live { _ = $0.advanceToNextEvent(into: &$1) } }

  /// Changes the model, and adds its events to the trace.
  mutating func live<Failure: Error>(
    _ change: (inout Simulation, inout [TraceEvent]) throws(Failure) -> Void
  ) throws(Failure) {
    // The model is moved out while it changes, so that it is changed in place and not copied.
    guard var simulation = simulation.take() else { return }
    var events: [TraceEvent] = []
    defer {
      trace.append(events)
      trace.extend(to: simulation.now)
      self.simulation = simulation
    }
    try change(&simulation, &events)
  }
}
