internal import Screen

/// The last line: the keys that matter most, as many as fit, never cut in the middle.
enum HintLine {
  static func draw(_ state: DashboardState, in line: Rect, on canvas: inout Canvas) {
    guard !line.isEmpty else { return }
    for item in items(in: line, state) {
      let binding = item.binding
      let off = state.refusal(of: binding.action) != nil
      let key = binding.keys.first?.hintName ?? ""
      canvas.put(
        [
          TextRun(" \(key) ", off ? Style(.inactive) : .keyCap),
          TextRun(binding.hint, Style(off ? .inactive : .text)),
        ], at: Point(column: item.column, row: line.row), within: line)
    }
  }

  /// The action of the hint at a place.
  static func action(at point: Point, in line: Rect, _ state: DashboardState) -> Action? {
    items(in: line, state).last { $0.column <= point.column && point.column < $0.column + $0.width }?.binding.action
  }

  private struct Item {
    var binding: KeyBinding
    var column: Int
    var width: Int
  }

  /// The hints of highest rank that fit side by side, in the order of the key table.
  private static func items(in line: Rect, _ state: DashboardState) -> [Item] {
    // Keys that are off yield to those that are on, and stay visible where there is room for them.
    var ranked: [(place: Int, rank: Int)] = []
    for (place, binding) in state.keyMap.bindings.enumerated() {
      guard let rank = binding.rank, !binding.keys.isEmpty else { continue }
      ranked.append((place, rank + (state.refusal(of: binding.action) == nil ? 0 : 100)))
    }
    ranked.sort { $0.rank < $1.rank }
    var room = line.columns
    var chosen: [Int] = []
    for (place, _) in ranked {
      let width = width(state.keyMap.bindings[place], state) + 1
      guard width <= room else { continue }
      room -= width
      chosen.append(place)
    }
    chosen.sort()
    var column = line.column
    return chosen.map { place in
      let item = Item(
        binding: state.keyMap.bindings[place], column: column, width: width(state.keyMap.bindings[place], state))
      column += item.width + 1
      return item
    }
  }

  private static func width(_ binding: KeyBinding, _ state: DashboardState) -> Int {
    textWidth(" \(binding.keys.first?.hintName ?? "") \(binding.hint)", symbols: state.options.symbols)
  }
}

extension Key {
  /// The key in the hint line: short.
  var hintName: String {
    switch self {
    case .character(" "): "space"
    default: description
    }
  }
}
