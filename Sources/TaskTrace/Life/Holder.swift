/// What keeps a request from running, decided once by ``RequestLife`` and carried as a value from there on.
public enum Holder: Hashable, Sendable {
  /// One of dasd's policies forbids the run.
  case policy(PolicyName)
  /// Something besides the policies, by the word of its ``Hold``.
  case hold(Cause)
  /// The window of the request has not opened.
  case window
  /// dasd denies the run, and names no policy that forbids it.
  case deniedScore
  /// Nothing forbids the run, but its score is below the threshold.
  case belowThreshold
  /// A run of an earlier request still goes on.
  case earlierRun
  /// Its score was good enough: its launch is under way.
  case launch
  /// By what was said last, nothing.
  case nothing
  /// The request was submitted, and has not been scored since.
  case notScored
  /// The trace does not tell.
  case unknown

  /// What a word of a ``Hold`` means.
  public init(_ hold: Hold) { self = hold.what == .window ? .window : .hold(hold.what) }

  /// What a scoring says of a request, the strongest first.
  public static func of(_ score: Score) -> [Holder] {
    if score.isCut { return [.unknown] }
    let objections = score.objections
    guard objections.isEmpty else { return objections.map { .policy($0.policy) } }
    return score.decision.denies ? [.deniedScore] : [.nothing]
  }

  /// A word that stays the same from version to version: the policy's own name, the word of the hold.
  public var identifier: String {
    switch self {
    case .policy(let name): name.rawValue
    case .hold(let what): what.rawValue
    case .window: "window"
    case .deniedScore: "score"
    case .belowThreshold: "belowThreshold"
    case .earlierRun: "earlierRun"
    case .launch: "launch"
    case .nothing: "nothing"
    case .notScored: "notScored"
    case .unknown: "unknown"
    }
  }

  /// The holder in plain words and lower case, as sums of waits call it: `charger plugged in`, `window`.
  public var words: String {
    switch self {
    case .policy(let name): name.plain.lowercased()
    case .hold(let what): what.spaced.lowercased()
    case .window: "window"
    case .deniedScore: "score"
    case .belowThreshold: "below threshold"
    case .earlierRun: "an earlier run"
    case .launch: "launching"
    case .nothing: "nothing known"
    case .notScored: "not scored yet"
    case .unknown: "unknown"
    }
  }
}

/// All that holds a request at a time.
public struct Holding: Hashable, Sendable {
  /// The strongest first; never empty.
  public var holders: [Holder]
  /// Since when just these hold it.
  public var since: Instant
  /// When the strongest lets go by itself, where that is known.
  public var until: Instant?

  public init(_ holders: [Holder], since: Instant, until: Instant? = nil) {
    (self.holders, self.since, self.until) = (holders.isEmpty ? [.unknown] : holders, since, until)
  }

  /// What is the strongest at an instant: unknown where a hold is over, and nothing was said since.
  public func strongest(at instant: Instant) -> Holder {
    until.map { $0 <= instant } ?? false ? .unknown : holders[0]
  }
}
