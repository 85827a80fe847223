internal import Screen
internal import TaskTrace

/// Where everything stands on a screen of a given size: a function of the state alone.
///
/// Any size from nothing upwards has a layout. Panes fall away in the order of ``priority``; no size shows a wall.
struct OverviewLayout: Sendable {
  var header = Rect.empty
  var lamps = Rect.empty
  var caption = Rect.empty
  var panes: [(pane: Pane, rect: Rect)] = []
  var hints = Rect.empty

  /// What stays when there is no room for all.
  private static let priority: [Pane] = [.pending, .why, .timeline, .running, .log, .budgets]
  /// A frame with two lines in it.
  private static let leastRows = 4

  init(_ context: PaneContext) {
    let state = context.state
    var rest = Rect(size: state.size)
    (header, rest) = rest.splitTop(1)
    if rest.rows >= 5 { (rest, hints) = rest.splitBottom(1) }
    if rest.rows >= 6 {
      let lines = rest.rows >= 8 && LampLine.width(context) > rest.columns ? 2 : 1
      (lamps, rest) = rest.splitTop(lines)
    }
    let said = CaptionBanner.lines(context, columns: rest.columns).count
    if said > 0, rest.rows >= 8 + said { (caption, rest) = rest.splitTop(said) }
    guard rest.rows >= 1, rest.columns >= 1 else { return }
    if let pane = state.view.pane {
      panes = [(pane, rest)]
    } else if state.zoomed || state.linear || rest.rows < 2 * Self.leastRows {
      panes = [(state.focus, rest)]
    } else if state.preset != .all, rest.columns >= 76, rest.rows >= 4 * Self.leastRows {
      placeInBands(rest, context)
    } else if rest.columns >= 76 {
      placeInColumns(rest, context)
    } else {
      placeInOneColumn(rest, context)
    }
  }

  /// The bands of the preset, two panes side by side; a pane that is asked for by its key comes in below.
  private mutating func placeInBands(_ area: Rect, _ context: PaneContext) {
    var bands = context.state.preset.bands
    if !context.state.preset.panes.contains(context.state.focus) { bands.insert([context.state.focus], at: 1) }
    let wanted = bands.map { $0.map { Self.wantedRows(of: $0, context) }.max() ?? Self.leastRows }
    let heights = Self.share(area.rows, least: Self.leastRows, wanted: wanted)
    var rest = area
    for (panes, rows) in zip(bands, heights) {
      let split = rest.splitTop(rows)
      rest = split.rest
      guard panes.count == 2 else {
        self.panes += panes.map { ($0, split.top) }
        continue
      }
      let sides = split.top.splitLeft(area.columns * 64 / 100)
      self.panes += [(panes[0], sides.left), (panes[1], sides.rest)]
    }
  }

  /// Two columns above, the timeline and the log below in full width.
  private mutating func placeInColumns(_ area: Rect, _ context: PaneContext) {
    let heights = Heights(rows: area.rows, context)
    let left = area.columns * (area.columns >= 160 ? 58 : 64) / 100
    var rest = area
    var band: Rect
    (band, rest) = rest.splitTop(heights.top)
    let top = band.splitLeft(left)
    panes += [(.pending, top.left), (.running, top.rest)]
    if heights.middle > 0 {
      (band, rest) = rest.splitTop(heights.middle)
      let middle = band.splitLeft(left)
      panes += [(.why, middle.left), (.budgets, middle.rest)]
    }
    if heights.timeline > 0 {
      (band, rest) = rest.splitTop(heights.timeline)
      panes.append((.timeline, band))
    }
    if heights.log > 0 { panes.append((.log, rest)) }
  }

  /// As many panes as have room, the most important ones, each with at least two lines.
  private mutating func placeInOneColumn(_ area: Rect, _ context: PaneContext) {
    let offered = Self.priority.filter(context.state.preset.panes.contains)
    let count = min(offered.count, area.rows / Self.leastRows)
    var chosen = Array(offered.prefix(count))
    if !chosen.contains(context.state.focus), let last = chosen.indices.last { chosen[last] = context.state.focus }
    let shown = Pane.overview.filter(chosen.contains)
    let wanted = shown.map { Self.wantedRows(of: $0, context) }
    let parts = Self.share(area.rows, least: Self.leastRows, wanted: wanted)
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

  /// Shares rows out: everyone gets the least, then what is wanted in turn, and the last one takes what is left over.
  static func share(_ rows: Int, least: Int, wanted: [Int]) -> [Int] {
    guard !wanted.isEmpty else { return [] }
    var parts = wanted.map { min($0, least) }
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

  /// The heights of the bands of the wide layout; 0 leaves a band out.
  private struct Heights {
    var top = 0
    var middle = 0
    var timeline = 0
    var log = 0

    init(rows: Int, _ context: PaneContext) {
      func wanted(_ pane: Pane) -> Int { OverviewLayout.wantedRows(of: pane, context) }
      let top = max(wanted(.pending), wanted(.running))
      let middle = max(wanted(.why), wanted(.budgets))
      switch rows {
      case ..<8: self.top = rows
      case ..<13: (self.top, self.middle) = (rows / 2, rows - rows / 2)
      case ..<18:
        self.top = 5
        self.middle = 5
        timeline = rows - 10
      default:
        let parts = OverviewLayout.share(
          rows, least: 4, wanted: [min(top, rows * 2 / 5), min(middle, 12), min(wanted(.timeline), rows / 2), 6])
        (self.top, self.middle, timeline, log) = (parts[0], parts[1], parts[2], parts[3])
      }
    }
  }
}
