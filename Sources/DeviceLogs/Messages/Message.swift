internal import TaskTrace

/// A message on its way into the story.
struct Message {
  /// The whole message.
  var text: Text
  /// What follows the words that it was known by.
  var rest: Text
  var process: Text
  var level: Note.Level
  var at: Instant
  /// For dates inside the message.
  var dates: MessageDates

  /// The name of an activity at the beginning of a text: up to its six hexadecimal digits, or one word.
  static func name(_ text: Text) -> Text? {
    var text = text.trimmed
    // `<_DASActivity: "NAME", …>`, as newer clients print an activity.
    if text.hasPrefix("<_DASActivity"), let quoted = text.between("\"", "\"") ?? text.after("\"") { text = quoted }
    if text.first == 0x22 { text.start += 1 }
    var index = text.start
    while let colon = text.find(UInt8(ascii: ":"), from: index), colon - text.start < 512 {
      if isActivity(text, at: colon + 1) { return text.upTo(colon + 7) }
      index = colon + 1
    }
    if text.hasPrefix("<private>") { return text.upTo(text.start + 9) }
    var word = text.upTo(text.start + 512).word
    while let last = word.last, last == 0x2C || last == 0x21 || last == 0x27 || last == 0x22 {
      word = word.upTo(word.end - 1)
    }
    // grep's `--` between its matches, other remnants of a paste, and `<decode: missing data>` are not names.
    return word.first.map { $0.isLetter || $0.isDigit || $0 == 0x5F || $0 >= 0x80 } ?? false ? word : nil
  }

  /// Whether six uppercase hexadecimal digits are at an index and nothing after them continues the number.
  static func isActivity(_ text: Text, at index: Int) -> Bool {
    SourceText.isActivity(text.bytes[0..<text.end], at: index)
  }

  /// The range of a name with its six digits at the beginning of a text; empty if there is none.
  static func nameRange(in text: Text) -> Range<Int> {
    let name = SourceText.nameRange(in: text.bytes[text.start..<text.end])
    return text.start + name.lowerBound..<text.start + name.upperBound
  }

  /// The members of a printed set, `{(⏎    NAME,⏎    NAME⏎)}`, which may be cut.
  ///
  /// A member may be a description that contains commas, such as `<_DASActivity: "NAME", Utility, 60s>`.
  static func members(_ text: Text) -> [Text] {
    guard let inner = text.after("{(") else { return [] }
    let list = inner.before(")}")
    var members: [Text] = []
    var (start, depth) = (list.start, 0)
    for index in list.start..<list.end {
      let byte = list.bytes[index]
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ">"), UInt8(ascii: "]"): depth = max(0, depth - 1)
      // No description extends beyond its line.
      case 0x0A: depth = 0
      default: break
      }
      guard depth == 0, byte == 0x2C || byte == 0x0A else { continue }
      members.append(Text(list.bytes, start, index))
      start = index + 1
    }
    members.append(Text(list.bytes, start, list.end))
    return members.map(\.trimmed).filter { !$0.isEmpty }
  }
}
