/// Something that happened at an instant: the only thing that traces consist of.
///
/// A trace can have a million events, so rarely used members are stored separately: an event takes 32 bytes plus the
/// payload of its case.
public struct TraceEvent: Hashable, Sendable {
  public var at: Instant
  public var event: Event
  private var rest: Remainder

  private enum Remainder: Hashable, Sendable {
    case none
    case source(SourceLine)
    indirect case extra([JSONMember], source: SourceLine?)
  }

  public init(_ at: Instant, _ event: Event, extra: [JSONMember]? = nil, source: SourceLine? = nil) {
    (self.at, self.event, rest) = (at, event, Self.rest(extra, source))
  }

  private static func rest(_ extra: [JSONMember]?, _ source: SourceLine?) -> Remainder {
    if let extra { return .extra(extra, source: source) }
    return source.map { .source($0) } ?? .none
  }

  /// Fields that this version does not know, kept so that a file can be read and written back without loss.
  public var extra: [JSONMember]? {
    get { if case .extra(let extra, _) = rest { extra } else { nil } }
    set { rest = Self.rest(newValue, source) }
  }

  /// The log record that reports it, if the event comes from a log.
  public var source: SourceLine? {
    get {
      switch rest {
      case .none: nil
      case .source(let source), .extra(_, .some(let source)): source
      case .extra(_, nil): nil
      }
    }
    set { rest = Self.rest(extra, newValue) }
  }
}

/// What happened. The names that trace files use are in ``Event/name``.
///
/// Payloads are stored separately and shared by events with equal content, so that a million fit in memory.
public indirect enum Event: Hashable, Sendable {
  case condition(Condition)
  case app(bundle: String, AppState, cause: Cause?)
  case registered(TaskReference)
  case registrationRefused(TaskReference, cause: Cause)
  case submitted(TaskReference, Submission)
  /// `code` is 1 to 4, see ``SubmissionError``.
  case refused(TaskReference, code: Int, cause: Cause?)
  case cancelled(TaskReference, cause: Cause?)
  case scored(TaskReference, Score)
  case compared(TaskReference, score: Double, threshold: Double, run: Bool)
  /// dasd's forecast: the best score of the window, when, and until when that is valid.
  case optimal(TaskReference, score: Double, at: Instant?, validUntil: Instant?)
  case held(TaskReference, Hold)
  case launching(TaskReference)
  case started(TaskReference, RunStart)
  /// The expiration handler: `set`, `called` or `cleared`.
  case handler(TaskReference, Cause)
  case step(TaskReference, Step)
  case progress(TaskReference, Progress)
  /// Time is nearly up: the expiration handler is due; `deadline` ends the grace, if known.
  case warned(TaskReference, cause: Cause?, deadline: Instant?)
  case completed(TaskReference, success: Bool?)
  case ended(TaskReference, RunEnd)
  /// `code` is the termination code, such as 0x8BADF00D.
  case killed(TaskReference?, bundle: String?, code: UInt64?, cause: Cause?)
  case budget(name: String, value: Double, capacity: Double, cause: Cause?)
  case group(name: String, running: Int)
  case push(TaskReference?, Push)
  case transfer(Transfer)
  case assertion(Assertion)
  case layer(name: String, what: Cause, TaskReference?, detail: String?)
  /// Text for the viewer; `waits` pauses a tour until a key is pressed.
  case caption(String, waits: Bool)
  case bookmark(String)
  case note(Note)
  /// What a device reports for a whole period, such as MetricKit's payloads.
  case report(Report)
  /// Nothing is known between this event and `until`.
  case gap(until: Instant, cause: Cause?)
  /// A command that the user gave to the simulation, in the form that replays it, with the reason if it was refused.
  case command(String, refusal: String?)
  /// An event of another version: its name and all its fields.
  case unknown(String, [JSONMember])
}

extension Event {
  /// The task that the event is about, if any.
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
