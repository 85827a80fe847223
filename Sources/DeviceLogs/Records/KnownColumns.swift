internal import TaskTrace

/// The heads of records in the default style that were read lately in the same bytes.
///
/// A process says most of what it says under a few labels: from the type up to its message, a head mostly stands there
/// already, word for word, and only the time is read.
struct KnownColumns {
  /// The heads, and where each stands from its type up to its message.
  private var known: [(place: Range<Int>, head: RecordHead)] = []
  /// The one that gives way to the next.
  private var oldest = 0
  private static let most = 8

  /// The head at the beginning of a line, if all but its time and thread is known. Complexity: O(head).
  func head(in bytes: Bytes, from start: Int, to end: Int) -> RecordHead? {
    guard let type = Self.type(in: bytes, from: start, to: end) else { return nil }
    for (place, head) in known where place.count <= end - type {
      guard bytes[type..<type + place.count].equals(bytes[place]) else { continue }
      guard let (time, index) = TimeReader.date(bytes, at: start, end: end), index == start + Self.thread - 1 else {
        return nil
      }
      return head.moved(by: type - place.lowerBound, time)
    }
    return nil
  }

  /// Remembers a head that was read at the beginning of a line; one without a label depends on what stands behind it.
  mutating func learn(_ head: RecordHead, in bytes: Bytes, from start: Int, to end: Int) {
    guard head.style == .default, !head.subsystem.isEmpty, head.message < end, bytes[head.message - 1] == 0x20,
      bytes[head.message - 2] == UInt8(ascii: "]"), let type = Self.type(in: bytes, from: start, to: end),
      type < head.process.lowerBound, TimeReader.date(bytes, at: start, end: end)?.index == start + Self.thread - 1
    else { return }
    let place = type..<head.message
    if known.count < Self.most {
      known.append((place, head))
    } else {
      known[oldest] = (place, head)
      oldest = (oldest + 1) % Self.most
    }
  }

  /// Where the thread stands behind a date with microseconds and a zone.
  private static let thread = 32

  /// Where the type begins, behind the thread.
  private static func type(in bytes: Bytes, from start: Int, to end: Int) -> Int? {
    var index = start + thread
    guard index + 2 < end, bytes[index - 1] == 0x20, bytes[index] == 0x30, bytes[index + 1] == 0x78 else { return nil }
    while index < end, bytes[index] != 0x20 { index += 1 }
    while index < end, bytes[index] == 0x20 { index += 1 }
    return index
  }
}

extension RecordHead {
  /// The same head with another time, so many bytes further on.
  func moved(by distance: Int, _ time: RecordTime) -> RecordHead {
    func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound + distance..<range.upperBound + distance }
    var head = self
    head.time = time
    head.process = moved(process)
    head.subsystem = moved(subsystem)
    head.category = moved(category)
    head.message += distance
    return head
  }
}
