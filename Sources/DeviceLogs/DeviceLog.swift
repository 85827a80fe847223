public import TaskTrace

/// Device logs: text in, trace events out.
public enum DeviceLog {
  /// What a log gave.
  public struct Reading: Sendable {
    /// The epoch is what the device's clock showed at the first record; what had to be inferred is marked.
    public var header: TraceHeader
    /// In order of time; events of one instant stand in the order of their records.
    public var events: [TraceEvent]
    public var summary: LogSummary
  }

  /// Reads a whole log in any style, found from its content line by line.
  ///
  /// Never fails: a text that is no log has no records. Wrong UTF-8 is repaired, everything else is kept as it stands,
  /// control characters too. Complexity: O(bytes).
  /// The name goes into the header and the summary.
  /// The number is its place among several logs that are merged.
  public static func read(_ bytes: [UInt8], named: String, log: Int = 0) -> Reading {
    var importer = LogImporter(named: named, log: log)
    return importer.finish(with: bytes)
  }

  /// Reads several logs and merges them on one clock; the epoch is the earliest of theirs.
  public static func read(_ logs: [(name: String, bytes: [UInt8])]) -> Reading {
    merged(logs.enumerated().map { read($1.bytes, named: $1.name, log: $0) })
  }

  /// Puts readings of several logs on one clock. Complexity: O(events · log events).
  public static func merged(_ readings: [Reading]) -> Reading {
    guard let first = readings.first, readings.count > 1 else {
      return readings.first ?? read([], named: "")
    }
    let told = readings.filter { $0.summary.records > 0 }
    let epoch =
      told.map(\.header.epoch).min { $0.microsecondsSince1970 < $1.microsecondsSince1970 } ?? first.header.epoch
    var events: [TraceEvent] = []
    var summary = LogSummary()
    var files: [String] = []
    for reading in readings {
      let shift = TimeSpan(
        microseconds: reading.header.epoch.microsecondsSince1970 - epoch.microsecondsSince1970)
      events += reading.events.map { $0.shifted(by: shift) }
      summary.merge(reading.summary)
      if case .deviceLog(let names) = reading.header.source { files += names }
    }
    events = events.indices.sorted { (events[$0].at, $0) < (events[$1].at, $1) }.map { events[$0] }
    summary.count(events)
    var header = TraceHeader(epoch: epoch, source: .deviceLog(files: files))
    header.inferred = ["date", "year", "zone"].filter { word in told.contains { $0.header.inferred.contains(word) } }
    return Reading(header: header, events: events, summary: summary)
  }

  /// Whether a text that begins with a brace or a bracket is a log in JSON rather than a scenario.
  ///
  /// A few kilobytes of its beginning are enough.
  public static func looksLikeJSONLog(_ prefix: [UInt8]) -> Bool {
    let text = Text(prefix, 0, min(prefix.count, 1 << 16)).trimmed
    guard let first = text.first else { return false }
    if first == UInt8(ascii: "[") {
      return text.from(text.start + 1).trimmed.first.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "]") } ?? true
    }
    guard first == UInt8(ascii: "{") else { return false }
    let keys: [StaticString] = [
      "\"timezoneName\"", "\"eventMessage\"", "\"machTimestamp\"", "\"processImagePath\"", "\"traceID\"",
    ]
    return keys.contains { text.find($0) != nil }
  }
}

extension TraceEvent {
  /// The event on a clock that is ahead by a span; instants inside the event go with it.
  func shifted(by span: TimeSpan) -> TraceEvent {
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
    case .gap(let until, let cause): moved.event = .gap(until: until + span, cause: cause)
    default: break
    }
    return moved
  }
}
