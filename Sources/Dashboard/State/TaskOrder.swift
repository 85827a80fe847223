internal import TaskTrace

/// The order of the table of tasks: those that wait or run first, in order of first mention, then the others.
enum TaskOrder {
  static func rows(on board: Board) -> [TaskRecord] {
    board.tasks.filter(isActive) + board.tasks.filter { !isActive($0) }
  }

  static func isActive(_ record: TaskRecord) -> Bool { record.pending != nil || record.running != nil }
}

/// Short names for tasks: what they all begin with is left out where two parts remain.
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
