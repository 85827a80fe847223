/// What fills the screen between the lamps and the hints, in the order of the number keys.
public enum View: Int, CaseIterable, Hashable, Sendable {
  case overview = 1
  case timeline, task, log, findings, statistics, compare, diagnosis

  /// The name that `--view` and `:view` take.
  public var name: String { String(describing: self) }

  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The one pane of a view; nil for the overview, which has six.
  var pane: Pane? {
    switch self {
    case .overview: nil
    case .timeline: .timeline
    case .task: .task
    case .log: .log
    case .findings: .findings
    case .statistics: .statistics
    case .compare: .compare
    case .diagnosis: .diagnosis
    }
  }
}
