/// The escapes in the strings of JSON and JSON5.
struct JSONEscapes {
  private let bytes: Bytes
  private let end: Int
  private let dialect: JSONReader.Dialect
  private(set) var index: Int

  init(_ bytes: Bytes, at index: Int, end: Int, dialect: JSONReader.Dialect) {
    (self.bytes, self.index, self.end, self.dialect) = (bytes, index, end, dialect)
  }

  /// The text between the quotes of a string that was checked. Complexity: O(bytes).
  static func decoded(_ bytes: Bytes, _ range: Range<Int>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var reader = JSONEscapes(bytes, at: range.lowerBound, end: range.upperBound, dialect: .json5)
    while reader.index < reader.end {
      let byte = bytes[reader.index]
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        reader.index += 1
        continue
      }
      // The string was checked, so that every escape is whole.
      guard (try? reader.read(into: &text)) != nil else { break }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads the escape at ``index``, and goes behind it.
  mutating func read(into text: inout [UInt8]) throws(JSONReader.Failure) {
    let start = index
    index += 1
    guard index < end else { throw JSONReader.Failure(message: "the string is never closed", offset: start) }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "u"): text.append(contentsOf: String(Character(try scalar(from: start))).utf8)
    case UInt8(ascii: "'") where dialect == .json5: text.append(byte)
    case 0x0A where dialect == .json5: break
    case UInt8(ascii: "x") where dialect == .json5:
      guard let code = hex(2), let scalar = Unicode.Scalar(code) else {
        throw JSONReader.Failure(message: "\\x needs two digits", offset: start)
      }
      text.append(contentsOf: String(Character(scalar)).utf8)
    default: throw JSONReader.Failure(message: "an unknown escape", offset: start)
    }
  }

  private mutating func hex(_ count: Int) -> UInt32? {
    guard index + count <= end, bytes[index] != UInt8(ascii: "+"),
      let value = UInt32(bytes[index..<index + count].string, radix: 16)
    else { return nil }
    index += count
    return value
  }

  /// A lone surrogate becomes U+FFFD, as in every lenient reader.
  private mutating func scalar(from start: Int) throws(JSONReader.Failure) -> Unicode.Scalar {
    guard let unit = hex(4) else {
      throw JSONReader.Failure(message: "\\u needs four hexadecimal digits", offset: start)
    }
    let replacement: Unicode.Scalar = "\u{FFFD}"
    guard (0xD800...0xDBFF).contains(unit) else { return Unicode.Scalar(unit) ?? replacement }
    let mark = index
    guard index + 6 <= end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return replacement
    }
    index += 2
    guard let low = hex(4), (0xDC00...0xDFFF).contains(low) else {
      index = mark
      return replacement
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? replacement
  }
}
