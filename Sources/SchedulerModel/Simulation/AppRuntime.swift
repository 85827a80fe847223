internal import TaskTrace

/// An app while a simulation runs.
struct AppRuntime: Hashable, Sendable {
  let setup: AppSetup
  var state: AppState
  var backgroundRefresh: Bool
  var lastOpened: Instant
  /// Counts changes of the state, so that a planned suspension of an older state is passed over.
  var generation = 0
  /// Counts openings by habits, so that the end of an older session is passed over.
  var session = 0
  /// Launches by the scheduler that the rate limit remembers, oldest first.
  var launches: [Instant] = []
  /// The end of the time that all expiration handlers share, while one runs (rule E6).
  var graceUntil: Instant?
  /// How likely it is opened, for every hour of the week.
  var usage: [Double]

  /// Whether it has a process.
  var isAlive: Bool {
    switch state {
    case .foreground, .background, .suspended: true
    case .notRunning, .terminated, .forceQuit: false
    }
  }
}

/// A task while a simulation runs.
struct TaskRuntime: Hashable, Sendable {
  let setup: TaskSetup
  let app: Int
  var pending: Pending?
  var run: Run?
  /// How many runs it had; part of the stream of its random numbers.
  var runs: Int64 = 0
  /// The step that an interrupted run was in, for handlers that go on there.
  var checkpoint = 0
  /// Whether the present process registered a handler.
  var registered = false
}

/// A request that waits.
struct Pending: Hashable, Sendable {
  var id: ActivityID
  /// The order of submission.
  var number: Int
  var submittedAt: Instant
  var windowStart: Instant
  var windowEnd: Instant
  var inLowPower: Bool
  var optimalScore = 0.0
  var optimalAt: Instant
  var optimalUntil: Instant
  /// What was said about it last, so that nothing is said twice.
  var said: QuickScore?
  var saidSlot: Int?
  var saidHold: Hold?
  /// Counts plans to look again, so that older plans are passed over.
  var generation = 0
  var dueAt: Instant?

  var window: TimeSpan { windowEnd - windowStart }
}

/// A run that goes on.
struct Run: Hashable, Sendable {
  enum Phase: Hashable, Sendable { case launching, running, expiring }

  var reference: TaskReference
  var number: Int64
  var phase = Phase.launching
  var forced: Bool
  var inLowPower: Bool
  var startedAt: Instant
  var handlerSet = false
  /// The step that is under way, from 0.
  var step = 0
  /// Seconds of one fully used processor so far.
  var cpuSeconds = 0.0
  var bytes: Int64 = 0
  /// A transfer found no network.
  var timedOut = false
  /// Why it is being expired.
  var cause: Cause?
  // Continued tasks only.
  var done = 0.0
  var reported: Int64 = -1
  var reportedAt: Instant
  var stalled = false

  var isRunning: Bool { phase == .running }
}
