public import TaskTrace

/// Reads a log that arrives in pieces, for following a device.
///
/// Pieces may end anywhere, in the middle of a line or of a character; the events are the same however the log is cut.
public struct LogImporter: Sendable {
  let name: String
  private let date: CivilTime?
  private let isDateGiven: Bool
  var clock: LogClock?
  var story: Story
  var others = OtherRecords()
  var mirrored = MirroredRecords()
  /// The record that may continue in the next slice.
  var open: OpenRecord?
  /// The last skipped record in the present slice.
  var passed: Range<Int>?
  /// Whether the tool that wrote the log lost the device since the last record.
  var isDisconnected = false
  /// The number of the first line of the next slice.
  var line = 1
  /// Input that is not processed yet: a line without its end, or an object.
  private var unread: [UInt8] = []
  /// Whether a line ends in it.
  private var unreadHasLine = false
  /// It is not examined again before it has this many bytes.
  private var unreadWanted = 0
  /// The number of events delivered so far.
  private var deliveredCount = 0
  private var latest = Instant.zero
  /// The number of bytes received, the last of them, and whether storage for all events was reserved.
  private var bytesRead = 0
  private var lastByte: UInt8?
  private var hasRoom = false
  /// After this many bytes, the total number of events is estimated.
  private static let sample = 1 << 23
  /// How much is read at a time of what is there as a whole.
  private static let sliceSize = 1 << 18

  /// If the records have no date, `date` is the day on which the log begins; it does not count as inferred if the user
  /// specified it. The number is the log's index among several logs that are merged.
  public init(named: String, log: Int = 0, date: CivilTime? = nil, isGiven: Bool = true) {
    name = named
    (self.date, isDateGiven) = (date, isGiven)
    story = Story(log: log)
  }

  /// Reads the next piece, and returns the events of records that are known to be complete.
  ///
  /// A record is complete when the next one begins. Events are never earlier than those returned before: an event whose
  /// record came late has the instant of the latest, here but not in ``finish()``. Complexity: O(bytes), amortized.
  public mutating func feed(_ piece: some Collection<UInt8>) -> [TraceEvent] {
    append(piece)
    return deliver()
  }

  /// Reads the next slice as ``feed(_:)`` does.
  public mutating func feed(_ slice: LogSlice) -> [TraceEvent] {
    append(slice)
    return deliver()
  }

  /// Reads the next piece of a log that is read to its end: only ``finish()`` returns its events.
  public mutating func append(_ piece: some Collection<UInt8>) { append(piece as? [UInt8] ?? Array(piece)) }

  private mutating func append(_ piece: [UInt8]) {
    count(piece)
    unreadHasLine = unreadHasLine || piece.contains(0x0A)
    if unread.isEmpty { unread = piece } else { unread += piece }
    guard clock != nil || unread.count >= DateHints.searched else { return }
    readUnread(isLast: false)
  }

  /// Reads the next slice as ``append(_:)`` does; what is already known about its lines is not computed again.
  ///
  /// `expected` is the total number of bytes of the log, if known; storage for its events is then reserved immediately.
  public mutating func append(_ slice: LogSlice, expected: Int? = nil) {
    precondition(
      slice.source == nil || slice.source === story.source, "a slice keeps its texts where its importer does")
    if unread.isEmpty, clock != nil, slice.raw.last == 0x0A, others.isFull || !slice.skipped {
      count(slice.raw)
      readAndKeepRest(slice)
    } else {
      append(slice.raw)
    }
    if let expected, !hasRoom, bytesRead >= Self.sample {
      hasRoom = true
      story.makeRoom(share: Double(expected) / Double(bytesRead))
    }
  }

  private mutating func count(_ piece: [UInt8]) {
    bytesRead += piece.count
    lastByte = piece.last ?? lastByte
  }

  /// Treats the last record as complete, because nothing more has arrived for a while.
  public mutating func flush() -> [TraceEvent] {
    unreadWanted = 0
    readUnread(isLast: false)
    close()
    return deliver()
  }

  /// Ends the log, and returns all of it in order.
  public mutating func finish() -> DeviceLog.Reading {
    readUnread(isLast: true)
    close()
    if lastByte.map({ $0 != 0x0A }) ?? false { story.tally.lines += 1 }
    var events = story.drainOrdered()
    if events.isEmpty { events = others.ordered }
    var header = header
    let end = max(others.latest, latest)
    if let last = events.last, end > last.at { header.end = end }
    var reading = DeviceLog.Reading(header: header, events: events, summary: LogSummary(story.tally, events))
    reading.isDayArbitrary = clock?.isDayArbitrary ?? false
    return reading
  }

  /// Reads a log that is there as a whole.
  mutating func readAll(_ text: [UInt8]) -> DeviceLog.Reading {
    var bytes = text
    if var layout = LogLayout(text) { bytes = layout.decode(text) + layout.finish() }
    var start = 0
    while start < bytes.count {
      let stop = bytes.withBorrowedBytes {
        nextLineEnd(in: $0, from: min(start + Self.sliceSize, $0.count), to: $0.count)
      }
      append(Array(bytes[start..<min(stop + 1, bytes.count)]))
      start = stop + 1
    }
    return finish()
  }

  /// What is known about the log so far; its epoch is settled with the first events.
  public var header: TraceHeader {
    let clock = clock ?? LogClock(DateHints())
    var header = TraceHeader(epoch: clock.finalEpoch, source: .deviceLog(files: [name]))
    header.inferred = ["time", "date", "year", "zone"].filter { clock.inferred.contains($0) }
    return header
  }

  /// Where the messages are kept that became events; slices that are read for this importer may keep them there too.
  public var texts: SourceText { story.source }

  /// Whether anything so far was a record.
  public var hasRecords: Bool { story.tally.records > 0 }

  /// Reads the complete lines that have arrived; at the end of the log, everything.
  private mutating func readUnread(isLast: Bool) {
    if clock == nil {
      var colors = ColorFilter()
      clock = LogClock(
        colors.clean(unread, isLast: true).withBorrowedBytes { DateHints($0, day: date, isGiven: isDateGiven) })
    }
    let isTooLong = unread.count >= LogSlice.maxLineLength
    guard isLast || isTooLong || unreadHasLine && unread.count >= unreadWanted, !unread.isEmpty else { return }
    var lines = unread
    unread = []
    var rest: [UInt8] = []
    if !isLast, !isTooLong, let end = lines.lastIndex(of: 0x0A) {
      rest = Array(lines[(end + 1)...])
      lines.removeLast(rest.count)
    }
    readAndKeepRest(LogSlice(lines, isLast: isLast, skipsOthers: others.isFull))
    unread += rest
  }

  /// Reads a slice; an object that is unfinished at its end is read again with the next input.
  private mutating func readAndKeepRest(_ slice: LogSlice) {
    read(slice)
    unread = slice.unfinished.map { Array(slice.bytes[$0...]) } ?? []
    unreadHasLine = !unread.isEmpty
    // An object that spans many lines is not read again for each of them.
    unreadWanted = unread.count > 1 << 16 ? unread.count + unread.count / 4 : 0
  }

  private mutating func deliver() -> [TraceEvent] {
    let new = story.events.indices.dropFirst(deliveredCount).filter { !story.removed.contains($0) }
    deliveredCount = story.events.count
    let sorted = new.sorted { (story.events[$0].at, $0) < (story.events[$1].at, $1) }
    return sorted.map { index in
      var event = story.events[index]
      event.at = max(event.at, latest)
      latest = event.at
      return event
    }
  }
}
