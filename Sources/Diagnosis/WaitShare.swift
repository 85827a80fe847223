public import TaskTrace

/// A part of a request's wait, by what held it.
public struct WaitShare: Hashable, Sendable {
  /// `window`, `below threshold`, a policy's plain name …
  public var cause: String
  public var span: TimeSpan

  public init(_ cause: String, _ span: TimeSpan) { (self.cause, self.span) = (cause, span) }

  /// Divides the time since a request's submission by the strongest cause of each moment, the longest first.
  ///
  /// The shares add up to the wait exactly. Complexity: O(changes of the task's phase since then).
  public static func shares(of lane: TaskLane, from submitted: Instant, to instant: Instant) -> [WaitShare] {
    guard instant > submitted else { return [] }
    var shares: [WaitShare] = []
    let changes = lane.phases.changes(from: submitted, to: instant)
    func add(_ cause: String, _ span: TimeSpan) {
      guard span > .zero else { return }
      if let index = shares.firstIndex(where: { $0.cause == cause }) {
        shares[index].span += span
      } else {
        shares.append(WaitShare(cause, span))
      }
    }
    var covered = submitted
    for (index, change) in zip(changes.indices, changes) {
      let begin = max(change.at, submitted)
      let end = index + 1 < changes.endIndex ? min(changes[index + 1].at, instant) : instant
      add("unknown", begin - covered)
      add(change.value.cause, end - begin)
      covered = max(covered, end)
    }
    add("unknown", instant - covered)
    return shares.enumerated().sorted { ($1.element.span, $0.offset) < ($0.element.span, $1.offset) }.map(\.element)
  }
}

extension TaskLane.Phase {
  fileprivate var cause: String {
    switch self {
    case .absent: "not pending"
    case .pending: "not scored yet"
    case .belowThreshold: "below threshold"
    case .held(let name):
      PolicyResponse(name: name, weight: 0, decision: .mustNotProceed, score: nil).plainName.lowercased()
    case .running: "an earlier run"
    }
  }
}
