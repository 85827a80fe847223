public import TaskTrace

/// Why a task does or does not run at an instant, point by point, the weightiest first.
public struct Explanation: Hashable, Sendable {
  /// The task's standing.
  public enum Standing: Hashable, Sendable {
    case running
    /// Pending, and its window has not opened.
    case early
    /// Pending, and something holds it.
    case held
    /// Pending, with no report about it since.
    case pending
    /// Pending, and the last report lets it run.
    case ready
    /// No request is waiting: nothing will run until the app submits one.
    case absent
    /// The trace has not mentioned the task yet, or nothing is known at this instant.
    case unknown
  }

  /// How a point bears on the run.
  public enum Weight: Hashable, Sendable {
    /// It forbids the run.
    case blocks
    /// It lowers the score.
    case lowers
    /// It favors the run.
    case agrees
    /// It forces the run.
    case forces
    /// It is for information only.
    case informs
  }

  public struct Point: Hashable, Sendable {
    public var weight: Weight
    /// What it is about: `Charger plugged in`.
    public var subject: String
    /// Required against observed, in words.
    public var detail: String
    /// dasd's decision, if a policy contributes this point.
    public var decision: Decision?
    /// The policy's weight in the score.
    public var policyWeight: Double?

    public init(
      _ weight: Weight, _ subject: String, _ detail: String, decision: Decision? = nil, policyWeight: Double? = nil
    ) {
      (self.weight, self.subject, self.detail) = (weight, subject, detail)
      (self.decision, self.policyWeight) = (decision, policyWeight)
    }
  }

  public var brief: Brief
  public var points: [Point]
  /// The time of the scoring that the points come from.
  public var scoredAt: Instant?
  /// The log record of this scoring, or of whatever else the points come from.
  public var source: SourceLine?

  public var standing: Standing { brief.standing }

  init(_ brief: Brief, points: [Point] = [], scoredAt: Instant? = nil) {
    (self.brief, self.points, self.scoredAt) = (brief, points, scoredAt)
  }
}

extension Explanation {
  /// Explains a task from what is known at an instant. Complexity: O(policies of its last score).
  ///
  /// Everything comes from the board: nothing is computed again, so that a device log and a simulation are explained in
  /// the same way.
  public init(_ task: TaskIdentifier, on board: Board, at instant: Instant, epoch: Epoch) {
    guard let record = board.task(task), board.gapUntil == nil else {
      self.init(Brief(.unknown, "unknown"))
      return
    }
    if let run = record.running {
      self.init(running: run, record, at: instant)
    } else if let pending = record.pending {
      self.init(pending: pending, record, board, at: instant, epoch: epoch)
    } else {
      self.init(absent: record, epoch: epoch)
    }
  }

  private init(running run: TaskRecord.Run, _ record: TaskRecord, at instant: Instant) {
    var points: [Point] = []
    let time = instant - run.startedAt
    if let limit = run.start.limit {
      points.append(Point(.informs, "Time", "\(time) of \(limit)"))
    } else {
      let limit = record.kind == .continued ? "the system states no limit" : "its limit is not known"
      points.append(Point(.informs, "Time", "\(time); \(limit)"))
    }
    if run.start.forced { points.append(Point(.informs, "Launch", "simulated: no policy was evaluated")) }
    if let step = run.step { points.append(Point(.informs, "Step", "\(step.index) of \(step.count): \(step.name)")) }
    if let warned = run.warned {
      let cause = warned.value.cause.map { ": \(Causes.text($0, or: "no reason given"))" } ?? ""
      points.append(Point(.blocks, "Expiration", "the task is told to stop\(cause)"))
    }
    if record.kind != .continued, record.kind != .push, record.kind != .activity {
      let detail = run.rearmed ? "the next request is submitted" : "no next request yet"
      points.append(Point(run.rearmed ? .agrees : .lowers, "Chain", detail))
    }
    self.init(Brief(.running, "running"), points: points)
  }

  private init(absent record: TaskRecord, epoch: Epoch) {
    var points: [Point] = []
    if case .refused(let cause) = record.registration {
      points.append(Point(.blocks, "Registration", Headline.registration(cause)))
    }
    if let refusal = record.lastRefusal, refusal.at >= record.lastRun?.endedAt ?? .distantPast {
      let name = SubmissionError(rawValue: refusal.value.code)?.name ?? "unknown"
      let cause = Causes.text(refusal.value.cause, or: "the cause is not given")
      points.append(Point(.blocks, "Submission", "code \(refusal.value.code), \(name): \(cause)"))
    }
    if let last = record.lastRun {
      let cause = last.end.cause.flatMap { $0 == .completed ? nil : ": \(Causes.text($0, or: ""))" } ?? ""
      points.append(
        Point(.informs, "Last run", "\(epoch.shortClock(last.endedAt)): it \(Causes.verb(last.end))\(cause)"))
      if let seen = last.end.seen { points.append(Point(.informs, "The app saw", Causes.seen(seen))) }
    }
    let missing =
      record.kind == .push
      ? "no push is waiting for delivery" : "none is pending: nothing runs until the app submits one"
    points.append(Point(.informs, record.kind == .push ? "Push" : "Request", missing))
    self.init(Brief(.absent, "not submitted"), points: points)
  }
}
