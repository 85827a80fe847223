extension Canvas {
  /// The rows as text, all as long as the canvas is wide.
  public var lines: [String] {
    (0..<size.rows).map { number in
      var line = ""
      for cell in row(number) { cell.append(to: &line) }
      return line
    }
  }

  /// The whole canvas as text, one line per row, without spaces at the ends of lines.
  public func text() -> String {
    var text = ""
    for number in 0..<size.rows {
      let row = row(number)
      let end = row.lastIndex { !$0.isBlank } ?? row.startIndex - 1
      for cell in row[..<(end + 1)] { cell.append(to: &text) }
      text += "\n"
    }
    return text
  }
}
