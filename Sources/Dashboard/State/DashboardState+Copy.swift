internal import Screen

extension DashboardState {
  /// The focused pane as text, without its frame and without spaces at the ends of lines.
  var focusText: String {
    let context = PaneContext(self)
    let canvas = draw()
    guard let rect = OverviewLayout(context).panes.first(where: { $0.pane == focus })?.rect else { return "" }
    let inner = rect.inset(by: 1)
    return (inner.row..<max(inner.row, inner.endRow)).map { row in
      var line = ""
      for column in inner.column..<inner.endColumn where !canvas[column: column, row: row].isContinuation {
        line += canvas[column: column, row: row].text
      }
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n") + "\n"
  }
}
