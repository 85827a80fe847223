internal import Screen
internal import TaskTrace

/// Where the mouse was pressed.
struct Press: Hashable, Sendable {
  var point: Point
  var hit: Hit
}

extension DashboardState {
  mutating func reduce(_ mouse: Mouse, on hit: Hit) -> [Effect] {
    switch mouse.action {
    case .wheelUp: return wheel(up: true, on: hit)
    case .wheelDown: return wheel(up: false, on: hit)
    case .wheelLeft: return hit.pane == .timeline ? reduce(.panLeft) : []
    case .wheelRight: return hit.pane == .timeline ? reduce(.panRight) : []
    case .press(.left):
      pressed = Press(point: mouse.point, hit: hit)
      if case .instant = hit { timeline.marked = nil }
    case .drag(.left): drag(to: hit)
    case .release(.left):
      defer { pressed = nil }
      // Releasing the button elsewhere cancels the click.
      return pressed?.point == mouse.point ? click(on: hit) : []
    default: break
    }
    return []
  }

  /// The wheel scrolls what is under it; over the timeline it changes the length of time.
  private mutating func wheel(up: Bool, on hit: Hit) -> [Effect] {
    if hit == .overlay { return reduce(.key(up ? .up : .down)) }
    guard let pane = hit.pane else { return [] }
    if pane == .timeline { return reduce(up ? .zoomIn : .zoomOut) }
    if Pane.overview.contains(pane) { focus = pane }
    return reduce(up ? .up : .down)
  }

  /// Marks a span of the timeline.
  private mutating func drag(to hit: Hit) {
    guard case .instant(let from)? = pressed?.hit, case .instant(let to) = hit, to != from else { return }
    timeline.marked = TimelineState.Span(from: from, to: to)
  }

  private mutating func click(on hit: Hit) -> [Effect] {
    switch hit {
    case .overlay: if overlay?.closesOnClick ?? false { overlay = nil }
    case .hint(let action): return reduce(action)
    case .title(let pane) where focus == pane: return reduce(.zoom)
    case .title(let pane), .pane(let pane): focus = pane
    case .task(let task):
      focus = .pending
      select(task)
    case .instant(let instant):
      focus = .timeline
      // The end of a drag is not a click.
      if timeline.marked?.to == nil { go(to: min(instant, edge)) }
    case .nothing: break
    }
    return []
  }
}
