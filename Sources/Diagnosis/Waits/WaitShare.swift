public import TaskTrace

/// A part of a request's wait, by what held it.
///
/// A request is held by one or more holders at a time. Each moment counts once, for the strongest, so that shares add
/// up to the wait to the microsecond; how long a holder held the request beside a stronger one is told too.
public struct WaitShare: Hashable, Sendable {
  public var holder: Holder
  /// While it was the strongest.
  public var span: TimeSpan
  /// While it held the request too, and something stronger is told.
  public var beside: TimeSpan

  public init(_ holder: Holder, _ span: TimeSpan, beside: TimeSpan = .zero) {
    (self.holder, self.span, self.beside) = (holder, span, beside)
  }

  /// Shares in a line: `window 2 h, low power mode 7 m (and 1 h beside others)`.
  public static func words(_ shares: [WaitShare]) -> String {
    shares.map { share in
      let name = share.holder.words
      let beside = share.beside > .zero ? "\(share.span > .zero ? "and " : "")\(share.beside) alongside others" : ""
      if share.span == .zero { return "\(name) \(beside)" }
      return "\(name) \(share.span)\(beside.isEmpty ? "" : " (\(beside))")"
    }.joined(separator: ", ")
  }
}

extension [WaitShare] {
  /// Sums of time by phase as shares of a wait, the longest first. A phase without a request is unknown here, since only
  /// the time of requests is asked for.
  ///
  /// Complexity: O(phases · holders).
  public init(_ sums: [TaskLane.Stretch]) {
    self = []
    for sum in sums {
      let holders: [Holder] =
        switch sum.phase {
        case .waiting(let holders): holders
        case .running: [.earlierRun]
        case .absent, nil: [.unknown]
        }
      for (place, holder) in holders.enumerated() { add(holder, sum.span, isStrongest: place == 0) }
    }
    sort()
  }

  /// The shares of several waits in one.
  public init(summing shares: some Sequence<WaitShare>) {
    self = []
    for share in shares {
      add(share.holder, share.span, isStrongest: true)
      add(share.holder, share.beside, isStrongest: false)
    }
    sort()
  }

  private mutating func add(_ holder: Holder, _ span: TimeSpan, isStrongest: Bool) {
    guard span > .zero else { return }
    let index = firstIndex { $0.holder == holder } ?? count
    if index == count { append(WaitShare(holder, .zero)) }
    if isStrongest { self[index].span += span } else { self[index].beside += span }
  }

  /// The longest first; of equals, the one that was told first.
  private mutating func sort() {
    self = enumerated().sorted { a, b in
      (a.element.span, a.element.beside, b.offset) > (b.element.span, b.element.beside, a.offset)
    }.map(\.element)
  }
}
