internal import Screen
internal import TaskTrace

extension DashboardState {
  /// Scrolls the log by lines, up to its first page and down to its end. Complexity: O(events in between), at most
  /// those of a filtered frame where little matches.
  mutating func scrollLog(by step: Int) {
    let count = trace.count(through: playhead)
    var end = count - scroll.log
    if abs(step) >= Self.farScroll {
      end = step > 0 ? count : 0
    } else {
      let (board, epoch) = (board, trace.header.epoch)
      func isShown(_ index: Int) -> Bool { LogPane.isShown(trace.events[index].event, selection.filter, board, epoch) }
      var (left, looks) = (abs(step), Self.maxFiltered)
      while left > 0, looks > 0, step < 0 ? end > 0 : end < count {
        if step < 0 { end -= 1 }
        if isShown(end) { left -= 1 }
        if step > 0 { end += 1 }
        looks -= 1
      }
      // A filter that matches nothing for long leaves the log where it is.
      if left == abs(step), looks == 0 { return }
    }
    if end < Self.maxFiltered { end = max(end, endOfFirstPage(count)) }
    scroll.log = count - min(count, end)
  }

  /// A step that means the beginning or the end.
  private static let farScroll = 100_000

  /// The event after the last line of the first page: from there no line is missing at the top.
  private func endOfFirstPage(_ count: Int) -> Int {
    let (board, epoch) = (board, trace.header.epoch)
    let rows = rows(in: .log)
    var (index, lines) = (0, 0)
    while index < min(count, Self.maxFiltered), lines < rows {
      if LogPane.isShown(trace.events[index].event, selection.filter, board, epoch) { lines += 1 }
      index += 1
    }
    return index
  }
}
