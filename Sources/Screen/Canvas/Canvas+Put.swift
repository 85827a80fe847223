extension Canvas {
  /// Writes a text on one line and answers how many columns it moved on.
  ///
  /// The text can come from any source: control characters are made visible, invisible characters are removed, what the
  /// terminal cannot show gets a substitute (U+FFFD, or an equivalent or `?` in ASCII), and bidirectional controls are
  /// removed, so that right-to-left text stays in storage order and inside its pane. A wide glyph of which only one
  /// half fits becomes a space.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - point: Where the first glyph goes; may lie outside.
  ///   - style: How it looks.
  ///   - clip: The cells that may be written to; nil for the whole canvas.
  ///   - ellipsis: Whether the last column shows an ellipsis when the text is cut at the right.
  /// - Returns: The columns from `point` to the end of the text, or to the edge where it was cut. A text that starts to
  ///   the right of the edge gives 0.
  /// - Complexity: linear in the columns to the edge, not in the length of the text.
  @discardableResult
  public mutating func put(
    _ text: String, at point: Point, style: Style, within clip: Rect? = nil, ellipsis: Bool = false
  ) -> Int {
    let area = clip.map(bounds.intersection) ?? bounds
    let edge = area.endColumn
    guard !area.isEmpty, point.column < edge else { return 0 }
    let isVisible = point.row >= area.row && point.row < area.endRow
    var column = point.column
    var isCut = false
    GlyphScanner.scan(text, isASCII: symbols.isASCII) { piece in
      let end = column.saturatingAdding(piece.width)
      guard end <= edge else {
        isCut = true
        if isVisible, column < edge { set(column, point.row, Cell(" ", style: style)) }
        return false
      }
      defer { column = end }
      guard isVisible, end > area.column else { return true }
      if column < area.column {
        set(area.column, point.row, Cell(" ", style: style))
      } else {
        set(column, point.row, Cell(piece.base, width: piece.width, marks: piece.marks, style: style))
      }
      return true
    }
    guard isCut else { return column.saturatingSubtracting(point.column) }
    if ellipsis, isVisible, point.column < edge {
      set(edge - 1, point.row, Cell(symbols.scalar(.ellipsis), style: style))
    }
    return edge.saturatingSubtracting(point.column)
  }

  /// Writes runs one after the other, as one text.
  ///
  /// - Returns: The columns that all of them took.
  @discardableResult
  public mutating func put(
    _ runs: [TextRun], at point: Point, within clip: Rect? = nil, ellipsis: Bool = false
  ) -> Int {
    let edge = (clip.map(bounds.intersection) ?? bounds).endColumn
    var place = point
    for (index, run) in runs.enumerated() {
      let isFull = place.column.saturatingAdding(textWidth(run.text, symbols: symbols)) >= edge
      // What follows a run that just fits is cut as well, and then the sign for it is due here.
      let hasMore = isFull && runs[(index + 1)...].contains { !$0.text.isEmpty }
      let text = hasMore ? run.text + " " : run.text
      let columns = put(text, at: place, style: run.style, within: clip, ellipsis: ellipsis)
      place.column = place.column.saturatingAdding(columns)
      if isFull { break }
    }
    return place.column.saturatingSubtracting(point.column)
  }

  /// Writes a text so that it ends before a column, cut with an ellipsis if it would start before the clip.
  ///
  /// - Returns: The columns that it took.
  @discardableResult
  public mutating func put(_ text: String, endingAt column: Int, row: Int, style: Style, within clip: Rect? = nil)
    -> Int
  {
    let area = clip.map(bounds.intersection) ?? bounds
    let end = min(column, area.endColumn)
    let room = end.saturatingSubtracting(area.column)
    let short = truncated(text, to: room, symbols: symbols)
    let columns = textWidth(short, symbols: symbols)
    return put(short, at: Point(column: end.saturatingSubtracting(columns), row: row), style: style, within: clip)
  }
}
