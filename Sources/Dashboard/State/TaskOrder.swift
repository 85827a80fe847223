internal import TaskTrace

/// The order of the table of tasks.
enum TaskOrder: String, CaseIterable, Hashable, Sendable {
  /// Those that wait or run first, in order of first mention, then the others.
  case activity
  case name, kind, earliest, waiting, score, runs, failures

  var next: TaskOrder {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  /// The rows of the table, as places in the board's list of tasks: filtered, in order; rows that are equal in it stay in
  /// order of first mention.
  func rows(on board: Board, filter: Query?, at instant: Instant) -> [Int] {
    var rows = Array(board.tasks.indices)
    if let filter { rows.removeAll { !filter.matches(board.tasks[$0], on: board, at: instant) } }
    switch self {
    case .activity:
      return rows.filter { Self.isActive(board.tasks[$0]) } + rows.filter { !Self.isActive(board.tasks[$0]) }
    case .name: return rows.sorted { board.tasks[$0].task.rawValue < board.tasks[$1].task.rawValue }
    case .kind: return rows.sorted { board.tasks[$0].kind.word < board.tasks[$1].kind.word }
    case .earliest:
      return sorted(rows, board) { $0.pending.map { ($0.request.earliest ?? $0.submittedAt).microseconds } }
    case .waiting: return sorted(rows, board) { $0.pending.map(\.submittedAt.microseconds) }
    case .score:
      return sorted(rows, board) { record in record.lastScore?.value.score.map { Int64(saturating: -1_000_000 * $0) } }
    case .runs: return sorted(rows, board) { Int64(-$0.counts.launched) }
    case .failures: return sorted(rows, board) { Int64(-($0.counts.failed + $0.counts.expired + $0.counts.killed)) }
    }
  }

  /// Smallest first; rows without a number are last.
  private func sorted(_ rows: [Int], _ board: Board, by number: (TaskRecord) -> Int64?) -> [Int] {
    rows.map { (place: $0, number: number(board.tasks[$0]) ?? .max) }
      .sorted { ($0.number, $0.place) < ($1.number, $1.place) }.map(\.place)
  }

  static func isActive(_ record: TaskRecord) -> Bool { record.pending != nil || record.running != nil }
}

extension DashboardState {
  /// The rows of the table of tasks on a board, as places in its list of tasks.
  func rows(on board: Board) -> [Int] {
    options.order.rows(on: board, filter: selection.filter, at: playhead)
  }
}

/// Short names for tasks: what they all begin with is omitted where two parts remain.
struct ShortNames {
  private let dropped: Int

  init(_ board: Board) {
    let parts = board.tasks.map { $0.task.rawValue.split(separator: ".", omittingEmptySubsequences: false) }
    guard let first = parts.first, parts.count > 1 else {
      dropped = 0
      return
    }
    var common = first.count
    for other in parts {
      let shared = zip(first, other).prefix { $0 == $1 }.count
      common = min(common, shared, max(0, other.count - 2))
    }
    dropped = common
  }

  func callAsFunction(_ task: TaskIdentifier) -> String {
    guard dropped > 0 else { return task.rawValue }
    return task.rawValue.split(separator: ".", omittingEmptySubsequences: false).dropFirst(dropped)
      .joined(separator: ".")
  }
}
