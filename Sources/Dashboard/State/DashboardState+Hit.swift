internal import Screen
internal import TaskTrace

/// What is at a position on the screen. It is determined before anything changes.
enum Hit: Hashable, Sendable {
  /// An overlay covers everything.
  case overlay
  case hint(Action)
  /// The upper edge of a pane of the overview.
  case title(Pane)
  case task(TaskIdentifier)
  /// An instant on the timeline.
  case instant(Instant)
  /// Something else in a pane.
  case pane(Pane)
  case nothing

  /// The pane that it belongs to.
  var pane: Pane? {
    switch self {
    case .title(let pane), .pane(let pane): pane
    case .task: .pending
    case .instant: .timeline
    case .overlay, .hint, .nothing: nil
    }
  }
}

extension DashboardState {
  /// What a click at a place means.
  func hit(at point: Point) -> Hit {
    guard overlay == nil else { return .overlay }
    let layout = OverviewLayout(PaneContext(self))
    if layout.hints.contains(point) {
      return HintLine.action(at: point, in: layout.hints, self).map { .hint($0) } ?? .nothing
    }
    guard let (pane, rect) = layout.panes.first(where: { $0.rect.contains(point) }) else { return .nothing }
    if point.row == rect.row, view == .overview { return .title(pane) }
    switch pane {
    case .pending: return PendingPane.task(at: point, in: rect, self).map { .task($0) } ?? .pane(pane)
    case .timeline: return TimelinePane.instant(at: point, in: rect, self).map { .instant($0) } ?? .pane(pane)
    default: return .pane(pane)
    }
  }

  /// The lines that a pane has for what it shows.
  func rows(in pane: Pane) -> Int {
    max(0, (OverviewLayout(PaneContext(self)).panes.first { $0.pane == pane }?.rect.rows ?? 0) - 2)
  }
}
