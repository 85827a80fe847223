internal import TaskTrace

/// What grep and cat put before the lines of a file: its name, the number of the line, or both, as in `phone.log:12:`,
/// `phone.log-13-` and `12⇥`.
struct LineNumbers {
  private let bytes: Bytes
  /// The range of the name before the first line of a record; empty if it has none.
  private let file: Range<Int>
  private let hasNumber: Bool

  /// Parses the text before a head; nil if it is neither a name nor a number.
  init?(_ bytes: Bytes, from start: Int, to head: Int) {
    var stop = head - 1
    guard stop > start, Self.isSeparator(bytes[stop]) else { return nil }
    var first = start
    while first < stop, bytes[first] == 0x20 { first += 1 }
    var number = stop
    while number > first, bytes[number - 1].isDigit { number -= 1 }
    hasNumber = number < stop && (number == first || Self.isSeparator(bytes[number - 1]))
    if hasNumber { stop = max(first, number - 1) }
    file = first..<stop
    self.bytes = bytes
  }

  /// The beginning of a line of the same record after its own name and number; its start if it has none.
  func behind(at start: Int, end: Int) -> Int {
    var index = start
    if !file.isEmpty {
      guard end - start > file.count, bytes[start..<start + file.count].equals(bytes[file]) else { return start }
      index += file.count
      guard Self.isSeparator(bytes[index]) else { return start }
      index += 1
    }
    guard hasNumber else { return index }
    while index < end, bytes[index] == 0x20 { index += 1 }
    let digits = index
    while index < end, bytes[index].isDigit { index += 1 }
    return index > digits && index < end && Self.isSeparator(bytes[index]) ? index + 1 : start
  }

  /// grep marks matching lines with colons and context lines with dashes.
  static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") || byte == 0x09
  }
}
