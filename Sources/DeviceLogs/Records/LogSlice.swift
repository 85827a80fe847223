public import TaskTrace

/// Some whole lines of a log, and the records that they hold.
///
/// What a line is depends on its bytes alone, so slices can be read on any thread and in any order; what the records tell
/// together is found by ``LogImporter``, which takes the slices in order.
public struct LogSlice: Sendable {
  /// The bytes as they came.
  let raw: [UInt8]
  /// The bytes without colours, where those were others.
  private let clean: [UInt8]?
  var bytes: [UInt8] { clean ?? raw }
  /// How many bytes came.
  public var count: Int { raw.count }
  /// What stands in the slice, in its order.
  private(set) var parts: [Part] = []
  private(set) var records: [Record] = []
  /// Messages of JSON styles with their escapes undone, each with the names of its record.
  private(set) var unescaped: [UInt8] = []
  /// How many line ends the slice has.
  private(set) var lineEnds = 0
  /// Where an object begins whose end may come with the next slice.
  private(set) var unfinished: Int?
  /// Whether records of other processes were passed over without being read in full.
  let passedOver: Bool
  /// What its messages added to the texts that are kept.
  let added: SourceText.Rests

  enum Part {
    /// So many whole records of other processes, each on a line of its own, and where the last of them stands.
    case others(Int, last: Range<Int>)
    /// A record, by its number. Lines that follow it belong to it, up to the next part that is none of these.
    case record(Int)
    /// Lines that belong to the record before the slice, if that is still open.
    case loose(Range<Int>)
    /// The tool that wrote the log has lost the device.
    case disconnected
  }

  struct Record {
    var head: RecordHead
    /// Where its message ends, which begins behind its head; in the unescaped bytes if it is of a JSON style and of
    /// interest.
    var end: Int32
    /// How many line ends stand before it in the slice.
    var line: Int32
    /// Where its first line begins, if the next slice may go on with it.
    var openFrom: Int32?
    var isUnescaped = false
    var glance: Glance
  }

  /// A record is closed at this length, so that hostile logs cannot fill the memory.
  static let longestRecord = 1 << 20
  /// A line or an object without an end is taken as it is at this length.
  static let longestLine = 1 << 23

  /// Where the texts of its messages are kept.
  let source: SourceText?

  /// Reads whole lines; what stands behind the last line end is taken for a line too.
  ///
  /// Messages are kept where the importer that will take the slice keeps them, if that is told. Complexity: O(bytes).
  public init(_ bytes: [UInt8], keeping source: SourceText? = nil) {
    self.init(bytes, isLast: false, passesOver: true, keeping: source)
  }

  /// `isLast` tells that nothing follows, so that what is unfinished stays so.
  init(_ bytes: [UInt8], isLast: Bool, passesOver: Bool, keeping source: SourceText? = nil) {
    self.source = source
    raw = bytes
    var colours = ColourFilter()
    let cleaned = colours.clean(bytes, isLast: true)
    clean = cleaned.count == bytes.count ? nil : cleaned
    var reader = SliceLines(isLast: isLast, passesOver: passesOver)
    added = cleaned.lend { bytes in
      reader.read(bytes)
      return source.map { reader.keepEvents(bytes, in: $0) } ?? SourceText.Rests()
    }
    (parts, records, unescaped) = (reader.parts, reader.records, reader.unescaped)
    (lineEnds, unfinished) = (reader.line, reader.unfinished)
    passedOver = parts.contains { if case .others = $0 { true } else { false } }
  }
}
