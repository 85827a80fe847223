internal import Screen

/// The line that is being typed, and above it what it would do.
enum PromptLine {
  static func draw(_ prompt: Prompt, _ state: DashboardState, in line: Rect, on canvas: inout Canvas) {
    canvas.fill(line, style: .text)
    let sign = TextRun(prompt.kind.sign, Style(.highlight, .bold))
    var column = line.column + canvas.put([sign], at: line.origin, within: line)
    // A long line shows the part around the cursor.
    let room = max(1, line.endColumn - column - 1)
    let characters = prompt.editor.text
    let before = characters.prefix(prompt.editor.cursor)
    var first = 0
    while textWidth(String(before.dropFirst(first)), symbols: state.options.symbols) > room { first += 1 }
    let shown = String(characters.dropFirst(first))
    let cursor = column + textWidth(String(before.dropFirst(first)), symbols: state.options.symbols)
    column += canvas.put(shown, at: Point(column: column, row: line.row), style: .text, within: line)
    canvas.cursor = Point(column: min(cursor, line.endColumn - 1), row: line.row)
    let (text, isFault) = about(prompt, state)
    let left = Rect(column: column + 3, row: line.row, columns: line.endColumn - column - 4, rows: 1)
    guard left.columns >= 8 else { return }
    canvas.put(
      text, at: left.origin, style: Style(isFault ? .warning : .secondary), within: left, ellipsis: true)
  }

  private static func about(_ prompt: Prompt, _ state: DashboardState) -> (String, Bool) {
    switch prompt.kind {
    case .command:
      if let offered = prompt.offered, prompt.offers.count > 1 {
        return ("\(offered + 1) of \(prompt.offers.count); Tab for the next", false)
      }
      return CommandLine(prompt.editor.string).preview(state)
    case .search, .filter:
      let fields = Query.Field.allCases.map { $0.rawValue + ":" }.joined(separator: " ")
      return ("all words must match; \(fields)  ! excludes", false)
    }
  }
}
