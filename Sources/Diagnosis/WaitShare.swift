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
    var sums = PhaseSums()
    sums.add(lane, from: submitted, to: instant)
    return shares(sums)
  }

  /// The time that all requests of a task have waited, divided so, the longest first; what comes later is left out.
  static func shares(of lane: TaskLane, _ task: TaskHistory, until end: Instant) -> [WaitShare] {
    var sums = PhaseSums()
    for request in task.requests { sums.add(lane, from: request.submitted.at, to: min(end, request.endedAt ?? end)) }
    return shares(sums)
  }

  /// Phases that are called the same count as one.
  private static func shares(_ sums: PhaseSums) -> [WaitShare] {
    var shares: [WaitShare] = []
    for sum in sums.sums {
      let cause = sum.phase?.cause ?? "unknown"
      if let index = shares.firstIndex(where: { $0.cause == cause }) {
        shares[index].span += sum.span
      } else {
        shares.append(WaitShare(cause, sum.span))
      }
    }
    return ordered(shares)
  }

  private static func ordered(_ shares: [WaitShare]) -> [WaitShare] {
    shares.enumerated().sorted { ($1.element.span, $0.offset) < ($0.element.span, $1.offset) }.map(\.element)
  }
}

/// Time by phase, nil where none is known: phases are compared by the million, and named only in the end.
private struct PhaseSums {
  var sums: [(phase: TaskLane.Phase?, span: TimeSpan)] = []

  mutating func add(_ lane: TaskLane, from submitted: Instant, to instant: Instant) {
    guard instant > submitted else { return }
    let changes = lane.phases.changes(from: submitted, to: instant)
    var covered = submitted
    for (index, change) in zip(changes.indices, changes) {
      let begin = max(change.at, submitted)
      let end = index + 1 < changes.endIndex ? min(changes[index + 1].at, instant) : instant
      add(nil, begin - covered)
      add(change.value, end - begin)
      covered = max(covered, end)
    }
    add(nil, instant - covered)
  }

  private mutating func add(_ phase: TaskLane.Phase?, _ span: TimeSpan) {
    guard span > .zero else { return }
    if let index = sums.firstIndex(where: { $0.phase == phase }) {
      sums[index].span += span
    } else {
      sums.append((phase, span))
    }
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
