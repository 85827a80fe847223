/// The panes of the overview, in the order of their numbers.
public enum Pane: Int, CaseIterable, Hashable, Sendable {
  case pending = 1
  case running, why, budgets, timeline, log

  /// The name that `--view` takes.
  public var name: String {
    switch self {
    case .pending: "pending"
    case .running: "running"
    case .why: "why"
    case .budgets: "budgets"
    case .timeline: "timeline"
    case .log: "log"
    }
  }

  public init?(name: String) {
    guard let found = Pane.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
