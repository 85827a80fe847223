public import TaskTrace

/// An app: what its Info.plist says, when it is used, and its tasks.
public struct AppSetup: Hashable, Sendable {
  public var bundle: String
  /// The name that people see.
  public var name: String
  /// `BGTaskSchedulerPermittedIdentifiers`.
  public var permitted: [String]
  /// `UIBackgroundModes`.
  public var modes: [String]
  /// The time from the launch of its process until its first line runs.
  public var coldStart = TimeSpan.milliseconds(900)
  /// The state as the scenario begins.
  public var state = AppState.terminated
  /// How long before instant zero it was last opened.
  public var lastOpened = TimeSpan.hours(9)
  /// Whether Background App Refresh is on for it.
  public var backgroundRefresh = true
  /// Whether it has the entitlement for background use of the graphics processor.
  public var gpu = false
  public var sessions: [Session] = []
  public var tasks: [TaskSetup] = []

  public init(bundle: String, name: String, permitted: [String], modes: [String]) {
    (self.bundle, self.name, self.permitted, self.modes) = (bundle, name, permitted, modes)
  }

  /// The identifiers of all its work, as events name it.
  var identifiers: [String] { tasks.map(\.id.rawValue) }

  /// A habit: the user opens the app at a time and stays for a while.
  public struct Session: Hashable, Sendable {
    public var when: Recurrence
    public var length: TimeSpan
    public var starts: [Start]

    /// The user starts a continued task, so long after opening the app.
    public struct Start: Hashable, Sendable {
      public var task: TaskIdentifier
      public var after: TimeSpan
    }
  }
}

/// A background task: its request, and what its handler does.
public struct TaskSetup: Hashable, Sendable {
  /// When the app submits the request, besides re-arming it in the handler.
  public enum Trigger: String, CaseIterable, Hashable, Sendable { case launch, open, leave }
  public enum Rearm: String, CaseIterable, Hashable, Sendable { case first, last, never }
  public enum Completion: String, CaseIterable, Hashable, Sendable { case success, failure, never, twice }

  public var id: TaskIdentifier
  public var kind: TaskKind
  /// `earliestBeginDate`, counted from the submission; nil for none.
  public var earliest: TimeSpan?
  public var requiresNetwork = false
  public var requiresPower = false
  public var submits: [Trigger] = []
  /// Whether the app registers a handler for it at launch.
  public var registers = true
  /// How long before instant zero a request was submitted that is pending then; nil for none.
  public var pendingFor: TimeSpan?
  public var handler = HandlerSetup()
  public var continued: ContinuedSetup?

  public init(id: TaskIdentifier, kind: TaskKind) { (self.id, self.kind) = (id, kind) }
}

/// What a launch handler does, as data.
public struct HandlerSetup: Hashable, Sendable {
  /// When the expiration handler is set, after the handler's begin; nil is never (rules E7, E9).
  public var setsExpiration: TimeSpan? = .milliseconds(10)
  public var rearm = TaskSetup.Rearm.first
  public var completes = TaskSetup.Completion.success
  /// From the call of the expiration handler until the app completes the task; nil is never (rule D14).
  public var reaction: TimeSpan? = .milliseconds(80)
  /// Whether a later run goes on with the step that an expired one did not finish (rule D12).
  public var resumes = false
  public var steps: [Step] = []

  public init() {}

  public struct Step: Hashable, Sendable {
    public var name: String
    public var length: TimeSpan
    public var jitter: TimeSpan
    /// Percent of one processor.
    public var cpu: Double
    /// Bytes over the network.
    public var bytes: Int64
  }
}

/// What is special to a continued-processing task.
public struct ContinuedSetup: Hashable, Sendable {
  public enum Strategy: String, CaseIterable, Hashable, Sendable { case queue, fail }

  public var title = ""
  public var subtitle = ""
  public var strategy = Strategy.queue
  public var gpu = false
  /// `totalUnitCount`; 0 or less is indeterminate (rule F13).
  public var total: Int64 = 100
  /// Units a second.
  public var rate = 1.0
  /// How often the app reports.
  public var every = TimeSpan.seconds(1)
  /// The count of units at which it stops making progress; nil is never.
  public var stallsAt: Int64?
  /// Percent of one processor.
  public var cpu = 120.0

  public init() {}
}
