public import TaskTrace

/// Where the time of requests went, by what held them at each moment.
///
/// A request is held by one or more causes at a time. Its shares count each moment once, for the strongest cause, so
/// that they add up to its life to the microsecond; how long a cause held it beside a stronger one is told too.
public struct Waits: Sendable {
  /// A part of a request's life.
  public struct Share: Hashable, Sendable {
    /// `window`, `below threshold`, a policy's plain name …
    public var cause: String
    /// While it was the strongest cause.
    public var span: TimeSpan
    /// While it held the request too, and a stronger cause was told.
    public var beside: TimeSpan

    public init(_ cause: String, _ span: TimeSpan, beside: TimeSpan = .zero) {
      (self.cause, self.span, self.beside) = (cause, span, beside)
    }
  }

  /// One request, from its submission to its launch, its end, or the end of what is known.
  public struct Request: Hashable, Sendable {
    public enum End: String, Hashable, Sendable { case launched, cancelled, waiting }

    public var task: TaskIdentifier
    public var kind: TaskKind
    /// The bundle identifier of the app, where known.
    public var app: String?
    public var submitted: Instant
    public var until: Instant
    public var end: End
    /// The longest first.
    public var shares: [Share]

    /// The sum of the shares, to the microsecond.
    public var total: TimeSpan { until - submitted }
  }

  /// In the order in which they came to their ends; those that still wait are last.
  public private(set) var requests: [Request] = []

  /// Follows the requests of a trace up to an instant. Complexity: O(events · causes of a moment).
  public init(_ trace: Trace, until instant: Instant) {
    var follower = WaitFollower()
    for event in trace.events {
      if event.at > instant { break }
      follower.take(event)
    }
    requests = follower.finish(at: max(instant, trace.start))
  }

  /// The request of a task that waits at the end, if one does.
  public func waiting(_ task: TaskIdentifier) -> Request? {
    requests.last { $0.task == task && $0.end == .waiting }
  }

  /// The request that the last run of a task came of.
  public func lastLaunched(_ task: TaskIdentifier) -> Request? {
    requests.last { $0.task == task && $0.end == .launched }
  }

  /// All of a task's waiting, the longest share first; it adds up to the lives of its requests.
  public func shares(of task: TaskIdentifier) -> [Share] {
    Self.sum(requests.filter { $0.task == task })
  }

  /// All of an app's waiting; requests that wait side by side count each for itself.
  public func shares(ofApp bundle: String) -> [Share] { Self.sum(requests.filter { $0.app == bundle }) }

  static func sum(_ requests: [Request]) -> [Share] {
    var sums: [Share] = []
    for share in requests.lazy.flatMap(\.shares) {
      if let index = sums.firstIndex(where: { $0.cause == share.cause }) {
        sums[index].span += share.span
        sums[index].beside += share.beside
      } else {
        sums.append(share)
      }
    }
    return ordered(sums)
  }

  static func ordered(_ shares: [Share]) -> [Share] {
    shares.enumerated().sorted { a, b in
      (a.element.span, a.element.beside, b.offset) > (b.element.span, b.element.beside, a.offset)
    }.map(\.element)
  }
}

extension Waits.Share {
  /// Shares in a line: `window 2 h, low power mode 7 m (and 1 h beside others)`.
  public static func words(_ shares: [Waits.Share]) -> String {
    shares.map { share in
      let beside = share.beside > .zero ? "\(share.span > .zero ? "and " : "")\(share.beside) beside others" : ""
      if share.span == .zero { return "\(share.cause) \(beside)" }
      return "\(share.cause) \(share.span)\(beside.isEmpty ? "" : " (\(beside))")"
    }.joined(separator: ", ")
  }
}
