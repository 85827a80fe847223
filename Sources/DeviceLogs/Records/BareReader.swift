internal import TaskTrace

/// Finds messages without a head: copied from a table of a log viewer, printed by an app, or quoted.
enum BareReader {
  /// The head of a bare message, or nil if the line is the continuation of a record. Complexity: O(line).
  static func head(in bytes: Bytes, from start: Int, to end: Int) -> RecordHead? {
    let text = Text(bytes, start, end).trimmed
    guard let first = text.first else { return nil }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ","):
      return nil
    default: break
    }
    if text.count > 1 << 12 { return nil }
    if let message = message(in: text) {
      var head = RecordHead(.bare, .unknown, message: message)
      if message > text.start {
        head.process = process(before: message, in: text)
        head.hasUnreadTime = holdsTime(text.upTo(message)) || holdsUptime(text.upTo(message))
      }
      return head
    }
    guard text.find("BGTaskSchedulerErrorDomain") != nil || text.find("<RBSTerminateContext|") != nil else {
      return nil
    }
    var head = RecordHead(.bare, .unknown, message: text.start)
    head.hasUnreadTime = first.isDigit && holdsTime(text.upTo(text.start + 48))
    return head
  }

  /// Where a known message begins: at the start of the line, or behind a few words or a label.
  static func message(in text: Text, limit: Int? = nil) -> Int? {
    var index = text.start
    // A line that begins with a number may have many columns: that its time is not known must be noticed.
    let limit = limit ?? (text.first.map { $0.isDigit || $0 == UInt8(ascii: "<") } ?? false ? 10 : 5)
    for _ in 0..<limit {
      if begins(text.from(index)) { return index }
      var next = index
      while next < text.end, !text.bytes[next].isBlank { next += 1 }
      while next < text.end, text.bytes[next].isBlank { next += 1 }
      guard next < text.end else { return nil }
      index = next
    }
    return nil
  }

  /// Whether a text begins with a message that is known. Complexity: O(patterns of its first letter).
  static func begins(_ text: Text) -> Bool {
    if MessageTable.all.knows(text) || isQuotedName(text) || isOfApp(text) { return true }
    guard let colon = Story.blockStart(text, name: Message.nameRange(in: text)) else { return false }
    // A name is one word: what a table or a sentence puts before it is none of it.
    return (text.start..<colon).allSatisfy { index in
      switch text.bytes[index] {
      case 0x20, 0x09, 0x22, 0x2C, 0x3B, 0x7C: false
      default: true
      }
    }
  }

  /// `'NAME:BB0E3B' CurrentScore: …`
  private static func isQuotedName(_ text: Text) -> Bool {
    let quotes: [StaticString] = ["'", "\u{2018}", "\u{2019}"]
    guard let open = quotes.first(where: { text.hasPrefix($0) }),
      let (_, tail) = text.from(text.start + open.utf8CodeUnitCount).quoted
    else { return false }
    return tail.hasPrefix("CurrentScore: ") || tail.hasPrefix("has compatibility score")
  }

  /// `[application<com.example.app>:432] Suspending task.`, `[com.example.app] Request DUET delivers …`
  private static func isOfApp(_ text: Text) -> Bool {
    guard text.first == UInt8(ascii: "["), let close = text.find("] ") else { return false }
    let rest = text.from(close + 2)
    return appReports.contains { rest.hasPrefix($0) }
  }

  private static let appReports: [StaticString] = [
    "Suspending task", "termination reported by launchd", "Request DUET delivers content-available",
    "Passing content-avail",
  ]

  /// Whether the text before a message contains a time of day.
  private static func holdsTime(_ text: Text) -> Bool {
    var index = text.start
    while let colon = text.find(0x3A, from: index) {
      let isTime =
        colon > text.start && colon + 2 < text.end && text.bytes[colon - 1].isDigit && text.bytes[colon + 1].isDigit
        && text.bytes[colon + 2].isDigit
      if isTime { return true }
      index = colon + 1
    }
    return false
  }

  /// Whether the text before a message begins with seconds since the boot: `[12345.678901] dasd[120]: `.
  private static func holdsUptime(_ text: Text) -> Bool {
    var text = text.trimmed
    while let mark = text.first, mark == UInt8(ascii: ">") || mark == UInt8(ascii: "|") || mark == UInt8(ascii: "*") {
      text = text.from(text.start + 1).trimmed
    }
    if text.first == UInt8(ascii: "[") || text.first == UInt8(ascii: "(") { text = text.from(text.start + 1).trimmed }
    var (digits, index) = (0, text.start)
    while index < text.end, text.bytes[index].isDigit { index += 1 }
    guard index > text.start, index < text.end, text.bytes[index] == 0x2E else { return false }
    index += 1
    while index < text.end, text.bytes[index].isDigit { (digits, index) = (digits + 1, index + 1) }
    return digits >= 3
  }

  /// Whether a line ends with a time of day, with or without a date before it: some put the time behind the message.
  static func endsWithTime(_ text: Text) -> Bool {
    var end = text.end
    if let last = text.last, last == UInt8(ascii: ")") || last == UInt8(ascii: "]") { end -= 1 }
    var index = end
    while index > text.start, text.bytes[index - 1].isDigit { index -= 1 }
    if index > text.start, end > index, text.bytes[index - 1] == 0x2E || text.bytes[index - 1] == 0x2C {
      end = index - 1
    }
    guard end - 9 > text.start else { return false }
    let start = end - 8
    return !text.bytes[start - 1].isDigit && !text.bytes[start - 1].isLetter
      && TimeReader.clock(text.bytes, at: start, end: end).map { $0.index == end } ?? false
  }

  /// The word before the label or the message, if it looks like a process name.
  private static func process(before message: Int, in text: Text) -> Range<Int> {
    let word = text.upTo(message).word
    // Loggers of JavaScript print their level in its place.
    let isName =
      word.first.map { $0.isLetter } ?? false && !word.bytes[word.start..<word.end].contains(0x3A)
      && HeadReader.level(word) == nil && !word.equals("LOG" as StaticString)
    return isName ? word.start..<word.end : message..<message
  }
}
