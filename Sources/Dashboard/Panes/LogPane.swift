internal import Screen
internal import TaskTrace

/// What happened, newest last, in the words of the system's log.
enum LogPane {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let state = context.state
    let scrolled = state.scroll.log > 0 ? [TextRun("\(grouped(state.scroll.log)) events later", Style(.warning))] : []
    let filtered = state.selection.filter.map { [TextRun("only \($0.text)", Style(.highlight))] } ?? []
    let inner = context.frame(.log, "log", filtered + scrolled, in: rect, on: &canvas)
    guard !inner.isEmpty else { return }
    let lines = lines(context, count: inner.rows)
    guard !lines.isEmpty else {
      canvas.put(
        state.selection.filter == nil
          ? "Nothing has happened yet."
          : "Nothing matches within the last \(grouped(DashboardState.maxFiltered)) events.",
        at: inner.moved(columns: 1).origin, style: Style(.secondary), within: inner)
      return
    }
    let showsProcess = inner.columns >= 50
    for (index, (at, line)) in lines.enumerated() {
      let row = inner.line(index)
      var runs = [TextRun(context.epoch.clock(at) + "  ", Style(.secondary))]
      if showsProcess { runs.append(TextRun(padded(line.process, 8) + " ", Style(.info))) }
      runs.append(TextRun(line.text, Style(role(line.tone))))
      canvas.put(runs, at: row.moved(columns: 1).origin, within: row, ellipsis: true)
    }
  }

  /// The last events that have a line, oldest first.
  private static func lines(_ context: PaneContext, count: Int) -> [(Instant, LogLine)] {
    let trace = context.state.trace
    var index = trace.count(through: context.state.playhead) - context.state.scroll.log
    var found: [(Instant, LogLine)] = []
    // A filter that matches little must not make every frame slow.
    let oldest = context.state.selection.filter == nil ? 0 : index - DashboardState.maxFiltered
    while index > max(0, oldest), found.count < count {
      index -= 1
      let event = trace.events[index]
      guard isShown(event.event, context.state.selection.filter, context.board, context.epoch) else { continue }
      found.append((event.at, LogLine(event, board: context.board, epoch: context.epoch)))
    }
    return found.reversed()
  }

  /// Whether an event has a line. Progress and steps have their own pane, and would crowd out the rest.
  static func isShown(_ event: Event, _ filter: Query?, _ board: Board, _ epoch: Epoch) -> Bool {
    switch event {
    case .progress, .step, .condition(.battery), .condition(.cpu): false
    default: filter?.matches(event) { LogLine(event, board: board, epoch: epoch) } ?? true
    }
  }

  private static func role(_ tone: LogLine.Tone) -> Role {
    switch tone {
    case .plain: .text
    case .quiet: .secondary
    case .good: .good
    case .warning: .warning
    case .bad: .bad
    case .person: .highlight
    }
  }
}
