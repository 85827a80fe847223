internal import Screen
internal import TaskTrace

/// The runs in progress, continued ones as the cards of a Live Activity.
enum RunningPane {
  /// Rows of one run's card.
  static func rows(_ record: TaskRecord) -> Int { 3 }

  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let running = context.board.running
    let count = running.isEmpty ? [] : [TextRun("\(running.count)", Style(.secondary))]
    let inner = context.frame(.running, "running", count, in: rect, on: &canvas)
    guard !inner.isEmpty else { return }
    let body = inner.inset(columns: inner.columns > 20 ? 1 : 0, rows: 0)
    guard !running.isEmpty else {
      drawEmpty(context, in: body, on: &canvas)
      return
    }
    // The selected run is first if not all fit.
    let fitting = max(1, (body.rows + 1) / 3)
    let ordered =
      running.count <= fitting
      ? running
      : running.filter { $0.task == context.state.selection.task }
        + running.filter { $0.task != context.state.selection.task }
    var rest = body
    for record in ordered.prefix(fitting) {
      let card = rest.splitTop(rows(record))
      draw(record, context, in: card.top, on: &canvas)
      rest = card.rest
    }
    if ordered.count > fitting {
      canvas.put(
        " +\(ordered.count - fitting) more ", endingAt: rect.endColumn - 1, row: rect.endRow - 1,
        style: Style(.secondary))
    }
  }

  private static func drawEmpty(_ context: PaneContext, in body: Rect, on canvas: inout Canvas) {
    var lines = ["Nothing is running."]
    if context.state.simulation != nil {
      lines.append("Press l to launch the selected request.")
      lines.append("Or wait: the model launches it when it can run.")
    } else if let last = context.board.tasks.compactMap(\.lastRun).max(by: { $0.endedAt < $1.endedAt }) {
      lines.append("The last run ended \(context.epoch.clock(last.endedAt)).")
    }
    for (index, line) in lines.enumerated() {
      canvas.put(line, at: body.line(index).origin, style: Style(.secondary), within: body.line(index), ellipsis: true)
    }
  }

  private static func draw(_ record: TaskRecord, _ context: PaneContext, in card: Rect, on canvas: inout Canvas) {
    guard let run = record.running else { return }
    let elapsed = context.state.playhead - run.startedAt
    let line = card.line(0)
    let title = run.progress?.value.title ?? context.names(record.task)
    let figure = figure(record, run, elapsed)
    let figureWidth = textWidth(figure, symbols: canvas.symbols)
    let head = line.splitRight(figureWidth + 1).rest
    canvas.put(
      [
        TextRun("\(record.kind.letter) ", Style(record.kind.role, .bold)),
        TextRun(title, Style(record.task == context.state.selection.task ? .selected : .text, .bold)),
      ], at: head.origin, within: head, ellipsis: true)
    canvas.put(figure, endingAt: line.endColumn, row: line.row, style: Style(.text), within: line)
    guard card.rows >= 2 else { return }
    drawBar(record, run, elapsed, context, in: card.line(1), on: &canvas)
    guard card.rows >= 3 else { return }
    canvas.put(details(record, run, context), at: card.line(2).origin, within: card.line(2), ellipsis: true)
  }

  private static func figure(_ record: TaskRecord, _ run: TaskRecord.Run, _ elapsed: TimeSpan) -> String {
    if let progress = run.progress?.value {
      return progress.total > 0 ? "\(progress.completed) of \(progress.total)" : "\(progress.completed)"
    }
    let seconds = fixed(elapsed.seconds, decimals: elapsed < .minutes(1) ? 1 : 0)
    guard let limit = run.start.limit else { return elapsed.stopwatch }
    return limit < .minutes(2)
      ? "\(seconds) of \(fixed(limit.seconds, decimals: 0)) s" : "\(elapsed.stopwatch) of \(limit.stopwatch)"
  }

  private static func drawBar(
    _ record: TaskRecord, _ run: TaskRecord.Run, _ elapsed: TimeSpan, _ context: PaneContext, in line: Rect,
    on canvas: inout Canvas
  ) {
    let stalled = isStalling(run, context.state.playhead)
    let side = sideText(run, elapsed, context)
    guard !context.state.options.linear else {
      drawText(run, elapsed, side, in: line, on: &canvas)
      return
    }
    let width = min(line.columns, max(4, line.columns - textWidth(side, symbols: canvas.symbols) - 1))
    if let progress = run.progress?.value {
      if let fraction = progress.fraction {
        if stalled {
          canvas.bar(at: line.origin, columns: width, fraction: fraction, paint: .role(.bad))
        } else {
          canvas.bar(at: line.origin, columns: width, fraction: fraction, gradient: .cpu)
        }
      } else {
        drawMarquee(at: line.origin, columns: width, elapsed, on: &canvas)
      }
    } else if let limit = run.start.limit, limit > .zero {
      canvas.bar(at: line.origin, columns: width, fraction: elapsed.seconds / limit.seconds, gradient: .temperature)
      drawColdStart(run, limit, at: line.origin, columns: width, on: &canvas)
    } else {
      drawMarquee(at: line.origin, columns: width, elapsed, on: &canvas)
    }
    canvas.put(side, endingAt: line.endColumn, row: line.row, style: Style(stalled ? .bad : .text), within: line)
  }

  /// The content of the bar as text, for screen readers.
  private static func drawText(
    _ run: TaskRecord.Run, _ elapsed: TimeSpan, _ side: String, in line: Rect, on canvas: inout Canvas
  ) {
    let fraction: Double? =
      if let progress = run.progress?.value { progress.fraction } else {
        run.start.limit.flatMap { $0 > .zero ? elapsed.seconds / $0.seconds : nil }
      }
    let of = run.progress == nil ? "of its time" : "done"
    let share = fraction.map { "\(fixed(min(1, $0) * 100, decimals: 0)) percent \(of)" } ?? "of unknown length"
    canvas.put(
      [share, side].filter { !$0.isEmpty }.joined(separator: ", "), at: line.origin, style: .text, within: line,
      ellipsis: true)
  }

  /// The part of the granted time that the launch of the process took (rule D3).
  private static func drawColdStart(
    _ run: TaskRecord.Run, _ limit: TimeSpan, at point: Point, columns: Int, on canvas: inout Canvas
  ) {
    guard let cold = run.start.coldStart, cold > .zero else { return }
    let share = Int(saturating: cold.seconds / limit.seconds * Double(columns))
    guard share > 0 else { return }
    canvas.fill(
      Rect(column: point.column, row: point.row, columns: min(share, columns), rows: 1), "▒",
      style: Style(.secondary).on(.meterBackground))
  }

  /// Work of unknown length: a block that moves with simulated time only.
  private static func drawMarquee(at point: Point, columns: Int, _ elapsed: TimeSpan, on canvas: inout Canvas) {
    canvas.bar(at: point, columns: columns, fraction: 0, paint: .role(.info))
    let block = max(1, columns / 5)
    let place = Int(elapsed.microseconds / 1_000_000 % Int64(max(1, columns - block + 1)))
    canvas.fill(
      Rect(column: point.column + place, row: point.row, columns: block, rows: 1), "█", style: Style(.info))
  }

  private static func isStalling(_ run: TaskRecord.Run, _ now: Instant) -> Bool {
    guard let stallsAt = run.progress?.value.stallsAt else { return false }
    return stallsAt - now < .seconds(15)
  }

  private static func sideText(_ run: TaskRecord.Run, _ elapsed: TimeSpan, _ context: PaneContext) -> String {
    if run.warned != nil { return "expiring" }
    if let progress = run.progress?.value {
      if isStalling(run, context.state.playhead), let stallsAt = progress.stallsAt {
        return "stalls in \(max(.zero, stallsAt - context.state.playhead).stopwatch)"
      }
      guard elapsed > .zero, progress.completed > 0 else { return "" }
      return "\(fixed(Double(progress.completed) / elapsed.seconds, decimals: 1))/s"
    }
    if let step = run.step { return "step \(step.index)/\(step.count)" }
    return ""
  }

  private static func details(_ record: TaskRecord, _ run: TaskRecord.Run, _ context: PaneContext) -> [TextRun] {
    var runs: [TextRun] = []
    func add(_ text: String, _ role: Role = .secondary) {
      runs.append(TextRun((runs.isEmpty ? "" : "  ") + text, Style(role)))
    }
    if let progress = run.progress?.value {
      if let subtitle = progress.subtitle { add(subtitle) }
      if let fraction = progress.fraction, fraction > 0, fraction < 1 {
        let left = (context.state.playhead - run.startedAt).scaled(by: (1 - fraction) / fraction)
        add("\(left) left")
      }
      if let stallsAt = progress.stallsAt, !isStalling(run, context.state.playhead) {
        add("stalls in \((stallsAt - context.state.playhead).stopwatch)")
      }
    } else if let step = run.step {
      add(step.name)
    }
    if let warned = run.warned { add("told to stop" + (warned.value.cause.map { ": \($0.rawValue)" } ?? ""), .bad) }
    switch run.handler {
    case .set: add("handler ✓", .good)
    case .called: add("handler called", .warning)
    case nil where run.start.limit != nil && context.state.simulation != nil: add("no handler yet", .warning)
    default: break
    }
    if record.kind == .refresh || record.kind == .processing {
      add(run.rearmed ? "re-armed ✓" : "not re-armed", run.rearmed ? .good : .secondary)
    }
    if run.start.forced { add("simulated", .info) }
    return runs
  }
}
