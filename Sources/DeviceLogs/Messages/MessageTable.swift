internal import TaskTrace

/// A message by the words that it begins with, and what is made of it.
struct MessagePattern: Sendable {
  var words: StaticString
  /// Whether the words alone tell that a line without a head is such a message.
  var tellsItself: Bool
  /// Whether it is understood and changes nothing.
  var isQuiet = false
  /// Takes the message into the story; false if it turns out to be something else.
  var take: @Sendable (inout Story, Message) -> Bool

  init(
    _ words: StaticString, tellsItself: Bool = true, _ take: @escaping @Sendable (inout Story, Message) -> Bool
  ) {
    (self.words, self.tellsItself, self.take) = (words, tellsItself, take)
  }

  /// A message that is understood and changes nothing.
  static func quiet(_ words: StaticString, tellsItself: Bool = true) -> MessagePattern {
    var pattern = MessagePattern(words, tellsItself: tellsItself) { _, _ in true }
    pattern.isQuiet = true
    return pattern
  }
}

/// All messages that are known, found by their first letter.
struct MessageTable: Sendable {
  static let all = MessageTable(
    SchedulerMessages.table + FrameworkMessages.table + PushMessages.table + AppMessages.table
      + ProcessMessages.table + TransferMessages.table)

  private let patterns: [MessagePattern]
  /// Words and numbers of the patterns by their first letters, which are all that most records need.
  private var byFirst: [[(words: StaticString, number: Int)]]
  /// Which first eight letters may begin a message, one bit for each of their hashes; of shorter patterns, which first
  /// two letters.
  private var beginnings = [UInt64](repeating: 0, count: 1 << 10)
  private var pairs = [UInt64](repeating: 0, count: 1 << 10)

  init(_ patterns: [MessagePattern]) {
    self.patterns = patterns
    byFirst = Array(repeating: [], count: 256)
    for (number, pattern) in patterns.enumerated() {
      let first = pattern.words.withUTF8Buffer { unsafe $0.first ?? 0 }
      byFirst[Int(first)].append((pattern.words, number))
      note(pattern.words)
    }
  }

  private mutating func note(_ words: StaticString) {
    words.withUTF8Buffer { letters in
      if letters.count >= 8 {
        var word: UInt64 = 0
        for index in 0..<8 { word = word << 8 | UInt64(unsafe letters[index]) }
        let bit = Self.hash(word)
        beginnings[bit >> 6] |= 1 << (bit & 63)
      } else if let first = unsafe letters.first {
        for second in letters.count > 1 ? unsafe letters[1]...letters[1] : 0...255 {
          let pair = Int(first) << 8 | Int(second)
          pairs[pair >> 6] |= 1 << (pair & 63)
        }
      }
    }
  }

  private static func hash(_ word: UInt64) -> Int { Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 48) }

  /// Whether a known message may begin at an index; false is sure. Complexity: O(1).
  func mayBegin(_ bytes: Bytes, at index: Int, end: Int) -> Bool {
    guard index + 8 <= end else { return true }
    var word: UInt64 = 0
    for offset in 0..<8 { word = word << 8 | UInt64(bytes[index + offset]) }
    let (bit, pair) = (Self.hash(word), Int(word >> 48))
    return beginnings[bit >> 6] & 1 << (bit & 63) != 0 || pairs[pair >> 6] & 1 << (pair & 63) != 0
  }

  /// The number of the pattern that a message begins with. Complexity: O(patterns of its first letter).
  func number(_ text: Text) -> Int? {
    guard mayBegin(text.bytes, at: text.start, end: text.end), let first = text.first else { return nil }
    for pattern in byFirst[Int(first)] where text.hasPrefix(pattern.words) { return pattern.number }
    return nil
  }

  func pattern(_ text: Text) -> MessagePattern? { number(text).map { patterns[$0] } }

  subscript(_ number: Int) -> MessagePattern { patterns[number] }

  /// Whether a line without a head begins with a message that tells itself, or that names an activity.
  func knows(_ text: Text) -> Bool {
    guard let pattern = pattern(text) else { return false }
    if pattern.tellsItself { return true }
    guard pattern.words.utf8CodeUnitCount > 1 else { return false }
    guard let name = Message.name(text.from(text.start + pattern.words.utf8CodeUnitCount)) else { return false }
    return name.count > 7 && Message.isActivity(name, at: name.end - 6) || text.find("Optimal Score ") != nil
  }
}
