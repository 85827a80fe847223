internal import TaskTrace

/// A log as a table, of which the first row names the columns: CSV, or columns between tabs.
struct TableRows {
  private let separator: UInt8
  private let roles: [RecordKey.Role]
  private let message: Int
  private let time: Int
  /// The column of the date, if the time of day has a separate column.
  private let date: Int?
  /// Whether the column's name says that the times are in UTC.
  private let isUTC: Bool
  /// Whether commas inside a message were replaced by spaces, as plaso does, whose messages contain all parts of a
  /// record.
  private let isPlaso: Bool

  private static let maxQuotedLength = 1 << 20

  /// Examines the first row; nil if it names no time or no message.
  init?(_ bytes: Bytes) {
    var first: Text?
    Text(bytes, 0, bytes.count).eachLine { line, _ in
      if !line.trimmed.isEmpty { first = line }
      return first == nil
    }
    guard var header = first else { return nil }
    if header.hasPrefix("\u{FEFF}") { header.start += 3 }
    let counts = [UInt8(ascii: ","), 0x09, UInt8(ascii: ";")].map { separator in
      (separator, (header.start..<header.end).count { bytes[$0] == separator })
    }
    guard let (separator, count) = counts.max(by: { $0.1 < $1.1 }), count >= 2 else { return nil }
    self.separator = separator
    let names = Self.fields(header, separator).map(\.trimmed)
    var best: [(role: RecordKey.Role, rank: UInt8)] = []
    for name in names { best.append(RecordKey.meaning(of: name.unquoted)) }
    func place(_ role: RecordKey.Role) -> Int? {
      best.indices.filter { best[$0].role == role }.max { best[$0].rank < best[$1].rank }
    }
    guard let message = place(.message), let time = place(.timestamp), names.count >= 3 else { return nil }
    (self.message, self.time) = (message, time)
    date = names.indices.first { $0 != time && names[$0].unquoted.equals("date" as StaticString) }
    isUTC = names.contains { $0.unquoted.equals("TimeUtc" as StaticString) }
    roles = best.indices.map { place(best[$0].role) == $0 ? best[$0].role : .other }
    isPlaso = separator == UInt8(ascii: ",") && names.contains { $0.unquoted.equals("timestamp_desc" as StaticString) }
  }

  /// The columns of a row, quotes and all.
  private static func fields(_ row: Text, _ separator: UInt8) -> [Text] {
    var fields: [Text] = []
    var start = row.start
    scan(row, separator) { index in
      guard row.bytes[index] == separator else { return false }
      fields.append(Text(row.bytes, start, index))
      start = index + 1
      return true
    }
    fields.append(Text(row.bytes, start, row.end))
    return fields
  }

  /// Passes the positions of separators and line ends outside of quotation marks to the body, until the body has
  /// enough.
  ///
  /// Columns between tabs have no quotes. Returns whether a quote is open at the end.
  @discardableResult
  private static func scan(_ text: Text, _ separator: UInt8, _ body: (Int) -> Bool) -> Bool {
    var (index, isStart, isQuoted) = (text.start, true, false)
    while index < text.end {
      let byte = text.bytes[index]
      if isQuoted {
        if byte == 0x22 {
          if index + 1 < text.end, text.bytes[index + 1] == 0x22 { index += 1 } else { isQuoted = false }
        }
      } else if byte == 0x22, isStart, separator != 0x09 {
        isQuoted = true
      } else if byte == separator || byte == 0x0A {
        guard body(index) else { return false }
        isStart = true
        index += 1
        continue
      }
      isStart = false
      index += 1
    }
    return isQuoted
  }

  /// Adds the records of whole rows, and returns where a row begins that is not whole.
  func convert(_ bytes: Bytes, isLast: Bool, into text: inout [UInt8]) -> Int {
    var start = 0
    while start < bytes.count {
      guard let end = rowEnd(bytes, start, isLast) else { return start }
      add(Text(bytes, start, end > start && bytes[end - 1] == 0x0D ? end - 1 : end), into: &text)
      if end < bytes.count { text.append(0x0A) }
      start = end + 1
    }
    return bytes.count
  }

  /// The end of a row: the first line end outside of quotation marks; nil if later input may close them.
  private func rowEnd(_ bytes: Bytes, _ start: Int, _ isLast: Bool) -> Int? {
    let limit = min(bytes.count, start + Self.maxQuotedLength)
    var end: Int?
    let isOpen = Self.scan(Text(bytes, start, limit), separator) { index in
      guard bytes[index] == 0x0A else { return true }
      end = index
      return false
    }
    if let end { return end }
    if isOpen, !isLast, limit < start + Self.maxQuotedLength { return nil }
    // An unclosed quotation mark is part of the text.
    return nextLineEnd(in: bytes, from: start, to: bytes.count)
  }

  private func add(_ row: Text, into text: inout [UInt8]) {
    var fields = Self.fields(row, separator)
    // Columns beyond those of the header belong to the message, whose separators were not quoted.
    if fields.count > roles.count, roles.count > message {
      let more = fields.count - roles.count
      fields[message] = Text(row.bytes, fields[message].start, fields[message + more].end)
      fields.removeSubrange(message + 1...message + more)
    }
    let start = text.count
    var record = ForeignRecord()
    guard fields.count > max(message, time), let found = instant(fields) else {
      // Of a table without quotes this is the next line of a message; the first row is none.
      if separator == 0x09 { row.bytes[row.start..<row.end].append(to: &text) }
      return pad(row, from: start, &text)
    }
    record.time = found
    for (field, role) in zip(fields, roles) { record.set(field.unquoted, as: role) }
    Self.unquote(fields[message], into: &record.message)
    let isLine = record.message.withBorrowedBytes {
      HeadReader.fixed(in: $0, from: 0, to: $0.count).map { $0.time.form != .none }
    }
    if isLine ?? false {
      // A whole log line, which contains more than the columns around it.
      text += record.message
    } else if isPlaso, fields[message].unquoted.count == fields[message].count {
      readPlaso(&record, into: &text)
    } else {
      record.append(to: &text)
    }
    pad(row, from: start, &text)
  }

  private func instant(_ fields: [Text]) -> RecordTime? {
    let text = fields[time].unquoted.trimmed
    var found = TimeReader.any(text.bytes, at: text.start, end: text.end).map(\.time)
    if found?.form == .timeOfDay, let date, date < fields.count {
      var both: [UInt8] = []
      for part in [fields[date].unquoted.trimmed, text] {
        part.bytes[part.start..<part.end].append(to: &both)
        both.append(0x20)
      }
      // Without its date the time would be that of another day.
      found = both.withBorrowedBytes { TimeReader.any($0, at: 0, end: $0.count - 1)?.time }
    }
    if isUTC, found?.offset == nil { found?.offset = 0 }
    return found
  }

  /// Keeps the number of line ends that the row had, so that later records keep their lines.
  private func pad(_ row: Text, from start: Int, _ text: inout [UInt8]) {
    let wanted = (row.start..<row.end).count { row.bytes[$0] == 0x0A }
    let have = text[start...].count { $0 == 0x0A }
    if have < wanted { text += [UInt8](repeating: 0x0A, count: wanted - have) }
  }

  /// Adds a field without its quotes.
  private static func unquote(_ field: Text, into text: inout [UInt8]) {
    let inner = field.unquoted
    guard inner.count < field.count else { return field.bytes[field.start..<field.end].append(to: &text) }
    var index = inner.start
    while index < inner.end {
      let byte = inner.bytes[index]
      text.append(byte)
      index += byte == 0x22 && index + 1 < inner.end && inner.bytes[index + 1] == 0x22 ? 2 : 1
    }
  }

  /// A message of plaso's: `Subsystem: … Process image path: … Event message: …`.
  private func readPlaso(_ record: inout ForeignRecord, into text: inout [UInt8]) {
    let whole = record.message
    whole.withBorrowedBytes { bytes in
      let all = Text(bytes, 0, bytes.count)
      guard let words = all.after("Event message: ") else { return record.append(to: &text) }
      func part(_ name: StaticString, _ role: RecordKey.Role) {
        if let value = all.upTo(words.start).after(name) { record.set(value.word, as: role) }
      }
      part("Subsystem: ", .subsystem)
      part("Category: ", .category)
      part("Process image path: ", .image)
      part("Process Identifier: ", .number)
      record.message = []
      var index = words.start
      while index < words.end {
        let isComma = bytes[index] == 0x20 && index + 1 < words.end && bytes[index + 1] == 0x20
        record.message.append(isComma ? UInt8(ascii: ",") : bytes[index])
        index += 1
      }
      record.append(to: &text)
    }
  }
}

extension Text {
  /// Without the quotes around it.
  var unquoted: Text {
    let text = trimmed
    return text.count >= 2 && text.first == 0x22 && text.last == 0x22 ? Text(bytes, text.start + 1, text.end - 1) : self
  }
}
