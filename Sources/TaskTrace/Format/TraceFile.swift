/// The trace file: JSON Lines, a header and then one event a line (`Docs/TraceFormat.md`).
public enum TraceFile {
  /// What a file gave.
  public struct Reading: Sendable {
    public var header: TraceHeader
    public var events: [TraceEvent]
    /// Lines that were passed over, and why; nothing else of the file was lost.
    public var warnings: [TextProblem]
  }

  /// At most this many warnings are kept; the rest are counted in the last one.
  public static let mostWarnings = 100

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

  /// Writes events alone, to be put behind a trace that ends with a whole line.
  public static func lines(_ events: some Sequence<TraceEvent>) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(events)
    return writer.bytes
  }

  /// Reads a trace: unknown events and fields are kept, and lines that cannot be read are passed over with a warning.
  ///
  /// Events that are out of order are put in order; events of one instant keep theirs. Complexity: O(bytes).
  /// - Throws: when the first line is no header.
  public static func read(_ bytes: [UInt8]) throws(TextProblem) -> Reading {
    var reader = Reader()
    try reader.take(bytes)
    return try reader.finish()
  }

  /// Reads a trace that comes in pieces, of which none needs to stay in memory.
  public struct Reader: ~Copyable {
    private var fields = FieldReader()
    /// Once its line has come.
    public private(set) var header: TraceHeader?
    private var sources = SourceTexts()
    private var events: [TraceEvent] = []
    private var warnings: [TextProblem] = []
    private var (line, passedOver) = (0, 0)
    /// Whether all events have come in order of time.
    public private(set) var isSorted = true
    /// The latest instant of all that came.
    public private(set) var latest: Instant?
    /// The beginning of a line whose end has not come.
    private var rest: [UInt8] = []

    public init() {}

    /// Takes in the next piece. Complexity: O(bytes).
    /// - Throws: when the first line is no header.
    public mutating func take(_ piece: [UInt8]) throws(TextProblem) {
      guard let end = piece.lastIndex(of: 0x0A) else {
        rest += piece
        return
      }
      let lines = rest.isEmpty ? piece : rest + piece
      let stop = lines.count - (piece.count - end - 1)
      rest = []
      try take(lines, to: stop)
      rest = Array(lines[stop...])
    }

    /// The events that have come since this was asked last, which the reader forgets: ``finish()`` gives only what has
    /// not been told. Ask only while they are in order of time.
    public mutating func takeNews() -> [TraceEvent] {
      defer { events = [] }
      return events
    }

    /// Ends the trace.
    /// - Throws: when there is no header.
    public consuming func finish() throws(TextProblem) -> Reading {
      let torn = rest
      rest = []
      try take(torn, to: torn.count)
      guard let header else { throw TextProblem(line: 1, column: 1, message: "the trace is empty") }
      if passedOver > warnings.count, let last = warnings.indices.last {
        warnings[last].message += " (and \(passedOver - warnings.count) more lines)"
      }
      if !isSorted { events = TraceFile.stablySorted(events) }
      return Reading(header: header, events: events, warnings: warnings)
    }

    private mutating func take(_ lines: [UInt8], to end: Int) throws(TextProblem) {
      try lines.lend { (bytes) throws(TextProblem) in
        defer { fields.close() }
        var start = 0
        while start < end {
          let stop = bytes.firstIndex(of: 0x0A, from: start, to: end) ?? end
          line += 1
          try take(bytes, start..<stop, isTorn: stop == end)
          start = stop + 1
        }
      }
    }

    private mutating func take(_ bytes: Bytes, _ range: Range<Int>, isTorn: Bool) throws(TextProblem) {
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
        passedOver += 1
        if warnings.count < TraceFile.mostWarnings { warnings.append(problem) }
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
