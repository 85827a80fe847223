public import Screen
internal import TaskTrace

extension DashboardState {
  /// Takes in something that a person did. The only way in which the state changes, besides time.
  public mutating func reduce(_ input: Input) -> [Effect] {
    switch input {
    case .key(let key):
      guard let action = KeyTable.action(for: key) else {
        toast = help == nil ? Toast(text: "\(key) is not a key here: ? shows all keys.", isRefusal: true) : nil
        return []
      }
      return reduce(action)
    case .mouse(let mouse): return reduce(mouse)
    case .resize(let size):
      self.size = size
      return []
    case .paste, .focus: return []
    }
  }

  /// Carries out an action.
  public mutating func reduce(_ action: Action) -> [Effect] {
    toast = nil
    if help != nil, reduceHelp(action) { return [] }
    if action.isCommand {
      perform(action)
      return []
    }
    switch action {
    case .quit: return [.quit]
    case .redraw: return [.redrawAll]
    case .help: help = HelpState()
    case .close: if zoomed { zoomed = false }
    case .zoom: zoomed.toggle()
    case .zoomIn: timelineSpan = TimelineScale.shorter(than: timelineSpan)
    case .zoomOut: timelineSpan = TimelineScale.longer(than: timelineSpan)
    case .nextPane: movePane(by: 1)
    case .previousPane: movePane(by: -1)
    case .pending: show(.pending)
    case .running: show(.running)
    case .why: show(.why)
    case .budgets: show(.budgets)
    case .timeline: show(.timeline)
    case .log: show(.log)
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -10)
    case .pageDown: move(by: 10)
    case .first: move(by: -1_000_000)
    case .last: move(by: 1_000_000)
    default: reduceTime(action)
    }
    return []
  }

  /// While help is open, keys scroll or close it; answers whether that was all.
  private mutating func reduceHelp(_ action: Action) -> Bool {
    switch action {
    case .up: help?.offset -= 1
    case .down: help?.offset += 1
    case .pageUp: help?.offset -= 10
    case .pageDown: help?.offset += 10
    case .first: help?.offset = 0
    case .last: help?.offset = .max / 2
    case .redraw: return false
    default: help = nil
    }
    let last = HelpOverlay.lastOffset(in: size, self)
    if let offset = help?.offset { help?.offset = min(max(0, offset), last) }
    return true
  }

  private mutating func show(_ pane: Pane) { focus = pane }

  /// Shows one pane on the whole screen.
  public mutating func zoom(_ pane: Pane) { (focus, zoomed) = (pane, true) }

  private mutating func movePane(by step: Int) {
    let panes = Pane.allCases
    guard let index = panes.firstIndex(of: focus) else { return }
    focus = panes[(index + step + panes.count) % panes.count]
  }

  private mutating func move(by step: Int) {
    switch focus {
    case .log: logOffset = max(0, min(logOffset - step, trace.count(through: playhead)))
    case .why where zoomed: whyOffset = max(0, min(whyOffset + step, 1_000))
    case .pending, .running, .why, .budgets, .timeline: moveSelection(by: step)
    }
  }

  private mutating func moveSelection(by step: Int) {
    let tasks = TaskOrder.rows(on: board)
    guard !tasks.isEmpty else { return }
    let index = tasks.firstIndex { $0.task == selection } ?? (step > 0 ? -1 : tasks.count)
    selection = tasks[min(max(0, index + step), tasks.count - 1)].task
    whyOffset = 0
  }

  private mutating func reduce(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelUp: return reduce(.up)
    case .wheelDown: return reduce(.down)
    case .release(.left):
      if help != nil {
        help = nil
        return []
      }
      return click(mouse.point)
    default: return []
    }
  }

  private mutating func click(_ point: Point) -> [Effect] {
    let layout = OverviewLayout(PaneContext(self))
    if layout.hints.contains(point), let action = HintLine.action(at: point, in: layout.hints, self) {
      return reduce(action)
    }
    guard let (pane, rect) = layout.panes.first(where: { $0.rect.contains(point) }) else { return [] }
    focus = pane
    if pane == .pending, let task = PendingPane.task(at: point, in: rect, self) {
      selection = task
      whyOffset = 0
    }
    return []
  }
}
