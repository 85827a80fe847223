internal import Screen
internal import TaskTrace

extension DashboardState {
  mutating func reduce(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelUp: return wheel(up: true, at: mouse.point)
    case .wheelDown: return wheel(up: false, at: mouse.point)
    case .wheelLeft: return wheelAside(.panLeft, at: mouse.point)
    case .wheelRight: return wheelAside(.panRight, at: mouse.point)
    case .press(.left): press(mouse.point)
    case .drag(.left): drag(mouse.point)
    case .release(.left): return release(mouse.point)
    default: break
    }
    return []
  }

  /// The wheel scrolls what is under it; over the timeline it changes the length of time.
  private mutating func wheel(up: Bool, at point: Point) -> [Effect] {
    guard help == nil, optionsOpen == nil, prompt == nil else { return reduce(.key(up ? .up : .down)) }
    let layout = OverviewLayout(PaneContext(self))
    guard let (pane, _) = layout.panes.first(where: { $0.rect.contains(point) }) else { return [] }
    if pane == .timeline { return reduce(up ? .zoomIn : .zoomOut) }
    if Pane.overview.contains(pane) { focus = pane }
    return reduce(up ? .up : .down)
  }

  /// The wheel that turns sideways moves the timeline.
  private mutating func wheelAside(_ action: Action, at point: Point) -> [Effect] {
    timelineInstant(at: point) == nil ? [] : reduce(action)
  }

  private func timelineInstant(at point: Point) -> Instant? {
    guard help == nil, optionsOpen == nil else { return nil }
    let layout = OverviewLayout(PaneContext(self))
    guard let rect = layout.panes.first(where: { $0.pane == .timeline })?.rect, rect.contains(point) else { return nil }
    return TimelinePane.instant(at: point, in: rect, self)
  }

  private mutating func press(_ point: Point) {
    pressed = point
    guard let instant = timelineInstant(at: point) else { return }
    (dragged, span) = (instant, nil)
  }

  /// Marks a span of the timeline.
  private mutating func drag(_ point: Point) {
    guard let from = dragged, let to = timelineInstant(at: point), to != from else { return }
    span = Span(from: from, to: to)
  }

  private mutating func release(_ point: Point) -> [Effect] {
    defer { (pressed, dragged) = (nil, nil) }
    // Who lets go elsewhere has thought better of it.
    let isClick = pressed == point
    if help != nil || optionsOpen != nil {
      (help, optionsOpen) = (nil, nil)
      return []
    }
    // The end of a drag is no click.
    if span?.to != nil, dragged != nil { return [] }
    return isClick ? click(point) : []
  }

  private mutating func click(_ point: Point) -> [Effect] {
    let layout = OverviewLayout(PaneContext(self))
    if layout.hints.contains(point), prompt == nil, let action = HintLine.action(at: point, in: layout.hints, self) {
      return reduce(action)
    }
    guard let (pane, rect) = layout.panes.first(where: { $0.rect.contains(point) }) else { return [] }
    let isTitle = point.row == rect.row && view == .overview
    if isTitle, focus == pane { return reduce(.zoom) }
    focus = pane
    if pane == .pending, let task = PendingPane.task(at: point, in: rect, self) { select(task) }
    if pane == .timeline, !isTitle, let instant = TimelinePane.instant(at: point, in: rect, self) {
      go(to: min(instant, edge))
    }
    return []
  }
}
