public import TaskTrace

extension Simulation {
  /// The index of a task, if there is one with that name. Complexity: O(tasks).
  func taskIndex(_ id: TaskIdentifier) -> TaskIndex? { tasks.firstIndex { $0.setup.id == id } }

  /// The index of an app, if there is one with that bundle identifier. Complexity: O(apps).
  func appIndex(_ bundle: String) -> AppIndex? { apps.firstIndex { $0.setup.bundle == bundle } }

  /// `getPendingTaskRequests`: the identifiers that are pending for an app, in the order of submission (rule B16).
  public func pendingRequests(of bundle: String) -> [TaskIdentifier] {
    state.submissions.waiting.filter {
      apps[tasks[$0].app].setup.bundle == bundle && !Submissions.isSystems($0, in: self)
    }.map { tasks[$0].setup.id }
  }
}
