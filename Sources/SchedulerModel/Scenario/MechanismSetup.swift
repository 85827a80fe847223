public import TaskTrace

/// A legacy `performFetch` (rule D15).
public struct FetchSetup: Hashable, Sendable {
  /// The minimum interval that the app asked for.
  public var every = TimeSpan.minutes(15)
  public var handler = HandlerSetup()

  public init() {}
}

/// A `beginBackgroundTask` assertion that an app acquires (rules E3, E15; scheduler facts 1.9).
public struct AssertionSetup: Hashable, Sendable {
  public var name: String
  public var on = TaskSetup.Trigger.leave
  /// How long the work under it lasts.
  public var length = TimeSpan.seconds(10)
  /// Whether the app ends it when its expiration handler is called.
  public var endsOnExpiry = true
  /// Whether the app ends it when the work is done.
  public var endsWhenDone = true

  public init(name: String) { self.name = name }
}

/// A transfer of a background URLSession (rules H1–H7; scheduler facts 1.11).
public struct TransferSetup: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable { case download, upload, data }

  public var name: String
  public var kind = Kind.download
  public var bytes: Int64 = 1_000_000
  /// When the app creates it, other than in steps and by other transfers.
  public var on: [TaskSetup.Trigger] = []
  public var isDiscretionary = false
  /// `sessionSendsLaunchEvents`.
  public var sendsLaunchEvents = true
  /// How long the app handles the session's events.
  public var handling = TimeSpan.seconds(1)
  /// Whether the app moves the file before its delegate returns (rule H5).
  public var movesFile = true
  /// Whether the app calls the completion handler that it was given.
  public var callsCompletion = true
  /// Whether an interrupted transfer resumes where it stopped (rule H7).
  public var resumes = true
  /// `timeoutIntervalForResource` (rule H6).
  public var timeout = TimeSpan.days(7)
  /// The transfer that the app creates when it handles the end of this one.
  public var next: String?

  public init(name: String) { self.name = name }
}

/// A library on top of the scheduler, as data (rules K1–K24, L1–L6).
public struct LayerSetup: Hashable, Sendable {
  public enum Feed: String, CaseIterable, Hashable, Sendable { case both, background }
  public enum Advance: String, CaseIterable, Hashable, Sendable { case before, after }
  public enum Missed: String, CaseIterable, Hashable, Sendable { case collapse, each }

  /// What events call it.
  public var name: String
  /// The refresh task whose runs carry the work (rule A14).
  public var tick: TaskIdentifier
  /// Whether work also runs from a loop in the foreground (rule K1).
  public var feeds = Feed.both
  /// Whether the next time is set before the work runs (rule K2) or after it.
  public var advances = Advance.before
  /// Whether missed times are made up for by one run (rule K3) or by one run each.
  public var missed = Missed.collapse
  /// How long work waits for a network that it needs: at most this, and a quarter of its time (rule K9).
  public var gate = TimeSpan.seconds(5)
  /// No periodic work recurs more often (rules L3, L6); zero means no bound.
  public var minInterval = TimeSpan.zero
  /// Whether the library waits for the conditions of a work item; on iOS most libraries ignore them (rules K10, L6).
  public var keepsConditions = false
  /// The longest back-off (rule K5).
  public var maxBackoff = TimeSpan.hours(5)
  /// Whether entries that are not to outlive the process are swept at start (rule K14).
  public var sweeps = true
  /// Whether foreground work continues for a while after the app leaves the foreground (rule K11).
  public var runway = true
  /// Whether the layer submits the next tick automatically (rule K13).
  public var rearms = true
  public var works: [Work] = []

  public init(name: String, tick: TaskIdentifier) { (self.name, self.tick) = (name, tick) }

  /// A periodic or a one-shot that the layer runs.
  public struct Work: Hashable, Sendable {
    public enum Result: String, CaseIterable, Hashable, Sendable { case success, failure, retry, fails = "throw" }
    public enum Network: String, CaseIterable, Hashable, Sendable { case none, any, unmetered }
    public enum Backoff: String, CaseIterable, Hashable, Sendable { case linear, exponential }
    /// Conditions of the device other than the network (rule L6).
    public enum Condition: String, CaseIterable, Hashable, Sendable { case charging, batteryNotLow, idle }

    public var id: TaskIdentifier
    /// How often; nil for a one-shot.
    public var interval: TimeSpan?
    /// When it is due first, from the start; nil is one interval after it.
    public var first: TimeSpan?
    public var length = TimeSpan.seconds(5)
    /// The results of its runs, in turn; the last one repeats.
    public var results: [Result] = [.success]
    public var network = Network.none
    public var conditions: [Condition] = []
    public var backoff = Backoff.exponential
    public var initial = TimeSpan.seconds(30)
    /// After this many attempts, a retry counts as a failure (rule K6).
    public var attempts = 10
    /// Whether it does not outlive the process (rule K14).
    public var isEphemeral = false
    /// Whether a worker was registered for it (rule A15).
    public var isRegistered = true
    /// Whether its factory gives a worker (rule A15).
    public var isDeclined = false

    public init(id: TaskIdentifier) { self.id = id }
  }
}
