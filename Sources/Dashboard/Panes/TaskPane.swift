internal import Diagnosis
internal import Screen
internal import TaskTrace

/// Everything that is known about the selected task at the playhead: the request, the complete last scoring, the runs
/// with their true ends and what the app saw.
enum TaskPane {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let inner = context.frame(.task, "task", in: rect, on: &canvas)
    guard let selection = context.state.selection.task, let record = context.board.task(selection) else {
      canvas.put(
        "No task is selected. Press 1 to see all, Enter to open one.", at: inner.moved(columns: 1).origin,
        style: Style(.secondary), within: inner, ellipsis: true)
      return
    }
    sheet(record, context, columns: inner.columns).draw(
      from: context.state.scroll.view, frame: rect, in: inner, on: &canvas)
  }

  private static func sheet(_ record: TaskRecord, _ context: PaneContext, columns: Int) -> Sheet {
    var sheet = Sheet()
    addHead(record, context, to: &sheet)
    if let pending = record.pending { addRequest(pending, context, to: &sheet) }
    if let explanation = context.explanation { addReasons(explanation, columns, to: &sheet) }
    if let help = context.help { addHelp(help, context, to: &sheet) }
    if let score = record.lastScore { addScore(score, record, context, columns, to: &sheet) }
    addRuns(record, context, to: &sheet)
    return sheet
  }

  private static func addHead(_ record: TaskRecord, _ context: PaneContext, to sheet: inout Sheet) {
    let standing = context.explanation?.brief.text ?? ""
    sheet.heading(record.task.rawValue, [TextRun(standing, Style(.title))])
    var kind = record.kind.word
    if let bundle = record.bundle {
      let state = context.board.app(bundle).map { " (\($0.state.word))" } ?? ""
      kind += " task of \(bundle)\(state)"
    }
    sheet.row("kind", TextRun(kind))
    switch record.registration {
    case .registered: sheet.row("registered", TextRun("yes", Style(.good)))
    case .refused(let cause): sheet.row("registered", TextRun("refused: \(cause.spaced)", Style(.bad)))
    case .unknown: break
    }
    let counts = record.counts
    let numbers: [(Int, String, Role)] = [
      (counts.submitted, "submitted", .text), (counts.launched, "launched", .text),
      (counts.succeeded, "succeeded", .good), (counts.failed, "failed", .warning), (counts.expired, "expired", .bad),
      (counts.killed, "killed", .bad), (counts.cancelled, "cancelled", .secondary),
      (counts.refused, "refused", .bad),
    ]
    let runs = numbers.filter { $0.0 > 0 }.map { TextRun("\(grouped($0.0)) \($0.1)   ", Style($0.2)) }
    if !runs.isEmpty { sheet.line([TextRun(padded("so far", 14), Style(.secondary))] + runs) }
  }

  private static func addRequest(_ pending: TaskRecord.PendingRequest, _ context: PaneContext, to sheet: inout Sheet) {
    let request = pending.request
    let now = context.state.playhead
    func when(_ instant: Instant) -> String {
      let apart = instant > now ? "in \(instant - now)" : "\(now - instant) ago"
      return "\(context.epoch.stamp(instant))  (\(apart))"
    }
    sheet.heading("request", pending.activity.map { [TextRun("activity \($0)", Style(.secondary))] } ?? [])
    sheet.row("submitted", TextRun(when(pending.submittedAt)))
    sheet.row("earliest", TextRun(request.earliest.map(when) ?? "at once"))
    if let start = request.windowStart { sheet.row("window opens", TextRun(when(start))) }
    if let end = request.windowEnd { sheet.row("window ends", TextRun(when(end))) }
    if let priority = request.priority { sheet.row("priority", TextRun("\(priority)")) }
    let needs = [
      request.requiresPower == true ? "external power" : nil, request.requiresNetwork == true ? "network" : nil,
    ].compactMap(\.self)
    sheet.row("requires", TextRun(needs.isEmpty ? "nothing declared" : needs.joined(separator: ", ")))
    guard let selection = context.state.selection.task, !context.isDeviceLog else { return }
    let shares = Waits(context.state.trace.lanes, until: now).shares(of: selection, from: pending.submittedAt, to: now)
    let text = shares.filter { $0.span > .zero }.map {
      TextRun("\($0.holder.text) \($0.span)   ", Style($0.holder.role))
    }
    sheet.line([TextRun(padded("waited", 14), Style(.secondary)), TextRun("\(now - pending.submittedAt):  ")] + text)
  }

  private static func addReasons(_ explanation: Explanation, _ columns: Int, to sheet: inout Sheet) {
    guard !explanation.points.isEmpty else { return }
    sheet.heading("why")
    for point in explanation.points {
      let (sign, role) = WhyPane.sign(of: point.weight)
      sheet.line(
        TextRun(sign + " ", Style(role, .bold)), TextRun(padded(point.subject, 22), Style(.title)),
        TextRun(point.detail))
    }
  }

  /// What was found by trying: each change of condition with the time at which it would run.
  private static func addHelp(_ help: WhatWouldHelp, _ context: PaneContext, to sheet: inout Sheet) {
    sheet.heading("what would help", [TextRun("found by trying it on a copy of the simulation", Style(.secondary))])
    func when(_ run: WhatWouldHelp.Run) -> String {
      "\(context.epoch.stamp(run.at))\(run.trigger.map { ", as \($0.text)" } ?? "")"
    }
    sheet.row(
      "no change",
      help.unchanged.map { TextRun("it runs \(when($0))") }
        ?? TextRun("it does not run within \(help.horizon)", Style(.warning)))
    for change in help.changes.prefix(5) {
      sheet.line(TextRun(padded(change.text, 44), Style(.title)), TextRun("it runs \(when(change.run))", Style(.good)))
    }
  }

  /// The scoring as dasd computes it: every response, then the sum row.
  private static func addScore(
    _ score: TaskRecord.Dated<Score>, _ record: TaskRecord, _ context: PaneContext, _ columns: Int,
    to sheet: inout Sheet
  ) {
    let value = score.value
    let applied = value.applied.map { ", \($0) policies applied" } ?? ""
    sheet.heading(
      "scored \(context.epoch.clock(score.at))", [TextRun("\(value.decision.text)\(applied)", Style(.title))])
    let room = max(10, columns - 62)
    sheet.line(
      TextRun(padded("policy", 22) + "weight  " + padded("decision", 20) + " score  rationale", Style(.secondary)))
    for response in value.policies {
      let role: Role = response.decision.denies ? .bad : (response.score ?? 1) < 0.5 ? .warning : .text
      sheet.line(
        TextRun(padded(response.plainName, 22), Style(.title)),
        TextRun(aligned(fixed(response.weight, decimals: 1), 6) + "  "),
        TextRun(padded(response.decision.text, 20), Style(role)),
        TextRun(aligned(response.score.map { fixed($0, decimals: 2) } ?? "", 6) + "  "),
        TextRun(truncated(response.rationale ?? "", to: room), Style(.secondary)))
    }
    if let sum = value.sum, let denominator = value.denominator, denominator > 0 {
      let denied = value.decision.denies ? ", but \(value.decision.text) overrides it" : ""
      sheet.line(
        TextRun(padded("Σ w·s / Σ w", 22), Style(.title, .bold)),
        TextRun(
          "\(fixed(sum, decimals: 6)) / \(fixed(denominator, decimals: 6)) = \(fixed(sum / denominator, decimals: 6))"),
        TextRun(denied, Style(.bad)))
    }
    if let comparison = record.lastComparison {
      let verdict = comparison.value.run ? "it can run" : "below the threshold"
      sheet.line(
        TextRun(padded("threshold", 22), Style(.title, .bold)),
        TextRun(
          "\(fixed(comparison.value.score, decimals: 6)) vs. \(fixed(comparison.value.threshold, decimals: 6)): \(verdict)",
          Style(comparison.value.run ? .good : .info)))
    }
  }

  /// The last runs, the newest first, with the true end and what the app could see of it.
  private static func addRuns(_ record: TaskRecord, _ context: PaneContext, to sheet: inout Sheet) {
    let runs = RunHistory.last(30, of: record.task, context)
    guard !runs.isEmpty else { return }
    sheet.heading("runs", [TextRun("newest first", Style(.secondary))])
    sheet.line(
      TextRun(
        padded("started", 22) + padded("lasted", 12) + padded("end", 12) + "true cause, and what the app saw",
        Style(.secondary)))
    for run in runs {
      let at = "\(context.epoch.stamp(run.startedAt))"
      let role: Role =
        switch run.end?.outcome {
        case .succeeded: .good
        case .failed: .warning
        case nil, .unknown: .secondary
        default: .bad
        }
      var cause = run.end?.cause?.spaced ?? ""
      if let seen = run.end?.seen { cause += cause.isEmpty ? "app saw: \(seen.spaced)" : "; app saw: \(seen.spaced)" }
      sheet.line(
        TextRun(padded(at, 22)), TextRun(padded(run.endedAt.map { "\($0 - run.startedAt)" } ?? "runs", 12)),
        TextRun(padded(run.end?.outcome.rawValue ?? "", 12), Style(role)), TextRun(cause, Style(.secondary)))
    }
  }

  private static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// The runs of a task, found by their marks on its lane.
enum RunHistory {
  struct Run {
    var startedAt: Instant
    var endedAt: Instant?
    var end: RunEnd?
  }

  /// The last runs until the playhead, the newest first. Complexity: O(marks back to the oldest of them · log events).
  static func last(_ count: Int, of task: TaskIdentifier, _ context: PaneContext) -> [Run] {
    let trace = context.state.trace
    guard let lane = trace.lanes.task(task) else { return [] }
    var runs: [Run] = []
    var end: (at: Instant, end: RunEnd?)?
    for mark in lane.marks(from: trace.start, to: context.state.playhead).reversed() where runs.count < count {
      switch mark.what {
      case .succeeded, .failed, .expired, .killed, .completed:
        end = end ?? (mark.at, self.end(of: task, at: mark.at, trace))
      case .started:
        runs.append(Run(startedAt: mark.at, endedAt: end?.at, end: end?.end))
        end = nil
      default: break
      }
    }
    return runs
  }

  private static func end(of task: TaskIdentifier, at instant: Instant, _ trace: Trace) -> RunEnd? {
    var index = trace.count(through: instant) - 1
    while index >= 0, trace.events[index].at == instant {
      switch trace.events[index].event {
      case .ended(let reference, let end) where reference.task == task: return end
      case .killed(let reference, _, _, let cause) where reference?.task == task: return RunEnd(.killed, cause: cause)
      case .completed(let reference, let success) where reference.task == task:
        return success.map { RunEnd($0 ? .succeeded : .failed) }
      default: index -= 1
      }
    }
    return nil
  }
}
