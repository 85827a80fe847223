/// The parameters of a request, and the window that dasd gave it.
public struct Submission: Hashable, Sendable {
  public var kind: TaskKind
  /// The bundle identifier of the app, if known.
  public var bundle: String?
  /// `earliestBeginDate`: a floor, never a promise (rule B9).
  public var earliest: Instant?
  public var windowStart: Instant?
  public var windowEnd: Instant?
  /// The interval of periodic macOS activities.
  public var interval: TimeSpan?
  /// dasd's number: 5 maintenance, 10 background, 30 utility.
  public var priority: Int?
  public var requiresNetwork: Bool?
  public var requiresPower: Bool?
  public var title: String?
  public var subtitle: String?
  /// `queue` or `fail`, continued processing only.
  public var strategy: Cause?
  public var requiresGPU: Bool?
  /// The user that macOS prints before a name.
  public var user: Int?

  public init(kind: TaskKind) { self.kind = kind }
}

/// The codes of `BGTaskScheduler.Error.Code`, domain `BGTaskSchedulerErrorDomain` (rule B5; SDK header).
public enum SubmissionError: Int, CaseIterable, Hashable, Sendable, Error {
  case unavailable = 1
  case tooManyPendingTaskRequests = 2
  case notPermitted = 3
  case immediateRunIneligible = 4

  public var name: String {
    switch self {
    case .unavailable: "unavailable"
    case .tooManyPendingTaskRequests: "tooManyPendingTaskRequests"
    case .notPermitted: "notPermitted"
    case .immediateRunIneligible: "immediateRunIneligible"
    }
  }
}

/// What holds a task back, other than the policies.
public struct Hold: Hashable, Sendable {
  /// `forceQuit`, `backgroundRefresh`, `window`, `running`, `unused`, `rateLimit`, `contention`, `concurrency`, `fault`; of
  /// device logs also `compatibility`.
  public var what: Cause
  public var detail: String?
  /// When the hold ends without outside help, if known.
  public var until: Instant?

  public init(_ what: Cause, detail: String? = nil, until: Instant? = nil) {
    (self.what, self.detail, self.until) = (what, detail, until)
  }
}

/// How a run begins.
public struct RunStart: Hashable, Sendable {
  /// The time that the system grants; nil means no stated limit (continued processing, rule F7) or unknown.
  public var limit: TimeSpan?
  /// The part of the time that launching the process takes (rule D3).
  public var coldStart: TimeSpan?
  /// A manually simulated launch: no policy was consulted, and statistics exclude it (rule N2).
  public var forced: Bool

  public init(limit: TimeSpan? = nil, coldStart: TimeSpan? = nil, forced: Bool = false) {
    (self.limit, self.coldStart, self.forced) = (limit, coldStart, forced)
  }
}

/// One step of a handler's work.
public struct Step: Hashable, Sendable {
  /// 1 for the first.
  public var index: Int
  public var count: Int
  public var name: String

  public init(index: Int, count: Int, name: String) { (self.index, self.count, self.name) = (index, count, name) }
}

/// What a continued-processing task reports about itself.
public struct Progress: Hashable, Sendable {
  public var completed: Int64
  /// 0 or less is indeterminate (rule F13).
  public var total: Int64
  public var title: String?
  public var subtitle: String?
  /// When the task counts as stalled unless it reports again (scheduler facts 1.6).
  public var stallsAt: Instant?

  public init(completed: Int64, total: Int64, title: String? = nil, subtitle: String? = nil, stallsAt: Instant? = nil) {
    (self.completed, self.total, self.title, self.subtitle) = (completed, total, title, subtitle)
    self.stallsAt = stallsAt
  }

  /// 0 to 1; nil when indeterminate.
  public var fraction: Double? { total > 0 ? min(1, max(0, Double(completed) / Double(total))) : nil }
}

/// How a run ended: the true cause, and what the app is told (rule E13).
public struct RunEnd: Hashable, Sendable {
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// `setTaskCompleted(success: true)`.
    case succeeded
    /// `setTaskCompleted(success: false)`: valid, and a reason for a new request (rule D10).
    case failed
    /// The expiration handler ran, and the task completed in its grace.
    case expired
    /// No expiration handler: marked complete and unsuccessful without a warning (rule E7).
    case unwarned
    /// The process was ended.
    case killed
    /// The process crashed.
    case crashed
    /// The log does not say.
    case unknown
  }

  public var outcome: Outcome
  public var cause: Cause?
  /// What the app sees: `expirationHandler`, `nothing` …
  public var seen: Cause?

  public init(_ outcome: Outcome, cause: Cause? = nil, seen: Cause? = nil) {
    (self.outcome, self.cause, self.seen) = (outcome, cause, seen)
  }
}

/// A silent push on its way.
public struct Push: Hashable, Sendable {
  public var bundle: String
  /// `sent`, `delivered`, `coalesced`, `denied`, `launched`; of device logs also `received`.
  public var state: Cause
  /// `apns-priority`.
  public var priority: Int?
  public var cause: Cause?

  public init(bundle: String, state: Cause, priority: Int? = nil, cause: Cause? = nil) {
    (self.bundle, self.state, self.priority, self.cause) = (bundle, state, priority, cause)
  }
}

/// A background URLSession transfer.
public struct Transfer: Hashable, Sendable {
  public var bundle: String
  public var name: String
  /// `created`, `waiting`, `delayed`, `running`, `finished`, `handled`, `failed`, `cancelled`; of device logs also `reset`.
  public var state: Cause
  public var bytes: Int64?
  public var total: Int64?
  /// The delay of the resume rate limiter (scheduler facts 1.11).
  public var delay: TimeSpan?
  public var cause: Cause?

  public init(bundle: String, name: String, state: Cause) {
    (self.bundle, self.name, self.state) = (bundle, name, state)
  }
}

/// A `beginBackgroundTask` or RunningBoard assertion.
public struct Assertion: Hashable, Sendable {
  public var bundle: String
  public var name: String
  /// `acquired`, `expiring`, `ended`, `overdue`.
  public var state: Cause
  public var remaining: TimeSpan?

  public init(bundle: String, name: String, state: Cause, remaining: TimeSpan? = nil) {
    (self.bundle, self.name, self.state, self.remaining) = (bundle, name, state, remaining)
  }
}

/// A log line that became no other event.
public struct Note: Hashable, Sendable {
  public enum Level: String, CaseIterable, Hashable, Sendable { case debug, info, `default`, error, fault }

  public var process: String?
  public var text: String
  public var level: Level

  public init(_ text: String, process: String? = nil, level: Level = .default) {
    (self.text, self.process, self.level) = (text, process, level)
  }
}
