internal import TaskTrace

/// What is counted while a log is read.
struct Tally {
  var lines = 0
  var records = 0
  /// Records by style, in the order of ``RecordStyle``.
  var styles = [Int](repeating: 0, count: RecordStyle.allCases.count)
  /// Scorings, by the raw values of their decisions.
  var decisions = [Int](repeating: 0, count: 256)
  /// Records of processes that do not log about background work.
  var others = 0
  var notUnderstood = 0
  /// Bare messages behind a time that could not be read.
  var unreadTimes = 0
  var firstNotUnderstood: [LogSummary.Line] = []

  static let maxLines = 20
}
