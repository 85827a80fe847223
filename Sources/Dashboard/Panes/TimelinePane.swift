internal import Screen
internal import TaskTrace

/// What was, is and may be: one row for each app, condition and task, over a common scale of time.
enum TimelinePane {
  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let state = context.state
    let trailing = [TextRun(" \(state.timeline.length) ", Style(.secondary))]
    let inner = context.frame(.timeline, "timeline", spanText(context), trailing: trailing, in: rect, on: &canvas)
    guard inner.rows >= 1, inner.columns >= 8 else { return }
    if state.options.linear {
      TimelineText.sheet(context).draw(from: state.scroll.view, frame: rect, in: inner, on: &canvas)
      return
    }
    if state.view == .timeline, let span = state.markedSpan, inner.rows >= 12 {
      let sums = SpanSums.sheet(span, context)
      let split = inner.splitBottom(min(sums.lines.count, inner.rows / 2))
      sums.draw(from: 0, frame: rect, in: split.bottom, on: &canvas)
      drawLanes(context, in: split.rest, on: &canvas)
    } else {
      drawLanes(context, in: inner, on: &canvas)
    }
  }

  /// The marked span in the title: how long, from when to when.
  private static func spanText(_ context: PaneContext) -> [TextRun] {
    guard let span = context.state.markedSpan else { return [] }
    let (from, to) = (context.epoch.clock(span.lowerBound), context.epoch.clock(span.upperBound))
    return [TextRun("span \(from)–\(to), \(span.upperBound - span.lowerBound)", Style(.now, .bold))]
  }

  private static func drawLanes(_ context: PaneContext, in inner: Rect, on canvas: inout Canvas) {
    let state = context.state
    let axis = inner.splitLeft(labelColumns(inner)).rest.line(0)
    let scale = TimelineScale(state, columns: axis.columns)
    drawAxis(context, scale, in: axis, on: &canvas)
    let rows = TimelineRows.fitting(inner.rows - 1, state, context.board)
    // Before the playhead, whose label covers a mark at the same place.
    drawMarks(context, scale, in: axis, on: &canvas)
    for (index, row) in rows.enumerated() { drawRow(row, context, scale, in: inner.line(index + 1), on: &canvas) }
    drawPlayheadLabel(context, scale, in: axis, on: &canvas)
    if let span = state.markedSpan { drawSpan(span, rows.count, context, in: inner, on: &canvas) }
    if state.zoomed || state.view == .timeline, inner.rows > rows.count + 2 {
      drawLegend(context, in: inner.line(inner.rows - 1), on: &canvas)
    }
  }

  /// The instant that a column of the pane represents.
  static func instant(at point: Point, in rect: Rect, _ state: DashboardState) -> Instant? {
    let inner = rect.inset(by: 1)
    let lanes = inner.splitLeft(labelColumns(inner)).rest
    guard lanes.contains(point) else { return nil }
    return TimelineScale(state, columns: lanes.columns).instant(atColumn: point.column - lanes.column)
  }

  /// Draws a row with its label, and the playhead where the row is empty.
  private static func drawRow(
    _ row: TimelineRow, _ context: PaneContext, _ scale: TimelineScale, in line: Rect, on canvas: inout Canvas
  ) {
    let split = line.splitLeft(labelColumns(line))
    drawLabel(row, context, in: split.left, on: &canvas)
    TimelineLane.draw(row, context, scale, in: split.rest, on: &canvas)
    let playhead = split.rest.moved(columns: scale.column(context.state.playhead)).origin
    guard split.rest.contains(playhead), canvas[column: playhead.column, row: playhead.row].isBlank else { return }
    canvas.put("┃", at: playhead, style: Style(.now), within: split.rest)
  }

  private static func labelColumns(_ inner: Rect) -> Int {
    inner.columns >= 100 ? 18 : inner.columns >= 60 ? 14 : min(10, inner.columns / 3)
  }

  private static func drawAxis(_ context: PaneContext, _ scale: TimelineScale, in line: Rect, on canvas: inout Canvas) {
    let fine = showsSeconds(scale.span)
    let apart = fine ? 12 : 9
    let past = context.state.playhead
    let playhead = playheadLabel(context, scale, in: line)
    for tick in scale.ticks(epoch: context.epoch, apart: apart) {
      let civil = context.epoch.civil(tick)
      let atMidnight = civil.hour == 0 && civil.minute == 0 && civil.second == 0
      let label =
        atMidnight || scale.span > .days(9)
        ? String(context.epoch.date(tick)) : fine ? context.epoch.clock(tick) : context.epoch.shortClock(tick)
      let column = line.column + scale.column(tick)
      // A label that the playhead's would cover is omitted.
      let meets = column < playhead.endColumn + 1 && playhead.column < column + label.count + 2
      guard column < line.endColumn, !meets else { continue }
      let style = Style(tick > past ? .inactive : .secondary)
      // Half a time is not a time.
      let fits = column + 1 + textWidth(label, symbols: canvas.symbols) <= line.endColumn
      canvas.put("┬" + (fits ? label : ""), at: Point(column: column, row: line.row), style: style, within: line)
    }
  }

  /// Bookmarks and the instant of a fork, on the axis.
  private static func drawMarks(_ context: PaneContext, _ scale: TimelineScale, in axis: Rect, on canvas: inout Canvas)
  {
    let marks = context.state.bookmarks.map { ($0, "'") } + (context.state.branch.forkedAt.map { [($0, "⑂")] } ?? [])
    for (at, sign) in marks {
      let column = axis.column + scale.column(at)
      guard column >= axis.column, column < axis.endColumn else { continue }
      canvas.put(sign, at: Point(column: column, row: axis.row), style: Style(.highlight, .bold), within: axis)
    }
  }

  /// What is marked has another ground.
  private static func drawSpan(
    _ span: ClosedRange<Instant>, _ rows: Int, _ context: PaneContext, in inner: Rect, on canvas: inout Canvas
  ) {
    let lanes = inner.splitLeft(labelColumns(inner)).rest.splitTop(rows + 1).top
    let scale = TimelineScale(context.state, columns: lanes.columns)
    let (first, last) = (scale.column(span.lowerBound), scale.column(span.upperBound))
    guard last >= 0, first < lanes.columns else { return }
    let start = max(0, first)
    canvas.highlight(
      Rect(
        column: lanes.column + start, row: lanes.row, columns: min(lanes.columns - 1, last) - start + 1,
        rows: lanes.rows))
  }

  private static func drawPlayheadLabel(
    _ context: PaneContext, _ scale: TimelineScale, in axis: Rect, on canvas: inout Canvas
  ) {
    let column = axis.column + scale.column(context.state.playhead)
    guard column >= axis.column, column < axis.endColumn else { return }
    canvas.put(
      playheadText(context), at: playheadLabel(context, scale, in: axis).origin, style: Style(.now, [.bold, .reverse]),
      within: axis)
  }

  private static func playheadText(_ context: PaneContext) -> String {
    let isNow = context.state.isAtEdge && context.state.simulation != nil
    if isNow { return "now" }
    let playhead = context.state.playhead
    return showsSeconds(context.state.timeline.length)
      ? context.epoch.clock(playhead) : context.epoch.shortClock(playhead)
  }

  /// Whether the span is so short that minutes alone would not distinguish its instants.
  private static func showsSeconds(_ span: TimeSpan) -> Bool { span < .minutes(5) }

  /// The cells of the playhead's label on the axis.
  private static func playheadLabel(_ context: PaneContext, _ scale: TimelineScale, in area: Rect) -> Rect {
    let width = playheadText(context).count
    let column = area.column + scale.column(context.state.playhead)
    let start = min(max(area.column, column - width / 2), area.endColumn - width)
    return Rect(column: start, row: area.row, columns: width, rows: 1)
  }

  private static func drawLabel(_ row: TimelineRow, _ context: PaneContext, in cell: Rect, on canvas: inout Canvas) {
    let room = cell.splitRight(1).rest
    var style = Style(.secondary)
    var text: String
    switch row {
    case .app(let bundle): text = bundle.split(separator: ".").last.map(String.init) ?? bundle
    case .deviceUse: text = "in use"
    case .charger: text = "charger"
    case .battery: text = "battery"
    case .thermal: text = "thermal"
    case .lowPower: text = "low power"
    case .network: text = "network"
    case .pushes: text = "pushes"
    case .budget(let name):
      text = name.split(separator: ".").last.map { $0.replacing("system", with: "").lowercased() } ?? name
    case .score: text = "  score/min"
    case .transfer(_, let name): text = "↓ " + name
    case .reports: text = "bad exits"
    case .task(let task):
      let selected = task == context.state.selection.task
      style = selected ? Style(.title, .bold) : .text
      text = (selected ? "▸" : " ") + truncatedLeft(context.names(task), to: room.columns - 1, symbols: canvas.symbols)
      canvas.put(text, at: room.origin, style: style, within: room)
      return
    }
    canvas.put(" " + text, at: room.origin, style: style, within: room, ellipsis: true)
  }

  private static func drawLegend(_ context: PaneContext, in line: Rect, on canvas: inout Canvas) {
    let parts: [(String, Role, String)] = [
      ("░", .inactive, "pending"), ("▒", .info, "below threshold"), ("▒", .bad, "held"), ("█", .refresh, "running"),
      ("▽", .secondary, "submitted"), ("✓", .good, "done"), ("✗", .bad, "expired or killed"),
      ("○", .secondary, "cancelled"),
      ("┄", .unknown, "unknown"),
    ]
    let runs = parts.flatMap { [TextRun(" \($0.0) ", Style($0.1)), TextRun($0.2 + " ", Style(.secondary))] }
    canvas.put(runs, at: line.origin, within: line, ellipsis: true)
  }
}
