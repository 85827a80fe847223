extension Key: CustomStringConvertible {
  /// The name as help texts show it, such as `l`, `Space`, `Ctrl-Z` or `F2`.
  public var description: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .ctrl(let character): "Ctrl-" + String(character).uppercased()
    case .alt(let character): "Alt-" + (character == " " ? "Space" : String(character))
    case .f(let number): "F\(number)"
    default: Self.named.first { $0.key == self }?.title ?? "?"
    }
  }

  /// The name by which ``init(name:)`` knows the key, such as `l`, `space`, `ctrl-z` or `f2`.
  public var name: String {
    switch self {
    case .character(" "): "space"
    case .character(","): "comma"
    case .character(let character): String(character)
    case .ctrl(" "): "ctrl-space"
    case .ctrl(let character): "ctrl-" + String(character)
    case .alt(" "): "alt-space"
    case .alt(","): "alt-comma"
    case .alt(let character): "alt-" + String(character)
    case .f(let number): "f\(number)"
    default: Self.named.first { $0.key == self }?.names.first ?? "?"
    }
  }

  /// The keys that have names, with the names that are understood (the first is the usual one) and the one in help.
  static let named: [(key: Key, names: [String], title: String)] = [
    (.up, ["up"], "↑"), (.down, ["down"], "↓"), (.left, ["left"], "←"), (.right, ["right"], "→"),
    (.home, ["home"], "Home"), (.end, ["end"], "End"),
    (.pageUp, ["pgup", "pageup", "ppage"], "PgUp"), (.pageDown, ["pgdn", "pagedown", "pgdown", "npage"], "PgDn"),
    (.shiftUp, ["shift-up"], "Shift-↑"), (.shiftDown, ["shift-down"], "Shift-↓"),
    (.shiftLeft, ["shift-left"], "Shift-←"), (.shiftRight, ["shift-right"], "Shift-→"),
    (.ctrlUp, ["ctrl-up"], "Ctrl-↑"), (.ctrlDown, ["ctrl-down"], "Ctrl-↓"),
    (.ctrlLeft, ["ctrl-left"], "Ctrl-←"), (.ctrlRight, ["ctrl-right"], "Ctrl-→"),
    (.tab, ["tab"], "Tab"), (.backTab, ["shift-tab", "backtab", "btab"], "Shift-Tab"),
    (.enter, ["enter", "return"], "Enter"), (.escape, ["esc", "escape"], "Esc"),
    (.backspace, ["backspace", "bspace"], "Backspace"), (.insert, ["insert", "ins"], "Ins"),
    (.delete, ["delete", "del"], "Del"),
    (.character(" "), ["space"], "Space"), (.character(","), ["comma"], ","),
  ]
}
