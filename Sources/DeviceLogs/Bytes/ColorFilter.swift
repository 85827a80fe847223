internal import TaskTrace

/// Removes color sequences from a log that was printed for a terminal: idevicesyslog puts them between the parts of a
/// head.
///
/// Only `ESC [ … m` is removed; any other control sequence in a log stays text.
struct ColorFilter: Sendable {
  /// The beginning of a sequence that the end of a piece cut.
  private var carried: [UInt8] = []
  /// Longer ones are not color sequences.
  private static let maxLength = 32

  /// Whether no beginning of a sequence waits for its end.
  var isEmpty: Bool { carried.isEmpty }

  /// A piece without color sequences. Complexity: O(bytes).
  mutating func clean(_ piece: [UInt8], isLast: Bool = false) -> [UInt8] {
    guard !carried.isEmpty || piece.withBorrowedBytes({ $0.firstIndex(of: 0x1B, from: 0, to: $0.count) }) != nil else {
      return piece
    }
    let bytes = carried + piece
    carried = []
    var clean: [UInt8] = []
    clean.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let next = bytes.withBorrowedBytes { nextIndex(of: 0x1B, in: $0, from: index, to: $0.count) }
      clean += bytes[index..<next]
      index = next
      guard index < bytes.count else { break }
      var end = index + 1
      if end < bytes.count, bytes[end] == UInt8(ascii: "[") { end += 1 }
      while end > index + 1, end < bytes.count, end - index < Self.maxLength, bytes[end].isDigit || bytes[end] == 0x3B {
        end += 1
      }
      if end == bytes.count, end - index < Self.maxLength, !isLast {
        carried = Array(bytes[index...])
        return clean
      }
      if end > index + 1, end < bytes.count, bytes[end] == UInt8(ascii: "m") {
        index = end + 1
      } else {
        clean.append(bytes[index])
        index += 1
      }
    }
    return clean
  }
}
