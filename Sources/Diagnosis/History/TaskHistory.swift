public import TaskTrace

/// What happened to one task: its requests and runs, in the order of time.
public struct TaskHistory: Hashable, Sendable {
  public typealias Mark = History.Mark

  public var task: TaskIdentifier
  /// Its requests and its run; the lists below record their outcomes.
  private(set) var life: RequestLife
  public var kind: TaskKind { life.kind }
  /// The bundle identifier of the app, if known.
  public var bundle: String? { life.bundle }
  /// Those whose submission is known, by the number of ``TaskTrace/RequestLife``.
  public internal(set) var requests: [Request] = []
  /// By the number of ``TaskTrace/RequestLife``.
  public internal(set) var runs: [Run] = []
  public internal(set) var refusals: [Refusal] = []
  public internal(set) var registrations: [Mark] = []
  public internal(set) var registrationRefusals: [(mark: Mark, cause: Cause)] = []
  public internal(set) var library: [LibraryEvent] = []
  /// What has prevented its runs, each listed once, in the order in which it was first reported.
  public internal(set) var objections: [Objection] = []
  /// What prevents the run of the latest request according to the newest report; an earlier report is history.
  private(set) var newest: [Holder] = []

  /// A request, from its submission until it was launched or removed.
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

  /// A run, from its start until its end is reported.
  public struct Run: Hashable, Sendable {
    public var started: Mark
    /// The index of the request that led to it; nil if the trace does not contain it.
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

    /// How long it lasted; nil while it is in progress.
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

  /// A policy or something else that prevented a run: when it was first and last reported, and how often.
  public struct Objection: Hashable, Sendable {
    public var holder: Holder
    /// The newest report of it.
    var basis: Basis
    public var first: Mark
    public var last: Mark
    public var count = 1

    enum Basis: Hashable, Sendable {
      case response(PolicyResponse)
      case hold(Hold)
    }

    /// In plain words, from the newest report of it.
    var reason: Reason {
      switch basis {
      case .response(let response): Reason.of(response)
      case .hold(let hold): Reason.of(hold)
      }
    }
  }

  /// What a library on top of the scheduler reported about the task.
  public struct LibraryEvent: Hashable, Sendable {
    public var mark: Mark
    public var what: Cause
    public var detail: String?
  }

  public init(_ task: TaskIdentifier, kind: TaskKind) { (self.task, life) = (task, RequestLife(kind: kind)) }

  public static func == (a: TaskHistory, b: TaskHistory) -> Bool {
    a.task == b.task && a.requests == b.requests && a.runs == b.runs && a.refusals == b.refusals
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(task) }

  /// The index of the run in progress, if there is one.
  private var running: Int? { life.run?.number }

  mutating func learn(bundle: String) { life.learn(bundle: bundle) }

  /// Applies an event of this task.
  mutating func apply(_ event: Event, _ mark: Mark) {
    // What is reported during a run concerns the run that is in progress before the event.
    let run = running
    let change = life.apply(event, at: mark.at)
    follow(change, mark)
    switch event {
    case .registered: registrations.append(mark)
    case .registrationRefused(_, let cause): registrationRefusals.append((mark, cause))
    case .submitted(_, let submission): submit(submission, mark, during: run)
    case .refused(_, let code, let cause): refusals.append(Refusal(mark: mark, code: code, cause: cause))
    case .cancelled(_, let cause):
      guard case .cancelled(let request?) = change else { return }
      (requests[request].cancelled, requests[request].cancelCause) = (mark, cause)
    case .started(_, let start): if case .started(_, let request, _) = change { begin(start, of: request, mark) }
    case .handler(_, let state): if let run { runs[run].note(handler: state, mark) }
    case .step(_, let step):
      guard let run else { return }
      if runs[run].firstStep == 0 { runs[run].firstStep = step.index }
      (runs[run].lastStep, runs[run].lastStepAt) = (step, mark.at)
    case .progress(_, let progress): if let run { runs[run].note(progress, mark) }
    case .warned(_, let cause, _):
      guard let run, runs[run].warned == nil else { return }
      (runs[run].warned, runs[run].warnedCause) = (mark, cause)
    case .completed(_, let success):
      // dasd reports an end without success; the app's report includes it.
      guard let run, let success, change != .past else { return }
      runs[run].completions.append(mark)
      runs[run].success = success
    case .ended(_, let end):
      switch change {
      case .ended(let run), .endReported(let run): (runs[run].ended, runs[run].end) = (mark, end)
      default: break
      }
    case .killed(_, _, let code, let cause):
      guard case .ended(let run) = change else { return }
      (runs[run].killCode, runs[run].killCause) = (code, cause)
      runs[run].end = RunEnd(.killed, cause: cause)
    case .scored(_, let score):
      for response in score.objections { object(.policy(response.policy), mark, .response(response)) }
      // A scoring that the log has lost the end of says nothing.
      if change != .past, !score.isCut { newest = Holder.of(score) }
    case .held(_, let hold):
      object(Holder(hold), mark, .hold(hold))
      if change != .past { newest = [Holder(hold)] }
    case .compared(_, _, _, let run): if change != .past { newest = [run ? .launch : .belowThreshold] }
    case .optimal, .launching: break
    case .condition, .app, .budget, .group, .push, .transfer, .assertion, .layer, .caption, .bookmark, .note, .report,
      .gap, .command, .unknown:
      break
    }
  }

  /// Ends what the event ends.
  private mutating func follow(_ change: RequestLife.Change, _ mark: Mark) {
    switch change {
    case .submitted(_, let replaced):
      // A log may omit that the old request went.
      for request in replaced { (requests[request].cancelled, requests[request].cancelCause) = (mark, .replaced) }
    case .started(_, let request, let unended):
      if let request { requests[request].launched = mark }
      if let unended { (runs[unended].ended, runs[unended].end) = (mark, RunEnd(.unknown)) }
    case .ended(let run):
      runs[run].ended = mark
      runs[run].end = RunEnd(runs[run].success.map { $0 ? .succeeded : .failed } ?? .unknown)
    case .none, .past, .cancelled, .held, .endReported, .ranUnseen: break
    }
  }

  /// dasd has about twenty policies; a log can make up any number.
  private static let maxObjections = 64

  /// A task is scored repeatedly, so known objections cost no more than a count.
  private mutating func object(_ holder: Holder, _ mark: Mark, _ basis: Objection.Basis) {
    if let index = objections.firstIndex(where: { $0.holder == holder }) {
      objections[index].basis = basis
      objections[index].last = mark
      objections[index].count += 1
    } else if objections.count < Self.maxObjections {
      objections.append(Objection(holder: holder, basis: basis, first: mark, last: mark))
    }
  }

  private mutating func submit(_ submission: Submission, _ mark: Mark, during run: Int?) {
    newest = []
    requests.append(
      Request(
        submitted: mark, kind: submission.kind, earliest: submission.earliest, windowStart: submission.windowStart,
        windowEnd: submission.windowEnd))
    if let run { runs[run].rearmed = mark }
  }

  private mutating func begin(_ start: RunStart, of request: Int?, _ mark: Mark) {
    runs.append(
      Run(
        started: mark, request: request, limit: start.limit, coldStart: start.coldStart, forced: start.forced))
  }
}

extension TaskHistory.Run {
  fileprivate mutating func note(handler state: Cause, _ mark: History.Mark) {
    if state == .set { handlerSet = handlerSet ?? mark }
    if state == .called { handlerCalled = handlerCalled ?? mark }
  }

  fileprivate mutating func note(_ report: Progress, _ mark: History.Mark) {
    guard var sum = progress else {
      progress = TaskHistory.ProgressSum(
        last: mark, completed: report.completed, total: report.total, longestGap: mark.at - started.at,
        longestGapAt: mark, lastAdvance: mark.at)
      return
    }
    if report.completed > sum.completed {
      let gap = mark.at - sum.lastAdvance
      if gap > sum.longestGap { (sum.longestGap, sum.longestGapAt) = (gap, mark) }
      sum.lastAdvance = mark.at
    }
    sum.reports += 1
    (sum.last, sum.completed, sum.total) = (mark, report.completed, report.total)
    progress = sum
  }
}
