public import TaskTrace

/// What happened to one task: its requests and runs, in the order of time.
public struct TaskHistory: Hashable, Sendable {
  public typealias Mark = History.Mark

  public var task: TaskIdentifier
  public var kind: TaskKind
  /// The bundle identifier of the app, where known.
  public var bundle: String?
  public internal(set) var requests: [Request] = []
  public internal(set) var runs: [Run] = []
  public internal(set) var refusals: [Refusal] = []
  public internal(set) var registrations: [Mark] = []
  public internal(set) var registrationRefusals: [(mark: Mark, cause: Cause)] = []
  public internal(set) var library: [LibraryEvent] = []
  /// What has stood against its runs, each once, in the order in which it was first said.
  public internal(set) var objections: [Objection] = []
  /// The request that waits, by its place.
  private var pending: Int?

  /// A request, from its submission until it was launched or taken away.
  public struct Request: Hashable, Sendable {
    public var submitted: Mark
    public var kind: TaskKind
    public var earliest: Instant?
    public var windowStart: Instant?
    public var windowEnd: Instant?
    public var launched: Mark?
    public var cancelled: Mark?
    public var cancelCause: Cause?

    /// When it stopped waiting; nil while it waits.
    public var endedAt: Instant? { (launched ?? cancelled)?.at }
  }

  /// A run, from its start until its end is told.
  public struct Run: Hashable, Sendable {
    public var started: Mark
    /// The request that it came of, by its place; nil where the trace does not have it.
    public var request: Int?
    public var limit: TimeSpan?
    public var coldStart: TimeSpan?
    public var forced: Bool
    public var handlerSet: Mark?
    public var handlerCalled: Mark?
    public var completions: [Mark] = []
    public var success: Bool?
    /// The index of the first step that was begun, 1 for the first of all; 0 for none.
    public var firstStep = 0
    public var lastStep: Step?
    public var lastStepAt: Instant?
    public var progress: ProgressSum?
    public var warned: Mark?
    public var warnedCause: Cause?
    public var ended: Mark?
    public var end: RunEnd?
    public var killCode: UInt64?
    public var killCause: Cause?
    /// The next request, if it was submitted before the run was over (rule B15).
    public var rearmed: Mark?

    /// How long it lasted; nil while it goes on.
    public var length: TimeSpan? { ended.map { $0.at - started.at } }
    /// Whether it was ended before its work was done.
    public var wasCutOff: Bool {
      switch end?.outcome {
      case .expired, .unwarned, .killed, .crashed: true
      case .succeeded, .failed, .unknown, nil: false
      }
    }
  }

  /// What a run reported of its progress.
  public struct ProgressSum: Hashable, Sendable {
    public var last: Mark
    public var reports = 1
    public var completed: Int64
    public var total: Int64
    /// The longest time between two reports of new progress, and where it ended.
    public var longestGap = TimeSpan.zero
    public var longestGapAt: Mark
    public var lastAdvance: Instant
  }

  public struct Refusal: Hashable, Sendable {
    public var mark: Mark
    public var code: Int
    public var cause: Cause?
  }

  /// A policy or something else that stood against a run: when it was said first and last, and how often.
  public struct Objection: Hashable, Sendable {
    /// The policy's short name, or the word of a ``TaskTrace/Hold``.
    public var name: String
    var reason: Reason
    public var first: Mark
    public var last: Mark
    public var count = 1
  }

  /// What a library on top of the scheduler said of the task.
  public struct LibraryEvent: Hashable, Sendable {
    public var mark: Mark
    public var what: Cause
    public var detail: String?
  }

  public init(_ task: TaskIdentifier, kind: TaskKind) { (self.task, self.kind) = (task, kind) }

  public static func == (a: TaskHistory, b: TaskHistory) -> Bool {
    a.task == b.task && a.requests == b.requests && a.runs == b.runs && a.refusals == b.refusals
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(task) }

  /// The run that goes on, if one does.
  private var running: Int? { runs.last?.ended == nil && !runs.isEmpty ? runs.count - 1 : nil }

  mutating func take(_ event: Event, _ mark: Mark) {
    switch event {
    case .registered: registrations.append(mark)
    case .registrationRefused(_, let cause): registrationRefusals.append((mark, cause))
    case .submitted(_, let submission): submit(submission, mark)
    case .refused(_, let code, let cause): refusals.append(Refusal(mark: mark, code: code, cause: cause))
    case .cancelled(_, let cause):
      guard let index = pending else { return }
      requests[index].cancelled = mark
      requests[index].cancelCause = cause
      pending = nil
    case .started(_, let start): begin(start, mark)
    case .handler(_, let state): handler(state, mark)
    case .step(_, let step):
      guard let run = running else { return }
      if runs[run].firstStep == 0 { runs[run].firstStep = step.index }
      (runs[run].lastStep, runs[run].lastStepAt) = (step, mark.at)
    case .progress(_, let progress): report(progress, mark)
    case .warned(_, let cause, _):
      guard let run = running, runs[run].warned == nil else { return }
      (runs[run].warned, runs[run].warnedCause) = (mark, cause)
    case .completed(_, let success): complete(success, mark)
    case .ended(_, let end): finish(end, mark)
    case .scored(_, let score):
      for response in score.objections {
        let kind = kind
        object(response.shortName, mark) { Reason.of(response, kind) }
      }
    case .held(_, let hold): object(hold.what.rawValue, mark) { Reason.of(hold) }
    default: break
    }
  }

  /// dasd has about twenty policies; a log may make up any number.
  private static let mostObjections = 64

  /// A task is scored again and again, so that what is known already costs no more than its count.
  private mutating func object(_ name: String, _ mark: Mark, _ reason: () -> Reason) {
    if let index = objections.firstIndex(where: { $0.name == name }) {
      objections[index].last = mark
      objections[index].count += 1
    } else if objections.count < Self.mostObjections {
      objections.append(Objection(name: name, reason: reason(), first: mark, last: mark))
    }
  }

  private mutating func submit(_ submission: Submission, _ mark: Mark) {
    if submission.kind != .activity || requests.isEmpty { kind = submission.kind }
    bundle = submission.bundle ?? bundle
    // A log may leave out that the old request went.
    if let index = pending, requests[index].cancelled == nil {
      (requests[index].cancelled, requests[index].cancelCause) = (mark, "replaced")
    }
    pending = requests.count
    requests.append(
      Request(
        submitted: mark, kind: submission.kind, earliest: submission.earliest, windowStart: submission.windowStart,
        windowEnd: submission.windowEnd))
    if let run = running { runs[run].rearmed = mark }
  }

  private mutating func begin(_ start: RunStart, _ mark: Mark) {
    if let run = running { (runs[run].ended, runs[run].end) = (mark, RunEnd(.unknown)) }
    if let pending { requests[pending].launched = mark }
    runs.append(
      Run(
        started: mark, request: pending, limit: start.limit, coldStart: start.coldStart, forced: start.forced))
    pending = nil
  }

  private mutating func handler(_ state: Cause, _ mark: Mark) {
    guard let run = running else { return }
    if state == "set" { runs[run].handlerSet = runs[run].handlerSet ?? mark }
    if state == "called" { runs[run].handlerCalled = runs[run].handlerCalled ?? mark }
  }

  private mutating func report(_ progress: Progress, _ mark: Mark) {
    guard let run = running else { return }
    guard var sum = runs[run].progress else {
      runs[run].progress = ProgressSum(
        last: mark, completed: progress.completed, total: progress.total, longestGap: mark.at - runs[run].started.at,
        longestGapAt: mark, lastAdvance: mark.at)
      return
    }
    if progress.completed > sum.completed {
      let gap = mark.at - sum.lastAdvance
      if gap > sum.longestGap { (sum.longestGap, sum.longestGapAt) = (gap, mark) }
      sum.lastAdvance = mark.at
    }
    sum.reports += 1
    (sum.last, sum.completed, sum.total) = (mark, progress.completed, progress.total)
    runs[run].progress = sum
  }

  /// What dasd says of an end comes without a success; what an app says has one.
  private mutating func complete(_ success: Bool?, _ mark: Mark) {
    guard let run = running else { return }
    if let success {
      runs[run].completions.append(mark)
      runs[run].success = success
    } else {
      let outcome: RunEnd.Outcome = runs[run].success.map { $0 ? .succeeded : .failed } ?? .unknown
      finish(RunEnd(outcome), mark)
    }
  }

  mutating func killed(_ code: UInt64?, _ cause: Cause?, _ mark: Mark) {
    guard let run = running else { return }
    (runs[run].killCode, runs[run].killCause) = (code, cause)
    // A simulation tells the end itself; a log may not, and the next start closes the run then.
  }

  private mutating func finish(_ end: RunEnd, _ mark: Mark) {
    guard let run = running else { return }
    (runs[run].ended, runs[run].end) = (mark, end)
  }
}
