/// Something that happened, at its instant: the one thing that traces are made of.
public struct TraceEvent: Hashable, Sendable {
  public var at: Instant
  public var event: Event
  /// Fields that this version does not know, kept so that a file is read and written back without loss.
  public var extra: [JSONMember]?
  /// The record of a log that tells it, where it comes from a log.
  public var source: SourceLine?

  public init(_ at: Instant, _ event: Event, extra: [JSONMember]? = nil, source: SourceLine? = nil) {
    (self.at, self.event, self.extra, self.source) = (at, event, extra, source)
  }
}

/// What happened. The names that trace files use are in ``Event/name``.
///
/// Cases with more than a task's name are indirect, so that a million events fit in memory.
public enum Event: Hashable, Sendable {
  case condition(Condition)
  indirect case app(bundle: String, AppState, cause: Cause?)
  case registered(TaskReference)
  indirect case registrationRefused(TaskReference, cause: Cause)
  indirect case submitted(TaskReference, Submission)
  /// `code` is 1 to 4, see ``SubmissionError``.
  indirect case refused(TaskReference, code: Int, cause: Cause?)
  indirect case cancelled(TaskReference, cause: Cause?)
  indirect case scored(TaskReference, Score)
  indirect case compared(TaskReference, score: Double, threshold: Double, run: Bool)
  /// dasd's forecast: the best score of the window, when, and until when that is valid.
  indirect case optimal(TaskReference, score: Double, at: Instant?, validUntil: Instant?)
  indirect case held(TaskReference, Hold)
  case launching(TaskReference)
  indirect case started(TaskReference, RunStart)
  /// The expiration handler: `set`, `called` or `cleared`.
  indirect case handler(TaskReference, Cause)
  indirect case step(TaskReference, Step)
  indirect case progress(TaskReference, Progress)
  /// Time is nearly up: the expiration handler is due; `deadline` ends the grace, where known.
  indirect case warned(TaskReference, cause: Cause?, deadline: Instant?)
  case completed(TaskReference, success: Bool?)
  indirect case ended(TaskReference, RunEnd)
  /// `code` is the termination code, such as 0x8BADF00D.
  indirect case killed(TaskReference?, bundle: String?, code: UInt64?, cause: Cause?)
  indirect case budget(name: String, value: Double, capacity: Double, cause: Cause?)
  indirect case group(name: String, running: Int)
  indirect case push(TaskReference?, Push)
  indirect case transfer(Transfer)
  indirect case assertion(Assertion)
  indirect case layer(name: String, what: Cause, TaskReference?, detail: String?)
  /// Words for the person who watches; `waits` stops a tour until a key.
  indirect case caption(String, waits: Bool)
  indirect case bookmark(String)
  indirect case note(Note)
  /// What a device tells for a whole span of time, such as MetricKit's payloads.
  indirect case report(Report)
  /// Nothing is known between this event and `until`.
  case gap(until: Instant, cause: Cause?)
  /// A command that a person gave to the simulation, in the form that replays it; with why it was refused.
  indirect case command(String, refusal: String?)
  /// An event of another version: its name and all its fields.
  indirect case unknown(String, [JSONMember])
}

extension Event {
  /// The task that is meant, where one is.
  public var reference: TaskReference? {
    switch self {
    case .registered(let task), .registrationRefused(let task, _), .submitted(let task, _), .refused(let task, _, _),
      .cancelled(let task, _), .scored(let task, _), .compared(let task, _, _, _), .optimal(let task, _, _, _),
      .held(let task, _), .launching(let task), .started(let task, _), .handler(let task, _), .step(let task, _),
      .progress(let task, _), .warned(let task, _, _), .completed(let task, _), .ended(let task, _):
      task
    case .killed(let task, _, _, _), .push(let task, _), .layer(_, _, let task, _): task
    case .condition, .app, .budget, .group, .transfer, .assertion, .caption, .bookmark, .note, .report, .gap, .command,
      .unknown:
      nil
    }
  }
}
