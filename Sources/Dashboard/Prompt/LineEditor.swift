public import Screen

/// One line of text that is being typed, with a cursor, and the lines that were typed before.
public struct LineEditor: Hashable, Sendable {
  public private(set) var text: [Character] = []
  /// Characters before the cursor.
  public private(set) var cursor = 0
  /// Earlier lines, the newest last.
  private var history: [String]
  /// How far back the line is that is shown; 0 is the new one.
  private var back = 0
  private var draft: [Character] = []

  /// Longer lines are not accepted.
  private static let limit = 500

  public init(_ text: String = "", history: [String] = []) {
    self.history = history
    set(text)
  }

  public var string: String { String(text) }

  public mutating func set(_ string: String) {
    text = Array(string.prefix(Self.limit))
    cursor = text.count
  }

  /// Inserts pasted text; nonprintable characters become spaces.
  public mutating func insert(_ string: String) {
    for character in string.prefix(Self.limit) {
      let isControl = character.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
      insert(isControl ? " " : character)
    }
  }

  private mutating func insert(_ character: Character) {
    guard text.count < Self.limit else { return }
    text.insert(character, at: cursor)
    cursor += 1
  }

  /// Handles a key of the usual line editing (including Emacs control keys); returns false for other keys.
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(character)
    case .backspace:
      guard cursor > 0 else { return true }
      cursor -= 1
      text.remove(at: cursor)
    case .delete, .ctrl("d"): if cursor < text.count { text.remove(at: cursor) }
    case .left, .ctrl("b"): cursor = max(0, cursor - 1)
    case .right, .ctrl("f"): cursor = min(text.count, cursor + 1)
    case .ctrlLeft, .alt("b"): cursor = wordStart
    case .ctrlRight, .alt("f"): cursor = wordEnd
    case .home, .ctrl("a"): cursor = 0
    case .end, .ctrl("e"): cursor = text.count
    case .ctrl("u"):
      text.removeSubrange(..<cursor)
      cursor = 0
    case .ctrl("k"): text.removeSubrange(cursor...)
    case .ctrl("w"):
      let start = wordStart
      text.removeSubrange(start..<cursor)
      cursor = start
    case .up, .ctrl("p"): recall(back + 1)
    case .down, .ctrl("n"): recall(back - 1)
    default: return false
    }
    return true
  }

  private mutating func recall(_ wanted: Int) {
    guard wanted >= 0, wanted <= history.count else { return }
    if back == 0 { draft = text }
    back = wanted
    set(back == 0 ? String(draft) : history[history.count - back])
  }

  private var wordStart: Int {
    var place = cursor
    while place > 0, text[place - 1] == " " { place -= 1 }
    while place > 0, text[place - 1] != " " { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = cursor
    while place < text.count, text[place] == " " { place += 1 }
    while place < text.count, text[place] != " " { place += 1 }
    return place
  }
}
