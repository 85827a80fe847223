internal import Screen
internal import TaskTrace

/// The layout of a screen of a given size: a function of the state alone.
///
/// Any size from nothing upwards has a layout. Panes fall away in the order of ``priority``; no size shows a wall.
struct OverviewLayout: Sendable {
  var header = Rect.empty
  var indicators = Rect.empty
  var caption = Rect.empty
  var panes: [(pane: Pane, rect: Rect)] = []
  var hints = Rect.empty

  /// What is shown if there is no room for everything.
  private static let priority: [Pane] = [.pending, .why, .timeline, .running, .log, .budgets]
  /// A frame with two lines in it.
  private static let minRows = 4

  init(_ context: PaneContext) {
    let state = context.state
    var rest = Rect(size: state.size)
    (header, rest) = rest.splitTop(1)
    if rest.rows >= 5 { (rest, hints) = rest.splitBottom(1) }
    if rest.rows >= 6 {
      let lines = rest.rows >= 8 && context.indicators.width > rest.columns ? 2 : 1
      (indicators, rest) = rest.splitTop(lines)
    }
    let captionRows = CaptionBanner.lines(context, columns: rest.columns).count
    if captionRows > 0, rest.rows >= 8 + captionRows { (caption, rest) = rest.splitTop(captionRows) }
    guard rest.rows >= 1, rest.columns >= 1 else { return }
    if let pane = state.view.pane {
      panes = [(pane, rest)]
    } else if state.zoomed || state.options.linear || rest.rows < 2 * Self.minRows {
      panes = [(state.focus, rest)]
    } else if rest.columns >= 76 {
      layOutInBands(rest, context)
    } else {
      placeInOneColumn(rest, context)
    }
  }

  /// The bands of the preset, two panes side by side; a pane that is opened with its key appears below the first.
  private mutating func layOutInBands(_ area: Rect, _ context: PaneContext) {
    let preset = context.state.options.preset
    var bands = preset.bands
    if !preset.panes.contains(context.state.focus) { bands.insert([context.state.focus], at: 1) }
    let left = area.columns * (area.columns >= 160 ? 58 : 64) / 100
    var rest = area
    for (panes, rows) in zip(bands, Self.heights(of: bands, in: area.rows, context)) where rows > 0 {
      let split = rest.splitTop(rows)
      rest = split.rest
      let sides = split.top.splitLeft(left)
      self.panes +=
        panes.count == 2 ? [(panes[0], sides.left), (panes[1], sides.rest)] : panes.map { ($0, split.top) }
    }
  }

  /// The rows of each band; 0 leaves a band out, the last ones first.
  private static func heights(of bands: [[Pane]], in rows: Int, _ context: PaneContext) -> [Int] {
    let wanted = bands.map { $0.map { wantedRows(of: $0, context) }.max() ?? minRows }
    guard context.state.options.preset == .all, bands.count == 4 else {
      return share(rows, minimum: minRows, wanted: Array(wanted.prefix(max(1, rows / minRows))))
    }
    switch rows {
    case ..<8: return [rows, 0, 0, 0]
    case ..<13: return [rows / 2, rows - rows / 2, 0, 0]
    case ..<18: return [5, 5, rows - 10, 0]
    default:
      let limit = [min(wanted[0], rows * 2 / 5), min(wanted[1], 12), min(wanted[2], rows / 2), 6]
      return share(rows, minimum: minRows, wanted: limit)
    }
  }

  /// As many panes as fit, the most important ones, each with at least two lines.
  private mutating func placeInOneColumn(_ area: Rect, _ context: PaneContext) {
    let offered = Self.priority.filter(context.state.options.preset.panes.contains)
    let count = min(offered.count, area.rows / Self.minRows)
    var chosen = Array(offered.prefix(count))
    if !chosen.contains(context.state.focus), let last = chosen.indices.last { chosen[last] = context.state.focus }
    let shown = Pane.overview.filter(chosen.contains)
    let wanted = shown.map { Self.wantedRows(of: $0, context) }
    let parts = Self.share(area.rows, minimum: Self.minRows, wanted: wanted)
    var rest = area
    for (pane, rows) in zip(shown, parts) {
      let part = rest.splitTop(rows)
      panes.append((pane, part.top))
      rest = part.rest
    }
  }

  /// Rows, frame included, in which a pane shows all that it has.
  static func wantedRows(of pane: Pane, _ context: PaneContext) -> Int {
    let board = context.board
    switch pane {
    case .pending: return max(4, board.tasks.count + 3)
    case .running: return max(4, board.running.map(RunningPane.rows).reduce(0, +) + 2)
    case .why: return 9
    case .budgets: return max(5, BudgetsPane.rows(on: board) + 2)
    case .timeline: return TimelineRows.all(context.state).count + 3
    case .log: return 8
    case .task, .findings, .statistics, .compare, .diagnosis: return context.state.size.rows
    }
  }

  /// Distributes rows: each part gets the minimum, then what it wants in turn, and the last one gets the rest.
  static func share(_ rows: Int, minimum: Int, wanted: [Int]) -> [Int] {
    guard !wanted.isEmpty else { return [] }
    var parts = wanted.map { min($0, minimum) }
    var left = rows - parts.reduce(0, +)
    var grew = true
    while left > 0, grew {
      grew = false
      for index in wanted.indices where parts[index] < wanted[index] && left > 0 {
        parts[index] += 1
        left -= 1
        grew = true
      }
    }
    parts[parts.count - 1] += max(0, left)
    return parts
  }
}
