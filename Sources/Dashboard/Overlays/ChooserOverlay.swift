internal import Diagnosis
internal import Screen

/// The questions that choose an API, and the progress so far.
public struct ChooserState: Hashable, Sendable {
  var chooser = TaskChooser()
  /// The chosen answer, or the lines that the recommendation is scrolled down by.
  var row = 0
}

/// A question with its answers, or the recommendation, over the panes.
enum ChooserOverlay {
  static func draw(_ open: ChooserState, _ state: DashboardState, in bounds: Rect, on canvas: inout Canvas) {
    let columns = min(bounds.columns, 100)
    let sheet = sheet(open, columns: columns - 6, state.options.symbols)
    let rows = min(bounds.rows, open.chooser.question == nil ? bounds.rows : sheet.lines.count + 2)
    let box = Rect(column: (bounds.columns - columns) / 2, row: (bounds.rows - rows) / 2, columns: columns, rows: rows)
    canvas.fill(box, style: .text)
    let how = open.chooser.question == nil ? " y copies, ← back, Esc closes " : " a number answers, ← back, Esc closes "
    let inner = canvas.frame(
      box, title: [TextRun("which API? ", Style(.title, .bold))], trailing: [TextRun(how, Style(.secondary))],
      style: Style(.highlight))
    canvas.cursor = inner.origin
    sheet.draw(from: open.chooser.question == nil ? open.row : 0, frame: box, in: inner, on: &canvas)
  }

  private static func sheet(_ open: ChooserState, columns: Int, _ symbols: Symbols) -> Sheet {
    var sheet = Sheet()
    if let question = open.chooser.question {
      sheet.heading(question.ask)
      for (index, option) in question.options.enumerated() {
        let isChosen = index == open.row
        sheet.line(
          TextRun(isChosen ? "▸ " : "  ", Style(.highlight, .bold)),
          TextRun("\(index + 1)  ", Style(.highlight, .bold)),
          TextRun(option.text, Style(isChosen ? .title : .text)))
      }
      return sheet
    }
    for (index, line) in open.chooser.lines.enumerated() {
      if index == 0 {
        sheet.heading(line)
      } else {
        let indent = String(line.prefix { $0 == " " })
        let parts =
          textWidth(line) <= columns
          ? [line]
          : wrapped(String(line.dropFirst(indent.count)), to: max(20, columns - indent.count), symbols: symbols)
            .map { indent + $0 }
        for part in parts { sheet.line(TextRun(part)) }
      }
    }
    return sheet
  }
}

extension DashboardState {
  /// While questions remain: a number or Enter answers, Backspace undoes an answer.
  mutating func reduce(_ key: Key, in chooser: ChooserState) -> [Effect] {
    var open = chooser
    let count = open.chooser.question?.options.count ?? open.chooser.lines.count
    switch key {
    case .up, "k": open.row -= 1
    case .down, "j": open.row += 1
    case .pageUp: open.row -= 10
    case .pageDown: open.row += 10
    case .home: open.row = 0
    case .end: open.row = count - 1
    case .backspace, .left:
      open.chooser.back()
      open.row = 0
    case .enter, .right: if open.chooser.answer("\(open.row + 1)") { open.row = 0 }
    case .character(let character):
      if character == "y", open.chooser.outcome != nil {
        return [.copy(open.chooser.lines.joined(separator: "\n") + "\n")]
      }
      if open.chooser.answer(String(character)) { open.row = 0 }
    case .escape:
      overlay = nil
      return []
    default: break
    }
    let last = (open.chooser.question?.options.count ?? open.chooser.lines.count) - 1
    open.row = min(max(0, open.row), max(0, last))
    overlay = .chooser(open)
    return []
  }
}
