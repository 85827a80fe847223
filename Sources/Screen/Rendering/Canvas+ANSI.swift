extension Canvas {
  /// The canvas as lines of text with control sequences for colors, for printing or saving.
  ///
  /// Every line ends with a reset and a line feed, so that single lines can be extracted. Only colors and attributes
  /// are set; trailing blanks are kept only if they have a background.
  public func ansi(theme: Theme, depth: ColorDepth) -> String {
    var sequences: [Style: String] = [:]
    var text = ""
    for number in 0..<size.rows {
      var last: String?
      for cell in visiblePart(of: number, theme: theme, depth: depth) where !cell.isContinuation {
        let sequence: String
        if let known = sequences[cell.style] {
          sequence = known
        } else {
          sequence = SGR.sequence(for: theme.appearance(of: cell.style, depth: depth))
          sequences[cell.style] = sequence
        }
        if sequence != last {
          text += sequence
          last = sequence
        }
        cell.append(to: &text)
      }
      text += last == nil ? "\n" : "\u{1B}[0m\n"
    }
    return text
  }

  /// A row up to the last cell that differs from the terminal's blank background.
  private func visiblePart(of number: Int, theme: Theme, depth: ColorDepth) -> ArraySlice<Cell> {
    let row = row(number)
    let end = row.lastIndex { cell in
      guard cell.isBlank else { return true }
      if depth == .none {
        return !Theme.attributesWithoutColor(of: cell.style).isDisjoint(with: [.reverse, .underline])
      }
      return theme.background(of: cell.style) != nil
        || !cell.style.attributes.isDisjoint(with: [.reverse, .underline])
    }
    return row[..<(end.map { $0 + 1 } ?? row.startIndex)]
  }
}
