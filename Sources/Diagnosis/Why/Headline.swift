internal import TaskTrace

/// The answer in one sentence, with its source.
enum Headline {
  static func of(
    _ record: TaskRecord?, _ past: TaskHistory?, _ explanation: Explanation, _ board: Board, _ at: Instant,
    _ epoch: Epoch, isLog: Bool
  ) -> (String, String?) {
    switch explanation.standing {
    case .unknown:
      let gap = board.gapUntil.map { "Nothing is known until \(epoch.clock($0))." }
      return (gap ?? "There is no record of it by then.", nil)
    case .running: return (running(record, at), nil)
    case .early:
      let start = record?.pending?.request.windowStart ?? record?.pending?.request.earliest ?? at
      let asked = record?.pending?.request.earliest == start
      return (
        "It cannot run before \(epoch.stated.moment(start, seenFrom: at)), in \(start - at): "
          + (asked ? "its earliestBeginDate says so." : "its window opens no sooner."),
        "Apple, earliestBeginDate; rule B9"
      )
    case .held: return held(record, explanation.brief.holder, at)
    case .pending:
      return ("It is pending, and nothing says what is holding it.", nil)
    case .ready:
      guard let asked = record?.pending?.launchingSince else {
        return ("According to the last record, nothing is holding it.", nil)
      }
      return ("Its launch was requested at \(epoch.moment(asked, seenFrom: at)), and its start is not reported.", nil)
    case .absent: return absent(record, past, at, epoch, isLog)
    }
  }

  private static func running(_ record: TaskRecord?, _ at: Instant) -> String {
    guard let run = record?.running else { return "It is running." }
    let time = run.start.limit.map { " of \($0)" } ?? ""
    if let warned = run.warned {
      return
        "It is being ended after \(at - run.startedAt): \(Causes.text(warned.value.cause, or: "no reason given"))."
    }
    return "It is running: \(at - run.startedAt)\(time)."
  }

  private static func held(_ record: TaskRecord?, _ holder: Holder?, _ at: Instant) -> (String, String?) {
    switch holder {
    case .policy:
      let reasons = (record?.lastScore?.value.objections ?? []).map(Reason.of)
      guard let first = reasons.first else { break }
      let more = reasons.dropFirst().filter { $0.text != first.text }.map(\.text)
      return ("It is not running: " + ([first.text] + more).joined(separator: "; and ") + ".", first.source)
    case .hold(let what):
      // The details in the trace are used if the hold is the one that was last reported.
      let recorded = record?.hold?.value
      return sentence(Reason.of(recorded?.what == what ? recorded ?? Hold(what) : Hold(what)))
    case .belowThreshold:
      guard let comparison = record?.lastComparison?.value else { break }
      let (score, threshold) = (fixed(comparison.score, decimals: 2), fixed(comparison.threshold, decimals: 2))
      return (
        "Nothing forbids it, but its score of \(score) is below the threshold of \(threshold), "
          + "which falls as its window passes.", "dasd's logs; rule C31"
      )
    case .window: return sentence(Reason.of(record?.hold?.value ?? Hold(.window)))
    case .deniedScore: return ("It does not run, for a reason that the log does not tell.", nil)
    case .earlierRun: return ("It does not run: a run of an earlier request of it still goes on.", nil)
    case .launch, .nothing, .notScored, .unknown, nil: break
    }
    return ("Its score is too low.", "dasd's logs; rule C31")
  }

  private static func sentence(_ reason: Reason) -> (String, String?) {
    ("It is not running: \(reason.text).", reason.source)
  }

  private static func absent(
    _ record: TaskRecord?, _ past: TaskHistory?, _ at: Instant, _ epoch: Epoch, _ isLog: Bool
  ) -> (String, String?) {
    if record?.kind == .push { return ("No push is waiting for delivery.", nil) }
    let last = past?.runs.last { $0.ended != nil }
    if let refusal = past?.refusals.last, refusal.mark.at >= last?.ended?.at ?? .distantPast {
      let name = SubmissionError(rawValue: refusal.code)?.name ?? "unknown"
      let cause = Causes.text(
        refusal.cause, or: "the \(isLog ? "log" : "trace") does not say which of its causes applies")
      return (
        "No request is pending: submit was refused with code \(refusal.code), \(name): \(cause).",
        "Apple, BGTaskScheduler.Error.Code; rule B5"
      )
    }
    if let refused = past?.registrationRefusals.last, last == nil {
      return (
        "No request is pending: \(registration(refused.cause)).",
        "Apple, register(forTaskWithIdentifier:using:launchHandler:); rule A1"
      )
    }
    if let gone = past?.requests.last, gone.launched == nil,
      gone.cancelled?.at ?? .distantPast >= last?.ended?.at ?? .distantPast
    {
      let cause =
        gone.cancelCause == .pruned
        ? "the system silently dropped it"
        : gone.cancelCause.map {
          $0 == .app ? "the app canceled it" : Causes.text($0, or: "")
        }
      return (
        "No request is pending: its last request was removed\(cause.map { ": \($0)" } ?? "").",
        Self.source(gone.cancelCause)
      )
    }
    if let last, let ended = last.ended {
      return (
        "No request is pending: it ran at \(epoch.moment(last.started.at, seenFrom: at))"
          + "\(last.forced ? " (launched by hand)" : ""), that run \(Causes.verb(last.end)), "
          + "and no request has been submitted "
          + (at - ended.at >= .seconds(1) ? "in the \(at - ended.at) since." : "since."),
        "Apple, BGTaskScheduler: a request is good for one launch; rules B14, B15"
      )
    }
    if isLog { return ("The log shows no pending request.", nil) }
    return ("No request is pending: the app has not submitted one.", "Apple, BGTaskScheduler.submit(_:)")
  }

  /// What is wrong with a task's launch handler.
  static func registration(_ cause: Cause) -> String {
    switch cause {
    case .noHandler: "no launch handler is registered for it"
    case .notRegistered: "it was submitted before its launch handler was registered"
    default: "its launch handler was refused: \(Causes.text(cause, or: "the cause is not given"))"
    }
  }

  private static func source(_ cause: Cause?) -> String {
    cause == .forceQuit
      ? "Apple engineers, Developer Forums 719222; rules B20, C4" : "Apple, BGTaskScheduler; rules B19, B21"
  }
}
