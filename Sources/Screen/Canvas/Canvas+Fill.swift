extension Canvas {
  /// Fills a rectangle with one glyph; one that is not exactly one column wide counts as a space.
  public mutating func fill(_ rect: Rect, _ glyph: String = " ", style: Style) {
    let area = bounds.intersection(rect)
    var cell = Cell(" ", style: style)
    GlyphScanner.scan(glyph, isASCII: symbols.isASCII) { piece in
      if piece.width == 1 { cell = Cell(piece.base, marks: piece.marks, style: style) }
      return false
    }
    guard !area.isEmpty else { return }
    for row in area.row..<area.endRow {
      // Only glyphs that cross an edge leave a half behind.
      set(area.column, row, cell)
      set(area.endColumn - 1, row, cell)
      replace(row, area.column..<area.endColumn, cell)
    }
  }

  /// Changes how the cells of a rectangle look and leaves their glyphs.
  public mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
    let area = bounds.intersection(rect)
    for row in area.row..<area.endRow {
      for column in area.column..<area.endColumn { restyle(column, row, change) }
    }
  }

  /// Sets the background color of the cells of a rectangle.
  public mutating func restyle(_ rect: Rect, background: Paint?) {
    restyle(rect) { $0.background = background }
  }

  /// Marks a rectangle as selected: the background color changes if there is no other, plain text gets the role of
  /// selected text, and states keep their colors.
  public mutating func highlight(_ rect: Rect) {
    restyle(rect) { style in
      if style.background == nil { style.background = .role(.selectedBackground) }
      if style.foreground == .role(.text) { style.foreground = .role(.selected) }
    }
  }

  /// A horizontal line from a cell to the right.
  public mutating func horizontalLine(
    at point: Point, columns: Int, style: Style = Style(.divider), glyph: Glyph = .horizontal
  ) {
    fill(Rect(column: point.column, row: point.row, columns: columns, rows: 1), symbols[glyph], style: style)
  }

  /// A vertical line from a cell downwards.
  public mutating func verticalLine(
    at point: Point, rows: Int, style: Style = Style(.divider), glyph: Glyph = .vertical
  ) {
    fill(Rect(column: point.column, row: point.row, columns: 1, rows: rows), symbols[glyph], style: style)
  }
}
