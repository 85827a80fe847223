public import TaskTrace

/// Device logs: text in, trace events out.
public enum DeviceLog {
  /// What a log gave.
  public struct Reading: Sendable {
    /// The epoch is what the device's clock showed at the first record; what had to be inferred is marked.
    public var header: TraceHeader
    /// In time order; events of one instant are in the order of their records.
    public var events: [TraceEvent]
    public var summary: LogSummary
    /// Whether the day or year that it begins on is assumed, because nothing in the log states it.
    public var isDayArbitrary = false
  }

  /// Reads a whole log in any style, found from its content line by line.
  ///
  /// Never fails: a text that is not a log has no records. Invalid UTF-8 is repaired; everything else is kept
  /// unchanged, including control characters. Complexity: O(bytes). The name goes into the header and the summary. The
  /// number is the log's index among several logs that are merged.
  public static func read(_ bytes: [UInt8], named: String, log: Int = 0, date: CivilTime? = nil) -> Reading {
    var importer = LogImporter(named: named, log: log, date: date)
    return importer.readAll(bytes)
  }

  /// Reads several logs and merges them on one clock; the epoch is the earliest of theirs.
  public static func read(_ logs: [(name: String, bytes: [UInt8])]) -> Reading {
    merged(count: logs.count) { index, day in
      var importer = LogImporter(named: logs[index].name, log: index, date: day, isGiven: false)
      return importer.readAll(logs[index].bytes)
    }
  }

  /// Puts readings of several logs on one clock.
  ///
  /// A log whose records have no date is read once more, to begin on the day of the first one that has: `read` gets a
  /// log's number, and that day or nil. Between the end of all logs so far and the beginning of the next is a gap.
  /// Complexity: O(events · log events).
  public static func merged(count: Int, read: (Int, CivilTime?) throws -> Reading) rethrows -> Reading {
    var readings: [Reading] = []
    for index in 0..<count { readings.append(try read(index, nil)) }
    guard count > 1 else { return readings.first ?? self.read([], named: "") }
    if let dated = readings.first(where: { $0.summary.records > 0 && !$0.isDayArbitrary }) {
      for index in 0..<count where readings[index].isDayArbitrary {
        readings[index] = try read(index, dated.header.epoch.civil(.zero))
      }
    }
    return merged(readings)
  }

  private static func merged(_ readings: [Reading]) -> Reading {
    let nonempty = readings.filter { $0.summary.records > 0 }
    let first = nonempty.min { $0.header.epoch.microsecondsSince1970 < $1.header.epoch.microsecondsSince1970 }
    let epoch = (first ?? readings[0]).header.epoch
    var events: [TraceEvent] = []
    var summary = LogSummary()
    var files: [String] = []
    var covered: [(from: Instant, to: Instant)] = []
    for reading in readings {
      let shift = TimeSpan(
        microseconds: reading.header.epoch.microsecondsSince1970 - epoch.microsecondsSince1970)
      events += reading.events.map { $0.shifted(by: shift) }
      summary.merge(reading.summary)
      if case .deviceLog(let names) = reading.header.source { files += names }
      guard reading.summary.records > 0 else { continue }
      let ends = [reading.header.end, reading.events.last?.at].compactMap(\.self)
      covered.append((min(.zero, reading.events.first?.at ?? .zero) + shift, (ends.max() ?? .zero) + shift))
    }
    events += gaps(between: covered)
    events = events.inOrder
    summary.count(events)
    var header = TraceHeader(epoch: epoch, source: .deviceLog(files: files))
    header.inferred = ["time", "date", "year", "zone"].filter { word in
      nonempty.contains { $0.header.inferred.contains(word) }
    }
    if let end = covered.map(\.to).max(), end > events.last?.at ?? .zero { header.end = end }
    return Reading(header: header, events: events, summary: summary)
  }

  /// The spans that no log covers.
  private static func gaps(between covered: [(from: Instant, to: Instant)]) -> [TraceEvent] {
    let ordered = covered.sorted { $0.from < $1.from }
    guard var end = ordered.first?.to else { return [] }
    var gaps: [TraceEvent] = []
    for span in ordered.dropFirst() {
      if span.from - end > .seconds(1) { gaps.append(TraceEvent(end, .gap(until: span.from, cause: .noLog))) }
      end = max(end, span.to)
    }
    return gaps
  }

  /// Whether a text that begins with a brace or a bracket is a log in JSON rather than a scenario.
  ///
  /// A few kilobytes of its beginning are enough.
  public static func looksLikeJSONLog(_ prefix: [UInt8]) -> Bool {
    prefix.withBorrowedBytes { looksLikeJSONLog(Text($0, 0, min(prefix.count, 1 << 16)).trimmed) }
  }

  private static func looksLikeJSONLog(_ text: Text) -> Bool {
    guard let first = text.first else { return false }
    if first == UInt8(ascii: "[") {
      return text.from(text.start + 1).trimmed.first.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "]") } ?? true
    }
    guard first == UInt8(ascii: "{") else { return false }
    let keys: [StaticString] = [
      "\"timezoneName\"", "\"eventMessage\"", "\"machTimestamp\"", "\"processImagePath\"", "\"traceID\"",
    ]
    return keys.contains { text.find($0) != nil } || RecordKey.identifiesRecord(text)
  }
}

extension TraceEvent {
  /// The event on a clock that is ahead by a span; instants inside the event go with it.
  public func shifted(by span: TimeSpan) -> TraceEvent {
    guard span != .zero else { return self }
    var moved = self
    moved.at += span
    switch event {
    case .submitted(let task, var submission):
      submission.earliest = submission.earliest.map { $0 + span }
      submission.windowStart = submission.windowStart.map { $0 + span }
      submission.windowEnd = submission.windowEnd.map { $0 + span }
      moved.event = .submitted(task, submission)
    case .optimal(let task, let score, let at, let until):
      moved.event = .optimal(task, score: score, at: at.map { $0 + span }, validUntil: until.map { $0 + span })
    case .held(let task, var hold):
      hold.until = hold.until.map { $0 + span }
      moved.event = .held(task, hold)
    case .report(var report):
      report.until += span
      moved.event = .report(report)
    case .gap(let until, let cause): moved.event = .gap(until: until + span, cause: cause)
    default: break
    }
    return moved
  }
}
