internal import TaskTrace

/// What a record says of itself before its message. All places are indices into the bytes that were read.
struct RecordHead {
  var style: RecordStyle
  var time: RecordTime
  /// The process's name; empty where the record has none.
  var process: Range<Int> = 0..<0
  var subsystem: Range<Int> = 0..<0
  var category: Range<Int> = 0..<0
  var level: Note.Level = .default
  /// Where the message begins.
  var message: Int
  /// Whether the record says that others were lost.
  var isLoss = false

  init(_ style: RecordStyle, _ time: RecordTime, message: Int) {
    (self.style, self.time, self.message) = (style, time, message)
  }

  /// The head of the record that begins on a line, whatever its style; nil where none does. Complexity: O(line).
  static func find(in bytes: Bytes, from start: Int, to end: Int) -> RecordHead? {
    HeadReader.head(in: bytes, from: start, to: end) ?? BareReader.head(in: bytes, from: start, to: end)
  }

  /// The process's name; only the beginning of one that no process can have.
  func processName(in bytes: Bytes) -> Text {
    Text(bytes, process.lowerBound, min(process.upperBound, process.lowerBound + 256))
  }

  /// The head with copies of its names behind a message that was added to some bytes.
  func gathered(from bytes: Bytes, into all: inout [UInt8]) -> RecordHead {
    var head = self
    func append(_ range: Range<Int>) -> Range<Int> {
      let start = all.count
      bytes[range].append(to: &all)
      return start..<all.count
    }
    head.process = append(process)
    head.subsystem = append(subsystem)
    head.category = append(category)
    return head
  }

  /// Moves all places when bytes before them are dropped.
  mutating func shift(by count: Int) {
    func moved(_ range: Range<Int>) -> Range<Int> {
      range.isEmpty ? 0..<0 : range.lowerBound - count..<range.upperBound - count
    }
    (process, subsystem, category) = (moved(process), moved(subsystem), moved(category))
    message -= count
  }
}

/// The time of a record as far as its style tells it.
struct RecordTime: Hashable {
  enum Form: UInt8 { case none, timeOfDay, monthAndDay, date }

  var form = Form.none
  /// What the wall clock showed: microseconds since 1970 for a date, since midnight otherwise.
  var wall: Int64 = 0
  /// Seconds ahead of UTC, where the record tells.
  var offset: Int?
  var month = 0
  var day = 0
  /// Ticks of a clock that nobody sets, and the boot that they count from, where a style has them.
  var ticks: UInt64?
  var boot: UInt64?

  static let unknown = RecordTime()
}
