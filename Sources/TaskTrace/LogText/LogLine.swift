/// An event as one line of a log: the process that would log it, in the words of the system if it has any.
public struct LogLine: Hashable, Sendable {
  public enum Tone: Hashable, Sendable { case plain, quiet, good, warning, bad, person }

  public var process: String
  public var text: String
  public var tone: Tone

  init(_ process: String, _ text: String, _ tone: Tone = .plain) {
    (self.process, self.text, self.tone) = (process, text, tone)
  }

  /// The line that a log has for an event; an event of no log, and a condition that was only observed, in our words.
  public init(_ traced: TraceEvent, board: Board, epoch: Epoch) {
    self.init(traced.event, board: board, epoch: epoch)
    guard let source = traced.source else { return }
    switch traced.event {
    case .condition, .app, .gap, .ended: return
    default: break
    }
    let message = source.oneLine
    if !message.isEmpty { (process, text) = (source.process, message) }
  }

  /// - Parameters:
  ///   - event: what happened.
  ///   - board: what was known then; it provides the kinds of tasks, which names in logs contain.
  ///   - epoch: for the dates in windows.
  public init(_ event: Event, board: Board, epoch: Epoch) {
    func name(_ reference: TaskReference) -> String {
      ActivityName(reference, board: board).description
    }
    switch event {
    case .condition(let condition): self = LogLine(condition)
    case .app(let bundle, let state, let cause):
      self.init("app", "\(bundle): \(state.word)" + Self.because(cause), .quiet)
    case .registered(let task): self.init("app", "registerForTaskWithIdentifier: \(task.task.rawValue)", .quiet)
    case .registrationRefused(let task, let cause):
      let text = "Registration rejected; \(task.task.rawValue) is not advertised in the application's Info.plist"
      self.init("app", cause == .notAdvertised ? text : "\(task.task.rawValue): \(cause.rawValue)", .bad)
    case .submitted(let reference, let submission):
      self.init("dasd", Self.submitted(ActivityName(reference, board: board), submission, epoch))
    case .refused(let task, let code, let cause):
      let name = SubmissionError(rawValue: code)?.name ?? "unknown"
      self.init(
        "app", "\(task.task.rawValue): BGTaskSchedulerErrorDomain Code=\(code) \(name)" + Self.because(cause), .bad)
    case .cancelled(let task, let cause):
      self.init("dasd", "CANCELED: \(name(task))" + Self.because(cause), .quiet)
    case .scored(let task, let score):
      let tone: Tone = score.decision.denies ? .bad : .plain
      self.init("dasd", score.summary(named: ActivityName(task, board: board)), tone)
    case .compared(let task, let score, let threshold, let run):
      let numbers = "CurrentScore: \(fixed(score, decimals: 6)), ThresholdScore: \(fixed(threshold, decimals: 6))"
      self.init("dasd", "'\(name(task))' \(numbers) DecisionToRun:\(run ? 1 : 0)", run ? .good : .plain)
    case .optimal(let task, let score, let at, _):
      let when = at.map { " at \(epoch.ctime($0))" } ?? ""
      self.init("dasd", "Activity \(name(task)): Optimal Score \(fixed(score, decimals: 4))\(when)", .quiet)
    case .held(let task, let hold):
      let until = hold.until.map { ", until \(epoch.clock($0))" } ?? ""
      self.init("dasd", "\(name(task)) held: \(hold.detail ?? hold.what.rawValue)\(until)", .warning)
    case .launching(let task): self.init("dasd", "REQUESTING START: \(name(task))", .good)
    case .started(let task, let start):
      self.init("dasd", (start.forced ? "Starting simulated task: " : "STARTING activity ") + name(task), .good)
    case .handler(let task, let state):
      self.init("app", "\(task.task.rawValue): expiration handler \(state.rawValue)", .quiet)
    case .step(let task, let step):
      self.init("app", "\(task.task.rawValue): step \(step.index)/\(step.count) \(step.name)", .quiet)
    case .progress(let task, let progress):
      let share = progress.total > 0 ? " of \(progress.total)" : ""
      self.init("app", "\(task.task.rawValue): progress \(progress.completed)\(share)", .quiet)
    case .warned(let task, let cause, _):
      self.init("dasd", "Will expire activities: \(name(task))" + Self.because(cause), .warning)
    case .completed(let task, nil): self.init("dasd", "COMPLETED \(name(task))", .good)  // only dasd spoke of it
    case .completed(let task, let success?):
      let text = "Marking task \(task.task.rawValue) complete with success: \(success ? 1 : 0)"
      self.init("app", text, success ? .good : .warning)
    case .ended(let task, let end):
      let seen = end.seen.map { "; the app sees: \($0.rawValue)" } ?? ""
      let tone: Tone = end.outcome == .succeeded ? .good : end.outcome == .failed ? .warning : .bad
      self.init("dasd", "\(name(task)) \(end.outcome.rawValue)" + Self.because(end.cause) + seen, tone)
    case .killed(let task, let bundle, let code, let cause):
      let who = task.map { $0.task.rawValue } ?? bundle ?? "process"
      let number = code.map { " 0x\(String($0, radix: 16, uppercase: true))" } ?? ""
      self.init("runningboardd", "killed \(who)\(number)" + Self.because(cause), .bad)
    case .budget, .group, .push, .transfer, .assertion, .layer, .caption, .bookmark, .note, .report, .gap, .command,
      .unknown:
      self = LogLine(other: event, name: name)
    }
  }

  private init(other event: Event, name: (TaskReference) -> String) {
    switch event {
    case .budget(let budget, let value, let capacity, let cause):
      self.init(
        "dasd",
        "Updating budget status for \(budget) to \(Self.short(value))/\(Self.short(capacity))"
          + Self.because(cause), .quiet)
    case .group(let group, let running): self.init("dasd", "Tasks running in group [\(group)] are \(running)!", .quiet)
    case .push(let task, let push):
      let what = task.map(name) ?? push.bundle
      self.init(
        "apsd", "push \(push.state.rawValue): \(what)" + Self.because(push.cause),
        push.state == .denied ? .bad : .plain)
    case .transfer(let transfer):
      let delay = transfer.delay.map { " delay \($0)" } ?? ""
      self.init(
        "nsurlsessiond",
        "\(transfer.bundle) \(transfer.name): \(transfer.state.rawValue)\(delay)"
          + Self.because(transfer.cause))
    case .assertion(let assertion):
      let left = assertion.remaining.map { ", \($0) left" } ?? ""
      self.init(
        "runningboardd", "\(assertion.bundle) \"\(assertion.name)\" \(assertion.state.rawValue)\(left)",
        assertion.state == .overdue ? .bad : .quiet)
    case .layer(let layer, let what, let task, let detail):
      let words = [what.rawValue, task?.task.rawValue, detail].compactMap(\.self)
      self.init(layer, words.joined(separator: " "), .quiet)
    case .caption(let text, _): self.init("tour", text, .person)
    case .bookmark(let text): self.init("bookmark", text, .person)
    case .note(let note):
      let tone: Tone = note.level == .error || note.level == .fault ? .bad : .quiet
      self.init(note.process ?? "", note.text, tone)
    case .report(let report):
      let isBad = report.exits.contains { $0.isBad } || !report.diagnostics.isEmpty
      self.init(report.from, report.text, isBad ? .bad : .quiet)
    case .gap(_, let cause): self.init("", "nothing is known for a while" + Self.because(cause), .warning)
    case .command(let text, nil): self.init("you", text, .person)
    case .command(let text, let refusal?): self.init("you", "\(text) refused: \(refusal)", .warning)
    case .unknown(let name, _): self.init("", "event \"\(name)\" from another version", .quiet)
    case .condition, .app, .registered, .registrationRefused, .submitted, .refused, .cancelled, .scored, .compared,
      .optimal, .held, .launching, .started, .handler, .step, .progress, .warned, .completed, .ended, .killed:
      self.init("", event.name, .quiet)
    }
  }

  private init(_ condition: Condition) {
    let words = condition.text
    self.init("device", words.name + " " + words.value, .quiet)
  }

  private static func because(_ cause: Cause?) -> String { cause.map { " (\($0.rawValue))" } ?? "" }

  private static func short(_ value: Double) -> String { fixed(value, decimals: value == value.rounded() ? 0 : 1) }

  private static func submitted(_ name: ActivityName, _ submission: Submission, _ epoch: Epoch) -> String {
    var text = "Submitted: \(name)"
    if let priority = submission.priority { text += " at priority \(priority)" }
    if let interval = submission.interval { text += " with interval \(interval.microseconds / 1_000_000)" }
    if let start = submission.windowStart, let end = submission.windowEnd {
      text += " (\(epoch.ctime(start)) - \(epoch.ctime(end)))"
    }
    return text
  }
}

extension ActivityName {
  /// The full name of a task that an event refers to, as far as it is known at that time.
  public init(_ reference: TaskReference, board: Board) {
    let record = board.task(reference.task)
    self.init(
      user: record?.pending?.request.user, kind: record?.kind ?? reference.kind ?? .activity, task: reference.task,
      activity: reference.activity)
  }
}

extension Condition {
  /// The condition and its value in words.
  public var text: (name: String, value: String) {
    switch self {
    case .battery(let level): ("battery", "\(level)%")
    case .charger(let plugged, let charging):
      ("charger", plugged ? (charging ? "plugged in, charging" : "plugged in, not charging") : "unplugged")
    case .lowPower(let on): ("low power", on ? "on" : "off")
    case .thermal(let state): ("thermal", state.word)
    case .network(let path): ("network", path.text)
    case .deviceUse(let inUse): ("device", inUse ? "in use" : "idle")
    case .lock(let locked, let unlocked):
      ("device", locked ? (unlocked ? "locked" : "locked since boot") : "unlocked")
    case .cpu(let level): ("cpu", "\(level)%")
    case .memoryPressure(let level): ("memory pressure", level.word)
    case .camera(let active): ("camera", active ? "on" : "off")
    case .backgroundRefresh(let on, let bundle):
      ("background refresh", (bundle.map { "\($0) " } ?? "") + (on ? "on" : "off"))
    case .boot: ("device", "booted")
    }
  }
}

extension NetworkPath {
  /// The path in a few words: `wi-fi 80`, `cellular 50, low data`, `offline`.
  public var text: String {
    let name: String
    switch transport {
    case .none: return "offline"
    case .wifi: name = "Wi-Fi"
    case .cellular: name = "cellular"
    case .wired: name = "wired"
    }
    return "\(name) \(quality)" + (constrained ? ", low data" : "")
      + (expensive && transport != .cellular ? ", expensive" : "")
  }
}
