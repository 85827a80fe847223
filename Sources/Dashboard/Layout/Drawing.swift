public import Screen
internal import TaskTrace

/// Draws the screens of one dashboard, each from the one before.
///
/// The key that is pressed most moves the selection. When nothing else has changed, only what the selection decides is
/// drawn again; the result is the same as that of a drawing that starts from nothing.
public struct Drawing: Sendable {
  /// The last screen that was drawn, with what may be different since it was last shown.
  public var canvas = Canvas(size: Size(columns: 0, rows: 0))
  private var last: Frame?
  private var analysis = Analysis()

  public init() {}

  /// A screen and what it was drawn from.
  private struct Frame: Sendable {
    var inputs: FrameInputs
    var selection: TaskIdentifier?
    var layout: OverviewLayout
    var timeline: [TimelineRow]
    var names: ShortNames
    var lamps: LampLine.Written
  }

  /// Whether there is more to find out than a screen waits for: what would let the selected task run.
  public func isOwed(_ state: DashboardState) -> Bool { analysis.isOwed(state) }

  /// Whether that has been begun.
  public func isPondering(_ state: DashboardState) -> Bool { analysis.isPondering(state) }

  /// Goes on with it for some milliseconds; once it is found out, the next screen shows it.
  public mutating func ponder(_ state: DashboardState) { analysis.ponder(state) }

  /// Draws the whole screen. The same state always gives the same cells, except that findings, statistics and what is
  /// compared of a long past may be a little behind while time runs.
  ///
  /// - Returns: ``canvas``.
  @discardableResult
  public mutating func draw(_ state: DashboardState) -> Canvas {
    if canvas.size != state.size || canvas.symbols != state.symbols {
      canvas = Canvas(size: state.size, symbols: state.symbols)
      last = nil
    }
    guard !canvas.bounds.isEmpty else { return canvas }
    let before = last.take()
    let context = context(state, before)
    let inputs = FrameInputs(state, lampsFit: context.lamps.width <= state.size.columns)
    let layout: OverviewLayout
    let timeline: [TimelineRow]
    // Help covers panes that would be drawn over it.
    if let before, before.inputs == inputs, inputs.isPlain {
      layout = before.layout
      timeline = Self.timeline(context, layout)
      Self.drawSelection(context, layout, timeline, before: before, on: &canvas)
    } else {
      layout = OverviewLayout(context)
      timeline = Self.timeline(context, layout)
      (canvas.cursor, canvas.isCursorVisible) = (nil, false)
      canvas.redraw(canvas.bounds) { Self.drawAll(context, layout, on: &$0) }
    }
    last = Frame(
      inputs: inputs, selection: state.selection, layout: layout, timeline: timeline, names: context.names,
      lamps: context.lamps)
    return canvas
  }

  /// What the panes need; names and lamps are those of the screen before, if that shows the same instant.
  private mutating func context(_ state: DashboardState, _ before: Frame?) -> PaneContext {
    let isSameInstant = before?.inputs.revision == state.revision && before?.inputs.playhead == state.playhead
    let context =
      isSameInstant ? PaneContext(state, names: before?.names, lamps: before?.lamps) : PaneContext(state)
    analysis.prepare(context, state)
    return context
  }

  private static func timeline(_ context: PaneContext, _ layout: OverviewLayout) -> [TimelineRow] {
    layout.panes.first { $0.pane == .timeline }.map { TimelinePane.rows(context, in: $0.rect) } ?? []
  }

  private static func drawAll(_ context: PaneContext, _ layout: OverviewLayout, on canvas: inout Canvas) {
    let state = context.state
    HeaderLine.draw(context, in: layout.header, on: &canvas)
    LampLine.draw(context, in: layout.lamps, on: &canvas)
    CaptionBanner.draw(context, in: layout.caption, on: &canvas)
    for (pane, rect) in layout.panes { draw(pane, context, in: rect, on: &canvas) }
    HintLine.draw(state, in: layout.hints, on: &canvas)
    if let toast = state.toast { drawToast(toast, layout, on: &canvas) }
    if let help = state.help { HelpOverlay.draw(help, state, in: canvas.bounds, on: &canvas) }
    if let chooser = state.chooser { ChooserOverlay.draw(chooser, state, in: canvas.bounds, on: &canvas) }
    if let options = state.optionsOpen { OptionsOverlay.draw(options, state, in: canvas.bounds, on: &canvas) }
    if let prompt = state.prompt { PromptLine.draw(prompt, state, in: Self.bottom(layout, canvas), on: &canvas) }
  }

  /// Draws again what the selection decides, over a screen on which all else is as it should be.
  private static func drawSelection(
    _ context: PaneContext, _ layout: OverviewLayout, _ timeline: [TimelineRow], before: Frame,
    on canvas: inout Canvas
  ) {
    if context.lamps.app != before.lamps.app {
      canvas.redraw(layout.lamps) { LampLine.draw(context, in: layout.lamps, on: &$0) }
    }
    for (pane, rect) in layout.panes {
      switch pane {
      case .budgets, .log, .task, .findings, .statistics, .compare, .diagnosis: break
      case .pending: PendingPane.drawSelection(context, before: before.selection, in: rect, on: &canvas)
      case .timeline:
        TimelinePane.drawSelection(
          context, timeline, before: before.timeline, selected: before.selection, in: rect, on: &canvas)
      case .running where !RunningPane.shows([before.selection, context.state.selection], context.board): break
      case .running, .why:
        canvas.redraw(rect) { draw(pane, context, in: rect, on: &$0) }
      }
    }
    // On a screen without a line for hints, it lies over the last pane.
    if let toast = context.state.toast { drawToast(toast, layout, on: &canvas) }
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

  /// The answer to the last key stands where the hints are, or over the last line of a small screen.
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

/// Everything that decides a frame, except the selection and what scrolls with it; so it decides the layout.
private struct FrameInputs: Equatable, Sendable {
  var revision: Int
  var name: String
  var size: Size
  var symbols: Symbols
  var readOnly: Bool
  var following: Bool
  var loading: Int?
  var playhead: Instant
  var playing: Bool
  var speed: Int
  var focus: Pane
  var zoomed: Bool
  var help: DashboardState.HelpState?
  var toast: DashboardState.Toast?
  var logOffset: Int
  var timelineSpan: TimeSpan
  var timelineStart: Instant?
  var preset: Preset
  var look: Look
  /// The lamps tell of the selected app, and a long name may need another line.
  var lampsFit: Bool

  init(_ state: DashboardState, lampsFit: Bool) {
    self.lampsFit = lampsFit
    (revision, name, size, symbols) = (state.revision, state.name, state.size, state.symbols)
    (readOnly, following, loading) = (state.readOnly, state.following, state.loading)
    (playhead, playing, speed) = (state.playhead, state.playing, state.speed)
    (focus, zoomed, help, toast) = (state.focus, state.zoomed, state.help, state.toast)
    (logOffset, timelineSpan, timelineStart) = (state.logOffset, state.timelineSpan, state.timelineStart)
    preset = state.preset
    look = Look(state)
  }

  /// Whether the overview is shown and nothing lies over it, so that the last screen can be used again.
  var isPlain: Bool {
    look.view == .overview && !look.linear && help == nil && look.options == nil && look.prompt == nil
      && look.chooser == nil
      && look.span == nil
  }

  /// What people set less often than they move.
  struct Look: Equatable, Sendable {
    var view: View
    var viewOffset: Int
    var branches: [String]
    var prompt: Prompt?
    var options: OptionsState?
    var chooser: ChooserState?
    var asked: String?
    var filter: Query?
    var order: TaskOrder
    var marked: [TaskIdentifier]
    var pinned: [TaskIdentifier]
    var bookmarks: [Instant]
    var span: DashboardState.Span?
    var conditions: [Watched]
    var linear: Bool
    var closedCaption: Instant?
    var tip: String?

    init(_ state: DashboardState) {
      (view, viewOffset, branches) = (state.view, state.viewOffset, [state.branchName] + state.others.map(\.name))
      (prompt, options, filter, order) = (state.prompt, state.optionsOpen, state.filter, state.order)
      (marked, pinned, bookmarks, span) = (state.marked, state.pinned, state.bookmarks, state.span)
      (conditions, linear, chooser, asked) = (state.conditions, state.linear, state.chooser, state.asked)
      (closedCaption, tip) = (state.closedCaption, state.tip)
    }
  }
}
