internal import TaskTrace

/// Some whole lines of a log, and what each of them is by itself.
///
/// What a line is depends on its bytes alone, so slices can be read on any thread and in any order; what the lines tell
/// together is found by ``LogImporter``, which takes the slices in order and reads again whatever a cut has torn.
public struct LogSlice: Sendable {
  /// The bytes as they came.
  let raw: [UInt8]
  /// The bytes without colours, where those were others.
  let clean: [UInt8]?
  let lines: [Line]

  /// A place where a record may begin, and what begins there; places count from the beginning of the slice.
  struct Line: Sendable {
    var start: Int
    /// Where the line ends; of an object, where the object does.
    var end: Int
    var what: What
  }

  enum What: Sendable {
    /// A record of another process.
    case noise
    case head(RecordHead)
    /// The continuation of a record, or nothing.
    case plain
    /// A record of a JSON style, with the place of its message.
    case object(RecordHead, message: Range<Int>)
    /// An object that is no record.
    case other
  }

  /// Reads lines, the last of which must have its line end; without it nothing is known of any. Complexity: O(bytes).
  public init(_ bytes: [UInt8]) {
    raw = bytes
    guard bytes.last == 0x0A else {
      (clean, lines) = (nil, [])
      return
    }
    var colours = ColourFilter()
    let cleaned = colours.clean(bytes)
    clean = cleaned.count == bytes.count ? nil : cleaned
    lines = cleaned.lend(Self.lines)
  }

  private static func lines(of bytes: Bytes) -> [Line] {
    var lines: [Line] = []
    lines.reserveCapacity(bytes.count / 100)
    var start = 0
    while start < bytes.count {
      if LogImporter.isJSONStart(bytes[start]) {
        switch JSONRecordReader.record(in: bytes, from: start, to: bytes.count) {
        case .none: break
        case .unfinished: return lines
        case .other(let end):
          lines.append(Line(start: start, end: end, what: .other))
          start = LogImporter.behindObject(bytes, end)
          continue
        case .record(let fields, let end):
          guard let message = fields.message else { return lines }
          let head = JSONRecordReader.head(fields, in: bytes)
          lines.append(Line(start: start, end: end, what: .object(head, message: message)))
          start = LogImporter.behindObject(bytes, end)
          continue
        }
      }
      let stop = nextLineEnd(in: bytes, from: start, to: bytes.count)
      lines.append(Line(start: start, end: stop, what: what(bytes, start, LogImporter.lineEnd(bytes, start, stop))))
      start = stop + 1
    }
    return lines
  }

  private static func what(_ bytes: Bytes, _ start: Int, _ end: Int) -> What {
    if NoiseFilter.isNoise(bytes, start, end) { return .noise }
    return RecordHead.find(in: bytes, from: start, to: end).map(What.head) ?? .plain
  }
}
