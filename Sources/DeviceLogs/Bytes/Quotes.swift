internal import TaskTrace

/// The prefix of the lines of a quoted record: the marks of mail programs and forums (`> `, `>> `, `| `), or the names
/// and numbers of ``LineNumbers``.
enum Quotes {
  case marks(Int)
  case numbers(LineNumbers)

  /// Examines the first line of a record; nil if it has no prefix. Complexity: O(prefix).
  init?(_ bytes: Bytes, from start: Int, to end: Int) {
    let marks = Self.marks(bytes, at: start, end: end)
    if marks > 0 {
      self = .marks(marks)
    } else if let numbers = HeadReader.lineNumbers(in: bytes, from: start, to: end) {
      self = .numbers(numbers)
    } else {
      return nil
    }
  }

  private static func marks(_ bytes: Bytes, at start: Int, end: Int) -> Int {
    var (index, marks) = (start, 0)
    while index < end, index - start < 64 {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "|") { marks += 1 } else if !byte.isBlank { break }
      index += 1
    }
    return marks
  }

  /// Adds a text without the prefix of each line but the first. Complexity: O(bytes).
  func remove(from text: Text, into plain: inout [UInt8]) {
    var start = text.start
    while start < text.end {
      let stop = min(nextLineEnd(in: text.bytes, from: start, to: text.end) + 1, text.end)
      text.bytes[start..<stop].append(to: &plain)
      switch self {
      case .marks(let marks): start = Self.behind(marks, text.bytes, at: stop, end: text.end)
      case .numbers(let numbers): start = numbers.behind(at: stop, end: text.end)
      }
    }
  }

  /// The place behind the marks of a line, and behind the one space that follows them.
  private static func behind(_ marks: Int, _ bytes: Bytes, at start: Int, end: Int) -> Int {
    var (index, left) = (start, marks)
    while index < end, left > 0 {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "|") {
        left -= 1
      } else if byte != 0x20, byte != 0x09 {
        // A line that was not quoted, in the middle of those that were.
        return start
      }
      index += 1
    }
    return index < end && bytes[index] == 0x20 ? index + 1 : index
  }
}
