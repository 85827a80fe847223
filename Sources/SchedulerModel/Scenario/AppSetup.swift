public import TaskTrace

/// An app: what its Info.plist declares, when it is used, and its tasks.
public struct AppSetup: Hashable, Sendable {
  public var bundle: String
  /// The display name.
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
  /// Whether it is an app extension, which must not schedule anything without open access (rule A13).
  public var isExtension = false
  /// Whether the user granted an extension open access.
  public var openAccess = false
  /// How long its launch method takes, if specified: its end then becomes an event (rule A6).
  public var launch: TimeSpan?
  /// How long before instant zero it was installed; nil is long ago (rule C37).
  public var installed: TimeSpan?
  /// What the system knows about its use.
  public var usage = UsageStart.learned
  /// Memory of its process in bytes, without what steps use; 0 means unspecified, and then it is never terminated
  /// because of memory.
  public var memory: Int64 = 0
  /// Whether it plays audio, which keeps it running in the background (rule E3).
  public var audio = false
  /// What it does when a silent push launches it; nil means that it receives none.
  public var push: HandlerSetup?
  /// Its `performFetch`, for apps without identifiers of their own (rule D15).
  public var fetch: FetchSetup?
  public var assertions: [AssertionSetup] = []
  public var transfers: [TransferSetup] = []
  public var layer: LayerSetup?
  public var sessions: [Session] = []
  public var tasks: [TaskSetup] = []

  public init(bundle: String, name: String, permitted: [String], modes: [String]) {
    (self.bundle, self.name, self.permitted, self.modes) = (bundle, name, permitted, modes)
  }

  /// For how long the system has watched its use; nil is long enough.
  var watchedHours: Int64? {
    usage == .empty ? 0 : installed.map { $0.microseconds / TimeSpan.hours(1).microseconds }
  }

  /// The identifiers of all its work, as events name it.
  var identifiers: [String] { allTasks.map(\.id.rawValue) + (layer?.works.map(\.id.rawValue) ?? []) }

  /// Its tasks, and those that the system creates for its pushes and fetches, under dasd's names (rule G7).
  var allTasks: [TaskSetup] {
    var all = tasks
    if let push {
      var task = TaskSetup(id: TaskIdentifier("com.apple.pushLaunch.\(bundle)"), kind: .push)
      (task.handler, task.handler.rearm) = (push, .never)
      all.append(task)
    }
    if let fetch {
      var task = TaskSetup(id: TaskIdentifier("com.apple.fetch.\(bundle)"), kind: .fetch)
      (task.handler, task.handler.rearm, task.earliest) = (fetch.handler, .never, fetch.every)
      task.requiresNetwork = true
      all.append(task)
    }
    return all
  }

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
  /// When the app submits the request, other than rearming it in the handler.
  public enum Trigger: String, CaseIterable, Hashable, Sendable { case launch, open, leave }
  public enum Rearm: String, CaseIterable, Hashable, Sendable { case first, last, never }
  public enum Completion: String, CaseIterable, Hashable, Sendable { case success, failure, never, twice }
  public enum Conflict: String, CaseIterable, Hashable, Sendable { case replace, keep }
  public enum Queue: String, CaseIterable, Hashable, Sendable { case background, main }

  /// When the app registers the launch handler (rules A6–A11).
  public enum Registration: Hashable, Sendable {
    case inTime
    case never
    /// So long after the launch method has returned.
    case late(TimeSpan)
    case twice
  }

  public var id: TaskIdentifier
  public var kind: TaskKind
  /// `earliestBeginDate`, counted from the submission; nil for none.
  public var earliest: TimeSpan?
  public var requiresNetwork = false
  public var requiresPower = false
  public var submits: [Trigger] = []
  /// How the app registers its launch handler.
  public var registration = Registration.inTime
  /// Whether submitting while a request is pending replaces it, or does nothing (rule B18).
  public var conflict = Conflict.replace
  /// How long `submitTaskRequest` takes to return its verdict; nil means `submit`, which returns it immediately (rule
  /// B8).
  public var verdict: TimeSpan?
  /// The delay after a refusal before the app tries again, doubled each time; nil means never (rule F17).
  public var retry: TimeSpan?
  /// The queue that the handler was registered for (rule A12).
  public var queue = Queue.background
  /// Whether the handler's code is bound to the main actor.
  public var mainActor = false
  /// Whether it is a SwiftUI `.backgroundTask` (rule D13).
  public var swiftUI = false
  /// Whether the app traps before the handler's body (rule D7).
  public var crashesBeforeBody = false
  /// `protectionTypeOfRequiredData` of health research (rule D6).
  public var protection = FileProtection.none
  /// A fault of the device: accepted, and never launched (rule F14).
  public var neverLaunches = false
  /// Its interval: `NSBackgroundActivityScheduler` only.
  public var interval: TimeSpan?
  /// How much earlier or later than the interval it may run.
  public var tolerance: TimeSpan?
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
  /// Whether a later run resumes the step that an expired one did not finish (rule D12).
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
    /// How the files that it reads are protected (rule D5).
    public var files = FileProtection.none
    /// Bytes of memory that it uses in addition to the app's own (rule E17).
    public var memory: Int64 = 0
    /// Whether it holds a lock on a shared file (rule E18).
    public var locksFile = false
    /// Whether the app traps in it.
    public var crashes = false
    /// A transfer that it starts.
    public var transfer: String?
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
  /// Other titles, each from a count of units on (rule F5).
  public var titles: [Title] = []
  /// The user's answer when the system asks whether to continue.
  public var answer = Answer.proceed

  public struct Title: Hashable, Sendable {
    public var from: Int64
    public var title: String
    public var subtitle: String?
  }

  public enum Answer: String, CaseIterable, Hashable, Sendable {
    case proceed = "continue"
    case stop
    /// The question stays on the screen.
    case none
  }

  public init() {}
}

/// How files are protected while the device is locked.
public enum FileProtection: String, CaseIterable, Hashable, Sendable {
  /// Always readable.
  case none
  /// Readable from the first unlock after a boot on.
  case firstUnlock
  /// Readable while the device is unlocked.
  case complete
}
