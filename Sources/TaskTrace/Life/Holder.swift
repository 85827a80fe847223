/// What prevents a request from running, determined once by ``RequestLife`` and passed on as a value.
public enum Holder: Hashable, Sendable {
  /// One of dasd's policies forbids the run.
  case policy(PolicyName)
  /// Something other than the policies, identified by the name in its ``Hold``.
  case hold(Cause)
  /// The window of the request has not opened.
  case window
  /// dasd denies the run, and names no policy that forbids it.
  case deniedScore
  /// Nothing forbids the run, but its score is below the threshold.
  case belowThreshold
  /// A run of an earlier request is still in progress.
  case earlierRun
  /// Its score was good enough: its launch is under way.
  case launch
  /// Nothing, according to the last report.
  case nothing
  /// The request was submitted, and has not been scored since.
  case notScored
  /// The trace does not say.
  case unknown

  /// The meaning of a ``Hold`` value.
  public init(_ hold: Hold) { self = hold.what == .window ? .window : .hold(hold.what) }

  /// What a scoring reports about a request, the strongest holder first.
  public static func of(_ score: Score) -> [Holder] {
    if score.isCut { return [.unknown] }
    let objections = score.objections
    guard objections.isEmpty else { return objections.map { .policy($0.policy) } }
    return score.decision.denies ? [.deniedScore] : [.nothing]
  }

  /// An identifier that is stable between versions: the policy's own name, or the name of the hold.
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
  public var text: String {
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

/// Everything that holds a request at one time.
public struct Holding: Hashable, Sendable {
  /// The strongest first; never empty.
  public var holders: [Holder]
  /// When the present set of holders began.
  public var since: Instant
  /// When the strongest holder releases the request without outside help, if known.
  public var until: Instant?

  public init(_ holders: [Holder], since: Instant, until: Instant? = nil) {
    (self.holders, self.since, self.until) = (holders.isEmpty ? [.unknown] : holders, since, until)
  }

  /// The strongest holder at an instant: unknown if a hold is over and nothing has been reported since.
  public func strongest(at instant: Instant) -> Holder {
    until.map { $0 <= instant } ?? false ? .unknown : holders[0]
  }
}
