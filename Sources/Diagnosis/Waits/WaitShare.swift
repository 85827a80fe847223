public import TaskTrace

/// A part of a request's wait, by what held it.
///
/// A request is held by one or more holders at a time. Each moment counts once, for the strongest, so that shares add
/// up to the wait to the microsecond; the time that a holder held the request alongside a stronger one is given
/// separately.
public struct WaitShare: Hashable, Sendable {
  public var holder: Holder
  /// While it was the strongest.
  public var span: TimeSpan
  /// The time during which it also held the request, attributed to a stronger holder.
  public var alongside: TimeSpan

  public init(_ holder: Holder, _ span: TimeSpan, alongside: TimeSpan = .zero) {
    (self.holder, self.span, self.alongside) = (holder, span, alongside)
  }

  /// Shares in a line: `window 2 h, low power mode 7 m (and 1 h alongside others)`.
  public static func text(_ shares: [WaitShare]) -> String {
    shares.map { share in
      let name = share.holder.text
      let alongside =
        share.alongside > .zero ? "\(share.span > .zero ? "and " : "")\(share.alongside) alongside others" : ""
      if share.span == .zero { return "\(name) \(alongside)" }
      return "\(name) \(share.span)\(alongside.isEmpty ? "" : " (\(alongside))")"
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
      add(share.holder, share.alongside, isStrongest: false)
    }
    sort()
  }

  private mutating func add(_ holder: Holder, _ span: TimeSpan, isStrongest: Bool) {
    guard span > .zero else { return }
    let index = firstIndex { $0.holder == holder } ?? count
    if index == count { append(WaitShare(holder, .zero)) }
    if isStrongest { self[index].span += span } else { self[index].alongside += span }
  }

  /// The longest first; of equals, the one that was reported first.
  private mutating func sort() {
    self = enumerated().sorted { a, b in
      (a.element.span, a.element.alongside, b.offset) > (b.element.span, b.element.alongside, a.offset)
    }.map(\.element)
  }
}
