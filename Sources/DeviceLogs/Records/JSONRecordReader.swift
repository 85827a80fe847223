internal import TaskTrace

/// Finds the records of `--style json` and `--style ndjson` without building values.
///
/// An object of a log has some 25 members, of which eight are needed, so the others are skipped as bytes. Objects can
/// be on one line each or span many lines, individually or as members of one list.
struct JSONRecordReader {
  enum Result {
    /// A record, its message with escapes undone, and where the object ends.
    case record(Fields, end: Int)
    /// An object that is not a record, such as the count at the end of a log.
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
    /// Whether the keys are those of Apple's own styles, whose messages begin with no other head.
    var isApples: Bool { messageRank == 9 }
    private var (messageRank, timeRank, levelRank, processRank): (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    /// Objects that hold more parts, read when the record is whole.
    fileprivate var nested: [Range<Int>] = []

    fileprivate mutating func set(_ role: Role, _ rank: UInt8, _ value: Range<Int>) {
      switch role {
      case .timestamp:
        guard rank > timeRank else { return }
        (timestamp, timeRank) = (value, rank)
      case .message:
        guard rank > messageRank else { return }
        (message, messageRank) = (value, rank)
      case .image: image = value
      case .process:
        guard rank > processRank else { return }
        (process, processRank) = (value, rank)
      case .subsystem: subsystem = value
      case .boot: boot = value
      case .category: category = value
      case .level:
        guard rank > levelRank else { return }
        (level, levelRank) = (value, rank)
      case .eventType: eventType = value
      case .ticks: ticks = value
      case .nested: nested.append(value)
      case .number, .other: break
      }
    }

    /// Whether it is an activity or a signpost.
    func isSpan(in bytes: Bytes) -> Bool {
      let type = Text(bytes, eventType.lowerBound, eventType.upperBound)
      return type.hasPrefix("activity") || type.hasPrefix("signpost")
    }

    /// Whether the message is a whole log line with its own head, which programs that relay lines put into objects.
    func holdsLine(in bytes: Bytes) -> Bool {
      guard let message, !isApples else { return false }
      let head = HeadReader.fixed(in: bytes, from: message.lowerBound, to: message.upperBound)
      return head.map { $0.time.form != .none } ?? false
    }

    func isLoss(in bytes: Bytes) -> Bool {
      Text(bytes, eventType.lowerBound, eventType.upperBound).equals("lossEvent" as StaticString)
    }
  }

  /// The members of an object that was read before in the same bytes.
  ///
  /// A tool writes all of its records alike: most members of the next one are already there, word for word, and are
  /// skipped together; of the others, at least the keys match.
  struct Layout {
    fileprivate var members: [Member] = []

    fileprivate struct Member {
      var role: Role
      var rank: UInt8
      /// Where it begins, with the quote of its key, and where its value does.
      var (start, value): (Int, Int)
      /// The range of its value's content, if needed.
      var content: Range<Int>?
      /// The index of the next member, if there is one: everything before it belongs to this one.
      var next: Int?
    }
  }

  fileprivate typealias Role = RecordKey.Role

  private let bytes: Bytes
  private let end: Int
  private var index: Int
  /// The end of the line that contains the last string.
  private var lineEnd = -1
  private var fields = Fields()

  /// Real records nest four deep. The limit keeps the time for lines of open brackets in proportion to their length.
  private static let maxDepth = 64
  /// This many bytes are compared at a time, so that the work stays proportional if objects repeat one another.
  private static let maxCompared = 512

  /// Reads the object that begins on a line, after blanks, commas and an opening bracket.
  static func record(in bytes: Bytes, from start: Int, to end: Int, _ layout: inout Layout) -> Result {
    guard let open = objectStart(in: bytes, from: start, to: end) else { return .none }
    var reader = JSONRecordReader(bytes: bytes, end: end, index: open + 1)
    switch reader.members(&layout) {
    case .unfinished: return .unfinished
    case .broken: return .none
    case .whole:
      var fields = reader.fields
      for place in fields.nested { reader.read(nested: place, into: &fields) }
      // A record of lost messages may have no message.
      if fields.message == nil, fields.isLoss(in: bytes) { fields.message = fields.eventType }
      let isRecord = fields.message != nil && (!fields.timestamp.isEmpty || fields.holdsLine(in: bytes))
      return isRecord ? .record(fields, end: reader.index) : .other(end: reader.index)
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

  /// Reads the contents of an object inside a record: a label, or fields that a logger adds.
  private func read(nested place: Range<Int>, into fields: inout Fields) {
    guard place.count > 2, bytes[place.lowerBound] == 0x7B else { return }
    var inner = JSONRecordReader(bytes: bytes, end: place.upperBound, index: place.lowerBound + 1)
    var layout = Layout()
    guard inner.members(&layout) == .whole else { return }
    for member in layout.members {
      guard let content = member.content,
        member.role == .subsystem || member.role == .category || member.role == .process
      else { continue }
      fields.set(member.role, member.rank, content)
    }
  }

  private enum State { case whole, unfinished, broken }

  private mutating func members(_ layout: inout Layout) -> State {
    var number = 0
    // Whether the last member was not in the layout, which does not contain its end yet.
    var isNew = false
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
      if isNew { layout.members[number - 1].next = index }
      isNew = false
      let same =
        number < layout.members.count
        ? bytes.common(layout.members[number].start, index, limit: Self.maxCompared) : 0
      if same > 0, skipKnown(same, &number, layout) { continue }
      let meaning: (role: Role, rank: UInt8)
      if same > 0, let known = knownKey(same, layout.members[number]) {
        meaning = known
      } else {
        let start = index
        guard let found = key() else { return index >= end ? .unfinished : .broken }
        layout.members.removeLast(layout.members.count - number)
        layout.members.append(Layout.Member(role: found.role, rank: found.rank, start: start, value: index))
        (meaning, isNew) = (found, true)
      }
      number += 1
      guard index < end else { return .unfinished }
      var content: Range<Int>?
      let state = value(meaning, &content)
      guard state == .whole else { return state }
      if isNew { layout.members[number - 1].content = content }
    }
  }

  /// Skips the members that match the layout word for word, for this many bytes; returns false if there are none.
  private mutating func skipKnown(_ same: Int, _ number: inout Int, _ layout: Layout) -> Bool {
    let start = layout.members[number].start
    let moved = index - start
    var next = start
    while number < layout.members.count, layout.members[number].start == next,
      let stop = layout.members[number].next, stop - start <= same
    {
      if let content = layout.members[number].content {
        let member = layout.members[number]
        fields.set(member.role, member.rank, content.lowerBound + moved..<content.upperBound + moved)
      }
      next = stop
      number += 1
    }
    index = next + moved
    return next > start
  }

  /// Skips a key that is in the layout; the value must follow immediately.
  private mutating func knownKey(_ same: Int, _ member: Layout.Member) -> (role: Role, rank: UInt8)? {
    let stop = index + member.value - member.start
    guard stop - index <= same, stop < end, !bytes[stop].isBlank else { return nil }
    index = stop
    return (member.role, member.rank)
  }

  /// Reads a value, and keeps the place of its content if that is needed.
  private mutating func value(_ meaning: (role: Role, rank: UInt8), _ content: inout Range<Int>?) -> State {
    let role = meaning.role
    if bytes[index] == 0x22 {
      guard let string = string() else { return index >= end ? .unfinished : .broken }
      if role != .ticks, role != .other, role != .nested { content = string }
    } else {
      let start = index
      let state = skip()
      guard state == .whole else { return state }
      // A time may be a number, and the last one on its line may be followed by a line end.
      let isNumber = role == .ticks || role == .timestamp && bytes[start].isDigit
      if isNumber || role == .nested { content = start..<Text(bytes, start, index).trimmedEnd.end }
    }
    if let content { fields.set(role, meaning.rank, content) }
    return .whole
  }

  /// Reads a key and advances to its value; returns nil with the index where it is malformed, or at the end.
  private mutating func key() -> (role: Role, rank: UInt8)? {
    guard bytes[index] == 0x22, let key = string() else { return nil }
    skipBlanks()
    guard index < end, bytes[index] == 0x3A else { return nil }
    index += 1
    skipBlanks()
    return RecordKey.meaning(of: Text(bytes, key.lowerBound, key.upperBound))
  }

  private mutating func skipBlanks() {
    while index < end, bytes[index].isBlank { index += 1 }
  }

  /// The place of a string's content; nil if it is not closed, with the index at the end or at a line end.
  private mutating func string() -> Range<Int>? {
    let start = index + 1
    if lineEnd < start { lineEnd = nextLineEnd(in: bytes, from: min(start, end), to: end) }
    var next = start
    while next < lineEnd, let quote = bytes.firstIndex(of: 0x22, from: next, to: lineEnd) {
      // A quote behind an odd number of backslashes is a part of the text.
      var first = quote
      while first > next, bytes[first - 1] == 0x5C { first -= 1 }
      if (quote - first) & 1 == 0 {
        index = quote + 1
        return start..<quote
      }
      next = quote + 1
    }
    index = lineEnd
    return nil
  }

  /// Skips a number, a word, a list, or an object.
  private mutating func skip() -> State {
    var depth = 0
    while index < end {
      switch bytes[index] {
      case 0x7B, 0x5B:
        depth += 1
        index += 1
        guard depth < Self.maxDepth else { return .broken }
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

  // MARK: Heads

  /// The head of a record; the message's range is between its quotation marks.
  static func head(_ fields: Fields, in bytes: Bytes) -> RecordHead {
    let stamp = fields.timestamp
    var time = time(Text(bytes, stamp.lowerBound, stamp.upperBound))
    time.ticks = Text(bytes, fields.ticks.lowerBound, fields.ticks.upperBound).ticks
    let boot = Text(bytes, fields.boot.lowerBound, fields.boot.upperBound)
    time.boot = boot.isEmpty ? 0 : boot.fingerprint
    var head = RecordHead(.json, time, message: fields.message?.lowerBound ?? 0)
    let path = fields.process.isEmpty ? fields.image : fields.process
    let name = RecordKey.processName(in: Text(bytes, path.lowerBound, path.upperBound))
    head.process = name.start..<name.end
    (head.subsystem, head.category) = (fields.subsystem, fields.category)
    (head.isLoss, head.isMessage) = (fields.isLoss(in: bytes), !fields.isSpan(in: bytes))
    head.level = HeadReader.level(Text(bytes, fields.level.lowerBound, fields.level.upperBound)) ?? .default
    return head
  }

  private static func time(_ text: Text) -> RecordTime {
    if let time = TimeReader.date(text.bytes, at: text.start, end: text.end)?.time { return time }
    if let micros = TimeReader.microseconds(text) {
      var time = RecordTime(form: .date, wall: micros)
      time.offset = 0
      return time
    }
    return TimeReader.any(text.bytes, at: text.start, end: text.end)?.time ?? .unknown
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
