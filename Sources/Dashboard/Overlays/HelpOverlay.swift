internal import Screen

/// All keys with a sentence each, over the panes; made from the key table.
enum HelpOverlay {
  private enum Line {
    case group(String)
    case row(keys: String, sentence: String, refusal: String?)
    case blank
  }

  static func draw(_ help: DashboardState.HelpState, _ state: DashboardState, in bounds: Rect, on canvas: inout Canvas)
  {
    let box = box(in: bounds)
    canvas.fill(box, style: .text)
    let close = [TextRun(" Esc closes, ↑ ↓ scroll ", Style(.secondary))]
    let inner = canvas.frame(
      box, title: [TextRun("keys ", Style(.title, .bold))], trailing: close, style: Style(.highlight))
    let lines = lines(state)
    for (index, line) in lines.dropFirst(help.offset).prefix(max(0, inner.rows)).enumerated() {
      draw(line, in: inner.line(index).inset(columns: inner.columns > 30 ? 1 : 0, rows: 0), on: &canvas)
    }
    let below = lines.count - help.offset - inner.rows
    if below > 0, inner.rows > 0 {
      canvas.put(" ▾ \(below) more ", endingAt: box.endColumn - 1, row: box.endRow - 1, style: Style(.secondary))
    }
    canvas.cursor = inner.isEmpty ? box.origin : inner.origin
  }

  /// The last line that help can be scrolled to.
  static func lastOffset(in size: Size, _ state: DashboardState) -> Int {
    max(0, lines(state).count - max(1, box(in: Rect(size: size)).rows - 2))
  }

  private static func box(in bounds: Rect) -> Rect {
    let columns = min(bounds.columns, 96)
    let rows = min(bounds.rows, 60)
    return Rect(
      column: (bounds.columns - columns) / 2, row: (bounds.rows - rows) / 2, columns: columns, rows: rows)
  }

  private static func lines(_ state: DashboardState) -> [Line] {
    var lines: [Line] = []
    for group in KeyBinding.Group.allCases {
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(.group(group.rawValue))
      for binding in KeyTable.bindings where binding.group == group {
        let keys = binding.keys.map(\.hintName).joined(separator: "  ")
        lines.append(.row(keys: keys, sentence: binding.help, refusal: state.refusal(of: binding.action)))
      }
    }
    return lines
  }

  private static func draw(_ line: Line, in row: Rect, on canvas: inout Canvas) {
    switch line {
    case .blank: break
    case .group(let name): canvas.put(name, at: row.origin, style: Style(.highlight, .bold), within: row)
    case .row(let keys, let sentence, let refusal):
      let width = row.columns >= 60 ? 14 : 9
      let split = row.splitLeft(width)
      canvas.put(
        keys, at: split.left.moved(columns: 1).origin, style: Style(.title, .bold), within: split.left, ellipsis: true)
      let text = refusal.map { "off. \($0)" } ?? sentence
      canvas.put(
        text, at: split.rest.origin, style: Style(refusal == nil ? .text : .inactive), within: split.rest,
        ellipsis: true)
    }
  }
}
