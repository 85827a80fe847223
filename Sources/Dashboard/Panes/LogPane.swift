internal import Screen
internal import TaskTrace

/// What happened, newest last, in the words of the system's log.
enum LogPane {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let state = context.state
    let scrolled = state.logOffset > 0 ? [TextRun("\(state.logOffset) later", Style(.warning))] : []
    let inner = context.frame(.log, "log", scrolled, in: rect, on: &canvas)
    guard !inner.isEmpty else { return }
    let lines = lines(context, count: inner.rows)
    guard !lines.isEmpty else {
      canvas.put(
        "Nothing has happened yet.", at: inner.moved(columns: 1).origin, style: Style(.secondary), within: inner)
      return
    }
    let showsProcess = inner.columns >= 50
    for (index, (at, line)) in lines.enumerated() {
      let row = inner.line(index)
      var runs = [TextRun(context.epoch.clock(at) + "  ", Style(.secondary))]
      if showsProcess { runs.append(TextRun(fitted(line.process, 8) + " ", Style(.info))) }
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
    while index > 0, found.count < count {
      index -= 1
      let event = trace.events[index]
      guard isWorthALine(event.event) else { continue }
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

  private static func fitted(_ text: String, _ width: Int) -> String {
    let short = truncated(text, to: width)
    return short + String(repeating: " ", count: max(0, width - textWidth(short)))
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
