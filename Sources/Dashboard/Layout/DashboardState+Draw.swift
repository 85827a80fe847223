internal import Diagnosis
public import Screen
internal import TaskTrace

extension DashboardState {
  /// Draws the whole screen. The same state always gives the same cells.
  public func draw() -> Canvas {
    var canvas = Canvas(size: size, symbols: symbols)
    guard !size.isEmpty else { return canvas }
    let context = PaneContext(self)
    let layout = OverviewLayout(context)
    HeaderLine.draw(context, in: layout.header, on: &canvas)
    LampLine.draw(context, in: layout.lamps, on: &canvas)
    for (pane, rect) in layout.panes { draw(pane, context, in: rect, on: &canvas) }
    HintLine.draw(self, in: layout.hints, on: &canvas)
    if let toast { drawToast(toast, layout, on: &canvas) }
    if let help { HelpOverlay.draw(help, self, in: canvas.bounds, on: &canvas) }
    return canvas
  }

  private func draw(_ pane: Pane, _ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    switch pane {
    case .pending: PendingPane.draw(context, in: rect, on: &canvas)
    case .running: RunningPane.draw(context, in: rect, on: &canvas)
    case .why: WhyPane.draw(context, in: rect, on: &canvas)
    case .budgets: BudgetsPane.draw(context, in: rect, on: &canvas)
    case .timeline: TimelinePane.draw(context, in: rect, on: &canvas)
    case .log: LogPane.draw(context, in: rect, on: &canvas)
    }
  }

  /// The answer to the last key stands where the hints are, or over the last line of a small screen.
  private func drawToast(_ toast: Toast, _ layout: OverviewLayout, on canvas: inout Canvas) {
    let line = layout.hints.isEmpty ? canvas.bounds.splitBottom(1).bottom : layout.hints
    canvas.fill(line, style: .text)
    let sign = toast.isRefusal ? "✗ " : "✓ "
    let role: Role = toast.isRefusal ? .warning : .good
    canvas.put(
      [TextRun(" " + sign, Style(role, .bold)), TextRun(toast.text, Style(role))], at: line.origin, within: line,
      ellipsis: true)
  }
}

/// What every pane needs: computed once a frame.
struct PaneContext {
  var state: DashboardState
  var board: Board
  var epoch: Epoch
  var names: ShortNames
  var explanation: Explanation?

  init(_ state: DashboardState) {
    self.state = state
    board = state.board
    epoch = state.trace.header.epoch
    names = ShortNames(board)
    explanation = state.selection.map { [board, epoch] in
      Explanation($0, on: board, at: state.playhead, epoch: epoch)
    }
  }

  /// Whether the events come from a device's log, which knows less than a simulation does.
  var isDeviceLog: Bool { if case .deviceLog = state.trace.header.source { true } else { false } }

  /// Draws the frame of a pane, with its number and title, and answers the inside.
  func frame(
    _ pane: Pane, _ title: String, _ rest: [TextRun] = [], trailing: [TextRun] = [], in rect: Rect,
    on canvas: inout Canvas
  ) -> Rect {
    let focused = state.focus == pane
    let style = Style(focused ? pane.role : .divider)
    let runs = [
      TextRun("\(pane.rawValue) ", Style(.highlight, .bold)), TextRun(title, Style(.title, .bold)),
    ]
    let inner = canvas.frame(
      rect, title: runs + rest.map { TextRun(" " + $0.text, $0.style) } + [TextRun(" ", .text)], trailing: trailing,
      style: style)
    if focused { canvas.cursor = inner.isEmpty ? rect.origin : inner.origin }
    return inner
  }
}

extension Pane {
  /// The role of the pane's frame when it has the focus.
  var role: Role {
    switch self {
    case .pending: .boxPending
    case .running: .boxRunning
    case .why: .boxWhy
    case .budgets: .boxBudgets
    case .timeline: .boxTimeline
    case .log: .boxLog
    }
  }
}
