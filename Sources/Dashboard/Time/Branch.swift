public import SchedulerModel
public import TaskTrace

/// One way in which a run went on: what happened, the model that made it, and what is needed to change its past.
public struct Branch: Sendable {
  /// A, B, C …
  public internal(set) var name: String
  /// Where it left the branch that it came from; nil for the first one.
  public internal(set) var forkedAt: Instant?
  public internal(set) var trace: Trace
  public internal(set) var simulation: Simulation?
  var snapshots = Snapshots()
  /// Commands that were taken back, the last one last.
  var undone: [TimedCommand] = []
}
