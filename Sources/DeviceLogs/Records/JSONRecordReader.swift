internal import TaskTrace

/// Finds the records of `--style json` and `--style ndjson` without building values.
///
/// An object of a log has some 25 members of which eight are needed, so the others are passed over as bytes. Objects
/// may stand on one line each or spread over many, alone or as members of one list.
struct JSONRecordReader {
  enum Result {
    /// A record, its message with escapes undone, and where the object ends.
    case record(Fields, end: Int)
    /// An object that is no record, such as the count at the end of a log.
    case other(end: Int)
    /// The bytes end inside the object.
    case unfinished
    /// No object.
    case none
  }

  /// Places of the strings that are needed, without their quotes.
  struct Fields {
    var timestamp = 0..<0
    var message: Range<Int>?
    var process = 0..<0
    var image = 0..<0
    var subsystem = 0..<0
    var category = 0..<0
    var level = 0..<0
    var eventType = 0..<0
    /// Mach ticks, which only order records inside one boot, and the boot.
    var ticks = 0..<0
    var boot = 0..<0

    func isLoss(in bytes: Bytes) -> Bool {
      Text(bytes, eventType.lowerBound, eventType.upperBound).equals("lossEvent" as StaticString)
    }
  }

  private let bytes: Bytes
  private let end: Int
  private var index: Int
  private var fields = Fields()

  /// Real records nest four deep. The limit keeps the time for lines of open brackets in proportion to their length.
  private static let deepest = 64

  /// Reads the object that begins on a line, after blanks, commas and an opening bracket.
  static func record(in bytes: Bytes, from start: Int, to end: Int) -> Result {
    guard let open = objectStart(in: bytes, from: start, to: end) else { return .none }
    var reader = JSONRecordReader(bytes: bytes, end: end, index: open + 1)
    switch reader.members() {
    case .unfinished: return .unfinished
    case .broken: return .none
    case .whole:
      var fields = reader.fields
      // A record of lost messages may have none of its own.
      if fields.message == nil, fields.isLoss(in: bytes) { fields.message = fields.eventType }
      return fields.message == nil || fields.timestamp.isEmpty
        ? .other(end: reader.index) : .record(fields, end: reader.index)
    }
  }

  /// The brace that begins an object with a quoted key.
  static func objectStart(in bytes: Bytes, from start: Int, to end: Int) -> Int? {
    var index = start
    while index < end {
      switch bytes[index] {
      case 0x20, 0x09, 0x2C, 0x5B, 0x5D, 0x0D: index += 1
      case 0x7D where index == start: index += 1
      case 0x7B:
        var next = index + 1
        while next < end, bytes[next].isBlank { next += 1 }
        return next >= end || bytes[next] == 0x22 ? index : nil
      default: return nil
      }
    }
    return nil
  }

  private init(bytes: Bytes, end: Int, index: Int) { (self.bytes, self.end, self.index) = (bytes, end, index) }

  private enum State { case whole, unfinished, broken }

  private mutating func members() -> State {
    while true {
      skipBlanks()
      guard index < end else { return .unfinished }
      if bytes[index] == 0x7D {
        index += 1
        return .whole
      }
      if bytes[index] == 0x2C {
        index += 1
        continue
      }
      guard bytes[index] == 0x22 else { return .broken }
      guard let key = string() else { return index >= end ? .unfinished : .broken }
      skipBlanks()
      guard index < end else { return .unfinished }
      guard bytes[index] == 0x3A else { return .broken }
      index += 1
      skipBlanks()
      guard index < end else { return .unfinished }
      if bytes[index] == 0x22 {
        guard let value = string() else { return index >= end ? .unfinished : .broken }
        keep(key, value)
      } else {
        let start = index
        let state = passOver()
        guard state == .whole else { return state }
        keepNumber(key, start..<index)
      }
    }
  }

  private mutating func skipBlanks() {
    while index < end, bytes[index].isBlank { index += 1 }
  }

  /// The place of a string's content; nil where it is not closed, with the index at the end or at a line end.
  private mutating func string() -> Range<Int>? {
    let start = index + 1
    index = start
    while true {
      index = nextIndex(ofAny: 0x22, 0x5C, 0x0A, in: bytes, from: index, to: end)
      guard index < end else { return nil }
      if bytes[index] == 0x22 {
        index += 1
        return start..<index - 1
      }
      if bytes[index] == 0x0A { return nil }
      index = min(index + 2, end)
    }
  }

  /// Passes over a number, a word, a list or an object.
  private mutating func passOver() -> State {
    var depth = 0
    while index < end {
      switch bytes[index] {
      case 0x7B, 0x5B:
        depth += 1
        index += 1
        guard depth < Self.deepest else { return .broken }
      case 0x7D, 0x5D:
        if depth == 0 { return .whole }
        depth -= 1
        index += 1
        if depth == 0 { return .whole }
      case 0x2C where depth == 0: return .whole
      case 0x22:
        guard depth > 0 else { return .broken }
        guard string() != nil else { return index >= end ? .unfinished : .broken }
      default: index += 1
      }
    }
    return .unfinished
  }

  private mutating func keepNumber(_ key: Range<Int>, _ value: Range<Int>) {
    guard key.count == 13, Text(bytes, key.lowerBound, key.upperBound).hasPrefix("machTimestamp") else { return }
    fields.ticks = value
  }

  private mutating func keep(_ key: Range<Int>, _ value: Range<Int>) {
    let text = Text(bytes, key.lowerBound, key.upperBound)
    switch (text.count, text.first) {
    case (9, 0x74): if text.hasPrefix("timestamp") { fields.timestamp = value }
    case (12, 0x65): if text.hasPrefix("eventMessage") { fields.message = value }
    case (16, 0x70): if text.hasPrefix("processImagePath") { fields.image = value }
    case (7, 0x70): if text.hasPrefix("process") { fields.process = value }
    case (9, 0x73): if text.hasPrefix("subsystem") { fields.subsystem = value }
    case (8, 0x62): if text.hasPrefix("bootUUID") { fields.boot = value }
    case (8, 0x63): if text.hasPrefix("category") { fields.category = value }
    case (11, 0x6D): if text.hasPrefix("messageType") { fields.level = value }
    case (9, 0x65): if text.hasPrefix("eventType") { fields.eventType = value }
    default: break
    }
  }

  // MARK: Heads

  /// The head of a record; the message's place is where it stands between its quotes.
  static func head(_ fields: Fields, in bytes: Bytes) -> RecordHead {
    let stamp = fields.timestamp
    var time = TimeReader.date(bytes, at: stamp.lowerBound, end: stamp.upperBound)?.time ?? .unknown
    time.ticks = Text(bytes, fields.ticks.lowerBound, fields.ticks.upperBound).ticks
    let boot = Text(bytes, fields.boot.lowerBound, fields.boot.upperBound)
    time.boot = boot.isEmpty ? nil : boot.fingerprint
    var head = RecordHead(.json, time, message: fields.message?.lowerBound ?? 0)
    head.process = fields.process
    if fields.process.isEmpty {
      var start = fields.image.upperBound
      while start > fields.image.lowerBound, bytes[start - 1] != 0x2F { start -= 1 }
      head.process = start..<fields.image.upperBound
    }
    (head.subsystem, head.category) = (fields.subsystem, fields.category)
    head.isLoss = fields.isLoss(in: bytes)
    head.level = HeadReader.level(Text(bytes, fields.level.lowerBound, fields.level.upperBound)) ?? .default
    return head
  }

  /// Adds the text of a string with its escapes undone; a half of a surrogate pair alone becomes U+FFFD.
  static func unescape(_ bytes: Bytes, _ range: Range<Int>, into text: inout [UInt8]) {
    var index = range.lowerBound
    while index < range.upperBound {
      let escape = nextIndex(of: 0x5C, in: bytes, from: index, to: range.upperBound)
      bytes[index..<escape].append(to: &text)
      index = escape
      guard index + 1 < range.upperBound else {
        bytes[index..<range.upperBound].append(to: &text)
        break
      }
      index += 2
      switch bytes[index - 1] {
      case 0x6E: text.append(0x0A)
      case 0x74: text.append(0x09)
      case 0x72: text.append(0x0D)
      case 0x62: text.append(0x08)
      case 0x66: text.append(0x0C)
      case 0x75: index = unit(bytes, index, range.upperBound, into: &text)
      case let other: text.append(other)
      }
    }
  }

  private static func unit(_ bytes: Bytes, _ start: Int, _ end: Int, into text: inout [UInt8]) -> Int {
    func hex(_ at: Int) -> UInt32? {
      guard at + 4 <= end else { return nil }
      var value: UInt32 = 0
      for place in at..<at + 4 {
        guard let digit = bytes[place].hexDigit else { return nil }
        value = value << 4 | UInt32(digit)
      }
      return value
    }
    guard let high = hex(start) else {
      text.append(contentsOf: [0x5C, 0x75])
      return start
    }
    var (value, index) = (high, start + 4)
    if (0xD800..<0xDC00).contains(high), index + 6 <= end, bytes[index] == 0x5C, bytes[index + 1] == 0x75,
      let low = hex(index + 2), (0xDC00..<0xE000).contains(low)
    {
      value = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
      index += 6
    }
    text.append(contentsOf: String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
    return index
  }
}
