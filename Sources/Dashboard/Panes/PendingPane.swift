internal import Diagnosis
internal import Screen
internal import TaskTrace

/// The table of tasks: those that wait with their window and what holds them, then those that do not.
enum PendingPane {
  /// Columns by width; 0 leaves a column out.
  private struct Columns {
    var name: Int
    var kind = 0
    var earliest = 0
    var window = 0
    var state: Int

    init(_ width: Int, linear: Bool = false) {
      // The name and the state are always shown; the window, the earliest date, and the kind are added in that order.
      state = width >= 60 ? 19 : width >= 44 ? 15 : min(15, max(0, width / 2 - 1))
      var rest = width - state - 2
      if rest >= 22 + 12, !linear {
        window = width >= 90 ? 14 : 10
        rest -= window + 1
      }
      if rest >= 20 + 7 {
        earliest = width >= 84 ? 10 : 6
        rest -= earliest + 1
      }
      if rest >= 18 + 3 {
        kind = rest >= 18 + 13 ? 13 : 3
        rest -= kind + 1
      }
      name = max(0, rest)
    }
  }

  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let filtered = context.state.selection.filter.map { [TextRun("only \($0.text)", Style(.highlight))] } ?? []
    let inner = context.frame(.pending, "pending", filtered + counts(context.board), in: rect, on: &canvas)
    guard !inner.isEmpty else { return }
    let rows = context.state.rows(on: context.board)
    guard !rows.isEmpty else {
      let text =
        context.state.selection.filter == nil ? "No tasks yet." : "No tasks match. Press Esc to show all."
      canvas.put(text, at: inner.moved(columns: 1).origin, style: Style(.secondary), within: inner, ellipsis: true)
      return
    }
    let columns = Columns(inner.columns, linear: context.state.options.linear)
    let header = hasHeader(inner)
    if header { drawHeader(columns, in: inner.line(0), on: &canvas) }
    let body = header ? inner.splitTop(1).rest : inner
    let first = firstRow(rows, context.board, context.state.selection.task, body.rows)
    for (line, row) in rows[first...].prefix(body.rows).enumerated() {
      draw(context.board.tasks[row], columns, context, in: body.line(line), on: &canvas)
    }
    let below = rows.count - first - body.rows
    if below > 0 || first > 0 {
      let text = [first > 0 ? "▴ \(first)" : "", below > 0 ? "▾ \(below)" : ""].filter { !$0.isEmpty }
      canvas.put(
        " \(text.joined(separator: " ")) ", endingAt: rect.endColumn - 1, row: rect.endRow - 1, style: Style(.secondary)
      )
    }
  }

  /// The task of a row of the table.
  static func task(at point: Point, in rect: Rect, _ state: DashboardState) -> TaskIdentifier? {
    let inner = rect.inset(by: 1)
    let body = hasHeader(inner) ? inner.splitTop(1).rest : inner
    guard body.contains(point) else { return nil }
    let board = state.board
    let rows = state.rows(on: board)
    let index = firstRow(rows, board, state.selection.task, body.rows) + point.row - body.row
    return rows.indices.contains(index) ? board.tasks[rows[index]].task : nil
  }

  private static func hasHeader(_ inner: Rect) -> Bool { inner.rows >= 3 && inner.columns >= 30 }

  /// The selected row stays in view.
  private static func firstRow(_ rows: [Int], _ board: Board, _ selection: TaskIdentifier?, _ visible: Int) -> Int {
    let index = rows.firstIndex { board.tasks[$0].task == selection } ?? 0
    return max(0, min(index - visible / 2, rows.count - visible))
  }

  private static func counts(_ board: Board) -> [TextRun] {
    let kinds: [TaskKind] = [.refresh, .processing, .healthResearch, .continued, .push, .fetch, .activity]
    let words = kinds.compactMap { kind -> String? in
      let count = board.tasks.count { $0.pending != nil && $0.kind == kind }
      return count > 0 ? "\(kind.word) \(count)" : nil
    }
    return words.isEmpty ? [] : [TextRun(words.joined(separator: " · "), Style(.secondary))]
  }

  private static func drawHeader(_ columns: Columns, in line: Rect, on canvas: inout Canvas) {
    var place = line.moved(columns: 2).origin
    let style = Style(.secondary)
    for (text, width) in [
      ("task", columns.name), ("kind", columns.kind), ("earliest", columns.earliest), ("window", columns.window),
      (columns.state >= 17 ? "score / threshold" : "state", columns.state),
    ] where width > 0 {
      let cell = Rect(column: place.column, row: place.row, columns: width, rows: 1)
      canvas.put(width >= text.count ? text : "", at: place, style: style, within: cell.intersection(line))
      place.column += width + 1
    }
  }

  private static func draw(
    _ record: TaskRecord, _ columns: Columns, _ context: PaneContext, in line: Rect, on canvas: inout Canvas
  ) {
    let selected = record.task == context.state.selection.task
    let active = TaskOrder.isActive(record)
    let base: Role = active ? .text : .inactive
    if selected { canvas.put("▸", at: line.origin, style: Style(.highlight, .bold), within: line) }
    if context.state.selection.marked.contains(record.task) {
      canvas.put("●", at: line.moved(columns: 1).origin, style: Style(.highlight), within: line)
    }
    var place = line.moved(columns: 2).origin
    func cell(_ width: Int) -> Rect {
      Rect(column: place.column, row: place.row, columns: width, rows: 1).intersection(line)
    }
    let name = truncatedLeft(context.names(record.task), to: columns.name, symbols: canvas.symbols)
    canvas.put(name, at: place, style: Style(base, selected ? .bold : []), within: cell(columns.name))
    place.column += columns.name + 1
    if columns.kind > 0 {
      canvas.put(
        kind(record, short: columns.kind < 12), at: place, style: Style(active ? record.kind.role : .inactive),
        within: cell(columns.kind))
      place.column += columns.kind + 1
    }
    if columns.earliest > 0 {
      canvas.put(
        earliest(record, context, wide: columns.earliest >= 10), at: place, style: Style(.secondary),
        within: cell(columns.earliest))
      place.column += columns.earliest + 1
    }
    if columns.window > 0 {
      drawWindow(record, context, at: place, columns: columns.window, on: &canvas)
      place.column += columns.window + 1
    }
    canvas.put(stateRuns(record, context), at: place, within: cell(columns.state), ellipsis: true)
    if selected {
      canvas.highlight(line)
      if context.state.focus == .pending { canvas.cursor = line.origin }
    }
  }

  private static func kind(_ record: TaskRecord, short: Bool) -> String {
    let request = record.pending?.request
    let marks = (request?.requiresPower == true ? "⌁" : "") + (request?.requiresNetwork == true ? "≋" : "")
    return short ? "\(record.kind.letter)" + marks : record.kind.word + (marks.isEmpty ? "" : " " + marks)
  }

  private static func earliest(_ record: TaskRecord, _ context: PaneContext, wide: Bool) -> String {
    guard let pending = record.pending else { return "" }
    guard let earliest = pending.request.windowStart ?? pending.request.earliest else { return "—" }
    if earliest <= context.state.playhead { return "now" }
    let clock = context.epoch.shortClock(earliest)
    let sameDay = context.epoch.date(earliest) == context.epoch.date(context.state.playhead)
    return sameDay || !wide ? clock : "\(context.epoch.date(earliest).prefix(3)) \(clock)"
  }

  /// How far the window of the request is used up; the marker is the present.
  private static func drawWindow(
    _ record: TaskRecord, _ context: PaneContext, at point: Point, columns: Int, on canvas: inout Canvas
  ) {
    guard let pending = record.pending, let start = pending.request.windowStart, let end = pending.request.windowEnd,
      end > start
    else { return }
    let now = context.state.playhead
    let area = Rect(column: point.column, row: point.row, columns: columns, rows: 1)
    let part = (now - start).seconds / (end - start).seconds
    if part < 0 {
      canvas.fill(area, "░", style: Style(.inactive))
    } else if part >= 1 {
      canvas.fill(area, "▒", style: Style(.bad))
    } else {
      let used = min(columns - 1, Int(part * Double(columns)))
      canvas.fill(area.splitLeft(used).left, "▒", style: Style(record.kind.role))
      canvas.put("┃", at: Point(column: point.column + used, row: point.row), style: Style(.now, .bold))
      canvas.fill(area.splitLeft(used + 1).rest, "░", style: Style(record.kind.role))
    }
  }

  private static func stateRuns(_ record: TaskRecord, _ context: PaneContext) -> [TextRun] {
    if record.running != nil, record.pending == nil { return [TextRun("▶ running", Style(.good))] }
    guard record.pending != nil else {
      guard let last = record.lastRun else { return [TextRun("not submitted", Style(.inactive))] }
      let good = last.end.outcome == .succeeded || last.end.outcome == .unknown
      let text =
        "\(good ? "✓" : "✗") \(context.epoch.shortClock(last.endedAt)) \(last.end.outcome == .unknown ? "ran" : last.end.outcome.rawValue)"
      return [TextRun(text, Style(good ? .inactive : .warning))]
    }
    let brief = Explanation.brief(record, on: context.board, at: context.state.playhead)
    if let comparison = record.lastComparison?.value,
      brief.holder == .belowThreshold || brief.standing == .ready && record.launchingSince == nil
    {
      let mark = comparison.run ? " ▲" : " ▼"
      return [
        TextRun(fixed(comparison.score, decimals: 2), Style(comparison.run ? .good : .warning)),
        TextRun(" / " + fixed(comparison.threshold, decimals: 2), Style(.secondary)),
        TextRun(mark, Style(comparison.run ? .good : .warning)),
      ]
    }
    switch brief.standing {
    case .held: return [TextRun("✗ \(brief.text)", Style(.bad))]
    case .running: return [TextRun("▶ running", Style(.good))]
    case .early, .pending, .ready, .absent, .unknown: return [TextRun("· \(brief.text)", Style(.secondary))]
    }
  }
}

/// A text truncated on the left, because the ends of identifiers are more distinctive than their beginnings.
func truncatedLeft(_ text: String, to columns: Int, symbols: Symbols) -> String {
  guard textWidth(text, symbols: symbols) > columns, columns > 1 else { return text }
  var kept = Substring(text)
  while !kept.isEmpty, textWidth(String(kept), symbols: symbols) > columns - 1 { kept = kept.dropFirst() }
  return symbols[.ellipsis] + kept
}

extension TaskKind {
  /// The role of the kind's color.
  var role: Role {
    switch self {
    case .refresh, .fetch: .refresh
    case .processing, .healthResearch: .processing
    case .continued: .continued
    case .push: .push
    case .activity: .transfer
    }
  }
}
