internal import TaskTrace

/// A message, recognized by its prefix, and how it is handled.
struct MessagePattern: Sendable {
  var prefix: StaticString
  /// Whether the prefix alone shows that a line without a head is such a message.
  var isSelfExplanatory: Bool
  /// Whether it is understood and changes nothing.
  var isQuiet = false
  /// Adds the message to the story; returns false if it turns out to be something else.
  var handle: @Sendable (inout Story, Message) -> Bool

  init(
    _ prefix: StaticString, isSelfExplanatory: Bool = true, _ handle: @escaping @Sendable (inout Story, Message) -> Bool
  ) {
    (self.prefix, self.isSelfExplanatory, self.handle) = (prefix, isSelfExplanatory, handle)
  }

  /// A message that is understood and changes nothing.
  static func quiet(_ prefix: StaticString, isSelfExplanatory: Bool = true) -> MessagePattern {
    var pattern = MessagePattern(prefix, isSelfExplanatory: isSelfExplanatory) { _, _ in true }
    pattern.isQuiet = true
    return pattern
  }
}

/// All messages that are known, found by their first letter.
struct MessageTable: Sendable {
  static let all = MessageTable(
    SchedulerMessages.table + FrameworkMessages.table + PushMessages.table + AppMessages.table
      + ProcessMessages.table + TransferMessages.table + ConsoleTexts.table)

  private let patterns: [MessagePattern]
  /// Words and numbers of the patterns by their first letters, which are all that most records need.
  private var byFirst: [[(prefix: StaticString, number: Int)]]
  /// Which first eight letters may begin a message, one bit for each of their hashes; of shorter patterns, which first
  /// two letters.
  private var beginnings = [UInt64](repeating: 0, count: 1 << 10)
  private var pairs = [UInt64](repeating: 0, count: 1 << 10)

  init(_ patterns: [MessagePattern]) {
    self.patterns = patterns
    byFirst = Array(repeating: [], count: 256)
    for (number, pattern) in patterns.enumerated() {
      let first = pattern.prefix.withUTF8Buffer { unsafe $0.first ?? 0 }
      byFirst[Int(first)].append((pattern.prefix, number))
      note(pattern.prefix)
    }
  }

  private mutating func note(_ prefix: StaticString) {
    prefix.withUTF8Buffer { letters in
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

  /// Whether a known message may begin at an index; a false result is certain. Complexity: O(1).
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
    for pattern in byFirst[Int(first)] where text.hasPrefix(pattern.prefix) { return pattern.number }
    return nil
  }

  func pattern(_ text: Text) -> MessagePattern? { number(text).map { patterns[$0] } }

  subscript(_ number: Int) -> MessagePattern { patterns[number] }

  /// Whether a line without a head begins with a self-explanatory message, or with one that names an activity.
  func knows(_ text: Text) -> Bool {
    guard let pattern = pattern(text) else { return false }
    if pattern.isSelfExplanatory { return true }
    guard pattern.prefix.utf8CodeUnitCount > 1 else { return false }
    guard let name = Message.name(text.from(text.start + pattern.prefix.utf8CodeUnitCount)) else { return false }
    return name.count > 7 && Message.isActivity(name, at: name.end - 6) || text.find("Optimal Score ") != nil
  }
}
