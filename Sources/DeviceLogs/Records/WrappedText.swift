internal import TaskTrace

/// A message that a page, a terminal or a mail program has wrapped.
///
/// A message's own lines are recognized by their beginnings: policies and members of sets are indented or in braces. A
/// line that begins with a word in its first column was wrapped.
struct WrappedText {
  /// The message on as many lines as it had.
  private(set) var joined: [UInt8] = []

  /// Examines a message of several lines, of which the first ends at an index with its head; nil if none was wrapped.
  init?(_ message: Text, firstEnd: Int) {
    // Behind a head alone on its line stands the message: nothing was torn there.
    let first = message.start >= firstEnd ? 1 : 0
    guard Self.holdsTornLine(message, from: first + 1) else { return nil }
    var lines: [Text] = []
    message.eachLine { line, _ in
      lines.append(line)
      return lines.count <= Self.maxLines
    }
    let isHard = Self.isHard(lines.dropFirst(first))
    var isOver = false
    for (place, line) in lines.enumerated() {
      // The text after a blank line belongs to something else.
      if place > first, line.isEmpty { isOver = true }
      if isOver || place > 0 && place == first {
        joined.append(0x0A)
      } else if place > 0 {
        Self.appendJoint(lines[place - 1], line, isHard: isHard, to: &joined)
      }
      line.bytes[line.start..<line.end].append(to: &joined)
    }
    while let byte = joined.first, byte.isBlank { joined.removeFirst() }
  }

  private static let maxLines = 4_096

  /// Whether one of the lines from a number on, up to the first blank one, was torn off the line before it.
  ///
  /// Most messages of several lines are scorings, of which none was: nothing is allocated to find that out.
  private static func holdsTornLine(_ message: Text, from first: Int) -> Bool {
    var (number, found) = (0, false)
    message.eachLine { line, _ in
      defer { number += 1 }
      guard number >= first else { return true }
      found = isTorn(line)
      return !found && !line.isEmpty && number <= maxLines
    }
    return found
  }

  /// Whether a line goes on with what stood before it: it is neither indented nor begins or ends a part of a block.
  private static func isTorn(_ line: Text) -> Bool {
    guard let byte = line.first, !byte.isBlank, !line.hasPrefix("{name:"), !line.hasPrefix("{("), !line.hasPrefix("---")
    else { return false }
    return byte != UInt8(ascii: "}") && byte != UInt8(ascii: "]") && byte != UInt8(ascii: ")")
      && byte != UInt8(ascii: ",")
  }

  /// Whether the lines were cut at a column, in the middle of words: then all but the last are equally long.
  private static func isHard(_ lines: ArraySlice<Text>) -> Bool {
    guard let first = lines.first, lines.count > 2 else { return false }
    // The first line is as wide as it is with its head.
    var start = first.start
    while start > 0, first.bytes[start - 1] != 0x0A { start -= 1 }
    let width = first.end - start
    return width > 20 && lines.dropFirst().dropLast().allSatisfy { $0.count == width }
      && (lines.last?.count ?? 0) <= width
  }

  /// Adds the separator between two lines: nothing, a space, or a line end if the second is a separate line.
  private static func appendJoint(_ before: Text, _ line: Text, isHard: Bool, to text: inout [UInt8]) {
    guard isTorn(line) else { return text.append(0x0A) }
    if isHard || before.last == 0x20 { return }
    // A block's name ends with a colon, and its bracket follows immediately.
    if before.last == 0x3A, line.first == UInt8(ascii: "["), before.count > 7,
      Message.isActivity(before, at: before.end - 7)
    {
      return
    }
    text.append(0x20)
  }
}
