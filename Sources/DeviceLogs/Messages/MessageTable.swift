internal import TaskTrace

/// A message by the words that it begins with, and what is made of it.
struct MessagePattern: Sendable {
  var words: StaticString
  /// Whether the words alone tell that a line without a head is such a message.
  var tellsItself: Bool
  /// Takes the message into the story; false if it turns out to be something else.
  var take: @Sendable (inout Story, Message) -> Bool

  init(
    _ words: StaticString, tellsItself: Bool = true, _ take: @escaping @Sendable (inout Story, Message) -> Bool
  ) {
    (self.words, self.tellsItself, self.take) = (words, tellsItself, take)
  }

  /// A message that is understood and changes nothing.
  static func quiet(_ words: StaticString, tellsItself: Bool = true) -> MessagePattern {
    MessagePattern(words, tellsItself: tellsItself) { _, _ in true }
  }
}

/// All messages that are known, found by their first letter.
struct MessageTable: Sendable {
  static let all = MessageTable(
    SchedulerMessages.table + FrameworkMessages.table + PushMessages.table + AppMessages.table
      + ProcessMessages.table + TransferMessages.table)

  private var byFirst: [[MessagePattern]]
  /// The words alone, which are all that most records need.
  private var words: [[StaticString]]

  init(_ patterns: [MessagePattern]) {
    byFirst = Array(repeating: [], count: 256)
    words = []
    for pattern in patterns {
      let first = pattern.words.withUTF8Buffer { unsafe $0.first ?? 0 }
      byFirst[Int(first)].append(pattern)
    }
    words = byFirst.map { $0.map(\.words) }
  }

  /// The pattern that a message begins with. Complexity: O(patterns of its first letter).
  func pattern(_ text: Text) -> MessagePattern? {
    guard let first = text.first else { return nil }
    let found = words[Int(first)].firstIndex { text.hasPrefix($0) }
    return found.map { byFirst[Int(first)][$0] }
  }

  /// Whether a line without a head begins with a message that tells itself, or that names an activity.
  func knows(_ text: Text) -> Bool {
    guard let pattern = pattern(text) else { return false }
    if pattern.tellsItself { return true }
    guard pattern.words.utf8CodeUnitCount > 1 else { return false }
    guard let name = Message.name(text.from(text.start + pattern.words.utf8CodeUnitCount)) else { return false }
    return name.count > 7 && Message.isActivity(name, at: name.end - 6) || text.find("Optimal Score ") != nil
  }
}
