internal import TaskTrace

extension HeadReader {
  /// The head after the name of a file and the number of a line, which grep and cat put there.
  func numbered(at start: Int) -> RecordHead? { behindNumber(at: start)?.head }

  /// What grep and cat put before a line that begins a record; nil if the record begins immediately.
  static func lineNumbers(in bytes: Bytes, from start: Int, to end: Int) -> LineNumbers? {
    guard end - start >= 12, bytes[start + 4] != 0x2D else { return nil }
    let reader = HeadReader(bytes, end: end)
    if bytes[start].isDigit, reader.digits(at: start) != nil { return nil }
    if bytes[start].isLetter, reader.letters(at: start) != nil { return nil }
    return reader.behindNumber(at: start).flatMap { LineNumbers(bytes, from: start, to: $0.index) }
  }

  /// A head within the first word of a line, and where it begins: names and numbers have no spaces.
  private func behindNumber(at start: Int) -> (head: RecordHead, index: Int)? {
    var index = start
    while index < end, bytes[index] == 0x20 { index += 1 }
    let limit = min(end - 12, index + 256)
    while index < limit, bytes[index] != 0x20 {
      let isBehind = LineNumbers.isSeparator(bytes[index])
      index += 1
      guard isBehind else { continue }
      // A time of day alone may be anything.
      if bytes[index].isDigit, bytes[index + 4] == 0x2D, let head = digits(at: index) { return (head, index) }
      if bytes[index].isLetter, let head = letters(at: index) { return (head, index) }
    }
    return nil
  }
}
