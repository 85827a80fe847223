internal import TaskTrace

/// The life of an app's process while a simulation runs; the mechanisms keep their own data about it.
struct AppRuntime: Hashable, Sendable {
  let setup: AppSetup
  /// The places of its tasks.
  let tasks: Range<TaskIndex>
  var state: AppState
  var backgroundRefresh: Bool
  var lastOpened: Instant
  /// When it was installed, if known.
  var installedAt: Instant?
  /// Counts changes of the state, so that a planned suspension of an older state is ignored.
  var generation = 0
  /// Counts its processes, so that plans made by an older one are ignored.
  var process = 0
  /// Whether its process is just being ended: it is not suspended on the way.
  var isEnding = false
  /// Why it will crash when its first code runs.
  var pendingCrash: PendingCrash?
  /// Whether interrupted work still holds a lock on a shared file (rule E18).
  var holdsLock = false

  struct PendingCrash: Hashable, Sendable {
    var reason: String
    var cause: Cause
  }

  init(_ setup: AppSetup, tasks: Range<TaskIndex>) {
    (self.setup, self.tasks) = (setup, tasks)
    (state, backgroundRefresh, lastOpened) = (setup.state, setup.backgroundRefresh, .zero - setup.lastOpened)
    installedAt = setup.installed.map { .zero - $0 }
  }

  /// Whether it has a process.
  var isAlive: Bool {
    switch state {
    case .foreground, .background, .suspended: true
    case .notRunning, .terminated, .forceQuit: false
    }
  }
}

/// A task and the app that it belongs to.
struct TaskRuntime: Hashable, Sendable {
  let setup: TaskSetup
  let app: AppIndex
}
