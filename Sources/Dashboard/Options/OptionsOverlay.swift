internal import Screen

/// The options with their values, over the panes.
enum OptionsOverlay {
  static func draw(_ options: OptionsState, _ state: DashboardState, in bounds: Rect, on canvas: inout Canvas) {
    let keys = Options.Key.allCases
    let columns = min(bounds.columns, 86)
    let rows = min(bounds.rows, keys.count + 4)
    let box = Rect(column: (bounds.columns - columns) / 2, row: (bounds.rows - rows) / 2, columns: columns, rows: rows)
    canvas.fill(box, style: .text)
    let inner = canvas.frame(
      box, title: [TextRun("options ", Style(.title, .bold))],
      trailing: [TextRun(" ← → change, s saves, Esc closes ", Style(.secondary))], style: Style(.highlight))
    let first = max(0, min(options.row - inner.rows / 2, keys.count - inner.rows))
    for (line, key) in keys[first...].prefix(max(0, inner.rows)).enumerated() {
      let row = inner.line(line).inset(columns: 1, rows: 0)
      let isChosen = first + line == options.row
      let name = row.splitLeft(10)
      let value = name.rest.splitLeft(18)
      if isChosen {
        canvas.put("▸", at: inner.line(line).origin, style: Style(.highlight, .bold), within: inner)
        canvas.cursor = row.origin
      }
      canvas.put(key.rawValue, at: name.left.origin, style: Style(isChosen ? .title : .text), within: name.left)
      canvas.put(
        "‹ \(key.value(state.options)) ›", at: value.left.origin, style: Style(.highlight, isChosen ? .bold : []),
        within: value.left, ellipsis: true)
      canvas.put(key.help, at: value.rest.origin, style: Style(.secondary), within: value.rest, ellipsis: true)
    }
  }
}
