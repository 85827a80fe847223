internal import TaskTrace

/// Files of events that other programs keep: MetricKit's payloads, and the histories of libraries.
///
/// They are JSON, one value or one to a line, and are known by their members, never by the file's name.
public enum EventFile {
  /// Whether a text begins with such an event.
  ///
  /// A few kilobytes of its beginning are enough.
  public static func looksLikeEvents(_ prefix: [UInt8]) -> Bool {
    prefix.withBorrowedBytes { looksLikeEvents(Text($0, 0, min(prefix.count, 1 << 16)).trimmed) }
  }

  private static func looksLikeEvents(_ text: Text) -> Bool {
    if CrashReport.isOne(text) { return true }
    guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") else { return false }
    guard text.find("\"eventMessage\"") == nil, text.find("\"bgtop\"") == nil else { return false }
    return marks.contains { mark in mark.allSatisfy { text.find($0) != nil } }
  }

  /// The members that identify each kind of file.
  private static let marks: [[StaticString]] = [
    ["\"timeStampBegin\"", "\"timeStampEnd\""], ["\"diagnosticMetaData\""], ["\"backgroundTermination\""],
    ["\"intervalEntries\""],
    ["\"chainId\"", "\"startedAtMs\""], ["\"taskName\"", "\"success\""], ["\"taskId\"", "\"at\""],
    ["tasks.", "_run_epoch_ms"],
  ]

  /// Reads a file of events; nil if it contains none. What cannot be read is skipped and counted with its line.
  ///
  /// Complexity: O(bytes).
  public static func read(_ bytes: [UInt8], named name: String, log: Int = 0) -> DeviceLog.Reading? {
    var reader = EventFileReader(log: log)
    reader.read(bytes)
    return reader.reading(named: name)
  }
}

/// Collects the events of a file; until the end their instants count from 1970.
struct EventFileReader {
  private(set) var events: [TraceEvent] = []
  private var tally = Tally()
  /// Seconds ahead of UTC, according to the first time in the file.
  private var utcOffset: Int?
  /// Whether what was read has no times of its own.
  var isTimeless = false
  private let source: SourceText
  private var line = 1

  init(log: Int) { source = SourceText(log: log) }

  /// One value as a whole, or one to a line.
  mutating func read(_ bytes: [UInt8]) {
    tally.lines = bytes.reduce(bytes.last == 0x0A ? 0 : 1) { $0 + ($1 == 0x0A ? 1 : 0) }
    if bytes.withBorrowedBytes({ CrashReport.isOne(Text($0, 0, $0.count).trimmed) }) {
      if CrashReport.read(bytes, into: &self) {
        tally.records += 1
        tally.styles[RecordStyle.bare.index] += 1
      }
      return
    }
    if let value = (try? JSONReader.read(bytes)) ?? DefaultsDump.read(bytes) {
      read(value, at: 1)
      return
    }
    var start = 0
    while start < bytes.count {
      let stop = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if bytes[start..<stop].contains(where: { $0 > 0x20 }) {
        if let value = try? JSONReader.read(Array(bytes[start..<stop])) {
          read(value, at: line)
        } else {
          notUnderstood(String(decoding: bytes[start..<min(stop, start + 160)], as: UTF8.self), at: line)
        }
      }
      line += 1
      start = stop + 1
    }
  }

  private mutating func read(_ value: JSONValue, at line: Int) {
    if let values = value.array {
      for value in values { read(value, at: line) }
      return
    }
    tally.records += 1
    tally.styles[RecordStyle.json.index] += 1
    let before = events.count
    let isKnown =
      MetricKitPayload.read(value, into: &self) || MetricKitPayload.readDiagnostic(value, into: &self)
      || MetricKitPayload.readReport(value, into: &self)
      || LibraryEvents.readBackgrounderEvent(value, into: &self) || LibraryEvents.readKMPEvent(value, into: &self)
      || DefaultsDump.read(value, into: &self)
    if !isKnown { notUnderstood(String(value.text.prefix(160)), at: line) }
    for index in before..<events.count { events[index].source = source.place(line: line) }
  }

  private mutating func notUnderstood(_ text: String, at line: Int) {
    tally.notUnderstood += 1
    guard tally.firstNotUnderstood.count < Tally.maxLines else { return }
    tally.firstNotUnderstood.append(LogSummary.Line(log: "", number: line, text: text))
  }

  mutating func add(_ event: Event, at instant: Instant) { events.append(TraceEvent(instant, event)) }

  mutating func add(_ event: Event, at instant: Instant, line: Int) {
    events.append(TraceEvent(instant, event, source: source.place(line: line)))
  }

  /// A time in any form that the files use: `2026-06-01 00:00:00 +0000`, ISO 8601, or milliseconds since 1970.
  mutating func instant(_ value: JSONValue?) -> Instant? {
    guard let value else { return nil }
    if let number = value.number {
      // Seconds and milliseconds differ by a factor of a thousand: no event in milliseconds is from before 1973.
      let micros = number >= 1e11 ? number * 1_000 : number * 1_000_000
      return micros > 0 && micros < 9e15 ? Instant(microseconds: Int64(micros)) : nil
    }
    guard let string = value.string else { return nil }
    guard let stamp = Array(string.utf8).withBorrowedBytes({ DateReader.stamp(Text($0, 0, $0.count)) }) else {
      return nil
    }
    if utcOffset == nil { utcOffset = stamp.utcOffset }
    return Instant(microseconds: stamp.civil.microsecondsSince1970 - Int64(stamp.utcOffset ?? 0) * 1_000_000)
  }

  /// A time as ``instant(_:)`` reads it, where numbers may be seconds since 2001, as Foundation's `Date` is written.
  mutating func instant(sinceReference value: JSONValue?) -> Instant? {
    // No iOS that writes them is older than 2020, which is 6e8 seconds since 2001 and 1.5e9 since 1970.
    if let number = value?.number, number > 0, number < 1.2e9 {
      return Instant(microseconds: Int64((number + 978_307_200) * 1_000_000))
    }
    return instant(value)
  }

  func reading(named name: String) -> DeviceLog.Reading? {
    guard let first = events.map(\.at).min() else { return nil }
    let day = LogClock.defaultDay.microsecondsSince1970
    let epoch = Epoch(microsecondsSince1970: isTimeless ? day : first.microseconds, utcOffset: utcOffset ?? 0)
    let shift = TimeSpan(microseconds: -first.microseconds)
    let sorted = events.indices.sorted { (events[$0].at, $0) < (events[$1].at, $1) }
    let moved = sorted.map { events[$0].shifted(by: shift) }
    var header = TraceHeader(epoch: epoch, source: .deviceLog(files: [name]))
    if isTimeless {
      header.inferred = ["time", "date", "zone"]
    } else if utcOffset == nil {
      header.inferred = ["zone"]
    }
    var tally = tally
    for index in tally.firstNotUnderstood.indices { tally.firstNotUnderstood[index].log = name }
    return DeviceLog.Reading(header: header, events: moved, summary: LogSummary(tally, moved))
  }
}
