internal import TaskTrace

/// Finds the head of a record at the beginning of a line, regardless of the tool that printed it.
///
/// Every line is classified independently, so that one file can contain several styles. A line without a head is not a
/// separate record: it belongs to the record before it, or is a bare message.
struct HeadReader {
  let bytes: Bytes
  /// The end of the line.
  let end: Int

  init(_ bytes: Bytes, end: Int) { (self.bytes, self.end) = (bytes, end) }

  /// The head at an index, or nil. Complexity: O(head).
  static func head(in bytes: Bytes, from start: Int, to end: Int) -> RecordHead? {
    guard end - start >= 12 else { return nil }
    let reader = HeadReader(bytes, end: end)
    guard let head = fixed(in: bytes, from: start, to: end) ?? reader.anyOrder(at: start) else { return nil }
    // What tools print is never decorated but where apps print through them.
    return head.style == .default || head.style == .compact ? head : reader.undecorated(head)
  }

  /// The head in one of the styles that tools print, or nil. Complexity: O(head).
  static func fixed(in bytes: Bytes, from start: Int, to end: Int) -> RecordHead? {
    let reader = HeadReader(bytes, end: end)
    guard end - start >= 12 else { return nil }
    let byte = bytes[start]
    if byte.isDigit { return reader.digits(at: start) ?? reader.numbered(at: start) }
    if byte.isLetter { return reader.letters(at: start) ?? reader.numbered(at: start) }
    // Indented, listed, or quoted pastes, byte order marks, colors: look past them.
    var index = start
    while index < end, index - start < 64 {
      let byte = bytes[index]
      if byte.isDigit { return reader.digits(at: index) ?? reader.numbered(at: index) }
      if byte.isLetter { return reader.letters(at: index) }
      switch byte {
      case 0x1B: index = reader.afterEscape(at: index)
      case ...0x20, 0x80..., UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: "*"),
        UInt8(ascii: "`"):
        index += 1
      // A path: `./phone.log:12:…`, `/var/log/system.log:…`, `~/phone.log:…`.
      case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "~"): return reader.numbered(at: index)
      default: return nil
      }
    }
    return nil
  }

  /// Skips a terminal's color sequence.
  private func afterEscape(at start: Int) -> Int {
    var index = start + 1
    guard index < end, bytes[index] == UInt8(ascii: "[") else { return index }
    index += 1
    while index < end, bytes[index] < 0x40 { index += 1 }
    return min(index + 1, end)
  }

  // MARK: Lines that begin with a digit

  func digits(at start: Int) -> RecordHead? {
    guard start + 12 <= end else { return nil }
    if bytes[start + 2] == 0x3A {
      guard let (time, index) = TimeReader.clock(bytes, at: start, end: end) else { return nil }
      // If neither a level nor a zone shows that it is a copy from Console.app, the next word may belong to a sentence.
      if time.offset == nil, index < end, bytes[index] == 0x20 { return nil }
      return console(time, at: index, level: .default)
    }
    guard let (time, index) = TimeReader.date(bytes, at: start, end: end), index < end else { return nil }
    if bytes[index] == 0x09, matches("0x", at: index + 1) { return columns(time, at: index + 1) }
    if bytes[index] == 0x09 {
      // A stamp that some program put before a whole line.
      if index + 12 < end, bytes[index + 1].isDigit, let whole = digits(at: index + 1) { return whole }
      return console(time, at: index, level: .default)
    }
    guard bytes[index] == 0x20 else { return nil }
    if DefaultColumns.stand(in: bytes, at: start, to: end), time.offset != nil {
      let type = Text(bytes, start + DefaultColumns.type, end).word
      return Self.level(type).flatMap { columns(time, $0, type, from: start + DefaultColumns.process) }
    }
    if matches("0x", at: index + 1) { return columns(time, at: index + 1) }
    if let head = compact(time, at: index + 1) { return head }
    return named(time, at: skipSpaces(at: index + 1))
  }

  /// Default style: thread, type, activity, process number and perhaps time to live, in columns.
  private func columns(_ time: RecordTime, at start: Int) -> RecordHead? {
    var index = field(at: start)
    let type = Text(bytes, index, end).word
    guard let level = Self.level(type) else { return nil }
    index = field(at: index)
    guard matches("0x", at: index) else { return nil }
    index = field(at: index)
    guard index < end, bytes[index].isDigit else { return nil }
    index = field(at: index)
    // Old logs have no time to live; a process's name may begin with a digit.
    var after = index
    while after < end, bytes[after].isDigit { after += 1 }
    if after > index, after < end, bytes[after] == 0x20 || bytes[after] == 0x09 { index = skipBlanks(at: after) }
    return columns(time, level, type, from: index)
  }

  /// The rest of a record in default style, from its process on.
  private func columns(_ time: RecordTime, _ level: Note.Level, _ type: Text, from index: Int) -> RecordHead? {
    // What the log says of itself has no process: `=== system boot: …`.
    if matches("=== ", at: index) {
      var head = RecordHead(.default, time, message: index)
      head.level = level
      return head
    }
    // Apple's tool always prints the zone. UnifiedLogReader prints none, means UTC, and puts no colon behind a process.
    guard time.offset != nil else {
      var head = RecordHead(.default, time, message: index)
      (head.time.offset, head.level) = (0, level)
      readColumns(index, &head)
      return head
    }
    var stop = index
    while stop + 1 < end, !(bytes[stop] == 0x3A && bytes[stop + 1] == 0x20) { stop += 1 }
    if stop + 1 >= end {
      guard end > index, bytes[end - 1] == 0x3A else { return nil }
      stop = end - 1
    }
    var head = RecordHead(.default, time, message: min(stop + 2, end))
    head.process = index..<stop
    head.level = level
    head.isLoss = type.equals("Loss" as StaticString)
    head.isMessage = !type.equals("Activity" as StaticString) && !type.equals("Signpost" as StaticString)
    label(&head)
    return head
  }

  /// Compact style: a type of two letters, then `process[pid:tid]`.
  private func compact(_ time: RecordTime, at start: Int) -> RecordHead? {
    guard start + 4 < end, bytes[start + 2] == 0x20 else { return nil }
    let level: Note.Level
    switch (bytes[start], bytes[start + 1]) {
    case (0x44, 0x66), (0x41, 0x20): level = .default
    case (0x44, 0x62): level = .debug
    case (0x45, 0x20), (0x45, 0x72): level = .error
    case (0x46, 0x20), (0x46, 0x61): level = .fault
    case (0x49, 0x20), (0x49, 0x6E): level = .info
    default: return nil
    }
    let name = skipSpaces(at: start + 3)
    guard let number = processNumber(from: name) else { return nil }
    var head = RecordHead(.compact, time, message: min(number.close + 2, end))
    head.process = name..<number.open
    head.level = level
    head.isMessage = bytes[start] != UInt8(ascii: "A")
    label(&head)
    return head
  }

  /// Styles with a date and then names: syslog, Xcode's console, pymobiledevice3.
  private func named(_ time: RecordTime, at start: Int) -> RecordHead? {
    // A bracket that closes before the number is of another column.
    guard let number = processNumber(from: start),
      bytes.firstIndex(of: UInt8(ascii: "]"), from: start, to: number.open) == nil
    else { return nil }
    let after = number.close + 1
    if after < end, bytes[after] == 0x3A {
      var head = RecordHead(.syslog, time, message: skipSpaces(at: after + 1))
      head.process = lastWord(start, library(before: number.open, from: start) ?? number.open)
      label(&head)
      return head
    }
    if matches(" <", at: after), let close = Text(bytes, after, end).find(">:"), close - after < 24 {
      var head = RecordHead(.pymobiledevice, time, message: skipSpaces(at: close + 2))
      let image = Text(bytes, start, number.open).find(UInt8(ascii: "{"))
      head.process = start..<(image ?? number.open)
      head.level = Self.level(Text(bytes, after + 2, close)) ?? .default
      return head
    }
    guard number.hasThread else { return nil }
    var head = RecordHead(.xcode, time, message: skipSpaces(at: after))
    head.process = start..<number.open
    label(&head)
    return head
  }

  // MARK: Lines that begin with a letter

  func letters(at start: Int) -> RecordHead? {
    if start + 16 < end, bytes[start + 3] == 0x20, bytes[start + 6] == 0x20,
      let (time, index) = TimeReader.monthAndDay(bytes, at: start, end: end)
    {
      return relay(time, at: index)
    }
    var index = start
    while index < end, index - start < 8, bytes[index].isLetter { index += 1 }
    guard index + 12 < end, bytes[index] == 0x09 || bytes[index] == 0x20,
      let level = Self.level(Text(bytes, start, index))
    else { return nil }
    index = skipBlanks(at: index)
    guard index + 8 < end, bytes[index].isDigit else { return nil }
    let time =
      bytes[index + 2] == 0x3A
      ? TimeReader.clock(bytes, at: index, end: end) : TimeReader.date(bytes, at: index, end: end)
    guard let (time, after) = time else { return nil }
    return console(time, at: after, level: level)
  }

  /// Console.app's copies: process, perhaps library, message, between tabs or spaces.
  private func console(_ time: RecordTime, at start: Int, level: Note.Level) -> RecordHead? {
    guard start < end, bytes[start] == 0x09 || bytes[start] == 0x20 else { return nil }
    guard bytes[start] == 0x20 else { return columnsOfConsole(time, at: start + 1, level: level) }
    let name = skipBlanks(at: start)
    var stop = name
    while stop < end, bytes[stop] != 0x20 { stop += 1 }
    guard stop > name else { return nil }
    var head = RecordHead(.console, time, message: skipSpaces(at: min(stop + 1, end)))
    head.process = name..<stop
    head.level = level
    label(&head)
    return head
  }

  /// The columns after the time, which the user chooses in Console.app: the process is the first that is neither a
  /// number nor a type, the message the first after it that is more than one word.
  private func columnsOfConsole(_ time: RecordTime, at start: Int, level: Note.Level) -> RecordHead? {
    var head = RecordHead(.console, time, message: start)
    head.level = level
    for _ in 0..<12 {
      let stop = nextTab(from: head.message)
      let column = Text(bytes, head.message, stop)
      if head.process.isEmpty {
        // Before the process there may be blanks, a type and numbers.
        guard stop < end else {
          guard !column.trimmed.isEmpty else { return nil }
          head.process = column.trimmed.start..<column.trimmed.end
          head.message = end
          return head
        }
        if let level = Self.level(column) {
          head.level = level
        } else if !isNumber(column), !column.trimmed.isEmpty {
          head.process = column.trimmed.start..<column.trimmed.end
        }
      } else {
        guard stop < end, isWord(head.message..<stop) || isNumber(column) else { break }
        if head.subsystem.isEmpty, column.find(UInt8(ascii: ".")) != nil {
          head.subsystem = head.message..<stop
        } else if !head.subsystem.isEmpty, head.category.isEmpty {
          head.category = head.message..<stop
        }
      }
      head.message = stop + 1
    }
    guard !head.process.isEmpty else { return nil }
    if head.subsystem.isEmpty { label(&head) }
    return head
  }

  /// The next tab, or the end; a column is not longer than the name of a process may be.
  private func nextTab(from start: Int) -> Int {
    let limit = min(end, start + 256)
    return start < limit ? bytes.firstIndex(of: 0x09, from: start, to: limit) ?? end : end
  }

  /// A process or thread number, decimal or `0x…`.
  func isNumber(_ column: Text) -> Bool {
    let digits = column.hasPrefix("0x") ? column.from(column.start + 2) : column
    return !column.isEmpty && (digits.start..<digits.end).allSatisfy { bytes[$0].hexDigit != nil }
      && (column.hasPrefix("0x") || (digits.start..<digits.end).allSatisfy { bytes[$0].isDigit })
  }

  /// The name of a library, a subsystem or a category is one short word; an empty column is one too.
  func isWord(_ range: Range<Int>) -> Bool {
    range.allSatisfy { index in
      let byte = bytes[index]
      return byte.isLetter || byte.isDigit || byte == 0x2E || byte == 0x5F || byte == 0x2D || byte == 0x2B
        || byte == 0x28 || byte == 0x29
    }
  }

  /// A subsystem is one word, whatever characters a hostile log puts into it; `application<…>:` is not one.
  private func isSubsystem(_ range: Range<Int>) -> Bool {
    for index in range {
      switch bytes[index] {
      case 0x20, UInt8(ascii: "<"), UInt8(ascii: "/"), UInt8(ascii: "["), UInt8(ascii: "("): return false
      default: break
      }
    }
    return !range.isEmpty
  }

  /// The syslog relay of a device, with or without its name, and BSD's own form.
  private func relay(_ time: RecordTime, at start: Int) -> RecordHead? {
    guard start < end, bytes[start] == 0x20 else { return nil }
    let names = skipSpaces(at: start)
    guard !isYear(at: names), let number = processNumber(from: names) else { return nil }
    var head = RecordHead(.relay, time, message: number.close + 1)
    var index = number.close + 1
    if matches(" <", at: index), let close = Text(bytes, index, end).find(">:"), close - index < 24 {
      head.level = Self.level(Text(bytes, index + 2, close)) ?? .default
      index = close + 1
    }
    guard index < end, bytes[index] == 0x3A else { return nil }
    head.message = skipSpaces(at: index + 1)
    head.process = lastWord(names, library(before: number.open, from: names) ?? number.open)
    label(&head)
    return head
  }

  /// Whether a year follows a time, as `date` prints it, perhaps behind the name of the zone: no name of a host.
  private func isYear(at start: Int) -> Bool {
    var word = Text(bytes, start, end).word
    if (3...5).contains(word.count), (word.start..<word.end).allSatisfy({ (0x41...0x5A).contains(bytes[$0]) }) {
      word = Text(bytes, skipSpaces(at: word.end), end).word
    }
    return word.count == 4 && isNumber(word)
  }

  // MARK: Parts

  /// The first `[number]` or `[number:hex]` of the line, which closes the names.
  ///
  /// Names hold no colon, no sign of equality and no quote: a bracket behind one is of the message.
  private func processNumber(from start: Int) -> (open: Int, close: Int, hasThread: Bool)? {
    var open = start
    let limit = min(end, start + 512)
    while open < limit {
      switch bytes[open] {
      case 0x3A, 0x3D, 0x22, UInt8(ascii: "<"), UInt8(ascii: ">"), 0x09: return nil
      default: break
      }
      guard bytes[open] == UInt8(ascii: "[") else {
        open += 1
        continue
      }
      var index = open + 1
      while index < limit, bytes[index].isDigit { index += 1 }
      let hasThread = index > open + 1 && index < limit && bytes[index] == 0x3A
      if hasThread {
        index += 1
        while index < limit, bytes[index].hexDigit != nil { index += 1 }
      }
      if index > open + 1, index < limit, bytes[index] == UInt8(ascii: "]") { return (open, index, hasThread) }
      open += 1
    }
    return nil
  }

  /// Where the name of a library in brackets begins that ends at an index.
  private func library(before index: Int, from start: Int) -> Int? {
    index > start && bytes[index - 1] == 0x29 ? Text(bytes, start, index).find(UInt8(ascii: "(")) : nil
  }

  /// The process's name without the name of the host or device before it.
  private func lastWord(_ start: Int, _ stop: Int) -> Range<Int> {
    guard let space = Text(bytes, start, stop).find(0x20), space + 1 < stop else { return start..<max(start, stop) }
    return space + 1..<stop
  }

  /// Skips `(Library) ` and reads `[subsystem:category] `.
  private func label(_ head: inout RecordHead) {
    var index = head.message
    if index < end, bytes[index] == UInt8(ascii: "("), let close = Text(bytes, index, min(end, index + 96)).find(") ") {
      if !Text(bytes, index, close).bytes[index..<close].contains(0x3A) { index = close + 2 }
    }
    guard index < end, bytes[index] == UInt8(ascii: "[") else {
      head.message = index
      return
    }
    let text = Text(bytes, index + 1, min(end, index + 256))
    guard let close = text.find(UInt8(ascii: "]")) else {
      head.message = index
      return
    }
    if let colon = text.upTo(close).find(0x3A), isSubsystem(index + 1..<colon),
      close + 1 == end || bytes[close + 1] == 0x20
    {
      head.subsystem = index + 1..<colon
      head.category = colon + 1..<close
      index = close + 1
    } else if head.style == .xcode, isWord(index + 1..<close), !bytes[index..<close].contains(0x2E) {
      head.category = index + 1..<close
      index = close + 1
    }
    head.message = index < end && bytes[index] == 0x20 && head.category.lowerBound > 0 ? index + 1 : index
  }

  func matches(_ word: StaticString, at index: Int) -> Bool {
    index < end && Text(bytes, index, end).hasPrefix(word)
  }

  /// Skips one field and the spaces after it.
  private func field(at start: Int) -> Int {
    var index = start
    while index < end, bytes[index] != 0x20, bytes[index] != 0x09 { index += 1 }
    return skipBlanks(at: index)
  }

  func skipSpaces(at start: Int) -> Int {
    var index = start
    while index < end, bytes[index] == 0x20 { index += 1 }
    return index
  }

  func skipBlanks(at start: Int) -> Int {
    var index = start
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index
  }
}
