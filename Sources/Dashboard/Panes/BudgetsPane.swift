internal import Screen
internal import TaskTrace

/// What the system has left to give: budgets as gauges, and counts of what was given.
enum BudgetsPane {
  /// Lines that the pane fills.
  static func rows(on board: Board) -> Int { board.budgets.count + (board.tasks.isEmpty ? 1 : 3) }

  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    let inner = context.frame(.budgets, "budgets", in: rect, on: &canvas)
    let body = inner.inset(columns: inner.columns > 20 ? 1 : 0, rows: 0)
    guard !body.isEmpty else { return }
    var line = 0
    let figures = context.board.budgets.map { Self.figures($0, context) }
    // The bars end in one column, so that they can be compared.
    let noteWidth = figures.map { textWidth($0.note, symbols: canvas.symbols) }.max() ?? 0
    for (budget, figures) in zip(context.board.budgets, figures) {
      draw(budget, figures, noteWidth: noteWidth, context, in: body.line(line), on: &canvas)
      line += 1
    }
    if context.board.budgets.isEmpty {
      let text = "This trace has no budgets."
      canvas.put(text, at: body.origin, style: Style(.secondary), within: body.line(0), ellipsis: true)
      line += 1
    }
    drawCounts(context, in: body.splitTop(line).rest, on: &canvas)
  }

  private static func draw(
    _ budget: BudgetRecord, _ figures: (value: String, note: String), noteWidth: Int, _ context: PaneContext,
    in line: Rect, on canvas: inout Canvas
  ) {
    let label = shortName(budget.name)
    let (value, note) = figures
    canvas.put(label, at: line.origin, style: Style(.text), within: line.splitLeft(9).left, ellipsis: true)
    let noteWidth = line.columns >= 38 && noteWidth > 0 ? noteWidth + 1 : 0
    let valueWidth = textWidth(value, symbols: canvas.symbols) + 1
    let bar = line.columns - 9 - max(valueWidth, line.columns >= 34 ? 11 : 0) - noteWidth
    if bar >= 3, !context.state.options.linear {
      canvas.bar(
        at: Point(column: line.column + 9, row: line.row), columns: bar, fraction: budget.fraction,
        paint: .gradient(.used, at: 1 - budget.fraction), within: line)
    }
    canvas.put(value, endingAt: line.endColumn - noteWidth, row: line.row, style: Style(.title), within: line)
    if noteWidth > 0 {
      canvas.put(note, endingAt: line.endColumn, row: line.row, style: Style(.secondary), within: line)
    }
  }

  /// The last part of a budget's name, without what all have in common.
  private static func shortName(_ name: String) -> String {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    switch last {
    case "systemEnergy": return "energy"
    case "systemCellular": return "cellular"
    default: return last
    }
  }

  private static func figures(_ budget: BudgetRecord, _ context: PaneContext) -> (value: String, note: String) {
    let isBytes = budget.capacity >= 1_000_000
    let value =
      isBytes
      ? "\(fixed(budget.value / 1_048_576, decimals: 0))/\(fixed(budget.capacity / 1_048_576, decimals: 0)) MiB"
      : "\(fixed(budget.value, decimals: 0))/\(fixed(budget.capacity, decimals: 0))"
    guard let refill = budget.lastRefill else { return (value, "") }
    let amount = isBytes ? "\(fixed(refill.value / 1_048_576, decimals: 1))" : fixed(refill.value, decimals: 0)
    return (value, "+\(amount) \(context.epoch.shortClock(refill.at))")
  }

  private static func drawCounts(_ context: PaneContext, in body: Rect, on canvas: inout Canvas) {
    let board = context.board
    guard !board.tasks.isEmpty else { return }
    let counts = board.tasks.map(\.counts)
    func sum(_ path: KeyPath<TaskRecord.Counts, Int>) -> Int { counts.reduce(0) { $0 + $1[keyPath: path] } }
    var lines: [[TextRun]] = [
      pair("runs", "\(sum(\.launched))") + pairIfAny("  ✓", sum(\.succeeded), .good)
        + pairIfAny("  expired", sum(\.expired), .warning) + pairIfAny("  killed", sum(\.killed), .bad)
        + pairIfAny("  failed", sum(\.failed), .warning),
      pair("submitted", "\(sum(\.submitted))") + pairIfAny("  refused", sum(\.refused), .warning)
        + pairIfAny("  replaced", sum(\.replaced), .text),
    ]
    if !board.groups.isEmpty {
      let groups = board.groups.map { "\($0.name.split(separator: ".").last ?? "group") \($0.running)" }
      lines.append(pair("groups", groups.joined(separator: " · ")))
    }
    if context.state.trace.lanes.pushes.contains(where: { $0.at <= context.state.playhead }) {
      lines.append(pair("pushes", "\(board.recentPushes.count) launched in the last hour"))
    }
    for (index, runs) in lines.prefix(max(0, body.rows)).enumerated() {
      canvas.put(runs, at: body.line(index).origin, within: body.line(index), ellipsis: true)
    }
  }

  private static func pairIfAny(_ name: String, _ count: Int, _ role: Role) -> [TextRun] {
    count > 0 ? pair(name, "\(count)", role) : []
  }

  private static func pair(_ name: String, _ value: String, _ role: Role = .text) -> [TextRun] {
    [TextRun(name + " ", Style(.secondary)), TextRun(value, Style(role))]
  }
}
