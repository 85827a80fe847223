public import TaskTrace

/// A trace in numbers: how long requests wait, how often and how long tasks run, how they end, and when in the week.
public struct Statistics: Hashable, Sendable {
  /// One task's numbers.
  public struct Task: Hashable, Sendable {
    public var task: TaskIdentifier
    public var kind: TaskKind
    public var requests: Int
    /// All runs, including manual launches; those are excluded from everything below (rule N2).
    public var runs: Int
    /// Runs that were launched manually.
    public var forced: Int
    /// From a submission to the launch that it led to.
    public var waits: Distribution
    /// From the earliest begin date to the launch: what `earliestBeginDate` does not promise (rule B9).
    public var lateness: Distribution
    /// From one start to the next.
    public var intervals: Distribution
    public var lengths: Distribution
    /// How runs ended, with the true cause if it is known, the most frequent first.
    public var outcomes: [Outcome]
  }

  public struct Outcome: Hashable, Sendable {
    public var outcome: RunEnd.Outcome
    public var cause: Cause?
    public var count: Int
  }

  /// In the order in which the trace first mentions them.
  public var tasks: [Task]
  /// Starts by hour of the week, without manual launches: 7 days from Monday, 24 hours each.
  public var launches: [[Int]]
  /// The share of each hour of the week in which the device was in use, 0 to 1; nil if that is not known.
  public var usage: [[Double?]]

  /// Gathers the numbers. Complexity: O(requests + runs + changes of use + hours of the trace).
  public init(_ history: History, use: Track<Bool>, from start: Instant) {
    var gathering = Gathering(history, use: use, from: start)
    while !gathering.isOver { gathering.advance() }
    self = gathering.found
  }

  /// The same in steps of one task each, for callers that do other work in between.
  public struct Gathering: Sendable {
    private let history: History
    private let use: Track<Bool>
    private let start: Instant
    /// What is known so far.
    public private(set) var found = Statistics()

    public init(_ history: History, use: Track<Bool>, from start: Instant) {
      (self.history, self.use, self.start) = (history, use, start)
    }

    public var isOver: Bool { !found.usage.isEmpty }

    public mutating func advance() {
      let week = HourOfWeek(epoch: history.epoch)
      guard found.tasks.count < history.tasks.count else {
        found.usage = week.shares(of: use, from: start, to: history.end)
        return
      }
      let task = history.tasks[found.tasks.count]
      found.tasks.append(Task(task))
      for run in task.runs where !run.forced {
        let (day, hour) = week.place(run.started.at)
        found.launches[day][hour] += 1
      }
    }
  }

  private init() {
    (tasks, usage) = ([], [])
    launches = Array(repeating: Array(repeating: 0, count: 24), count: 7)
  }
}

extension Statistics.Task {
  init(_ history: TaskHistory) {
    (task, kind, requests) = (history.task, history.kind, history.requests.count)
    self.runs = history.runs.count
    let runs = history.runs.filter { !$0.forced }
    forced = history.runs.count - runs.count
    let launched = runs.compactMap { run in run.request.map { (history.requests[$0], run.started.at) } }
    waits = Distribution(launched.map { $1 - $0.submitted.at })
    lateness = Distribution(
      launched.map { request, at in at - max(request.earliest ?? request.submitted.at, request.submitted.at) })
    let starts = runs.map(\.started.at)
    intervals = Distribution(zip(starts.dropFirst(), starts).map { $0 - $1 })
    lengths = Distribution(runs.compactMap(\.length))
    outcomes = []
    for end in runs.compactMap(\.end) {
      if let index = outcomes.firstIndex(where: { $0.outcome == end.outcome && $0.cause == end.cause }) {
        outcomes[index].count += 1
      } else {
        outcomes.append(Statistics.Outcome(outcome: end.outcome, cause: end.cause, count: 1))
      }
    }
    outcomes = outcomes.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map(\.element)
  }
}

/// Hours of the week on the wall clock.
private struct HourOfWeek {
  /// Microseconds from a Monday's midnight, long ago, to instant zero.
  private let shift: Int64

  init(epoch: Epoch) {
    // 1 January 1970 was a Thursday, three days after a Monday.
    shift = epoch.microsecondsSince1970 + Int64(epoch.utcOffset) * 1_000_000 + 3 * Self.day
  }

  private static let hour: Int64 = 3_600_000_000
  private static let day = 24 * hour

  private func hours(_ instant: Instant) -> Int64 {
    let local = instant.microseconds + shift
    return (local - (local % Self.hour + Self.hour) % Self.hour) / Self.hour
  }

  func place(_ instant: Instant) -> (day: Int, hour: Int) {
    let inWeek = Int((hours(instant) % 168 + 168) % 168)
    return (inWeek / 24, inWeek % 24)
  }

  /// At most this many hours are examined: twenty years.
  private static let limit: Int64 = 20 * 366 * 24

  func shares(of use: Track<Bool>, from start: Instant, to end: Instant) -> [[Double?]] {
    var used = Array(repeating: 0.0, count: 168)
    var known = Array(repeating: 0.0, count: 168)
    let changes = use.changes(from: start, to: end)
    for (index, change) in zip(changes.indices, changes) {
      guard let value = change.value else { continue }
      var at = max(change.at, start)
      let until = index + 1 < changes.endIndex ? min(changes[index + 1].at, end) : end
      guard hours(until) - hours(at) <= Self.limit else { continue }
      while at < until {
        let next = min(until, Instant(microseconds: (hours(at) + 1) * Self.hour - shift))
        let (day, hour) = place(at)
        known[day * 24 + hour] += (next - at).seconds
        if value { used[day * 24 + hour] += (next - at).seconds }
        at = next
      }
    }
    return (0..<7).map { day in
      (0..<24).map { hour in known[day * 24 + hour] > 0 ? used[day * 24 + hour] / known[day * 24 + hour] : nil }
    }
  }
}
