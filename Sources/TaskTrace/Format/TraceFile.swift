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
    writer.write(header.json)
    writer.newline()
    for event in events {
      writer.write(event.json)
      writer.newline()
    }
    return writer.bytes
  }

  /// Reads a trace: unknown events and fields are kept, and lines that cannot be read are passed over with a warning.
  ///
  /// Events that are out of order are put in order; events of one instant keep theirs. Complexity: O(bytes).
  /// - Throws: when the first line is no header.
  public static func read(_ bytes: [UInt8]) throws(TextProblem) -> Reading {
    let interner = Interner()
    var header: TraceHeader?
    var sources = SourceTexts()
    var events: [TraceEvent] = []
    var warnings: [TextProblem] = []
    var (line, start, passedOver, sorted) = (0, 0, 0, true)
    while start < bytes.count {
      let stop = newline(in: bytes, from: start)
      line += 1
      let range = start..<stop
      start = stop + 1
      guard range.contains(where: { bytes[$0] > 0x20 }) else { continue }
      do throws(FieldReader.Fault) {
        let value = try parse(bytes, range)
        if header == nil {
          header = try TraceHeader.decode(value, interner: interner)
        } else {
          let event = try TraceEvent.decode(value, interner: interner, sources: &sources)
          if let last = events.last, event.at < last.at { sorted = false }
          events.append(event)
        }
      } catch {
        let local = TextProblem(error.message, at: max(0, error.offset - range.lowerBound), in: bytes[range])
        let torn = stop == bytes.count && bytes.last != 0x0A
        let message = torn ? "the last line is torn and was passed over (\(local.message))" : local.message
        let problem = TextProblem(line: line, column: local.column, message: message)
        guard header != nil else { throw problem }
        passedOver += 1
        if warnings.count < mostWarnings { warnings.append(problem) }
      }
    }
    guard let header else { throw TextProblem(line: 1, column: 1, message: "the trace is empty") }
    if passedOver > warnings.count, let last = warnings.indices.last {
      warnings[last].message += " (and \(passedOver - warnings.count) more lines)"
    }
    if !sorted { events = stablySorted(events) }
    return Reading(header: header, events: events, warnings: warnings)
  }

  private static func newline(in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    return index
  }

  private static func parse(_ bytes: [UInt8], _ range: Range<Int>) throws(FieldReader.Fault) -> JSONValue {
    do throws(JSONReader.Failure) {
      return try JSONReader.readKeepingOffsets(bytes, in: range)
    } catch {
      throw FieldReader.Fault(message: error.message, offset: error.offset)
    }
  }

  private static func stablySorted(_ events: [TraceEvent]) -> [TraceEvent] {
    events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}
