public import TaskTrace

/// Some whole lines of a log, and the records that they hold.
///
/// The classification of a line depends on its bytes alone, so slices can be read on any thread and in any order;
/// ``LogImporter``, which processes the slices in order, combines the records.
public struct LogSlice: Sendable {
  /// The bytes as received.
  let raw: [UInt8]
  /// The bytes without color sequences, if there were any.
  private let clean: [UInt8]?
  var bytes: [UInt8] { clean ?? raw }
  /// The number of bytes received.
  public var count: Int { raw.count }
  /// The contents of the slice, in order.
  private(set) var parts: [Part] = []
  private(set) var records: [Record] = []
  /// Messages of JSON styles with their escapes undone, each with the names of its record.
  private(set) var unescaped: [UInt8] = []
  /// How many line ends the slice has.
  private(set) var lineEnds = 0
  /// The beginning of an object whose end may be in the next slice.
  private(set) var unfinished: Int?
  /// Whether records of other processes were skipped without being read in full.
  let skipped: Bool
  /// What its messages added to the texts that are kept.
  let added: SourceText.Remainders

  enum Part {
    /// A number of whole records of other processes, each on a line of its own, and the range of the last of them.
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
    /// The end of its message, which begins after its head; in the unescaped bytes if the record is relevant and in a
    /// JSON style.
    var end: Int32
    /// The number of line ends before it in the slice.
    var line: Int32
    /// The beginning of its first line, if it may continue in the next slice.
    var openFrom: Int32?
    var isUnescaped = false
    var scan: QuickScan
  }

  /// A record is closed at this length, so that hostile logs cannot fill the memory.
  static let maxRecordLength = 1 << 20
  /// A line or an object without an end is processed unfinished at this length.
  static let maxLineLength = 1 << 23

  /// Where the texts of its messages are kept.
  let source: SourceText?

  /// Reads whole lines; the text after the last line end also counts as a line.
  ///
  /// Messages are stored where the importer that will process the slice stores them, if specified. Complexity:
  /// O(bytes).
  public init(_ bytes: [UInt8], keeping source: SourceText? = nil) {
    self.init(bytes, isLast: false, skipsOthers: true, keeping: source)
  }

  /// `isLast` means that nothing follows, so that what is unfinished stays unfinished.
  init(_ bytes: [UInt8], isLast: Bool, skipsOthers: Bool, keeping source: SourceText? = nil) {
    self.source = source
    raw = bytes
    var colors = ColorFilter()
    let cleaned = colors.clean(bytes, isLast: true)
    clean = cleaned.count == bytes.count ? nil : cleaned
    var reader = SliceLines(isLast: isLast, skipsOthers: skipsOthers)
    added = cleaned.withBorrowedBytes { bytes in
      reader.read(bytes)
      return source.map { reader.internEvents(bytes, in: $0) } ?? SourceText.Remainders()
    }
    (parts, records, unescaped) = (reader.parts, reader.records, reader.unescaped)
    (lineEnds, unfinished) = (reader.line, reader.unfinished)
    skipped = parts.contains { if case .others = $0 { true } else { false } }
  }
}
