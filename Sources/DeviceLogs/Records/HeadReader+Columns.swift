internal import TaskTrace

/// Heads that no tool of Apple's prints: a time in any form, and columns in any order.
extension HeadReader {
  /// The head of a line on which only levels, numbers, and words in brackets precede a time; nil for other lines.
  ///
  /// A time anywhere else is a part of the message. Complexity: O(head).
  func anyOrder(at start: Int) -> RecordHead? {
    var head = RecordHead(.columns, .unknown, message: start)
    // Quotation marks of a paste.
    var index = start
    while index < end, bytes[index] == UInt8(ascii: ">") || bytes[index] == UInt8(ascii: "*") || bytes[index] == 0x20 {
      index += 1
    }
    for _ in 0..<5 {
      index = passSeparators(at: index)
      guard index + 8 <= end else { return nil }
      if let (time, after) = bracketedTime(at: index) {
        head.time = time
        readColumns(after, &head)
        return head
      }
      guard let next = leading(at: index, &head) else { return nil }
      index = next
    }
    return nil
  }

  /// A time, perhaps in brackets, that the next column or nothing follows.
  private func bracketedTime(at start: Int) -> (time: RecordTime, index: Int)? {
    let isOpen = bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "(")
    guard var (time, index) = TimeReader.any(bytes, at: isOpen ? start + 1 : start, end: end) else { return nil }
    for (name, seconds) in [("UTC", 0), ("GMT", 0)] as [(StaticString, Int)]
    where time.offset == nil && matches(name, at: index + 1) && bytes[index] == 0x20 {
      (time.offset, index) = (seconds, index + 4)
    }
    if isOpen {
      guard index < end, bytes[index] == UInt8(ascii: "]") || bytes[index] == UInt8(ascii: ")") else { return nil }
      return (time, index + 1)
    }
    guard index < end else { return nil }
    switch bytes[index] {
    case 0x20, 0x09, UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: ";"): return (time, index)
    default: return Self.wideBlank(bytes, at: index, end: end) == nil ? nil : (time, index)
    }
  }

  /// A column that may precede the time: a level, a number, or a word in brackets.
  private func leading(at start: Int, _ head: inout RecordHead) -> Int? {
    let word = Text(bytes, start, min(end, start + 64)).word
    if bytes[start] == UInt8(ascii: "[") {
      guard let close = word.find(UInt8(ascii: "]")) else { return nil }
      return close + 1
    }
    // The priority and the version with which lines begin that syslog servers pass on.
    if bytes[start] == UInt8(ascii: "<") {
      guard let close = word.find(UInt8(ascii: ">")), isNumber(word[start + 1, close]) else { return nil }
      return word.end - close <= 2 ? word.end : close + 1
    }
    if let level = Self.level(word) {
      head.level = level
      return word.end
    }
    return isNumber(word) ? word.end : nil
  }

  /// Reads the columns after the time, up to the beginning of the message.
  func readColumns(_ start: Int, _ head: inout RecordHead) {
    var index = start
    for _ in 0..<14 {
      index = passSeparators(at: index)
      head.message = index
      guard index < end, !BareReader.begins(Text(bytes, index, end)) else { return }
      guard let next = column(at: index, &head) else {
        // Some print the position in their code, or words of their own, before the system's text.
        head.message = BareReader.message(in: Text(bytes, index, end), limit: 8) ?? index
        return
      }
      index = next
    }
  }

  /// Skips what an app puts before a known message: its own time, a level, punctuation, and tags.
  func undecorated(_ head: RecordHead) -> RecordHead {
    guard head.message < end else { return head }
    switch bytes[head.message] {
    case 0x80..., UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "<"), 0x30...0x39: break
    default:
      let word = Text(bytes, head.message, min(end, head.message + 16)).word
      guard word.last == 0x3A || Self.level(word) != nil else { return head }
    }
    guard !BareReader.begins(Text(bytes, head.message, end)) else { return head }
    var (scratch, index) = (head, head.message)
    for _ in 0..<8 {
      index = passSeparators(at: index)
      guard index < end else { return head }
      if BareReader.begins(Text(bytes, index, end)) {
        var plain = head
        plain.message = index
        return plain
      }
      if let (_, after) = bracketedTime(at: index) {
        index = after
      } else if let next = column(at: index, &scratch) {
        index = next
      } else {
        return head
      }
    }
    return head
  }

  /// Reads one column and returns its end; nil at the beginning of the message.
  private func column(at start: Int, _ head: inout RecordHead) -> Int? {
    switch bytes[start] {
    case UInt8(ascii: "["): return bracketed(at: start, &head)
    case UInt8(ascii: "<"):
      guard let close = Text(bytes, start, min(end, start + 24)).find(UInt8(ascii: ">")) else { return nil }
      let inner = Text(bytes, start + 1, close).trimmed
      let level = Self.level(inner)
      guard level != nil || inner.equals("Unknown" as StaticString) else { return nil }
      head.level = level ?? head.level
      return close + 1
    case UInt8(ascii: "("):
      guard let close = Text(bytes, start, min(end, start + 96)).find(UInt8(ascii: ")")),
        isWord(start + 1..<close)
      else { return nil }
      return close + 1
    case 0x80...:
      let word = Text(bytes, start, min(end, start + 32)).word
      return (word.start..<word.end).contains { bytes[$0].isLetter || bytes[$0].isDigit } ? nil : word.end
    default: return word(at: start, &head)
    }
  }

  /// `[subsystem:category]`, `[Category]`, `[Level]`, `[120]`, `[120:1f00]`.
  private func bracketed(at start: Int, _ head: inout RecordHead) -> Int? {
    guard let close = Text(bytes, start, min(end, start + 160)).find(UInt8(ascii: "]")) else { return nil }
    let inner = Text(bytes, start + 1, close)
    if let level = Self.level(inner) {
      head.level = level
    } else if isLabel(inner), let colon = inner.find(0x3A) {
      if head.subsystem.isEmpty { (head.subsystem, head.category) = (inner.start..<colon, colon + 1..<inner.end) }
    } else if inner.isEmpty || isWord(inner.start..<inner.end) {
      if head.category.isEmpty, !isNumber(inner) { head.category = inner.start..<inner.end }
    } else if !isThread(inner) {
      return nil
    }
    return close + 1
  }

  private func isLabel(_ text: Text) -> Bool {
    guard let colon = text.find(0x3A), let dot = text.find(0x2E) else { return false }
    return dot < colon && text.find(0x20) == nil
  }

  /// `120:1f00`
  private func isThread(_ text: Text) -> Bool {
    !text.isEmpty && (text.start..<text.end).allSatisfy { bytes[$0].hexDigit != nil || bytes[$0] == 0x3A }
  }

  /// A level, a number, a process, a subsystem, a category, or `key=value`.
  private func word(at start: Int, _ head: inout RecordHead) -> Int? {
    let whole = Text(bytes, start, min(end, start + 256)).word
    guard let last = whole.last else { return nil }
    let word = last == 0x3A ? whole.upTo(whole.end - 1) : whole
    if let level = Self.level(word) {
      head.level = level
    } else if isNumber(word) || isThreadNumber(word) {
      return whole.end
    } else if let open = word.find(UInt8(ascii: "[")), word.last == UInt8(ascii: "]"), isWord(start..<open) {
      // The name of a library follows in brackets.
      let name = word.upTo(open)
      if head.process.isEmpty { head.process = start..<(name.find(UInt8(ascii: "(")) ?? open) }
    } else if isDotted(word) {
      guard head.subsystem.isEmpty else { return nil }
      let colon = word.find(0x3A)
      head.subsystem = word.start..<(colon ?? word.end)
      if let colon { head.category = colon + 1..<word.end }
    } else if word.find(UInt8(ascii: "=")) != nil, word.find(0x22) == nil {
      return whole.end
    } else if head.process.isEmpty, isProcess(word, hasColon: whole.count > word.count) {
      head.process = word.start..<word.end
    } else if !head.process.isEmpty, !head.subsystem.isEmpty, head.category.isEmpty, isWord(word.start..<word.end),
      BareReader.begins(Text(bytes, skipBlanks(at: whole.end), end))
    {
      head.category = word.start..<word.end
    } else {
      return nil
    }
    return whole.end
  }

  /// `PID:61`, `TID=0x1f`
  private func isThreadNumber(_ word: Text) -> Bool {
    guard word.count > 4, word.hasPrefix("PID") || word.hasPrefix("TID") || word.hasPrefix("pid") else { return false }
    let sign = bytes[word.start + 3]
    return (sign == 0x3A || sign == 0x3D) && isNumber(word.from(word.start + 4))
  }

  /// `com.apple.duetactivityscheduler`, with or without a category behind a colon.
  private func isDotted(_ word: Text) -> Bool {
    var dots = 0
    for index in word.start..<word.end {
      let byte = bytes[index]
      if byte == 0x2E { dots += 1 }
      guard byte.isLetter || byte.isDigit || byte == 0x2E || byte == 0x2D || byte == 0x5F || byte == 0x3A else {
        return false
      }
    }
    return dots >= 2 && bytes[word.start].isLetter
  }

  /// Whether a word is a process: one that is known, or one that a column follows. A word of a sentence is none.
  private func isProcess(_ word: Text, hasColon: Bool) -> Bool {
    guard isWord(word.start..<word.end), word.first?.isLetter == true else { return false }
    if hasColon || Self.daemons.contains(where: { word.equals($0) }) { return true }
    guard word.end < end else { return false }
    if bytes[word.end] == 0x09 || matches("  ", at: word.end) { return true }
    let next = skipBlanks(at: word.end)
    guard next < end else { return false }
    if matches("com.apple.", at: next) { return true }
    if bytes[next] == UInt8(ascii: "(") || bytes[next] == UInt8(ascii: "[") || bytes[next] == UInt8(ascii: "<") {
      var scratch = RecordHead(.columns, .unknown, message: next)
      return column(at: next, &scratch) != nil
    }
    return BareReader.begins(Text(bytes, next, end))
  }

  private static let daemons: [StaticString] = [
    "dasd", "nsurlsessiond", "runningboardd", "apsd", "SpringBoard", "UserEventAgent",
  ]

  /// Skips separators between columns: blanks of every width, ellipses, vertical bars, and colons.
  func passSeparators(at start: Int) -> Int {
    var index = start
    while index < end {
      switch bytes[index] {
      case 0x20, 0x09, UInt8(ascii: "|"), UInt8(ascii: ","), UInt8(ascii: ";"): index += 1
      case UInt8(ascii: "-"), UInt8(ascii: ":"):
        guard index + 1 < end, bytes[index + 1].isBlank || bytes[index] == 0x2D && bytes[index + 1].isDigit else {
          return index
        }
        index += 1
      default:
        guard let length = Self.wideBlank(bytes, at: index, end: end) else { return index }
        index += length
      }
    }
    return index
  }

  /// The length of a blank that is not a space, or of a character that marks an omission or a bullet.
  static func wideBlank(_ bytes: Bytes, at index: Int, end: Int) -> Int? {
    guard index + 1 < end, bytes[index] >= 0xC2 else { return nil }
    let text = Text(bytes, index, end)
    if text.hasPrefix("\u{A0}") || text.hasPrefix("\u{B7}") { return 2 }
    let signs: [StaticString] = [
      "\u{202F}", "\u{2007}", "\u{2009}", "\u{2026}", "\u{203A}", "\u{2022}", "\u{25B8}", "\u{2013}", "\u{2014}",
      "\u{FEFF}",
    ]
    return signs.contains { text.hasPrefix($0) } ? 3 : nil
  }
}
