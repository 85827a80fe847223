internal import Screen
internal import TaskTrace

/// A scenario's caption for the present moment: a banner below the status line, until the next one or until Escape
/// closes it.
enum CaptionBanner {
  /// Most lines of text.
  private static let limit = 4

  /// The text at the playhead, wrapped; empty if there is no caption.
  static func lines(_ context: PaneContext, columns: Int) -> [String] {
    guard columns >= 24 else { return [] }
    let caption = context.board.caption.flatMap { $0.at == context.state.closedCaption ? nil : $0.value }
    guard let text = context.state.tip ?? caption else { return [] }
    let lines = wrapped(text, to: columns - 6, symbols: context.state.options.symbols)
    return lines.count <= limit ? lines : Array(lines.prefix(limit - 1)) + [lines[limit - 1] + " …"]
  }

  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    guard !rect.isEmpty else { return }
    for (index, text) in lines(context, columns: rect.columns).enumerated() {
      let row = rect.line(index)
      canvas.put("▌", at: row.moved(columns: 1).origin, style: Style(.now, .bold), within: row)
      canvas.put(text, at: row.moved(columns: 3).origin, style: Style(.title), within: row, ellipsis: true)
    }
    guard context.state.awaitsReader else { return }
    let last = rect.line(rect.rows - 1)
    canvas.put(
      " space goes on ", endingAt: last.endColumn - 1, row: last.row, style: .badge(.badgePaused), within: last)
  }
}

/// A text in lines of at most some columns, broken at spaces.
func wrapped(_ text: String, to columns: Int, symbols: Symbols) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    let longer = line.isEmpty ? String(word) : line + " " + word
    if textWidth(longer, symbols: symbols) <= columns || line.isEmpty {
      line = longer
    } else {
      lines.append(line)
      line = String(word)
    }
  }
  return line.isEmpty ? lines : lines + [line]
}
