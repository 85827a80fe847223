/// What kind of background work a task is.
public enum TaskKind: String, CaseIterable, Hashable, Sendable {
  /// `BGAppRefreshTask`.
  case refresh
  /// `BGProcessingTask`.
  case processing
  /// `BGHealthResearchTask` (iOS 17).
  case healthResearch
  /// `BGContinuedProcessingTask` (iOS 26).
  case continued
  /// A launch for a silent push.
  case push
  /// A legacy `performFetch` launch.
  case fetch
  /// Other work that dasd schedules: XPC activities, `NSBackgroundActivityScheduler`.
  case activity

  /// The kinds that can be recognized by name, with the prefix that dasd puts before the identifier. Add new prefixes
  /// here.
  ///
  /// Source: device logs and published reverse engineering of iOS 26.1. `bgHealthResearch-` is assumed by analogy.
  public static let prefixes: [(prefix: String, kind: TaskKind)] = [
    ("bgRefresh-", .refresh), ("bgProcessing-", .processing), ("bgContinuedProcessing-", .continued),
    ("bgHealthResearch-", .healthResearch), ("com.apple.pushLaunch.", .push), ("com.apple.fetch.", .fetch),
  ]

  /// One letter for the kind, for use where color or space is limited.
  public var letter: Character {
    switch self {
    case .refresh: "R"
    case .processing: "P"
    case .healthResearch: "H"
    case .continued: "C"
    case .push: "N"
    case .fetch: "F"
    case .activity: "A"
    }
  }

  /// The kind in a word or two.
  public var word: String { self == .healthResearch ? "health" : rawValue }
}

/// A name as dasd prints it: `[uid:]prefix + identifier[:HEX6]`.
public struct ActivityName: Hashable, Sendable, CustomStringConvertible {
  /// The user the work belongs to; macOS prints it.
  public var user: Int?
  public var kind: TaskKind
  public var task: TaskIdentifier
  public var activity: ActivityID?

  public init(user: Int? = nil, kind: TaskKind, task: TaskIdentifier, activity: ActivityID?) {
    (self.user, self.kind, self.task, self.activity) = (user, kind, task, activity)
  }

  /// Parses a printed name; one without a known prefix is an ``TaskKind/activity``.
  ///
  /// The names of pushes and fetches keep their prefix as part of the identifier, because the rest is the bundle.
  public init(_ text: some StringProtocol) {
    var rest = Substring(text)
    activity = nil
    user = nil
    if let colon = rest.lastIndex(of: ":"), let id = ActivityID(utf8: rest[rest.index(after: colon)...].utf8) {
      activity = id
      rest = rest[..<colon]
    }
    if let colon = rest.firstIndex(of: ":"), let number = Int(rest[..<colon]), number >= 0 {
      user = number
      rest = rest[rest.index(after: colon)...]
    }
    kind = .activity
    if let (prefix, found) = TaskKind.prefixes.first(where: { rest.hasPrefix($0.prefix) }) {
      kind = found
      if found != .push, found != .fetch { rest = rest.dropFirst(prefix.count) }
    }
    task = TaskIdentifier(String(rest))
  }

  public var description: String {
    let prefix: String
    switch kind {
    case .push, .fetch, .activity: prefix = ""
    case .refresh, .processing, .continued, .healthResearch:
      prefix = TaskKind.prefixes.first { $0.kind == kind }?.prefix ?? ""
    }
    return "\(user.map { "\($0):" } ?? "")\(prefix)\(task.rawValue)\(activity.map { ":\($0)" } ?? "")"
  }

  /// The bundle identifier at the end of the name of a push or fetch.
  public var bundle: String? {
    guard kind == .push || kind == .fetch else { return nil }
    let prefix = TaskKind.prefixes.first { $0.kind == kind }?.prefix ?? ""
    return task.rawValue.hasPrefix(prefix) ? String(task.rawValue.dropFirst(prefix.count)) : nil
  }
}
