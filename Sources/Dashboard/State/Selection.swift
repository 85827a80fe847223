public import TaskTrace

/// The tasks and events that the user has selected.
public struct Selection: Hashable, Sendable {
  /// The task that the panes explain, and that commands go to.
  public internal(set) var task: TaskIdentifier?
  /// Tasks that commands go to together.
  var marked: [TaskIdentifier] = []
  /// Tasks whose rows stay on the timeline.
  var pinned: [TaskIdentifier] = []
  /// Only what matches is shown in the table of tasks and in the log.
  var filter: Query?
  /// The search for `n`.
  var search: Query?
}
