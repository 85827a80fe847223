extension Canvas {
  /// Draws a box with round corners and answers the rectangle inside.
  ///
  /// The title is in the top edge, on the left, with a piece of edge before and after it. If there is not enough room,
  /// `trailing`, at the right of the same edge, is omitted as a whole first; then the title is truncated with an
  /// ellipsis; then it is omitted as well. A box less than two cells wide or high is not drawn, and there is nothing
  /// inside.
  ///
  /// - Parameters:
  ///   - rect: The outer edge of the box.
  ///   - title: What stands at the left of the top edge.
  ///   - trailing: What stands at its right, if there is room.
  ///   - style: How the edge looks.
  /// - Returns: The cells inside the edge.
  @discardableResult
  public mutating func frame(
    _ rect: Rect, title: [TextRun] = [], trailing: [TextRun] = [], style: Style = Style(.divider)
  ) -> Rect {
    guard rect.columns >= 2, rect.rows >= 2 else { return Rect(at: rect.origin, size: Size(columns: 0, rows: 0)) }
    let right = rect.endColumn - 1
    let bottom = rect.endRow - 1
    let inner = rect.inset(by: 1)
    horizontalLine(at: Point(column: inner.column, row: rect.row), columns: inner.columns, style: style)
    horizontalLine(at: Point(column: inner.column, row: bottom), columns: inner.columns, style: style)
    verticalLine(at: Point(column: rect.column, row: inner.row), rows: inner.rows, style: style)
    verticalLine(at: Point(column: right, row: inner.row), rows: inner.rows, style: style)
    put(symbols[.cornerTopLeft], at: rect.origin, style: style)
    put(symbols[.cornerTopRight], at: Point(column: right, row: rect.row), style: style)
    put(symbols[.cornerBottomLeft], at: Point(column: rect.column, row: bottom), style: style)
    put(symbols[.cornerBottomRight], at: Point(column: right, row: bottom), style: style)
    drawTitle(title, trailing, in: inner, row: rect.row)
    return inner
  }

  /// Titles of a frame; they keep one cell of edge at both ends where there is room for it.
  private mutating func drawTitle(_ title: [TextRun], _ trailing: [TextRun], in inner: Rect, row: Int) {
    let rim = inner.columns > 6 ? 1 : 0
    let room = Rect(column: inner.column, row: row, columns: inner.columns, rows: 1).inset(columns: rim, rows: 0)
    let width = title.width(symbols: symbols)
    let trailingWidth = trailing.width(symbols: symbols)
    if trailingWidth > 0, width + trailingWidth + 2 <= room.columns {
      put(trailing, at: Point(column: room.endColumn - trailingWidth, row: row), within: room)
    }
    // An ellipsis after fewer than two letters conveys nothing.
    guard width <= room.columns || room.columns >= 3 else { return }
    put(title, at: room.origin, within: room, ellipsis: true)
  }
}
