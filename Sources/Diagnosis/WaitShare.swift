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
    var shares: [(phase: TaskLane.Phase?, span: TimeSpan)] = []
    let changes = lane.phases.changes(from: submitted, to: instant)
    func add(_ phase: TaskLane.Phase?, _ span: TimeSpan) {
      guard span > .zero else { return }
      if let index = shares.firstIndex(where: { $0.phase == phase }) {
        shares[index].span += span
      } else {
        shares.append((phase, span))
      }
    }
    var covered = submitted
    for (index, change) in zip(changes.indices, changes) {
      let begin = max(change.at, submitted)
      let end = index + 1 < changes.endIndex ? min(changes[index + 1].at, instant) : instant
      add(nil, begin - covered)
      add(change.value, end - begin)
      covered = max(covered, end)
    }
    add(nil, instant - covered)
    return ordered(shares.map { WaitShare($0.phase?.cause ?? "unknown", $0.span) })
  }

  /// The time that all requests of a task have waited, divided so, the longest first; what comes later is left out.
  static func shares(of lane: TaskLane, _ task: TaskHistory, until end: Instant) -> [WaitShare] {
    var sums: [WaitShare] = []
    for request in task.requests {
      for share in shares(of: lane, from: request.submitted.at, to: min(end, request.endedAt ?? end)) {
        if let index = sums.firstIndex(where: { $0.cause == share.cause }) {
          sums[index].span += share.span
        } else {
          sums.append(share)
        }
      }
    }
    return ordered(sums)
  }

  private static func ordered(_ shares: [WaitShare]) -> [WaitShare] {
    shares.enumerated().sorted { ($1.element.span, $0.offset) < ($0.element.span, $1.offset) }.map(\.element)
  }
}

extension TaskLane.Phase {
  /// What a share of a wait is called.
  var cause: String {
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
