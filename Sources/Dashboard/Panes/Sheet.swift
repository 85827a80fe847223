internal import Screen
internal import TaskTrace

/// Lines of text under headings, for views that are read from top to bottom.
struct Sheet {
  private(set) var lines: [[TextRun]] = []

  mutating func heading(_ text: String, role: Role = .highlight, _ rest: [TextRun] = []) {
    if !lines.isEmpty { lines.append([]) }
    lines.append([TextRun(text, Style(role, .bold))] + rest.map { TextRun("  " + $0.text, $0.style) })
  }

  mutating func line(_ runs: TextRun...) { lines.append([TextRun("  ")] + runs) }
  mutating func line(_ runs: [TextRun]) { lines.append([TextRun("  ")] + runs) }

  /// A label in a separate column, and its content.
  mutating func row(_ name: String, _ runs: TextRun..., width: Int = 14) {
    lines.append([TextRun("  " + padded(name, width), Style(.secondary))] + runs)
  }

  /// A sentence in as many lines as necessary, with a short label before the first.
  mutating func sentence(_ label: String, _ text: String, _ style: Style, columns: Int, _ symbols: Symbols) {
    for (index, part) in wrapped(text, to: max(20, columns - 6), symbols: symbols).enumerated() {
      line(TextRun(padded(index == 0 ? label : "", 4), Style(.secondary)), TextRun(part, style))
    }
  }

  /// Says that more events must be examined than one key press allows.
  mutating func gathering(_ context: PaneContext) {
    let count = context.state.trace.count(through: context.state.playhead)
    line(TextRun("Processing \(grouped(count)) events …", Style(.secondary)))
  }

  /// Draws the lines from an offset on, with a sign where more follow; the offset is held inside the sheet.
  func draw(from offset: Int, frame: Rect, in inner: Rect, on canvas: inout Canvas) {
    guard inner.rows > 0 else { return }
    let first = max(0, min(offset, lines.count - inner.rows))
    for (index, runs) in lines[min(first, lines.count)...].prefix(inner.rows).enumerated() {
      let row = inner.line(index)
      canvas.put(runs, at: row.moved(columns: 1).origin, within: row, ellipsis: true)
    }
    let below = lines.count - first - inner.rows
    let signs = [first > 0 ? "▴ \(first)" : "", below > 0 ? "▾ \(below) more" : ""].filter { !$0.isEmpty }
    guard !signs.isEmpty else { return }
    canvas.put(
      " \(signs.joined(separator: "  ")) ", endingAt: frame.endColumn - 1, row: frame.endRow - 1,
      style: Style(.secondary))
  }
}

/// A text cut or filled with spaces to a width.
func padded(_ text: String, _ width: Int) -> String {
  let short = truncated(text, to: width)
  return short + String(repeating: " ", count: max(0, width - textWidth(short)))
}
