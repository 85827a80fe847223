/// The trace file: JSON Lines, a header and then one event per line (`Docs/TraceFormat.md`).
public enum TraceFile {
  /// What a file gave.
  public struct Reading: Sendable {
    public var header: TraceHeader
    public var events: [TraceEvent]
    /// Skipped lines, with the reason; nothing else in the file was lost.
    public var warnings: [TextProblem]
  }

  /// At most this many warnings are kept; the rest are counted in the last one.
  public static let maxWarnings = 100

  /// Whether a text begins as a trace does.
  public static func looksLikeTrace(_ prefix: [UInt8]) -> Bool {
    let start = prefix.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard start.first == UInt8(ascii: "{") else { return false }
    return start.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }.starts(with: "\"bgtop\"".utf8)
  }

  /// Writes a whole trace. The same header and events always give the same bytes.
  public static func write(_ header: TraceHeader, _ events: some Sequence<TraceEvent>) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(header)
    writer.newline()
    writer.write(events)
    return writer.bytes
  }

  /// Writes only events, for appending to a trace that ends with a complete line.
  public static func lines(_ events: some Sequence<TraceEvent>) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(events)
    return writer.bytes
  }

  /// Reads a trace: unknown events and fields are kept, and unreadable lines are skipped with a warning.
  ///
  /// Events that are out of order are sorted; events of one instant keep theirs. Complexity: O(bytes).
  /// - Throws: if the first line is not a header.
  public static func read(_ bytes: [UInt8]) throws(TextProblem) -> Reading {
    var reader = Reader()
    try reader.feed(bytes)
    return try reader.finish()
  }

  /// Reads a trace that arrives in pieces, none of which needs to stay in memory.
  public struct Reader: ~Copyable {
    private var fields = FieldReader()
    /// Once its line has come.
    public private(set) var header: TraceHeader?
    private var sources = SourceTexts()
    private var events: [TraceEvent] = []
    private var warnings: [TextProblem] = []
    private var (line, skipped) = (0, 0)
    /// Whether all events so far were in time order.
    public private(set) var isSorted = true
    /// The latest instant of all events so far.
    public private(set) var latest: Instant?
    /// The beginning of a line whose end has not arrived.
    private var rest: [UInt8] = []

    public init() {}

    /// Reads the next piece. Complexity: O(bytes).
    /// - Throws: if the first line is not a header.
    public mutating func feed(_ piece: [UInt8]) throws(TextProblem) {
      guard let end = piece.lastIndex(of: 0x0A) else {
        rest += piece
        return
      }
      let lines = rest.isEmpty ? piece : rest + piece
      let stop = lines.count - (piece.count - end - 1)
      rest = []
      try feed(lines, to: stop)
      rest = Array(lines[stop...])
    }

    /// Returns the events read since the last call and removes them from the reader: ``finish()`` returns only those
    /// that have not been returned yet. Call this only while the events are in time order.
    public mutating func drainUpdates() -> [TraceEvent] {
      defer { events = [] }
      return events
    }

    /// Ends the trace.
    /// - Throws: if there is no header.
    public consuming func finish() throws(TextProblem) -> Reading {
      let torn = rest
      rest = []
      try feed(torn, to: torn.count)
      guard let header else { throw TextProblem(line: 1, column: 1, message: "the trace is empty") }
      if skipped > warnings.count, let last = warnings.indices.last {
        warnings[last].message += " (and \(skipped - warnings.count) more lines)"
      }
      if !isSorted { events = TraceFile.stablySorted(events) }
      return Reading(header: header, events: events, warnings: warnings)
    }

    private mutating func feed(_ lines: [UInt8], to end: Int) throws(TextProblem) {
      try lines.withBorrowedBytes { (bytes) throws(TextProblem) in
        defer { fields.close() }
        var start = 0
        while start < end {
          let stop = bytes.firstIndex(of: 0x0A, from: start, to: end) ?? end
          line += 1
          try feed(bytes, start..<stop, isTorn: stop == end)
          start = stop + 1
        }
      }
    }

    private mutating func feed(_ bytes: Bytes, _ range: Range<Int>, isTorn: Bool) throws(TextProblem) {
      guard range.contains(where: { bytes[$0] > 0x20 }) else { return }
      do throws(FieldReader.Fault) {
        try fields.open(bytes, range)
        if header == nil {
          header = try TraceHeader.decode(&fields)
        } else {
          let event = try TraceEvent.decode(&fields, sources: &sources)
          if let latest, event.at < latest { isSorted = false }
          latest = max(latest ?? event.at, event.at)
          events.append(event)
        }
      } catch {
        let local = TextProblem(error.message, at: max(0, error.offset - range.lowerBound), in: bytes[range].array)
        let message = isTorn ? "the last line is truncated and was skipped (\(local.message))" : local.message
        let problem = TextProblem(line: line, column: local.column, message: message)
        guard header != nil else { throw problem }
        skipped += 1
        if warnings.count < TraceFile.maxWarnings { warnings.append(problem) }
      }
    }
  }

  static func stablySorted(_ events: [TraceEvent]) -> [TraceEvent] {
    events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ events: some Sequence<TraceEvent>) {
    for event in events {
      write(event)
      newline()
    }
  }
}
