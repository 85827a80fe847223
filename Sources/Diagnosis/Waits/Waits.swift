public import TaskTrace

/// The wait times of requests, divided by holder.
///
/// Everything comes from the lanes that the timeline draws, so that a total and a picture cannot disagree.
public struct Waits: Sendable {
  /// One request, from its submission to its launch, its end, or the end of what is known.
  public struct Request: Hashable, Sendable {
    public enum End: String, Hashable, Sendable { case launched, cancelled, waiting }

    public var task: TaskIdentifier
    public var kind: TaskKind
    /// The bundle identifier of the app, if known.
    public var app: String?
    public var submitted: Instant
    public var until: Instant
    public var end: End
    /// The longest first.
    public var shares: [WaitShare]

    /// The sum of the shares, to the microsecond.
    public var total: TimeSpan { until - submitted }
  }

  private let lanes: Lanes
  private let until: Instant

  /// Reads a trace's lanes; everything after `until` is ignored.
  public init(_ lanes: Lanes, until: Instant) { (self.lanes, self.until) = (lanes, until) }

  /// A part of a task's time, divided by the holders of its request; parts without a holder are unknown.
  ///
  /// Complexity: O(changes of the task's phase in the span).
  public func shares(of task: TaskIdentifier, from start: Instant, to end: Instant) -> [WaitShare] {
    guard let lane = lanes.task(task) else { return [] }
    return [WaitShare](lane.sums(from: start, to: min(end, until), gaps: lanes.gaps))
  }

  /// The waiting request of the task, if there is one.
  public func waiting(_ record: TaskRecord?) -> Request? {
    guard let record, let pending = record.pending else { return nil }
    return Request(
      task: record.task, kind: record.kind, app: record.bundle, submitted: pending.submittedAt, until: until,
      end: .waiting, shares: shares(of: record.task, from: pending.submittedAt, to: until))
  }

  /// The requests of a task whose submission is known, in order. Complexity: O(requests + changes of phase).
  public func requests(of task: TaskHistory) -> [Request] {
    task.requests.filter { $0.submitted.at <= until }.map { request in
      let end = min(request.endedAt ?? until, until)
      let isOver = request.endedAt.map { $0 <= until } ?? false
      return Request(
        task: task.task, kind: request.kind, app: task.bundle, submitted: request.submitted.at, until: end,
        end: !isOver ? .waiting : request.launched == nil ? .cancelled : .launched,
        shares: shares(of: task.task, from: request.submitted.at, to: end))
    }
  }

  /// All of a task's waiting, the longest share first; it adds up to the lives of its requests.
  public func shares(of task: TaskHistory) -> [WaitShare] {
    [WaitShare](summing: requests(of: task).lazy.flatMap(\.shares))
  }
}
