internal import TaskTrace

/// The index of the next line feed, or `end`. Complexity: O(bytes).
func nextLineEnd(in bytes: Bytes, from start: Int, to end: Int) -> Int {
  nextIndex(of: 0x0A, in: bytes, from: start, to: end)
}

/// The index of the next place of a byte, or `end`, with the C library's search. Complexity: O(bytes).
func nextIndex(of byte: UInt8, in bytes: Bytes, from start: Int, to end: Int) -> Int {
  bytes.firstIndex(of: byte, from: start, to: end) ?? end
}
