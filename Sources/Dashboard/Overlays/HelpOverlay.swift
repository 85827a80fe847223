internal import Screen

/// All keys with a sentence each, over the panes; made from the key table. Typing searches it, Enter presses a key.
enum HelpOverlay {
  private enum Line {
    case group(String)
    case row(KeyBinding)
    case blank
  }

  /// The rows that match what was typed, in the order of the table.
  static func rows(_ help: HelpState, _ keys: KeyMap) -> [KeyBinding] {
    let words = help.search.string.lowercased().split(separator: " ")
    return keys.bindings.filter { binding in
      let text = ([binding.group.rawValue, binding.hint, binding.help] + binding.keys.map(\.description))
        .joined(separator: " ").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  static func draw(_ help: HelpState, _ state: DashboardState, in bounds: Rect, on canvas: inout Canvas) {
    let box = box(in: bounds)
    canvas.fill(box, style: .text)
    let typed = help.search.string
    let title =
      [TextRun("keys ", Style(.title, .bold))]
      + (typed.isEmpty ? [] : [TextRun("/\(typed) ", Style(.highlight, .bold))])
    let how = typed.isEmpty ? " type to search, Enter runs, Esc closes " : " Enter runs the key, Esc closes "
    let inner = canvas.frame(box, title: title, trailing: [TextRun(how, Style(.secondary))], style: Style(.highlight))
    let rows = rows(help, state.keyMap)
    guard !rows.isEmpty, !inner.isEmpty else {
      canvas.put(
        "No key matches. Backspace deletes a letter.", at: inner.moved(columns: 1).origin,
        style: Style(.secondary),
        within: inner, ellipsis: true)
      canvas.cursor = box.origin
      return
    }
    let lines = lines(rows)
    let chosen = rows[min(max(0, help.row), rows.count - 1)]
    let line = lines.firstIndex { if case .row(chosen) = $0 { true } else { false } } ?? 0
    let offset = max(0, min(line - inner.rows / 2, lines.count - inner.rows))
    for (index, line) in lines.dropFirst(offset).prefix(inner.rows).enumerated() {
      draw(line, chosen, state, in: inner.line(index).inset(columns: inner.columns > 30 ? 1 : 0, rows: 0), on: &canvas)
    }
    let below = lines.count - offset - inner.rows
    if below > 0 {
      canvas.put(" ▾ \(below) more ", endingAt: box.endColumn - 1, row: box.endRow - 1, style: Style(.secondary))
    }
  }

  private static func box(in bounds: Rect) -> Rect {
    let columns = min(bounds.columns, 96)
    let rows = bounds.rows
    return Rect(
      column: (bounds.columns - columns) / 2, row: (bounds.rows - rows) / 2, columns: columns, rows: rows)
  }

  private static func lines(_ rows: [KeyBinding]) -> [Line] {
    var lines: [Line] = []
    for group in KeyBinding.Group.allCases {
      let members = rows.filter { $0.group == group }
      guard !members.isEmpty else { continue }
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(.group(group.rawValue))
      lines += members.map { .row($0) }
    }
    return lines
  }

  private static func draw(
    _ line: Line, _ chosen: KeyBinding, _ state: DashboardState, in row: Rect, on canvas: inout Canvas
  ) {
    switch line {
    case .blank: break
    case .group(let name): canvas.put(name, at: row.origin, style: Style(.highlight, .bold), within: row)
    case .row(let binding):
      let width = row.columns >= 60 ? 14 : 9
      let split = row.splitLeft(width)
      let isChosen = binding == chosen
      if isChosen {
        canvas.put("▸", at: row.origin, style: Style(.highlight, .bold), within: row)
        canvas.cursor = row.origin
      }
      let keys = binding.keys.map(\.hintName).joined(separator: "  ")
      canvas.put(
        keys, at: split.left.moved(columns: 1).origin, style: Style(.title, .bold), within: split.left, ellipsis: true)
      let refusal = state.refusal(of: binding.action)
      canvas.put(
        refusal.map { "off. \($0)" } ?? binding.help, at: split.rest.origin,
        style: Style(refusal != nil ? .inactive : isChosen ? .title : .text), within: split.rest, ellipsis: true)
    }
  }
}

extension DashboardState {
  /// While help is open: letters search it, arrows choose a row, Enter does what its key does.
  mutating func reduce(_ key: Key, in open: HelpState) -> [Effect] {
    var help = open
    let rows = HelpOverlay.rows(help, keyMap)
    switch key {
    case .up: help.row -= 1
    case .down: help.row += 1
    case .pageUp: help.row -= 10
    case .pageDown: help.row += 10
    case .home: help.row = 0
    case .end: help.row = rows.count - 1
    case .escape, "?", .f(1):
      overlay = nil
      return []
    case .enter:
      overlay = nil
      guard rows.indices.contains(help.row) else { return [] }
      let action = rows[help.row].action
      return action == .help ? [] : reduce(action)
    default:
      if help.search.handle(key) { help.row = 0 }
    }
    help.row = min(max(0, help.row), max(0, HelpOverlay.rows(help, keyMap).count - 1))
    overlay = .help(help)
    return []
  }
}
