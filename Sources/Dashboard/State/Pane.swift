/// The content of a part of the screen. The first six are on the overview, the others are views of their own.
public enum Pane: Int, CaseIterable, Hashable, Sendable {
  case pending = 1
  case running, why, budgets, timeline, log, task, findings, statistics, compare, diagnosis

  /// The panes of the overview, in the order of Tab.
  static let overview: [Pane] = [.pending, .running, .why, .budgets, .timeline, .log]

  /// The name that `--view` accepts.
  public var name: String { String(describing: self) }

  public init?(name: String) {
    guard let found = Pane.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The key that leads to the pane, shown in its title; nil if there is none.
  var shortcut: Action? {
    switch self {
    case .timeline: .timelineView
    case .log: .logView
    case .why: .why
    case .pending, .running, .budgets, .task, .findings, .statistics, .compare, .diagnosis: nil
    }
  }
}
