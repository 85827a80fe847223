internal import TaskTrace

/// Where the columns of the default style of Apple's `log` tool usually begin, counted in bytes from the start of the line.
///
/// Nearly all lines of a log have them there: a few comparisons find the process without reading the columns before it.
/// Longer numbers move the columns, and such a line is read column by column. A damaged digit in a column that nobody
/// reads does not matter.
enum DefaultColumns {
  static let (thread, type, activity, number, life, process) = (32, 43, 55, 76, 83, 88)

  /// Whether a line has a date, a zone and its columns in these places. Complexity: O(1).
  static func stand(in bytes: Bytes, at start: Int, to end: Int) -> Bool {
    func begins(_ column: Int) -> Bool { bytes[start + column - 1] == 0x20 && bytes[start + column] != 0x20 }
    return end - start > process + 4 && bytes[start + 4] == 0x2D && bytes[start + 10] == 0x20
      && bytes[start + 13] == 0x3A && bytes[start + 19] == 0x2E
      && (bytes[start + 26] == 0x2D || bytes[start + 26] == 0x2B)
      && begins(thread) && bytes.holds("0x", at: start + thread) && begins(type) && begins(activity)
      && bytes.holds("0x", at: start + activity) && begins(number) && bytes[start + number].isDigit && begins(life)
      && bytes[start + life].isDigit && begins(process)
  }

  /// Whether the type of such a line is that of a process's message: Default, Debug, Info, Error or Fault.
  ///
  /// Other types may be about the log itself.
  static func isOfProcess(_ bytes: Bytes, _ start: Int) -> Bool {
    switch bytes[start + type] {
    case UInt8(ascii: "D"), UInt8(ascii: "I"), UInt8(ascii: "E"), UInt8(ascii: "F"): true
    default: false
    }
  }
}
