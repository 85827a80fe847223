internal import TaskTrace

/// Records in JSON that a terminal or a page has wrapped: a line ends inside a string, which no JSON allows.
struct WrappedObjects {
  /// Whether the lines were cut at a column, in the middle of words, so that nothing was lost between them.
  private let isHard: Bool

  /// Examines the beginning of a text; nil if no object's line ends inside a string.
  init?(_ bytes: Bytes) {
    var widths: Set<Int> = []
    var isInString = false
    Text(bytes, 0, bytes.count).eachLine { line, _ in
      if Self.beginsObject(line) { isInString = false }
      isInString = Self.isOpen(line, isInString)
      // The last line of the part that is examined may be cut.
      if isInString, line.end < bytes.count { widths.insert(line.count) }
      return true
    }
    guard !widths.isEmpty else { return nil }
    isHard = widths.count == 1
  }

  private static func beginsObject(_ line: Text) -> Bool { line.hasPrefix("{\"") }

  /// Whether a string is open at the end of a line, and perhaps was at its beginning.
  private static func isOpen(_ line: Text, _ wasOpen: Bool) -> Bool {
    var (isOpen, index) = (wasOpen, line.start)
    while index < line.end {
      if line.bytes[index] == 0x5C { index += 1 } else if line.bytes[index] == 0x22 { isOpen.toggle() }
      index += 1
    }
    return isOpen
  }

  /// Joins the lines of each object, and returns where one begins that is not whole.
  func convert(_ bytes: Bytes, isLast: Bool, into text: inout [UInt8]) -> Int {
    var (used, isInString, removed, whole) = (0, false, 0, text.count)
    Text(bytes, 0, bytes.count).eachLine { line, next in
      if Self.beginsObject(line), isInString {
        // The string before it never ends: its lines stay as they are.
        isInString = false
        text.append(0x0A)
      }
      isInString = Self.isOpen(line, isInString)
      bytes[line.start..<line.end].append(to: &text)
      if isInString {
        if !isHard, text.last != 0x20 { text.append(0x20) }
        removed += 1
      } else {
        // Later lines keep their numbers.
        bytes[line.end..<next].append(to: &text)
        text += [UInt8](repeating: 0x0A, count: removed)
        (removed, used, whole) = (0, next, text.count)
      }
      return true
    }
    guard !isLast, isInString else { return isLast ? bytes.count : used }
    text.removeLast(text.count - whole)
    return used
  }
}
