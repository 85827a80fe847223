internal import TaskTrace

/// A range of a log, in bytes, with the queries that the grammars need.
///
/// Logs are read as bytes because most of them is never needed as text, and because they may hold wrong UTF-8.
struct Text {
  let bytes: Bytes
  var start: Int
  var end: Int

  init(_ bytes: Bytes, _ start: Int, _ end: Int) {
    (self.bytes, self.start, self.end) = (bytes, start, max(start, end))
  }

  var isEmpty: Bool { start >= end }
  var count: Int { end - start }
  var first: UInt8? { start < end ? bytes[start] : nil }
  var last: UInt8? { start < end ? bytes[end - 1] : nil }

  /// The range as text; invalid UTF-8 is repaired, everything else is kept unchanged.
  var string: String { bytes[start..<end].string }

  subscript(_ from: Int, _ to: Int) -> Text { Text(bytes, max(start, from), min(end, to)) }

  func from(_ index: Int) -> Text { Text(bytes, min(max(start, index), end), end) }
  func upTo(_ index: Int) -> Text { Text(bytes, start, min(max(start, index), end)) }

  func hasPrefix(_ word: StaticString) -> Bool { matches(word, at: start) }

  func hasSuffix(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    return length <= count && matches(word, at: end - length)
  }

  /// Whether an ASCII word appears at an index.
  func matches(_ word: StaticString, at index: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard index >= start, index + length <= end else { return false }
    return bytes.holds(word, at: index)
  }

  /// The index of the first place of a word of ASCII. Complexity: O(bytes).
  func find(_ word: StaticString, from: Int? = nil) -> Int? {
    let length = word.utf8CodeUnitCount
    guard length > 0 else { return nil }
    let first = word.withUTF8Buffer { unsafe $0[0] }
    var index = max(start, from ?? start)
    while index + length <= end {
      guard let found = bytes.firstIndex(of: first, from: index, to: end - length + 1) else { return nil }
      if matches(word, at: found) { return found }
      index = found + 1
    }
    return nil
  }

  func find(_ byte: UInt8, from: Int? = nil) -> Int? {
    let first = max(start, from ?? start)
    return first < end ? bytes.firstIndex(of: byte, from: first, to: end) : nil
  }

  /// The text after a word, up to the end.
  func after(_ word: StaticString) -> Text? {
    find(word).map { from($0 + word.utf8CodeUnitCount) }
  }

  /// The text between two words.
  func between(_ open: StaticString, _ close: StaticString) -> Text? {
    guard let rest = after(open), let stop = rest.find(close) else { return nil }
    return rest.upTo(stop)
  }

  /// The text before a closing quotation mark, straight or curly, and the text after it and its space.
  var quoted: (text: Text, tail: Text)? {
    if let close = find("' ") { return (upTo(close), from(close + 2)) }
    return find("\u{2019} ").map { (upTo($0), from($0 + 4)) }
  }

  /// The text before the first occurrence of a word; all of it if there is none.
  func before(_ word: StaticString) -> Text { find(word).map { upTo($0) } ?? self }

  /// Without spaces, tabs and line ends at both ends.
  var trimmed: Text {
    var copy = self
    while copy.start < copy.end, bytes[copy.start].isBlank { copy.start += 1 }
    while copy.end > copy.start, bytes[copy.end - 1].isBlank { copy.end -= 1 }
    return copy
  }

  /// Without spaces, tabs and line ends at the end.
  var trimmedEnd: Text {
    var copy = self
    while copy.end > copy.start, bytes[copy.end - 1].isBlank { copy.end -= 1 }
    return copy
  }

  /// The characters up to the first blank.
  var word: Text {
    var index = start
    while index < end, !bytes[index].isBlank { index += 1 }
    return upTo(index)
  }

  /// A decimal number at the beginning, such as `0.888734`, `-1.000000` or `1.8e-06`.
  ///
  /// Up to 15 digits are exact: the digits and the power of ten are both whole doubles, and one division rounds once.
  var number: Double? {
    var index = start
    var negative = false
    if index < end, bytes[index] == UInt8(ascii: "-") {
      negative = true
      index += 1
    }
    var (digits, mantissa, scale, fraction): (Int, Int64, Int, Bool) = (0, 0, 0, false)
    while index < end {
      let byte = bytes[index]
      if byte.isDigit {
        digits += 1
        if mantissa < 100_000_000_000_000_000 {
          mantissa = mantissa * 10 + Int64(byte - 48)
          if fraction { scale += 1 }
        } else if !fraction {
          scale -= 1
        }
      } else if byte == UInt8(ascii: "."), !fraction {
        fraction = true
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    if index + 1 < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
      let sign = bytes[index + 1]
      let digitsStart = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") ? index + 2 : index + 1
      if let power = from(digitsStart).integer, power < 400 {
        scale += sign == UInt8(ascii: "-") ? Int(power) : -Int(power)
      }
    }
    var value = Double(mantissa)
    if scale > 0 { value /= Self.powerOfTen(scale) } else if scale < 0 { value *= Self.powerOfTen(-scale) }
    return negative ? -value : value
  }

  private static func powerOfTen(_ power: Int) -> Double {
    var value = 1.0
    for _ in 0..<min(power, 400) { value *= 10 }
    return value
  }

  /// A whole number without a sign at the beginning, of at most 15 digits.
  var integer: Int64? {
    var index = start
    var value: Int64 = 0
    while index < end, index - start < 15, bytes[index].isDigit {
      value = value * 10 + Int64(bytes[index] - 48)
      index += 1
    }
    return index > start ? value : nil
  }

  /// A whole number of up to 19 digits that is all of the text.
  var ticks: UInt64? {
    guard !isEmpty, count <= 19 else { return nil }
    var value: UInt64 = 0
    for index in start..<end {
      guard bytes[index].isDigit else { return nil }
      value = value * 10 + UInt64(bytes[index] - 48)
    }
    return value
  }

  /// A hexadecimal number at the beginning, with or without `0x`, of at most 16 digits.
  var hexadecimal: UInt64? {
    var index = start
    if matches("0x", at: index) || matches("0X", at: index) { index += 2 }
    let first = index
    var value: UInt64 = 0
    while index < end, index - first < 16, let digit = bytes[index].hexDigit {
      value = value << 4 | UInt64(digit)
      index += 1
    }
    return index > first ? value : nil
  }

  /// Whether the bytes are those of a string.
  func equals(_ string: String) -> Bool { bytes[start..<end].equals(string) }

  /// Whether the bytes are those of a word of ASCII.
  func equals(_ word: StaticString) -> Bool { word.utf8CodeUnitCount == count && matches(word, at: start) }
}

extension UInt8 {
  var isDigit: Bool { self &- 48 < 10 }
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
  var isLetter: Bool { (self | 0x20) &- 97 < 26 }

  var hexDigit: UInt8? {
    switch self {
    case 48...57: self - 48
    case 65...70: self - 55
    case 97...102: self - 87
    default: nil
    }
  }
}
