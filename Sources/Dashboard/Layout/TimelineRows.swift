internal import TaskTrace

/// The rows of the timeline, and which of them are shown if there is no room for all.
enum TimelineRow: Hashable, Sendable {
  case app(String)
  case deviceUse, charger, battery, thermal, lowPower, network
  case task(TaskIdentifier)
  case pushes
  case budget(String)
  /// The selected task's score against its threshold.
  case score(TaskIdentifier)
  case transfer(bundle: String, name: String)
  case reports
}

enum TimelineRows {
  /// All rows that have something to show, in display order.
  static func all(_ state: DashboardState) -> [TimelineRow] {
    let lanes = state.trace.lanes
    var rows: [TimelineRow] = state.selection.pinned.filter { lanes.task($0) != nil }.map { .task($0) }
    rows += lanes.apps.map { .app($0.bundle) }
    if !lanes.deviceUse.isEmpty { rows.append(.deviceUse) }
    if !lanes.charger.isEmpty { rows.append(.charger) }
    if !lanes.battery.isEmpty { rows.append(.battery) }
    if !lanes.thermal.isEmpty { rows.append(.thermal) }
    if !lanes.lowPower.isEmpty { rows.append(.lowPower) }
    if !lanes.network.isEmpty { rows.append(.network) }
    for lane in lanes.tasks where !state.selection.pinned.contains(lane.task) {
      rows.append(.task(lane.task))
      if lane.task == state.selection.task, state.view == .timeline, !lane.ratios.isEmpty {
        rows.append(.score(lane.task))
      }
    }
    rows += lanes.transfers.map { .transfer(bundle: $0.bundle, name: $0.name) }
    if !lanes.pushes.isEmpty { rows.append(.pushes) }
    if state.view == .timeline { rows += lanes.budgets.map { .budget($0.name) } }
    if !lanes.reports.isEmpty { rows.append(.reports) }
    return rows
  }

  /// The rows that fit, the selected task first in importance, in the order of ``all(_:)``.
  static func fitting(_ count: Int, _ state: DashboardState, _ board: Board) -> [TimelineRow] {
    let rows = all(state)
    guard rows.count > count else { return rows }
    let bundle = state.selection.task.flatMap { board.task($0)?.bundle }
    let ranked = rows.enumerated().map { (rank: rank($0.element, state, board, bundle), index: $0.offset) }
    let kept = Set(ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.prefix(max(0, count)).map(\.index))
    return rows.enumerated().filter { kept.contains($0.offset) }.map(\.element)
  }

  private static func rank(_ row: TimelineRow, _ state: DashboardState, _ board: Board, _ bundle: String?) -> Int {
    switch row {
    case .task(let task) where task == state.selection.task || state.selection.pinned.contains(task): 0
    case .task(let task): board.task(task).map(TaskOrder.isActive) == true ? 1 : 4
    case .charger: 2
    case .app(let other): other == bundle ? 2 : 5
    case .thermal: 3
    case .battery, .deviceUse: 4
    case .lowPower, .pushes: 5
    case .score: 2
    case .transfer, .reports: 5
    case .network, .budget: 6
    }
  }
}
