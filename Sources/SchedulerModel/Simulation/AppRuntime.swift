internal import TaskTrace

/// The life of an app's process while a simulation runs; what the mechanisms know of it, they keep themselves.
struct AppRuntime: Hashable, Sendable {
  let setup: AppSetup
  /// The places of its tasks.
  let tasks: Range<TaskIndex>
  var state: AppState
  var backgroundRefresh: Bool
  var lastOpened: Instant
  /// When it was installed, where that is told.
  var installedAt: Instant?
  /// Counts changes of the state, so that a planned suspension of an older state is passed over.
  var generation = 0
  /// Counts its processes, so that what an older one planned is passed over.
  var process = 0
  /// Whether its process is just being ended: it is not suspended on the way.
  var isEnding = false
  /// Why it will crash when its first code runs.
  var doom: Doom?
  /// Whether a lock on a shared file is held by work that was cut off (rule E18).
  var holdsLock = false

  struct Doom: Hashable, Sendable {
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
