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
  var usage: UsageHistogram
  /// Counts its processes, so that what an older one planned is passed over.
  var process = 0
  /// Whether its process is just being ended: it is not suspended on the way.
  var isEnding = false
  /// Why it will crash when its first code runs.
  var doom: Doom?
  /// When it was installed, where that is told.
  var installedAt: Instant?
  /// How well its runs ended, 0 to 1.
  var reliability = 1.0
  /// Whether a lock on a shared file is held by work that was cut off (rule E18).
  var holdsLock = false
  /// Pushes that may launch it now; see ``Simulation/receivePush(_:priority:)``.
  var pushTokens: Double
  var pushTokensAt = Instant.zero
  var pushLaunchedAt: Instant?
  /// The priority of a push that came while the device was offline.
  var storedPush: Int?
  /// Background assertions that it holds, oldest first.
  var assertions: [HeldAssertion] = []
  /// Counts assertions.
  var assertionNumber = 0
  /// The delay of the resume rate limiter, and when it is over.
  var resumeDelay = TimeSpan.zero
  var resumeUntil: Instant?
  /// Whether it is handling the events of its background session.
  var handlesSession = false
  var layer: LayerRuntime?

  struct HeldAssertion: Hashable, Sendable {
    var number: Int
    var setup: AssertionSetup
    var since: Instant
  }

  struct Doom: Hashable, Sendable {
    var reason: String
    var cause: Cause
  }

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
  /// The earliest begin that a library asked for, instead of the scenario's.
  var earliestAt: Instant?
  /// `apns-priority` of the push that waits.
  var pushPriority: Int?
  /// Refusals since the last success, for apps that try again.
  var retries: Int64 = 0
  /// Until when the card of a failed continued task is on the screen.
  var cardUntil: Instant?
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
  /// When the requests of other apps that are ahead of it are through.
  var contendedUntil: Instant?

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
  /// Why the work itself failed.
  var fault: Cause?
  /// Memory that the present step takes, and whether it holds a lock.
  var memory: Int64 = 0
  var locksFile = false
  /// The work of a layer that is under way.
  var work: Int?
  /// Why it is being expired.
  var cause: Cause?
  // Continued tasks only.
  var done = 0.0
  var reported: Int64 = -1
  var reportedAt: Instant
  var stalled = false
  /// Units a second of the warm-up, and where the present minute of watching began.
  var baseline = 0.0
  var watchedDone = 0.0
  var deviations = 0
  /// How many questions the user was asked.
  var questions = 0

  var isRunning: Bool { phase == .running }
}
