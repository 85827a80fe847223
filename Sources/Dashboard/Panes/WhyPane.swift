internal import Diagnosis
internal import Screen
internal import TaskTrace

/// Why the selected task does or does not run, policy by policy, and where its wait went.
enum WhyPane {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    guard let selection = context.state.selection.task, let explanation = context.explanation else {
      let inner = context.frame(.why, "why", in: rect, on: &canvas)
      canvas.put(
        "No task is selected.", at: inner.moved(columns: 1).origin, style: Style(.secondary), within: inner,
        ellipsis: true)
      return
    }
    let name = context.names(selection)
    let inner = context.frame(.why, title(name, explanation.standing), in: rect, on: &canvas)
    guard !inner.isEmpty else { return }
    var body = inner
    if body.rows >= 3, let pending = context.board.task(selection)?.pending,
      let lane = context.state.trace.lanes.task(selection)
    {
      let split = body.splitBottom(1)
      body = split.rest
      if context.isDeviceLog {
        drawSeen(lane, since: pending.submittedAt, context, in: split.bottom, on: &canvas)
      } else {
        let now = context.state.playhead
        let shares = Waits(context.state.trace.lanes, until: now)
          .shares(of: selection, from: pending.submittedAt, to: now).filter { $0.span > .zero }
        drawWait(shares, context, in: split.bottom, on: &canvas)
      }
    }
    if body.rows >= 3, context.needsHelpSearch {
      let split = body.splitBottom(1)
      body = split.rest
      if let help = context.help { draw(help, context, in: split.bottom, on: &canvas) }
    }
    if body.rows >= min(4, explanation.points.count + 1), body.rows >= 2, let source = explanation.source {
      let split = body.splitBottom(1)
      body = split.rest
      drawSource(source, in: split.bottom, on: &canvas)
    }
    let offset = min(context.state.scroll.why, max(0, explanation.points.count - body.rows))
    for (index, point) in explanation.points.dropFirst(offset).prefix(body.rows).enumerated() {
      draw(point, context, in: body.line(index), on: &canvas)
    }
    let hidden = explanation.points.count - offset - body.rows
    if hidden > 0 {
      canvas.put(" ▾ \(hidden) more ", endingAt: rect.endColumn - 1, row: rect.endRow - 1, style: Style(.secondary))
    }
  }

  private static func title(_ name: String, _ standing: Explanation.Standing) -> String {
    switch standing {
    case .running: "\(name) is running"
    case .held, .early: "why is \(name) not running?"
    case .pending: "\(name) is pending"
    case .ready: "\(name) can run"
    case .absent: "\(name): no request is pending"
    case .unknown: "nothing is known about \(name)"
    }
  }

  /// What would let it run soonest, and when it will run if nothing changes.
  private static func draw(_ help: WhatWouldHelp, _ context: PaneContext, in line: Rect, on canvas: inout Canvas) {
    canvas.put(
      Self.runs(help, context), at: line.moved(columns: 1).origin, within: line, ellipsis: true)
  }

  static func runs(_ help: WhatWouldHelp, _ context: PaneContext) -> [TextRun] {
    func when(_ run: WhatWouldHelp.Run) -> String {
      let clock = context.epoch.shortClock(run.at)
      return run.at - help.now < .days(1) ? clock : "\(context.epoch.date(run.at)) \(clock)"
    }
    var runs: [TextRun] = []
    // For a running task, the next run is shown.
    let again = context.explanation?.standing == .running ? " again" : ""
    if let unchanged = help.unchanged {
      let trigger = unchanged.trigger.map { ", as \($0.text)" } ?? ""
      runs.append(TextRun("runs\(again) at \(when(unchanged))\(trigger)", Style(.text)))
    } else {
      runs.append(TextRun("not\(again) within \(help.horizon)", Style(.warning)))
    }
    if let best = help.changes.first {
      runs.append(TextRun("   sooner: ", Style(.secondary)))
      runs.append(TextRun("\(best.text) → \(when(best.run))", Style(.good)))
    }
    return runs
  }

  static func sign(of weight: Explanation.Weight) -> (String, Role) {
    switch weight {
    case .blocks: ("✗", .bad)
    case .lowers: ("≈", .warning)
    case .agrees: ("✓", .good)
    case .forces: ("▲", .good)
    case .informs: ("·", .secondary)
    }
  }

  private static func draw(
    _ point: Explanation.Point, _ context: PaneContext, in line: Rect, on canvas: inout Canvas
  ) {
    let (sign, role) = sign(of: point.weight)
    let end = point.policyWeight.map { fixed($0, decimals: 1) } ?? ""
    let words = point.decision?.text.lowercased() ?? ""
    let tailWidth = line.columns >= 68 ? 24 : line.columns >= 40 ? 11 : 0
    let decision = point.decision.map { textWidth(words) + 7 <= tailWidth ? words : $0.code }
    let subjectWidth = line.columns >= 56 ? 19 : min(18, line.columns / 2)
    // A screen reader reads words, not symbols.
    let mark = context.state.options.linear ? "\(point.weight)" : sign
    canvas.put(mark, at: line.moved(columns: 1).origin, style: Style(role, .bold), within: line)
    let start = line.column + 2 + (context.state.options.linear ? 8 : 1)
    let subject = Rect(column: start, row: line.row, columns: subjectWidth, rows: 1).intersection(line)
    canvas.put(point.subject, at: subject.origin, style: Style(.title), within: subject, ellipsis: true)
    let hasTail = decision != nil && tailWidth > 0
    let detailStart = subject.endColumn + 1
    let detail = Rect(
      column: detailStart, row: line.row,
      columns: line.endColumn - detailStart - (hasTail ? tailWidth + 1 : 0), rows: 1)
    canvas.put(point.detail, at: detail.origin, style: Style(.text), within: detail, ellipsis: true)
    guard hasTail, let decision else { return }
    let tail = line.splitRight(tailWidth).right
    canvas.put(decision, at: tail.origin, style: Style(role), within: tail)
    canvas.put(end, endingAt: line.endColumn - 1, row: line.row, style: Style(.secondary), within: tail)
  }

  /// The original text of the record that the points come from, with the number of its first line.
  private static func drawSource(_ source: SourceLine, in line: Rect, on canvas: inout Canvas) {
    let words = source.oneLine
    let runs = [
      TextRun("line \(source.line)", Style(.title)), TextRun(words.isEmpty ? "" : ": \(words)", Style(.secondary)),
    ]
    canvas.put(runs, at: line.moved(columns: 1).origin, within: line, ellipsis: true)
  }

  /// What a device log reveals about a wait: dasd logs only when it evaluates, so the time between is not attributed to
  /// any holder (rule O6).
  private static func drawSeen(
    _ lane: TaskLane, since submitted: Instant, _ context: PaneContext, in line: Rect, on canvas: inout Canvas
  ) {
    let scorings = lane.marks(from: submitted, to: context.state.playhead).count { $0.what == .scored }
    let times = scorings == 1 ? "once" : "\(scorings) times"
    let text =
      "in this log for \(context.state.playhead - submitted), \(scorings == 0 ? "not scored" : "scored \(times)")"
    canvas.put(text, at: line.moved(columns: 1).origin, style: Style(.secondary), within: line, ellipsis: true)
  }

  private static func drawWait(_ shares: [WaitShare], _ context: PaneContext, in line: Rect, on canvas: inout Canvas) {
    let total = shares.reduce(TimeSpan.zero) { $0 + $1.span }
    guard total > .zero else { return }
    var column = line.column + 1
    column += canvas.put(
      "waited \(total) ", at: Point(column: column, row: line.row), style: Style(.title, .bold), within: line)
    let barWidth = min(24, (line.endColumn - column) / 3)
    if barWidth >= 6, !context.state.options.linear {
      var place = column
      for (index, share) in shares.enumerated() {
        let end = column + Int((Double(barWidth) * sum(shares[...index]).seconds / total.seconds).rounded())
        canvas.fill(
          Rect(column: place, row: line.row, columns: end - place, rows: 1), "▒",
          style: Style(share.holder.role))
        place = end
      }
      column += barWidth + 1
    }
    let text = shares.prefix(3).map { TextRun("\($0.holder.text) \($0.span)  ", Style($0.holder.role)) }
    canvas.put(text, at: Point(column: column, row: line.row), within: line, ellipsis: true)
  }

  private static func sum(_ shares: ArraySlice<WaitShare>) -> TimeSpan { shares.reduce(.zero) { $0 + $1.span } }
}
