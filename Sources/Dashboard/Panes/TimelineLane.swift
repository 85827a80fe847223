internal import Screen
internal import TaskTrace

/// One row of the timeline.
enum TimelineLane {
  static func draw(
    _ row: TimelineRow, _ context: PaneContext, _ scale: TimelineScale, in line: Rect, on canvas: inout Canvas
  ) {
    let lanes = context.state.trace.lanes
    var pen = LanePen(line: line, scale: scale, until: context.state.playhead)
    switch row {
    case .app(let bundle):
      guard let lane = lanes.apps.first(where: { $0.bundle == bundle }) else { return }
      pen.paint(lane.states, on: &canvas, strong: { $0 == .foreground }) { state in
        switch state {
        case .foreground: ("█", Style(.info))
        case .background: ("▄", Style(.info))
        case .suspended: ("─", Style(.inactive))
        case .forceQuit: ("✗", Style(.bad))
        case .notRunning, .terminated: (" ", .text)
        }
      }
    case .deviceUse: pen.band(lanes.deviceUse, .info, on: &canvas)
    case .charger: pen.band(lanes.charger, .good, on: &canvas)
    case .lowPower: pen.band(lanes.lowPower, .warning, on: &canvas)
    case .network:
      pen.paint(lanes.network, on: &canvas, strong: { $0 == .none }) { transport in
        switch transport {
        case .wifi, .wired: ("━", Style(.good))
        case .cellular: ("─", Style(.info))
        case .none: ("·", Style(.bad))
        }
      }
    case .battery:
      pen.curve(on: &canvas, { lanes.battery.value(at: $0).map { Double($0) / 100 } }) { .gradient(.free, at: $0) }
    case .thermal:
      pen.curve(on: &canvas, { lanes.thermal.value(at: $0).map { 0.1 + Double($0.rawValue) * 0.3 } }) {
        .gradient(.temperature, at: $0)
      }
    case .pushes:
      for mark in lanes.pushes where mark.at >= scale.start && mark.at <= pen.until {
        let launched = mark.state == .launched || mark.state == .delivered
        pen.mark(mark.at, launched ? "▼" : "▽", Style(mark.state == .denied ? .bad : .push))
      }
      pen.putMarks(on: &canvas)
    case .budget(let name):
      guard let lane = lanes.budgets.first(where: { $0.name == name }) else { return }
      pen.curve(on: &canvas, { lane.fractions.value(at: $0) }) { .gradient(.free, at: $0) }
    case .score(let task):
      guard let lane = lanes.task(task) else { return }
      // Half the height is the threshold.
      pen.curve(on: &canvas, { lane.ratios.value(at: $0).map { min(1, $0 / 2) } }) { .role($0 >= 0.5 ? .good : .info) }
    case .transfer(let bundle, let name):
      guard let lane = lanes.transfers.first(where: { $0.name == name && $0.bundle == bundle }) else { return }
      pen.paint(lane.states, on: &canvas, strong: { $0 == .running }) { state in
        switch state {
        case .running: ("█", Style(.transfer))
        case .created, .waiting, .delayed: ("▒", Style(.warning))
        case .failed, .cancelled: ("✗", Style(.bad))
        case .finished, .handled: (" ", .text)
        default: ("·", Style(.unknown))
        }
      }
    case .reports:
      for bar in lanes.reports where bar.until >= scale.start && bar.from <= pen.until {
        pen.bar(bar.from, bar.until, bar.bad == 0 ? "✓" : "\(bar.bad)", Style(bar.bad == 0 ? .good : .bad), on: &canvas)
      }
    case .task(let task): drawTask(task, context, &pen, on: &canvas)
    }
  }

  private static func drawTask(
    _ task: TaskIdentifier, _ context: PaneContext, _ pen: inout LanePen, on canvas: inout Canvas
  ) {
    guard let lane = context.state.trace.lanes.task(task) else { return }
    let kind = context.board.task(task)?.kind.role ?? .text
    // dasd logs only when it evaluates (rule O6): between two lines of a log, waiting is not a fact.
    let isLog = context.isDeviceLog
    pen.paint(lane.phases, on: &canvas, strong: { $0 == .running }) { phase in
      switch phase {
      case .absent: (" ", .text)
      case .running: ("█", Style(kind))
      case .waiting:
        isLog ? ("┄", Style(.unknown)) : Self.appearance(of: phase)
      }
    }
    if context.state.isAtEdge, let pending = context.board.task(task)?.pending?.request,
      let end = pending.windowEnd, !isLog
    {
      let start = max(pending.windowStart ?? pen.until, pen.until)
      pen.future(from: start, to: end, "░", Style(.inactive), on: &canvas)
    }
    drawSteps(lane, kind, pen, on: &canvas)
    readMarks(lane, isLog: isLog, &pen)
    pen.putMarks(on: &canvas)
  }

  /// Where a run is wide enough to be divided, each step of it begins with a notch.
  private static func drawSteps(_ lane: TaskLane, _ kind: Role, _ pen: LanePen, on canvas: inout Canvas) {
    guard pen.scale.span <= .minutes(30) else { return }
    var last = -1
    for mark in lane.marks(from: pen.scale.start, to: pen.until) where mark.what == .started || mark.what == .step {
      let column = pen.scale.column(mark.at)
      // The first step begins with the run itself.
      if mark.what == .step, column > last + 1, column < pen.line.columns {
        let place = Point(column: pen.line.column + column, row: pen.line.row)
        canvas.put("│", at: place, style: .badge(kind), within: pen.line)
      }
      last = max(last, column)
    }
  }

  private static func appearance(of phase: TaskLane.Phase) -> (String, Style) {
    switch phase {
    case .waiting(let holders):
      switch holders[0] {
      case .notScored, .nothing, .unknown: ("░", Style(.inactive))
      case let holder: ("▒", Style(holder.role))
      }
    case .absent, .running: (" ", .text)
    }
  }

  private static func readMarks(_ lane: TaskLane, isLog: Bool, _ pen: inout LanePen) {
    for mark in lane.marks(from: pen.scale.start, to: pen.until) {
      switch mark.what {
      case .step: break
      case .submitted: if isLog { pen.mark(mark.at, "▽", Style(.secondary)) }
      case .scored where !isLog && pen.scale.span <= .hours(1):
        // Where there is room, every rescoring is seen.
        pen.mark(mark.at, "╎", Style(.secondary), onlyIfFree: true)
      case .scored:
        // A log has many of them, and for most the column is already occupied.
        if isLog, pen.isFree(mark.at), let phase = lane.phases.value(at: mark.at), phase != .running, phase != .absent {
          let (_, style) = appearance(of: phase)
          pen.mark(mark.at, "▒", style, onlyIfFree: true)
        }
      case .started: if isLog { pen.mark(mark.at, "▶", Style(.good)) }
      case .succeeded, .completed: pen.mark(mark.at, "✓", Style(.good, .bold), after: !isLog)
      case .failed: pen.mark(mark.at, "≈", Style(.warning, .bold), after: !isLog)
      case .expired, .killed: pen.mark(mark.at, "✗", Style(.bad, .bold), after: !isLog)
      case .refused: pen.mark(mark.at, "!", Style(.bad, .bold))
      case .cancelled: if isLog { pen.mark(mark.at, "○", Style(.secondary)) }
      }
    }
  }
}

/// Paints one line of the timeline, column by column, up to the playhead.
struct LanePen {
  var line: Rect
  var scale: TimelineScale
  /// Nothing is known after this.
  var until: Instant
  /// The marks by their columns; a mark moves on by a few columns rather than cover another.
  private var marks: [(glyph: String, style: Style)?] = []

  init(line: Rect, scale: TimelineScale, until: Instant) { (self.line, self.scale, self.until) = (line, scale, until) }

  private func cell(_ column: Int) -> Point { Point(column: line.column + column, row: line.row) }

  /// Paints each value over its time; strong ones get at least one column, so that a short run is never lost.
  func paint<Value>(
    _ track: Track<Value>, on canvas: inout Canvas, strong: (Value) -> Bool, _ appearance: (Value) -> (String, Style)
  ) {
    let end = min(scale.end, until)
    guard end > scale.start else { return }
    let changes = track.changes(from: scale.start, to: end)
    for pass in [false, true] {
      for index in changes.indices {
        guard let value = changes[index].value, strong(value) == pass else { continue }
        let begin = max(changes[index].at, scale.start)
        let stop = index + 1 < changes.endIndex ? min(changes[index + 1].at, end) : end
        guard stop >= begin else { continue }
        let first = scale.column(begin)
        let last = max(scale.column(stop), pass ? first + 1 : first)
        // In a long log, most changes have no column of their own.
        guard last > first else { continue }
        let (glyph, style) = appearance(value)
        guard glyph != " " || pass else { continue }
        canvas.fill(
          Rect(column: line.column + first, row: line.row, columns: last - first, rows: 1).intersection(line), glyph,
          style: style)
      }
    }
  }

  /// A condition that is on or off.
  func band(_ track: Track<Bool>, _ role: Role, on canvas: inout Canvas) {
    paint(track, on: &canvas, strong: { $0 }) { $0 ? ("━", Style(role)) : ("·", Style(.inactive)) }
  }

  /// A value from 0 to 1 as a line of columns.
  func curve(on canvas: inout Canvas, _ value: (Instant) -> Double?, _ paint: (Double) -> Paint) {
    let end = min(scale.columns, scale.column(until) + 1)
    for column in 0..<max(0, end) {
      let at = min(scale.instant(atColumn: column + 1), until)
      guard let value = value(at) else { continue }
      canvas.sparkline(at: cell(column), columns: 1, values: [value], paint: paint(value), within: line)
    }
  }

  func future(from start: Instant, to end: Instant, _ glyph: String, _ style: Style, on canvas: inout Canvas) {
    guard end > start, start < scale.end else { return }
    let first = max(0, scale.column(start))
    let last = min(scale.columns, scale.column(end))
    guard last > first else { return }
    canvas.fill(
      Rect(column: line.column + first, row: line.row, columns: last - first, rows: 1).intersection(line), glyph,
      style: style)
  }

  /// A span with a number in its middle.
  func bar(_ from: Instant, _ until: Instant, _ text: String, _ style: Style, on canvas: inout Canvas) {
    let first = max(0, scale.column(from))
    let last = min(scale.columns - 1, scale.column(min(until, self.until)))
    guard last >= first else { return }
    let area = Rect(column: line.column + first, row: line.row, columns: last - first + 1, rows: 1).intersection(line)
    canvas.fill(area, "─", style: style)
    let middle = area.column + max(0, (area.columns - text.count) / 2)
    canvas.put(text, at: Point(column: middle, row: area.row), style: style, within: area)
  }

  /// Adds a mark at its instant, or in one of the next three columns if others are already there.
  ///
  /// An `after` mark is placed after the column of its instant, so that the run that it ends stays visible.
  mutating func mark(
    _ instant: Instant, _ glyph: String, _ style: Style, onlyIfFree: Bool = false, after: Bool = false
  ) {
    let column = scale.column(instant) + (after ? 1 : 0)
    guard column >= 0, column < scale.columns else { return }
    if marks.isEmpty { marks = Array(repeating: nil, count: scale.columns) }
    let free = (column...column + 3).first { $0 < scale.columns && marks[$0] == nil }
    if onlyIfFree, free != column { return }
    marks[free ?? column] = (glyph, style)
  }

  /// Whether the column of an instant has no mark.
  func isFree(_ instant: Instant) -> Bool {
    let column = scale.column(instant)
    return !marks.indices.contains(column) || marks[column] == nil
  }

  /// Draws the marks that were added, each column once: a log can have a hundred thousand of them.
  func putMarks(on canvas: inout Canvas) {
    for (column, mark) in marks.enumerated() {
      if let mark { canvas.put(mark.glyph, at: cell(column), style: mark.style, within: line) }
    }
  }
}
