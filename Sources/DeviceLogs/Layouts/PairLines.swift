internal import TaskTrace

/// Records as keys and values on one line: logfmt (`time=… level=info msg="…"`), and the descriptions of OSLogStore's
/// entries (`<OSLogEntryLog: 0x…> date: … process: … message: …`).
struct PairLines {
  private enum Kind { case logfmt, entries }

  private let kind: Kind

  private static let searched = 40

  /// Examines the beginning of a text; nil if none of its lines is such a record.
  init?(_ bytes: Bytes) {
    var found: Kind?
    var lines = 0
    Text(bytes, 0, bytes.count).eachLine { line, _ in
      lines += 1
      if Self.logfmt(line) != nil { found = .logfmt }
      if line.find("OSLogEntryLog") != nil, line.find("date") != nil { found = .entries }
      return found == nil && lines < Self.searched
    }
    guard let found else { return nil }
    kind = found
  }

  /// Adds the records, each on its own line, and returns where one begins that may continue.
  func convert(_ bytes: Bytes, isLast: Bool, into text: inout [UInt8]) -> Int {
    // What a relaying program put before the last record is before the further lines of its message too.
    var (prefix, joint): (Int, UInt8) = (0, 0)
    var (index, used) = (0, 0)
    var lines: [(text: Text, next: Int)] = []
    Text(bytes, 0, bytes.count).eachLine { line, next in
      lines.append((line, next))
      return true
    }
    while index < lines.count {
      let first = lines[index].text
      var (count, record) = whole(lines[index...])
      if index + count == lines.count, !isLast, record != nil { return used }
      count = max(1, count)
      let next = lines[index + count - 1].next
      if let record {
        text += record
        // Later lines keep their numbers.
        bytes[lines[index + count - 1].text.end..<next].append(to: &text)
        text += [UInt8](repeating: 0x0A, count: count - 1)
        prefix = beginning(first) - first.start
        joint = prefix > 0 ? bytes[first.start + prefix - 1] : 0
      } else {
        let isPrefixed = prefix > 0 && first.count >= prefix && bytes[first.start + prefix - 1] == joint
        bytes[first.start + (isPrefixed ? prefix : 0)..<next].append(to: &text)
      }
      index += count
      used = next
    }
    return bytes.count
  }

  private func beginning(_ line: Text) -> Int {
    kind == .logfmt ? Self.beginning(line) : line.find("<OSLogEntryLog") ?? line.find("OSLogEntryLog") ?? line.start
  }

  private static let maxWrapped = 40

  /// The record with which some lines begin, and on how many of them it is: a terminal or a page may have wrapped it.
  ///
  /// The record is returned as a tool would print it.
  private func whole(_ lines: ArraySlice<(text: Text, next: Int)>) -> (count: Int, record: [UInt8]?) {
    guard let first = lines.first?.text else { return (0, nil) }
    if kind == .entries {
      guard first.find("OSLogEntryLog") != nil else { return (1, nil) }
      return joined(lines.prefix(4), until: { Self.entry($0) != nil }, Self.entry) { $0.find("OSLogEntryLog") == nil }
    }
    guard let key = mark(first) else { return (1, nil) }
    return joined(lines.prefix(Self.maxWrapped), until: { _ in false }, Self.logfmt) {
      mark($0).map { !$0.equals(key.string) } ?? true
    }
  }

  private static func printed(_ record: ForeignRecord) -> [UInt8] {
    let isLine = record.message.withBorrowedBytes {
      HeadReader.fixed(in: $0, from: 0, to: $0.count).map { $0.time.form != .none } ?? false
    }
    guard !isLine else { return record.message }
    var text: [UInt8] = []
    record.append(to: &text)
    return text
  }

  /// The key of the first pair of a line; nil if it begins with something else.
  private func mark(_ line: Text) -> Text? {
    let start = Self.beginning(line)
    guard let sign = line.find(UInt8(ascii: "=")), start < sign else { return nil }
    return Text(line.bytes, start, sign)
  }

  /// Joins lines with blanks until they are a record, or up to the first that does not continue it.
  private func joined(
    _ lines: ArraySlice<(text: Text, next: Int)>, until isWhole: (Text) -> Bool, _ read: (Text) -> ForeignRecord?,
    _ continues: (Text) -> Bool
  ) -> (count: Int, record: [UInt8]?) {
    var bytes: [UInt8] = []
    var count = 0
    for line in lines {
      if count > 0 {
        guard continues(line.text), !line.text.trimmed.isEmpty else { break }
        bytes.append(0x20)
      }
      line.text.bytes[line.text.start..<line.text.end].append(to: &bytes)
      count += 1
      if bytes.withBorrowedBytes({ isWhole(Text($0, 0, $0.count)) }) { break }
    }
    // The parts of a record refer to the bytes, which are borrowed here alone.
    let record = bytes.withBorrowedBytes { read(Text($0, 0, $0.count)).map(Self.printed) }
    if record != nil || count < 2 { return (record == nil ? 1 : count, record) }
    // The further lines were none of its.
    return (1, lines.first.flatMap { read($0.text).map(Self.printed) })
  }

  // MARK: logfmt

  /// A line of `key=value` pairs with a time and a message; nil for any other line.
  private static func logfmt(_ line: Text) -> ForeignRecord? {
    var (record, ranks) = (ForeignRecord(), [UInt8](repeating: 0, count: 2))
    var (index, pairs) = (beginning(line), 0)
    while index < line.end {
      while index < line.end, line.bytes[index].isBlank { index += 1 }
      guard index < line.end else { break }
      let start = index
      while index < line.end, line.bytes[index].isLetter || line.bytes[index].isDigit || isJoint(line.bytes[index]) {
        index += 1
      }
      guard index > start, index < line.end, line.bytes[index] == UInt8(ascii: "=") else { return nil }
      let key = Text(line.bytes, start, index)
      index += 1
      let value = self.value(line, &index)
      pairs += 1
      let (role, rank) = RecordKey.meaning(of: key)
      switch role {
      case .timestamp where rank > ranks[0]:
        guard let time = TimeReader.any(value.bytes, at: value.start, end: value.end)?.time else { continue }
        (record.time, ranks[0]) = (time, rank)
      case .message where rank > ranks[1]:
        record.message = []
        unescape(value, into: &record.message)
        ranks[1] = rank
      default: record.set(value, as: role)
      }
    }
    return pairs >= 2 && record.time.form != .none && ranks[1] > 0 ? record : nil
  }

  /// Where the first pair begins: behind quotation marks, blanks, and what a relaying program puts in front.
  private static func beginning(_ line: Text) -> Int {
    guard let sign = line.find(UInt8(ascii: "=")) else { return line.end }
    var start = sign
    while start > line.start,
      line.bytes[start - 1].isLetter || line.bytes[start - 1].isDigit || isJoint(line.bytes[start - 1])
    {
      start -= 1
    }
    return start
  }

  private static func isJoint(_ byte: UInt8) -> Bool { byte == 0x5F || byte == 0x2E || byte == 0x2D }

  /// A value, in quotation marks or up to the next blank.
  private static func value(_ line: Text, _ index: inout Int) -> Text {
    let isQuoted = index < line.end && line.bytes[index] == 0x22
    if isQuoted { index += 1 }
    let start = index
    while index < line.end {
      let byte = line.bytes[index]
      if isQuoted ? byte == 0x22 : byte.isBlank { break }
      index += isQuoted && byte == 0x5C ? 2 : 1
    }
    index = min(index, line.end)
    let value = Text(line.bytes, start, index)
    if isQuoted, index < line.end { index += 1 }
    return value
  }

  /// Line ends become blanks, so that a record stays on its line.
  private static func unescape(_ value: Text, into text: inout [UInt8]) {
    var index = value.start
    while index < value.end {
      var byte = value.bytes[index]
      if byte == 0x5C, index + 1 < value.end {
        index += 1
        byte = value.bytes[index]
        if byte == UInt8(ascii: "n") || byte == UInt8(ascii: "t") || byte == UInt8(ascii: "r") { byte = 0x20 }
      }
      text.append(byte)
      index += 1
    }
  }

  // MARK: Entries of OSLogStore

  private static let entryKeys: [(word: StaticString, role: RecordKey.Role)] = [
    ("date", .timestamp), ("process", .process), ("subsystem", .subsystem), ("category", .category),
    ("level", .level), ("composedMessage", .message), ("message", .message),
  ]

  /// The description of an entry: its keys with a colon or a sign of equality, in any order, the message last.
  private static func entry(_ line: Text) -> ForeignRecord? {
    guard line.find("OSLogEntryLog") != nil else { return nil }
    var record = ForeignRecord()
    var found: [(role: RecordKey.Role, key: Int, value: Int)] = []
    for (word, role) in entryKeys {
      guard let place = line.find(word), place > line.start, !line.bytes[place - 1].isLetter else { continue }
      var index = place + word.utf8CodeUnitCount
      guard index < line.end, line.bytes[index] == 0x3A || line.bytes[index] == 0x3D else { continue }
      index += 1
      while index < line.end, line.bytes[index].isBlank || line.bytes[index] == 0x22 { index += 1 }
      found.append((role, place, index))
    }
    found.sort { $0.key < $1.key }
    guard let message = found.first(where: { $0.role == .message }) else { return nil }
    for (place, part) in found.enumerated() where part.key < message.key {
      var value = Text(line.bytes, part.value, found[place + 1].key).trimmed
      while let last = value.last, last == 0x2C || last == 0x3B || last == 0x22 { value = value.upTo(value.end - 1) }
      if part.role == .timestamp {
        record.time = TimeReader.any(value.bytes, at: value.start, end: value.end)?.time ?? .unknown
      } else {
        record.set(value, as: part.role)
      }
    }
    guard record.time.form != .none else { return nil }
    var text = line.from(message.value).trimmed
    // A description in brackets ends with theirs, and with the quotation mark of the message.
    if text.last == UInt8(ascii: ")"), line.find("OSLogEntryLog(") != nil { text = text.upTo(text.end - 1) }
    if text.last == 0x22, line.bytes[message.value - 1] == 0x22 { text = text.upTo(text.end - 1) }
    text.bytes[text.start..<text.end].append(to: &record.message)
    return record
  }
}
