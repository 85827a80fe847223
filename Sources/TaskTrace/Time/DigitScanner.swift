/// A cursor over the bytes of a short text, for the fixed forms of dates and times.
package struct DigitScanner {
  private let bytes: [UInt8]
  private var index = 0

  package init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  package var atEnd: Bool { index == bytes.count }

  /// Skips one character, if it comes next.
  package mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(truncatingIfNeeded: character.value) else { return false }
    index += 1
    return true
  }

  /// Reads exactly `count` digits.
  package mutating func digits(_ count: Int) -> Int? {
    guard index + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[index..<index + count] {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    index += count
    return value
  }

  /// Reads 1 to 15 digits.
  package mutating func number() -> Int64? {
    let start = index
    var value: Int64 = 0
    while index < bytes.count, (48...57).contains(bytes[index]), index - start < 15 {
      value = value * 10 + Int64(bytes[index] - 48)
      index += 1
    }
    return index > start ? value : nil
  }

  /// Reads the digits of a fraction as microseconds; digits after the sixth are dropped.
  package mutating func fraction() -> Int? {
    var (value, scale, read) = (0, 100_000, 0)
    while index < bytes.count, (48...57).contains(bytes[index]) {
      value += Int(bytes[index] - 48) * scale
      scale /= 10
      index += 1
      read += 1
    }
    return read > 0 ? value : nil
  }
}
