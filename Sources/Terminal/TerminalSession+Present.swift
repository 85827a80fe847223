import CNcurses
public import Screen

extension TerminalSession {
  /// Shows a canvas: sends the cells that are different from what is on the screen, as one write.
  ///
  /// Only the canvas's ``Screen/Canvas/changes`` are read, and cleared once they are shown. Therefore a session can be
  /// given one canvas repeatedly, or new ones, which count as changed completely.
  ///
  /// What is larger than the screen is cut off. The hardware cursor goes to ``Screen/Canvas/cursor``, or to the last
  /// cell if there is none.
  ///
  /// - Parameters:
  ///   - canvas: What to show.
  ///   - theme: The colors of its roles.
  /// - Returns: How many bytes were sent; none if nothing has changed.
  @discardableResult
  public mutating func present(_ canvas: inout Canvas, theme: Theme) -> Int {
    guard !isGone else { return 0 }
    if mustRepaint {
      mustRepaint = false
      bgc_redraw(true)
    }
    painter.paint(canvas, theme: theme)
    canvas.forgetChanges()
    let last = Point(column: size.columns - 1, row: size.rows - 1)
    var cursor = canvas.cursor ?? last
    cursor = Point(column: min(max(0, cursor.column), last.column), row: min(max(0, cursor.row), last.row))
    let isVisible = canvas.cursor != nil && canvas.isCursorVisible
    let sent = bgc_present(Int32(cursor.row), Int32(cursor.column), isVisible, options.synchronized)
    if sent < 0 { isGone = true }
    return max(0, sent)
  }
}
