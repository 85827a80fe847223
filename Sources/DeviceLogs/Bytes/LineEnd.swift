internal import TaskTrace

/// The index of the next line feed, or `end`; eight bytes at a time. Complexity: O(bytes).
func nextLineEnd(in bytes: Bytes, from start: Int, to end: Int) -> Int {
  nextIndex(of: 0x0A, in: bytes, from: start, to: end)
}

/// The index of the next place of a byte, or `end`, with the C library's search. Complexity: O(bytes).
func nextIndex(of byte: UInt8, in bytes: Bytes, from start: Int, to end: Int) -> Int {
  bytes.firstIndex(of: byte, from: start, to: end) ?? end
}

/// The index of the next place of one of three bytes, or `end`; eight bytes at a time. Complexity: O(bytes).
func nextIndex(
  ofAny a: UInt8, _ b: UInt8, _ c: UInt8, in bytes: Bytes, from start: Int, to end: Int
) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let (first, second, third) = (ones &* UInt64(a), ones &* UInt64(b), ones &* UInt64(c))
  var index = start
  while index + 8 <= end {
    let word = bytes.word(at: index)
    let (x, y, z) = (word ^ first, word ^ second, word ^ third)
    let zero = (((x &- ones) & ~x) | ((y &- ones) & ~y) | ((z &- ones) & ~z)) & 0x8080_8080_8080_8080
    if zero != 0 { return index + zero.trailingZeroBitCount / 8 }
    index += 8
  }
  while index < end {
    let byte = bytes[index]
    if byte == a || byte == b || byte == c { return index }
    index += 1
  }
  return end
}
