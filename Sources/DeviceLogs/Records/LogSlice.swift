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
  private(set) var lines: [Line] = []
  /// The heads of records that are read in full, and where the messages of those in JSON stand.
  private(set) var heads: [RecordHead] = []
  private(set) var messages: [Range<Int>] = []

  /// A place where a record may begin, and what begins there; places count from the beginning of the slice.
  struct Line: Sendable {
    var start: Int
    /// Where the line ends; of an object, where the object does.
    var end: Int
    var what: What
  }

  /// Few bytes, since most lines need no more.
  enum What: Sendable {
    /// A record of another process.
    case noise
    /// A record, with the number of its head.
    case head(Int32)
    /// The continuation of a record, or nothing.
    case plain
    /// A record of a JSON style, with the numbers of its head and of its message.
    case object(Int32, message: Int32)
    /// An object that is no record.
    case other
  }

  /// Reads lines, the last of which must have its line end; without it nothing is known of any. Complexity: O(bytes).
  public init(_ bytes: [UInt8]) {
    raw = bytes
    guard bytes.last == 0x0A else {
      clean = nil
      return
    }
    var colours = ColourFilter()
    let cleaned = colours.clean(bytes)
    clean = cleaned.count == bytes.count ? nil : cleaned
    lines.reserveCapacity(bytes.count / 128)
    cleaned.lend { read($0) }
  }

  private mutating func read(_ bytes: Bytes) {
    var start = 0
    while start < bytes.count {
      if LogImporter.isJSONStart(bytes[start]) {
        switch JSONRecordReader.record(in: bytes, from: start, to: bytes.count) {
        case .none: break
        case .unfinished: return
        case .other(let end):
          lines.append(Line(start: start, end: end, what: .other))
          start = LogImporter.behindObject(bytes, end)
          continue
        case .record(let fields, let end):
          guard let message = fields.message else { return }
          heads.append(JSONRecordReader.head(fields, in: bytes))
          messages.append(message)
          let what = What.object(Int32(heads.count - 1), message: Int32(messages.count - 1))
          lines.append(Line(start: start, end: end, what: what))
          start = LogImporter.behindObject(bytes, end)
          continue
        }
      }
      let stop = nextLineEnd(in: bytes, from: start, to: bytes.count)
      let what = what(bytes, start, LogImporter.lineEnd(bytes, start, stop))
      lines.append(Line(start: start, end: stop, what: what))
      start = stop + 1
    }
  }

  private mutating func what(_ bytes: Bytes, _ start: Int, _ end: Int) -> What {
    if NoiseFilter.isNoise(bytes, start, end) { return .noise }
    guard let head = RecordHead.find(in: bytes, from: start, to: end) else { return .plain }
    heads.append(head)
    return .head(Int32(heads.count - 1))
  }
}
