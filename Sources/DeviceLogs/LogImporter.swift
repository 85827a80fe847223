public import TaskTrace

/// Reads a log that comes in pieces, for following a device.
///
/// Pieces may end anywhere, in the middle of a line or of a character; the events are the same however the log is cut.
public struct LogImporter: Sendable {
  private let name: String
  private let date: CivilTime?
  private let isDateGiven: Bool
  /// Whether the tool that wrote the log lost the device since the last record.
  private var isDisconnected = false
  /// The last record that was passed over.
  private var passed: Range<Int>?
  /// Bytes from the open record on.
  private var bytes: [UInt8] = []
  private var colours = ColourFilter()
  /// Where the next line begins.
  private var cursor = 0
  /// Up to where no line ends.
  private var searched = 0
  /// No error of the scheduler begins before this place.
  private var nextError = 0
  /// How much of an object had come when it was looked at last.
  private var triedObject = 0
  private var open: OpenRecord?
  private var clock: LogClock?
  private var story: Story
  private var others = OtherRecords()
  /// The number of the next line.
  private var line = 1
  /// Whether the bytes end behind an object without a line end, whose line is not counted yet.
  private var unterminated = false
  /// How many events were handed out.
  private var handedOut = 0
  private var latest = Instant.zero
  /// How many bytes came, and whether room was made for the events of all.
  private var taken = 0
  private var hasRoom = false
  /// After so many bytes the number of events in all is estimated.
  private static let sample = 1 << 23

  private struct OpenRecord {
    var head: RecordHead
    /// Where the head begins.
    var start: Int
    /// The end of the message so far.
    var end: Int
    var line: Int
  }

  /// A record is closed at this length, so that hostile logs cannot fill the memory.
  private static let longestRecord = 1 << 20
  /// A line without an end is taken as it is at this length.
  private static let longestLine = 1 << 23

  /// Where the records have no date, `date` is the day that the log begins on; it is not inferred if a person `gives` it.
  /// The number is the log's place among several that are merged.
  public init(named: String, log: Int = 0, date: CivilTime? = nil, isGiven: Bool = true) {
    name = named
    (self.date, isDateGiven) = (date, isGiven)
    story = Story(log: log)
  }

  /// Takes in the next piece, and returns the events of records that are known to be complete.
  ///
  /// A record is complete when the next one begins. Events are never earlier than those returned before: one whose
  /// record came late has the instant of the latest, here but not in ``finish()``. Complexity: O(bytes), amortised.
  public mutating func feed(_ piece: some Collection<UInt8>) -> [TraceEvent] {
    append(piece)
    guard clock != nil || bytes.count >= DateHints.searched else { return [] }
    return advance(final: false)
  }

  /// Takes in the next piece of a log that is read to its end: what it tells is given by ``finish()`` alone.
  ///
  /// `expected` is how many bytes the log has in all, where that is known; room for its events is then made at once.
  public mutating func take(_ piece: some Collection<UInt8>, expected: Int? = nil) {
    append(piece)
    takeIn(piece.count, expected: expected)
  }

  /// Takes in the next slice as ``take(_:expected:)`` does; what was found out about its lines is not found out again.
  public mutating func take(_ slice: LogSlice, expected: Int? = nil) {
    let known = Known(slice, base: bytes.count)
    if colours.isEmpty {
      bytes += slice.clean ?? slice.raw
      takeIn(slice.raw.count, expected: expected, known)
    } else {
      take(slice.raw, expected: expected)
    }
  }

  private mutating func takeIn(_ count: Int, expected: Int?, _ known: Known? = nil) {
    taken += count
    guard clock != nil || bytes.count >= DateHints.searched else { return }
    startClock()
    scan(final: false, known)
    compact()
    if let expected, !hasRoom, taken >= Self.sample {
      hasRoom = true
      story.makeRoom(share: Double(expected) / Double(taken))
    }
  }

  private mutating func append(_ piece: some Collection<UInt8>) {
    bytes += colours.clean(piece as? [UInt8] ?? Array(piece))
  }

  /// Takes the last record as complete, because nothing more came for a while.
  public mutating func flush() -> [TraceEvent] {
    var events = advance(final: false)
    close()
    compact()
    events += handOut()
    return events
  }

  /// Ends the log, and returns all of it in order.
  public mutating func finish() -> DeviceLog.Reading { finish(with: []) }

  /// Ends the log with a last piece.
  mutating func finish(with last: [UInt8]) -> DeviceLog.Reading {
    let last = colours.clean(last, isLast: true)
    if bytes.isEmpty { bytes = last } else { bytes += last }
    startClock()
    scan(final: true)
    close()
    settlePassed()
    if unterminated { countLine() }
    bytes = []
    (cursor, searched) = (0, 0)
    var events = story.takeOrdered()
    if events.isEmpty { events = others.notes }
    var header = header
    let end = max(others.latest, latest)
    if let last = events.last, end > last.at { header.end = end }
    var reading = DeviceLog.Reading(header: header, events: events, summary: LogSummary(story.tally, events))
    reading.isDayArbitrary = clock?.isDayArbitrary ?? false
    return reading
  }

  /// What is known of the log so far; its epoch is settled with the first events.
  public var header: TraceHeader {
    let clock = clock ?? LogClock(DateHints())
    var header = TraceHeader(epoch: clock.finalEpoch, source: .deviceLog(files: [name]))
    header.inferred = ["date", "year", "zone"].filter { clock.inferred.contains($0) }
    return header
  }

  /// Whether anything so far was a record.
  public var hasRecords: Bool { story.tally.records > 0 }

  private mutating func startClock() {
    if clock == nil { clock = LogClock(bytes.lend { DateHints($0, day: date, isGiven: isDateGiven) }) }
  }

  private mutating func advance(final: Bool) -> [TraceEvent] {
    startClock()
    scan(final: final)
    compact()
    return handOut()
  }

  private mutating func handOut() -> [TraceEvent] {
    let new = story.events.indices.dropFirst(handedOut).filter { !story.removed.contains($0) }
    handedOut = story.events.count
    let sorted = new.sorted { (story.events[$0].at, $0) < (story.events[$1].at, $1) }
    return sorted.map { index in
      var event = story.events[index]
      event.at = max(event.at, latest)
      latest = event.at
      return event
    }
  }

  /// Drops the bytes before the open record.
  private mutating func compact() {
    settlePassed()
    let keep = open?.start ?? cursor
    guard keep > 1 << 16 || keep == bytes.count else { return }
    bytes.removeSubrange(..<keep)
    cursor -= keep
    searched = max(0, searched - keep)
    nextError = max(0, nextError - keep)
    if var record = open {
      record.head.shift(by: keep)
      record.start -= keep
      record.end -= keep
      open = record
    }
  }

  // MARK: Lines

  /// What is known of the last lines of the bytes.
  private final class Known {
    private let slice: LogSlice
    /// Where the slice begins.
    let base: Int
    private var next = 0

    init(_ slice: LogSlice, base: Int) { (self.slice, self.base) = (slice, base) }

    /// A head, at its place in all of the bytes.
    func head(_ number: Int32) -> RecordHead {
      var head = slice.heads[Int(number)]
      head.shift(by: -base)
      return head
    }

    func message(_ number: Int32) -> Range<Int> {
      let message = slice.messages[Int(number)]
      return message.lowerBound + base..<message.upperBound + base
    }

    /// What is known of the line that begins at a place; places only grow.
    func line(at place: Int) -> LogSlice.Line? {
      while next < slice.lines.count, slice.lines[next].start + base < place { next += 1 }
      guard next < slice.lines.count, slice.lines[next].start + base == place else { return nil }
      return slice.lines[next]
    }
  }

  private mutating func scan(final: Bool, _ known: Known? = nil) {
    let held = bytes
    held.lend { scan($0, final: final, known) }
  }

  private mutating func scan(_ bytes: Bytes, final: Bool, _ known: Known?) {
    while cursor < bytes.count {
      if let known, let line = known.line(at: cursor) {
        take(line, of: known, in: bytes)
        continue
      }
      switch takeObject(bytes, final: final) {
      case .taken: continue
      case .waiting: return
      case .none: break
      }
      let stop = nextLineEnd(in: bytes, from: max(cursor, searched), to: bytes.count)
      if stop == bytes.count, !final, stop - cursor < Self.longestLine {
        searched = stop
        return
      }
      let end = Self.lineEnd(bytes, cursor, stop)
      if others.isFull, NoiseFilter.isNoise(bytes, cursor, end) {
        takeNoise(bytes, to: stop)
      } else {
        takeLine(bytes, to: stop, RecordHead.find(in: bytes, from: cursor, to: end))
      }
    }
  }

  /// Takes in a line of which it is known what it is.
  private mutating func take(_ next: LogSlice.Line, of known: Known, in bytes: Bytes) {
    let end = next.end + known.base
    triedObject = 0
    switch next.what {
    case .object(let head, let message):
      let range = known.message(message)
      close(bytes)
      record(known.head(head), Text(bytes, range.lowerBound, range.upperBound), line: line, escaped: range)
      passOver(bytes, to: end)
    case .other: passOver(bytes, to: end)
    case .head(let head): takeLine(bytes, to: end, known.head(head))
    case .noise: takeNoise(bytes, to: end)
    case .plain: takeLine(bytes, to: end, nil)
    }
  }

  /// Takes in a line that is a whole record of another process.
  private mutating func takeNoise(_ bytes: Bytes, to stop: Int) {
    let end = Self.lineEnd(bytes, cursor, stop)
    if others.isFull {
      // The record before comes first, since errors are searched for in one direction only.
      close(bytes)
      if !holdsError(Text(bytes, cursor, end)) {
        passOver(cursor, end)
        cursor = min(stop + 1, bytes.count)
        return
      }
    }
    takeLine(bytes, to: stop, RecordHead.find(in: bytes, from: cursor, to: end))
  }

  private enum ObjectState { case taken, waiting, none }

  /// Takes in a record of a JSON style, where one begins.
  private mutating func takeObject(_ bytes: Bytes, final: Bool) -> ObjectState {
    guard Self.isJSONStart(bytes[cursor]) else { return .none }
    let length = bytes.count - cursor
    if triedObject > 0, !final, length < triedObject + triedObject / 4,
      nextLineEnd(in: bytes, from: cursor + triedObject, to: bytes.count) == bytes.count
    {
      return .waiting
    }
    triedObject = 0
    switch JSONRecordReader.record(in: bytes, from: cursor, to: bytes.count) {
    case .none: return .none
    case .unfinished:
      // A torn object ends with its line; one that goes on is waited for.
      if final || length > Self.longestLine { return .none }
      triedObject = length
      return .waiting
    case .other(let end): passOver(bytes, to: end)
    case .record(let fields, let end):
      close(bytes)
      take(fields, in: bytes)
      passOver(bytes, to: end)
    }
    return .taken
  }

  /// Whether an object may begin on a line that begins so.
  static func isJSONStart(_ byte: UInt8) -> Bool {
    byte == 0x7B || byte == 0x5B || byte == 0x2C || byte == 0x7D || byte == 0x20 || byte == 0x09
  }

  /// Goes on behind an object, and behind its line if nothing else stands there.
  private mutating func passOver(_ bytes: Bytes, to end: Int) {
    var index = cursor
    while index < end {
      index = nextLineEnd(in: bytes, from: index, to: end)
      if index < end { countLine() }
      index += 1
    }
    cursor = Self.behindBlanks(bytes, end)
    if cursor < bytes.count, bytes[cursor] == 0x0A {
      cursor += 1
      countLine()
    } else if cursor == bytes.count {
      unterminated = true
    }
    searched = cursor
  }

  private static func behindBlanks(_ bytes: Bytes, _ end: Int) -> Int {
    var index = end
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x0D || bytes[index] == 0x2C { index += 1 }
    return index
  }

  /// Where reading goes on behind an object: behind its line, if nothing else stands there.
  static func behindObject(_ bytes: Bytes, _ end: Int) -> Int {
    let index = behindBlanks(bytes, end)
    return index < bytes.count && bytes[index] == 0x0A ? index + 1 : index
  }

  /// Where a line ends without the carriage return that some tools write.
  static func lineEnd(_ bytes: Bytes, _ start: Int, _ stop: Int) -> Int {
    stop > start && bytes[stop - 1] == 0x0D ? stop - 1 : stop
  }

  private mutating func countLine() {
    line += 1
    story.tally.lines += 1
  }

  private mutating func take(_ fields: JSONRecordReader.Fields, in bytes: Bytes) {
    let head = JSONRecordReader.head(fields, in: bytes)
    guard let range = fields.message else { return }
    record(head, Text(bytes, range.lowerBound, range.upperBound), line: line, escaped: range)
  }

  /// Takes in a line of text, with the head of the record that begins on it, if one does.
  private mutating func takeLine(_ bytes: Bytes, to stop: Int, _ head: RecordHead?) {
    let start = cursor
    let end = Self.lineEnd(bytes, start, stop)
    if let head {
      close(bytes)
      open = OpenRecord(head: head, start: start, end: end, line: line)
    } else if end - start == 14, Text(bytes, start, end).equals("[disconnected]" as StaticString) {
      close(bytes)
      isDisconnected = true
    } else if open != nil {
      if end - (open?.start ?? end) <= Self.longestRecord { open?.end = end } else { close(bytes) }
    }
    countLine()
    cursor = min(stop + 1, bytes.count)
  }

  /// Counts a record of another process; its time is read only if it turns out to be the last.
  private mutating func passOver(_ start: Int, _ end: Int) {
    story.tally.records += 1
    story.tally.styles[RecordStyle.default.index] += 1
    story.tally.others += 1
    passed = start..<end
    countLine()
  }

  /// Takes the time of the last record that was passed over.
  private mutating func settlePassed() {
    guard passed != nil else { return }
    let held = bytes
    held.lend { settlePassed($0) }
  }

  private mutating func settlePassed(_ bytes: Bytes) {
    guard let range = passed else { return }
    passed = nil
    guard let head = HeadReader.head(in: bytes, from: range.lowerBound, to: range.upperBound), let clock else { return }
    var ahead = clock
    let instant = ahead.instant(head.time)
    self.clock = ahead
    story.lastRecordAt = instant
    others.passed(at: instant)
  }

  // MARK: Records

  private mutating func close() {
    let held = bytes
    held.lend { close($0) }
  }

  private mutating func close(_ bytes: Bytes) {
    guard open != nil, let open else { return }
    self.open = nil
    record(open.head, Text(bytes, min(open.head.message, open.end), open.end), line: open.line, escaped: nil)
  }

  /// Takes a record into the story; a message between quotes has its escapes undone first, if it is needed.
  private mutating func record(_ head: RecordHead, _ text: Text, line: Int, escaped: Range<Int>?) {
    guard clock != nil else { return }
    if head.isLoss || isDisconnected || text.isLogTalk { settlePassed(text.bytes) }
    passed = nil
    story.tally.records += 1
    story.tally.styles[head.style.index] += 1
    let before = clock?.latest ?? .zero
    let instant = clock?.instant(head.time) ?? .zero
    tellClock(head, line: line, from: before, to: instant)
    let dates = clock?.dates
    let holdsError = holdsError(text)
    guard let escaped, holdsError || Speakers.mayMatter(head, text) else {
      tell(head, text, line: line, at: instant, dates, holdsError: holdsError)
      return
    }
    let message = JSONRecordReader.unescaped(text.bytes, escaped)
    let whole = head.gathered(with: message, from: text.bytes)
    whole.bytes.lend {
      tell(whole.head, Text($0, 0, message.count), line: line, at: instant, dates, holdsError: holdsError)
    }
  }

  private mutating func tell(
    _ head: RecordHead, _ text: Text, line: Int, at instant: Instant, _ dates: MessageDates?, holdsError: Bool
  ) {
    defer { story.endRecord() }
    story.begin(text, process: head.process, line: line)
    if let dates, story.take(head, text, at: instant, dates, holdsError: holdsError) {
      story.lastRecordAt = instant
      guard story.lastWasUnknown, story.tally.firstNotUnderstood.count < Tally.mostLines else { return }
      let words = text.before("\n").upTo(text.start + 160).string
      story.tally.firstNotUnderstood.append(LogSummary.Line(log: name, number: line, text: words))
    } else {
      story.lastRecordAt = instant
      story.tally.others += 1
      others.take(head, text, at: instant, story: story)
    }
  }

  /// What a record tells of the log and the clock: lost messages, a lost device, a boot, a clock that was set.
  private mutating func tellClock(_ head: RecordHead, line: Int, from before: Instant, to instant: Instant) {
    let isLost = head.isLoss || isDisconnected
    guard isLost || clock?.happening != nil else { return }
    story.begin(line: line)
    if isLost, before < instant {
      story.add(.gap(until: instant, cause: head.isLoss ? "messages lost" : "disconnected"), at: before)
    }
    isDisconnected = false
    if isLost { story.lastRecordAt = instant }
    switch clock?.happening {
    case .boot: story.booted(from: before, at: instant)
    case .step(let span):
      let words = span < .zero ? "back by \(TimeSpan.zero - span)" : "forward by \(span)"
      story.add(.note(Note("the clock was set \(words)")), at: instant)
    case nil: break
    }
  }

  /// Whether the scheduler's error domain stands in a message.
  ///
  /// The next place is searched once for many records, since there are few. Complexity: O(bytes), over all records.
  private mutating func holdsError(_ text: Text) -> Bool {
    if nextError >= text.end { return false }
    if nextError < text.start { nextError = text.start }
    let bytes = text.bytes
    // The second letter is rarer in logs than the first.
    while let place = bytes.firstIndex(of: UInt8(ascii: "G"), from: nextError + 1, to: bytes.count) {
      nextError = max(nextError, place - 1)
      if bytes.holds("BGTaskSchedulerErrorDomain", at: place - 1) { return nextError + 26 <= text.end }
      // Words that the end of the bytes cuts may go on in the next piece.
      if place + 25 > bytes.count { return false }
      nextError = place
    }
    nextError = max(nextError, bytes.count - 1)
    return false
  }
}
