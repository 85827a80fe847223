public import Screen
internal import TaskTrace

/// Draws the screens of one dashboard, and keeps the results of long computations between them.
public struct Drawing: Sendable {
  /// The last screen that was drawn, with what may be different since it was last shown.
  public var canvas = Canvas(size: Size(columns: 0, rows: 0))
  private var analysis = Analysis()

  public init() {}

  /// Whether a computation is pending that takes longer than a screen can wait: what would let the selected task run.
  public func hasPendingWork(_ state: DashboardState) -> Bool { analysis.hasPendingWork(state) }

  /// Whether that has been begun.
  public func isWorking(_ state: DashboardState) -> Bool { analysis.isWorking(state) }

  /// Continues it for some milliseconds; the next screen shows the result when it is complete.
  public mutating func continueWork(_ state: DashboardState) { analysis.continueWork(state) }

  /// Draws the whole screen. The same state always gives the same cells, except that findings, statistics, and
  /// comparisons of a long past may lag slightly while time advances.
  ///
  /// - Returns: ``canvas``.
  @discardableResult
  public mutating func draw(_ state: DashboardState) -> Canvas {
    if canvas.size != state.size || canvas.symbols != state.options.symbols {
      canvas = Canvas(size: state.size, symbols: state.options.symbols)
    }
    guard !canvas.bounds.isEmpty else { return canvas }
    let context = PaneContext(state)
    analysis.prepare(context, state)
    let layout = OverviewLayout(context)
    (canvas.cursor, canvas.isCursorVisible) = (nil, false)
    canvas.redraw(canvas.bounds) { Self.drawAll(context, layout, on: &$0) }
    return canvas
  }

  private static func drawAll(_ context: PaneContext, _ layout: OverviewLayout, on canvas: inout Canvas) {
    let state = context.state
    HeaderLine.draw(context, in: layout.header, on: &canvas)
    StatusLine.draw(context, in: layout.indicators, on: &canvas)
    CaptionBanner.draw(context, in: layout.caption, on: &canvas)
    for (pane, rect) in layout.panes { draw(pane, context, in: rect, on: &canvas) }
    HintLine.draw(state, in: layout.hints, on: &canvas)
    if let toast = state.toast { drawToast(toast, layout, on: &canvas) }
    switch state.overlay {
    case .help(let help): HelpOverlay.draw(help, state, in: canvas.bounds, on: &canvas)
    case .chooser(let chooser): ChooserOverlay.draw(chooser, state, in: canvas.bounds, on: &canvas)
    case .options(let options): OptionsOverlay.draw(options, state, in: canvas.bounds, on: &canvas)
    case .prompt(let prompt): PromptLine.draw(prompt, state, in: bottom(layout, canvas), on: &canvas)
    case nil: break
    }
  }

  private static func draw(_ pane: Pane, _ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    switch pane {
    case .pending: PendingPane.draw(context, in: rect, on: &canvas)
    case .running: RunningPane.draw(context, in: rect, on: &canvas)
    case .why: WhyPane.draw(context, in: rect, on: &canvas)
    case .budgets: BudgetsPane.draw(context, in: rect, on: &canvas)
    case .timeline: TimelinePane.draw(context, in: rect, on: &canvas)
    case .log: LogPane.draw(context, in: rect, on: &canvas)
    case .task: TaskPane.draw(context, in: rect, on: &canvas)
    case .findings: FindingsPane.draw(context, in: rect, on: &canvas)
    case .statistics: StatisticsPane.draw(context, in: rect, on: &canvas)
    case .compare: ComparePane.draw(context, in: rect, on: &canvas)
    case .diagnosis: DiagnosisPane.draw(context, in: rect, on: &canvas)
    }
  }

  /// The line of the hints, or the last one of a screen without hints.
  private static func bottom(_ layout: OverviewLayout, _ canvas: Canvas) -> Rect {
    layout.hints.isEmpty ? canvas.bounds.splitBottom(1).bottom : layout.hints
  }

  /// The response to the last key replaces the hints, or the last line of a small screen.
  private static func drawToast(_ toast: DashboardState.Toast, _ layout: OverviewLayout, on canvas: inout Canvas) {
    let line = bottom(layout, canvas)
    canvas.fill(line, style: .text)
    let sign = toast.isRefusal ? "✗ " : "✓ "
    let role: Role = toast.isRefusal ? .warning : .good
    canvas.put(
      [TextRun(" " + sign, Style(role, .bold)), TextRun(toast.text, Style(role))], at: line.origin, within: line,
      ellipsis: true)
  }
}
