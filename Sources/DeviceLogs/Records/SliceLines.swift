internal import TaskTrace

/// Reads the lines of a slice.
struct SliceLines {
  private(set) var parts: [LogSlice.Part] = []
  private(set) var records: [LogSlice.Record] = []
  private(set) var unescaped: [UInt8] = []
  private(set) var line = 0
  private(set) var unfinished: Int?
  private let isLast: Bool
  private let skipsOthers: Bool
  private var open: Open?
  /// Its head, unless it is skipped.
  private var head = RecordHead(.bare, .unknown, message: 0)
  private var nextError = 0
  private var layout = JSONRecordReader.Layout()

  /// The record whose lines are being read.
  private struct Open {
    /// Whether it is of another process and is skipped.
    var isPassedOver: Bool
    var start: Int
    /// The ends of its first line and of its message so far.
    var firstEnd: Int
    var end: Int
    var line: Int
  }

  init(isLast: Bool, skipsOthers: Bool) { (self.isLast, self.skipsOthers) = (isLast, skipsOthers) }

  mutating func read(_ bytes: Bytes) {
    records.reserveCapacity(bytes.count / 256)
    parts.reserveCapacity(bytes.count / 256)
    var start = 0
    while start < bytes.count {
      if Self.isJSONStart(bytes[start]), let next = object(bytes, at: start) {
        start = next
        continue
      }
      guard unfinished == nil else { break }
      let stop = nextLineEnd(in: bytes, from: start, to: bytes.count)
      text(bytes, start, stop > start && bytes[stop - 1] == 0x0D ? stop - 1 : stop)
      if stop < bytes.count { line += 1 }
      start = stop + 1
    }
    close(bytes, atEnd: true)
  }

  /// Keeps the texts of records that are to become events.
  mutating func internEvents(_ bytes: Bytes, in source: SourceText) -> SourceText.Remainders {
    unescaped.withBorrowedBytes { unescaped in
      source.internMany { store in
        for index in records.indices where records[index].scan.isEvent {
          guard let digest = records[index].scan.digest else { continue }
          records[index].scan.interned = store.intern(
            records[index].isUnescaped ? unescaped : bytes, digest, process: records[index].head.process)
        }
      }
    }
  }

  // MARK: Lines of text

  private mutating func text(_ bytes: Bytes, _ start: Int, _ end: Int) {
    if Self.isInside(bytes, start, end) {
      continueRecord(bytes, start, end)
    } else if skipsOthers, NoiseFilter.isNoise(bytes, start, end) {
      close(bytes)
      open = Open(isPassedOver: true, start: start, firstEnd: end, end: end, line: line)
    } else if isObject(bytes, start, end) {
      return
    } else if let head = head(bytes, start, end) {
      close(bytes)
      self.head = head
      open = Open(isPassedOver: false, start: start, firstEnd: end, end: end, line: line)
    } else if end - start == 14, Text(bytes, start, end).equals("[disconnected]" as StaticString) {
      close(bytes)
      parts.append(.disconnected)
    } else {
      continueRecord(bytes, start, end)
    }
  }

  /// Reads a record in JSON after quotation marks, or after the name and number that grep put before it; returns false
  /// if the line does not end with one.
  private mutating func isObject(_ bytes: Bytes, _ start: Int, _ end: Int) -> Bool {
    guard end - start > 64, bytes[end - 1] == 0x7D,
      let open = Text(bytes, start, min(end, start + 256)).find("{\"")
    else { return false }
    let before = Text(bytes, start, open).trimmed
    guard before.find(0x20) == nil || before.first == UInt8(ascii: ">") || before.first == UInt8(ascii: "|"),
      case .record(let fields, end) = JSONRecordReader.record(in: bytes, from: open, to: end, &layout)
    else { return false }
    close(bytes)
    record(fields, bytes, open..<end)
    return true
  }

  /// Whether a line begins as those inside a record do, and as none that begins one.
  private static func isInside(_ bytes: Bytes, _ start: Int, _ end: Int) -> Bool {
    var index = start
    while index < end, bytes[index] == 0x09 || bytes[index] == 0x20 { index += 1 }
    guard index < end else { return false }
    switch bytes[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ","): return true
    default: return false
    }
  }

  /// Adds a line that begins no record to the one that is open.
  private mutating func continueRecord(_ bytes: Bytes, _ start: Int, _ end: Int) {
    guard let record = open else { return loose(start, end) }
    if end - record.start <= LogSlice.maxRecordLength { open?.end = end } else { close(bytes) }
  }

  private mutating func head(_ bytes: Bytes, _ start: Int, _ end: Int) -> RecordHead? {
    guard let head = RecordHead.find(in: bytes, from: start, to: end) else { return nil }
    return head
  }

  private mutating func loose(_ start: Int, _ end: Int) {
    if case .loose(let before) = parts.last {
      parts[parts.count - 1] = .loose(before.lowerBound..<end)
    } else {
      parts.append(.loose(start..<end))
    }
  }

  /// Ends the open record; at the end of the slice, its lines may continue in the next.
  private mutating func close(_ bytes: Bytes, atEnd: Bool = false) {
    guard let record = open else { return }
    open = nil
    let holdsError = holdsError(Text(bytes, record.start, record.end))
    let canContinue = atEnd && !isLast
    if record.isPassedOver {
      if !canContinue, !holdsError { return skip(record.start..<record.firstEnd) }
      guard let found = RecordHead.find(in: bytes, from: record.start, to: record.firstEnd) else { return }
      head = found
    }
    var message = Text(bytes, min(head.message, record.end), record.end)
    head.message = message.start
    if !canContinue { message.end = head.trailingLabel(of: message) }
    if !canContinue, message.end > record.firstEnd, let quotes = Quotes(bytes, from: record.start, to: record.firstEnd)
    {
      return unquote(quotes, message, record, holdsError)
    }
    var scan = QuickScan(head, message, holdsError: holdsError)
    if !canContinue, message.end > record.firstEnd, let plain = WrappedText(message, firstEnd: record.firstEnd)?.joined
    {
      var scratch = plain
      let gathered = head.gathered(from: bytes, into: &scratch)
      let isKnown = scratch.withBorrowedBytes { bytes in
        let text = Text(bytes, 0, plain.count)
        return QuickScan(gathered, text, holdsError: holdsError).isKnown(text)
      }
      if isKnown {
        let first = unescaped.count
        unescaped += plain
        return addUnescaped(
          head, from: bytes, first..<unescaped.count, line: record.line, holdsError: holdsError)
      }
    }
    if !canContinue { scan.inspect(head, message) }
    add(
      LogSlice.Record(
        head: head, end: Int32(message.end), line: Int32(record.line),
        openFrom: canContinue ? Int32(record.start) : nil,
        scan: scan))
  }

  /// Adds a record of several quoted or numbered lines, without their prefixes.
  private mutating func unquote(_ quotes: Quotes, _ message: Text, _ open: Open, _ holdsError: Bool) {
    let first = unescaped.count
    quotes.remove(from: message, into: &unescaped)
    addUnescaped(head, from: message.bytes, first..<unescaped.count, line: open.line, holdsError: holdsError)
  }

  /// Adds a record whose message was added to the unescaped bytes.
  private mutating func addUnescaped(
    _ head: RecordHead, from bytes: Bytes, _ message: Range<Int>, line: Int, holdsError: Bool
  ) {
    var head = head.gathered(from: bytes, into: &unescaped)
    head.message = message.lowerBound
    let scan = unescaped.withBorrowedBytes { bytes in
      let text = Text(bytes, message.lowerBound, message.upperBound)
      var scan = QuickScan(head, text, holdsError: holdsError)
      scan.inspect(head, text)
      return scan
    }
    add(
      LogSlice.Record(
        head: head, end: Int32(message.upperBound), line: Int32(line), isUnescaped: true, scan: scan))
  }

  private mutating func skip(_ place: Range<Int>) {
    if case .others(let count, _) = parts.last {
      parts[parts.count - 1] = .others(count + 1, last: place)
    } else {
      parts.append(.others(1, last: place))
    }
  }

  private mutating func add(_ record: LogSlice.Record) {
    parts.append(.record(records.count))
    records.append(record)
  }

  /// Whether the scheduler's error domain appears in a text; texts are queried in the order of their positions.
  ///
  /// The next place is searched once for many records, since there are few. Complexity: O(bytes), over all records.
  private mutating func holdsError(_ text: Text) -> Bool {
    if nextError >= text.end { return false }
    if nextError < text.start { nextError = text.start }
    let bytes = text.bytes
    // The second letter is rarer in logs than the first.
    while let place = bytes.firstIndex(of: UInt8(ascii: "G"), from: nextError + 1, to: bytes.count) {
      nextError = place - 1
      if bytes.holds(FrameworkMessages.errorDomain, at: place - 1) { return nextError + 26 <= text.end }
      nextError = place
    }
    nextError = bytes.count
    return false
  }

  // MARK: Objects

  /// Whether an object may begin on a line that begins so.
  private static func isJSONStart(_ byte: UInt8) -> Bool {
    byte == 0x7B || byte == 0x5B || byte == 0x2C || byte == 0x7D || byte == 0x20 || byte == 0x09
  }

  /// Reads an object, and returns the index after it; nil if none begins here, or none that ends.
  private mutating func object(_ bytes: Bytes, at start: Int) -> Int? {
    switch JSONRecordReader.record(in: bytes, from: start, to: bytes.count, &layout) {
    case .none: return nil
    case .unfinished:
      // A truncated object ends with its line; an unfinished one waits for more input.
      if !isLast, bytes.count - start <= LogSlice.maxLineLength { unfinished = start }
      return nil
    case .other(let end):
      // What a record has printed is a part of it.
      let count = records.count
      recordsInside(bytes, start..<end)
      if records.count == count { if open == nil { loose(start, end) } else { open?.end = end } }
      return behind(bytes, start, end)
    case .record(let fields, let end):
      close(bytes)
      record(fields, bytes, start..<end)
      return behind(bytes, start, end)
    }
  }

  private mutating func record(_ fields: JSONRecordReader.Fields, _ bytes: Bytes, _ place: Range<Int>) {
    guard let range = fields.message else { return }
    if fields.holdsLine(in: bytes) { return line(range, bytes) }
    let head = JSONRecordReader.head(fields, in: bytes)
    let text = Text(bytes, range.lowerBound, range.upperBound)
    let scan = QuickScan(head, text, holdsError: holdsError(text))
    guard scan.matters else {
      return add(
        LogSlice.Record(head: head, end: Int32(range.upperBound), line: Int32(line), scan: scan))
    }
    let first = unescaped.count
    JSONRecordReader.unescape(bytes, range, into: &unescaped)
    addUnescaped(head, from: bytes, first..<unescaped.count, line: line, holdsError: scan.holdsError)
  }

  /// Adds the record that an object holds as a whole line.
  private mutating func line(_ place: Range<Int>, _ bytes: Bytes) {
    var plain: [UInt8] = []
    JSONRecordReader.unescape(bytes, place, into: &plain)
    while plain.last == 0x0A { plain.removeLast() }
    plain.withBorrowedBytes { plain in
      guard let head = HeadReader.fixed(in: plain, from: 0, to: plain.count) else { return }
      let first = unescaped.count
      plain[head.message..<plain.count].append(to: &unescaped)
      addUnescaped(
        head, from: plain, first..<unescaped.count, line: line,
        holdsError: Text(plain, 0, plain.count).find(FrameworkMessages.errorDomain) != nil)
    }
  }

  /// Adds the records inside an object that is none: an event of a crash reporter has them in a list.
  ///
  /// Objects nest a few deep, and the work stays proportional: each level is scanned once.
  private mutating func recordsInside(_ bytes: Bytes, _ place: Range<Int>) {
    let all = Text(bytes, place.lowerBound, place.upperBound)
    guard place.count > 128, all.find("essage\"") != nil else { return }
    var (index, left, counted) = (place.lowerBound + 1, place.count * 8, place.lowerBound)
    let first = line
    while left > 0, let open = all.find(UInt8(ascii: "{"), from: index) {
      var layout = JSONRecordReader.Layout()
      switch JSONRecordReader.record(in: bytes, from: open, to: place.upperBound, &layout) {
      case .record(let fields, let end):
        while counted < open {
          counted = nextLineEnd(in: bytes, from: counted, to: open) + 1
          if counted <= open { line += 1 }
        }
        close(bytes)
        record(fields, bytes, open..<end)
        left -= end - index
        index = end
      case .other(let end):
        left -= end - open
        index = open + 1
      case .unfinished, .none: index = open + 1
      }
    }
    line = first
  }

  /// The index at which reading continues after an object: after its line, if nothing else is there.
  private mutating func behind(_ bytes: Bytes, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end {
      index = nextLineEnd(in: bytes, from: index, to: end)
      if index < end { line += 1 }
      index += 1
    }
    index = end
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x0D || bytes[index] == 0x2C { index += 1 }
    guard index < bytes.count, bytes[index] == 0x0A else { return index }
    line += 1
    return index + 1
  }
}
