/// What is known about one task at an instant.
public struct TaskRecord: Hashable, Sendable {
  public var task: TaskIdentifier
  /// Its requests and its run.
  public internal(set) var life: RequestLife
  public var registration: Registration = .unknown
  /// The run in progress, if one is.
  public var running: Run?
  /// The last run that ended.
  public var lastRun: FinishedRun?
  /// The last scoring, of the pending request or of the run.
  public var lastScore: Dated<Score>?
  public var lastComparison: Dated<Comparison>?
  /// What last held the pending request back, other than the policies.
  public var hold: Dated<Hold>?
  public var forecast: Dated<Forecast>?
  public var lastRefusal: Dated<Refusal>?
  public var counts = Counts()

  public enum Registration: Hashable, Sendable {
    case unknown
    case registered
    case refused(Cause)
  }

  /// A value, and when it was reported.
  ///
  /// The value has no requirements, because the runtime would look them up at every start; each of them is hashable.
  public struct Dated<Value> {
    public var at: Instant
    public var value: Value
    /// The log record that reports it.
    public var source: SourceLine?
  }

  public struct Comparison: Hashable, Sendable {
    public var score: Double
    public var threshold: Double
    public var run: Bool
  }

  public struct Forecast: Hashable, Sendable {
    public var score: Double
    public var at: Instant?
    public var validUntil: Instant?
  }

  public struct Refusal: Hashable, Sendable {
    public var code: Int
    public var cause: Cause?
  }

  public typealias PendingRequest = RequestLife.Request

  /// A run in progress.
  public struct Run: Hashable, Sendable {
    public var activity: ActivityID?
    public var startedAt: Instant
    public var start: RunStart
    public var step: Step?
    public var progress: Dated<Progress>?
    /// What is known about the expiration handler: `set`, `called`, `cleared`; nil if it is not set yet, or unknown.
    public var handler: Cause?
    public var warned: Dated<Warning>?
    /// What the app reported at the end, before the run is over.
    public var success: Bool?
    /// Whether the task was submitted again during the run (rule B15).
    public var rearmed = false

    /// When the granted time is over, if it is limited.
    public var deadline: Instant? { start.limit.map { startedAt + $0 } }
  }

  public struct Warning: Hashable, Sendable {
    public var cause: Cause?
    public var deadline: Instant?
  }

  /// A run that is over.
  public struct FinishedRun: Hashable, Sendable {
    public var activity: ActivityID?
    public var startedAt: Instant
    public var endedAt: Instant
    public var end: RunEnd
    public var forced: Bool
    public var progress: Progress?
  }

  public struct Counts: Hashable, Sendable {
    public var submitted = 0
    public var replaced = 0
    public var cancelled = 0
    public var refused = 0
    public var launched = 0
    public var succeeded = 0
    public var failed = 0
    public var expired = 0
    public var killed = 0
  }

  public init(_ task: TaskIdentifier, kind: TaskKind) { (self.task, life) = (task, RequestLife(kind: kind)) }

  public var kind: TaskKind { life.kind }
  /// The bundle identifier of the app, if known.
  public var bundle: String? { life.bundle }
  /// The waiting request, if there is one.
  public var pending: PendingRequest? { life.waiting }
  /// Since when the system has been launching the app for the request, if it is.
  public var launchingSince: Instant? { life.open.last?.launchingSince }

  /// The name under which dasd would print the task now.
  public var name: ActivityName {
    ActivityName(
      user: pending?.request.user, kind: kind, task: task, activity: running?.activity ?? pending?.activity)
  }
}

/// What is known about one app at an instant.
public struct AppRecord: Hashable, Sendable {
  public var bundle: String
  public var state: AppState
  public var since: Instant
  /// The app's own Background App Refresh switch, if known.
  public var backgroundRefresh: Bool?
  /// When the app was last in the foreground.
  public var lastForeground: Instant?

  public init(_ bundle: String, state: AppState, since: Instant) {
    (self.bundle, self.state, self.since) = (bundle, state, since)
  }
}

/// What is known about one budget at an instant.
public struct BudgetRecord: Hashable, Sendable {
  public var name: String
  public var value: Double
  public var capacity: Double
  public var changedAt: Instant
  /// How much the last refill added, and when.
  public var lastRefill: TaskRecord.Dated<Double>?

  /// 0 to 1; 0 for a budget without capacity.
  public var fraction: Double { capacity > 0 ? min(1, max(0, value / capacity)) : 0 }
}

extension TaskRecord.Dated: Equatable where Value: Equatable {}
extension TaskRecord.Dated: Hashable where Value: Hashable {}
extension TaskRecord.Dated: Sendable where Value: Sendable {}
