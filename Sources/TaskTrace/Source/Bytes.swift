internal import CBytes

/// Bytes that another object owns, borrowed for reading.
///
/// Copying one involves no reference counting, which would otherwise be most of the cost of reading a log. Every index
/// is checked. The borrow ends with the body of ``Swift/Array/withBorrowedBytes(_:)``: nothing may keep it longer.
@usableFromInline @safe package struct Bytes {
  @usableFromInline let base: UnsafePointer<UInt8>?
  @usableFromInline package let count: Int

  @inlinable init(_ buffer: UnsafeBufferPointer<UInt8>) {
    unsafe (base, count) = (buffer.baseAddress, buffer.count)
  }

  @inlinable init(base: UnsafePointer<UInt8>?, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// No bytes at all.
  @inlinable package static var none: Bytes { unsafe Bytes(base: nil, count: 0) }

  @inlinable package subscript(_ index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "the place must lie inside the bytes")
    return unsafe base.unsafelyUnwrapped[index]
  }

  /// A range with indices that start at its own beginning.
  @inlinable package subscript(_ range: Range<Int>) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range must lie inside the bytes")
    return unsafe Bytes(base: base.map { unsafe $0 + range.lowerBound }, count: range.count)
  }

  /// Eight bytes from an index on, the first one lowest.
  @inlinable package func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index <= count - 8, "the word must lie inside the bytes")
    return UInt64(
      littleEndian: unsafe UnsafeRawPointer(base.unsafelyUnwrapped).loadUnaligned(
        fromByteOffset: index, as: UInt64.self))
  }

  /// The first place of a byte between two places, with the C library's search. Complexity: O(bytes).
  package func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    precondition(start >= 0 && end <= count, "the range must lie inside the bytes")
    guard start < end, let base = unsafe base else { return nil }
    let found = unsafe bgb_find(base + start, end - start, byte)
    return found < 0 ? nil : start + found
  }

  /// Whether an ASCII word appears at an index.
  @inlinable package func holds(_ word: StaticString, at index: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard index >= 0, length <= count - index else { return false }
    // The first letter rules out nearly all.
    guard length > 0, unsafe self[index] == word.utf8Start.pointee else { return length == 0 }
    return unsafe equals(Bytes(base: word.utf8Start, count: length), at: index)
  }

  /// Whether other bytes appear at an index, with bounds checked.
  @usableFromInline func equals(_ other: Bytes, at index: Int) -> Bool {
    self[index..<index + other.count].equals(other)
  }

  /// Whether both have the same contents.
  package func equals(_ other: Bytes) -> Bool {
    guard count == other.count else { return false }
    guard count > 0, let base = unsafe base, let others = unsafe other.base else { return true }
    return unsafe bgb_equal(base, others, count)
  }

  /// Whether the bytes are those of a string.
  package func equals(_ string: String) -> Bool {
    guard string.utf8.count == count else { return false }
    return unsafe string.utf8.withContiguousStorageIfAvailable { unsafe equals(Bytes($0)) }
      ?? string.utf8.elementsEqual(array)
  }

  /// Thirty-two bytes from a place on.
  private func block(at index: Int) -> SIMD4<UInt64> {
    precondition(index >= 0 && index <= count - 32, "the block must lie inside the bytes")
    return unsafe UnsafeRawPointer(base.unsafelyUnwrapped).loadUnaligned(
      fromByteOffset: index, as: SIMD4<UInt64>.self)
  }

  /// How many bytes from one place on are those from an earlier one on; what is the same behind `limit` does not count.
  package func common(_ earlier: Int, _ place: Int, limit: Int) -> Int {
    precondition(0 <= earlier && earlier <= place && place <= count, "the places must lie inside the bytes")
    let limit = min(limit, count - place)
    var length = 0
    while length + 32 <= limit, block(at: earlier + length) == block(at: place + length) { length += 32 }
    while length + 8 <= limit {
      let difference = word(at: earlier + length) ^ word(at: place + length)
      guard difference == 0 else { return length + difference.trailingZeroBitCount / 8 }
      length += 8
    }
    while length < limit, self[earlier + length] == self[place + length] { length += 1 }
    return length
  }

  @inlinable package func contains(_ byte: UInt8) -> Bool {
    for index in 0..<count where self[index] == byte { return true }
    return false
  }

  /// A copy that lasts.
  package var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }

  /// The bytes as text; wrong UTF-8 is repaired.
  package var string: String { unsafe String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self) }

  /// Adds a copy to an array.
  package func append(to array: inout [UInt8]) {
    unsafe array.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
  }
}

extension Bytes: @unchecked Sendable {}

extension Array where Element == UInt8 {
  /// Calls the body with the borrowed bytes, which the body must not keep.
  @inlinable package func withBorrowedBytes<Result, Failure: Error>(_ body: (Bytes) throws(Failure) -> Result)
    throws(Failure)
    -> Result
  {
    try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in unsafe try body(Bytes(buffer)) }
  }
}
