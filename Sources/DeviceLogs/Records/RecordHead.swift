internal import TaskTrace

/// A range of places in less than two thousand million bytes: a log has many heads, and they are moved about.
struct Place {
  private var (lower, upper): (Int32, Int32)

  init(_ range: Range<Int>) { (lower, upper) = (Int32(range.lowerBound), Int32(range.upperBound)) }

  var range: Range<Int> { Int(lower)..<Int(upper) }
}

/// A record's metadata before its message. All positions are indices into the bytes that were read.
struct RecordHead {
  var time: RecordTime
  private var processPlace = Place(0..<0)
  private var subsystemPlace = Place(0..<0)
  private var categoryPlace = Place(0..<0)
  var style: RecordStyle
  var level: Note.Level = .default

  /// The process's name; empty if the record has none.
  var process: Range<Int> {
    get { processPlace.range }
    set { processPlace = Place(newValue) }
  }
  var subsystem: Range<Int> {
    get { subsystemPlace.range }
    set { subsystemPlace = Place(newValue) }
  }
  var category: Range<Int> {
    get { categoryPlace.range }
    set { categoryPlace = Place(newValue) }
  }
  /// Where the message begins.
  var message: Int
  /// Whether an unreadable time precedes a bare message.
  var hasUnreadTime = false
  /// Whether the record reports that others were lost.
  var isLoss = false
  /// Whether it contains a message; an activity or a signpost only names a span of work.
  var isMessage = true

  init(_ style: RecordStyle, _ time: RecordTime, message: Int) {
    (self.style, self.time, self.message) = (style, time, message)
  }

  /// The head of the record that begins on a line, in any style; nil if none does. Complexity: O(line).
  static func find(in bytes: Bytes, from start: Int, to end: Int) -> RecordHead? {
    HeadReader.head(in: bytes, from: start, to: end) ?? BareReader.head(in: bytes, from: start, to: end)
  }

  /// Reads the label after a message, ` [subsystem][category]`, and returns the end of the message without it.
  ///
  /// pymobiledevice3 prints it there, after the last line of a message of several.
  mutating func trailingLabel(of whole: Text) -> Int {
    // Blank lines after the message are none of it.
    let text = whole.trimmedEnd
    guard style == .pymobiledevice, subsystem.isEmpty, text.last == UInt8(ascii: "]") else { return whole.end }
    var starts: [Int] = []
    var index = text.end - 1
    while index > text.start, text.end - index < 256, starts.count < 2 {
      let byte = text.bytes[index]
      if byte == 0x20 || byte == 0x0A { return whole.end }
      if byte == UInt8(ascii: "[") {
        starts.append(index)
        // The two parts touch.
        guard starts.count == 2 || text.bytes[index - 1] == UInt8(ascii: "]") else { return whole.end }
      }
      index -= 1
    }
    guard starts.count == 2, index >= text.start, text.bytes[index] == 0x20 else { return whole.end }
    subsystem = starts[1] + 1..<starts[0] - 1
    category = starts[0] + 1..<text.end - 1
    return index
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
}

/// The time of a record as far as its style contains it.
struct RecordTime: Hashable {
  enum Form: UInt8 { case none, timeOfDay, monthAndDay, date }

  /// What the wall clock showed: microseconds since 1970 for a date, since midnight otherwise.
  var wall: Int64 = 0
  /// Ticks of a clock that is never adjusted, in styles that have them.
  var ticks: UInt64?
  /// The boot that they count from; 0 if unknown.
  var boot: UInt64 = 0
  /// Seconds ahead of UTC, if the record contains them.
  private var zone: Int32?
  var form = Form.none
  private var (monthNumber, dayNumber): (UInt8, UInt8) = (0, 0)

  init(form: Form = .none, wall: Int64 = 0, month: Int = 0, day: Int = 0) {
    (self.form, self.wall) = (form, wall)
    (monthNumber, dayNumber) = (UInt8(month), UInt8(day))
  }

  var offset: Int? {
    get { zone.map { Int($0) } }
    set { zone = newValue.map { Int32($0) } }
  }
  var month: Int { Int(monthNumber) }
  var day: Int { Int(dayNumber) }

  static let unknown = RecordTime()
}
