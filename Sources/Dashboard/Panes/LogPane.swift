internal import Screen
internal import TaskTrace

/// What happened, newest last, in the words of the system's log.
enum LogPane {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let state = context.state
    let scrolled = state.logOffset > 0 ? [TextRun("\(state.logOffset) later", Style(.warning))] : []
    let filtered = state.filter.map { [TextRun("only \($0.text)", Style(.highlight))] } ?? []
    let inner = context.frame(.log, "log", filtered + scrolled, in: rect, on: &canvas)
    guard !inner.isEmpty else { return }
    let lines = lines(context, count: inner.rows)
    guard !lines.isEmpty else {
      canvas.put(
        state.filter == nil
          ? "Nothing has happened yet."
          : "Nothing matches within the last \(grouped(DashboardState.mostFiltered)) events.",
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

  /// The last events that are worth a line, oldest first.
  private static func lines(_ context: PaneContext, count: Int) -> [(Instant, LogLine)] {
    let trace = context.state.trace
    var index = trace.count(through: context.state.playhead)
    var skip = context.state.logOffset
    var found: [(Instant, LogLine)] = []
    // A filter that matches little must not make every frame slow.
    let oldest = index - DashboardState.mostFiltered
    while index > 0, found.count < count {
      index -= 1
      let event = trace.events[index]
      guard isWorthALine(event.event) else { continue }
      if let filter = context.state.filter {
        guard index > oldest else { break }
        let isMeant = filter.matches(event.event) { LogLine(event.event, board: context.board, epoch: context.epoch) }
        guard isMeant else { continue }
      }
      if skip > 0 {
        skip -= 1
        continue
      }
      found.append((event.at, LogLine(event, board: context.board, epoch: context.epoch)))
    }
    return found.reversed()
  }

  /// Progress and steps have a pane of their own, and would drown the rest.
  private static func isWorthALine(_ event: Event) -> Bool {
    switch event {
    case .progress, .step, .condition(.battery), .condition(.cpu): false
    default: true
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
