/// Which panes of the overview are on the screen, and in which bands: one arrangement for each kind of question.
enum Preset: String, CaseIterable, Hashable, Sendable {
  /// Six panes.
  case all
  /// Why does it not run: tasks, explanation, timeline.
  case waiting
  /// Running tasks, and their remaining time: for continued tasks, and for a demonstration.
  case running
  /// What happened: timeline and log.
  case history

  /// What `:layout` and the toast say of it.
  var help: String {
    switch self {
    case .all: "six panes"
    case .waiting: "tasks, why, timeline"
    case .running: "tasks, runs, budgets, timeline"
    case .history: "tasks, timeline, log"
    }
  }

  /// From the top; two panes are side by side. The last band gets the remaining rows.
  var bands: [[Pane]] {
    switch self {
    case .all: [[.pending, .running], [.why, .budgets], [.timeline], [.log]]
    case .waiting: [[.pending], [.why], [.timeline]]
    case .running: [[.running, .budgets], [.pending], [.timeline]]
    case .history: [[.pending], [.timeline], [.log]]
    }
  }

  var panes: [Pane] { bands.flatMap(\.self) }

  var next: Preset {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
