/// Writes JSON on one line, members in the order given: the same value always gives the same bytes.
public struct JSONWriter {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Empties the writer, keeping its memory for the next line.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  public mutating func write(_ value: JSONValue) {
    switch value.content {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .number(let number): write(number)
    case .string(let text): write(text)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(value)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.key)
        bytes.append(UInt8(ascii: ":"))
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Ends a line.
  public mutating func newline() { bytes.append(0x0A) }

  /// Writes the shortest digits that read back as the same number; what JSON has no word for becomes null.
  private mutating func write(_ number: Double) {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53, !(number.sign == .minus && whole == 0) {
      bytes.append(contentsOf: String(whole).utf8)
    } else if number.isFinite {
      bytes.append(contentsOf: number.description.utf8)
    } else {
      bytes.append(contentsOf: "null".utf8)
    }
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var plain = 0
    for byte in text.utf8 {
      guard byte < 0x80 else {
        let rest = text.unicodeScalars[text.utf8.index(text.startIndex, offsetBy: plain)...]
        for scalar in rest { write(scalar) }
        break
      }
      plain += 1
      write(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      write(UInt8(truncatingIfNeeded: scalar.value))
    } else if scalar.isHidden {
      writeEscape(scalar.value)
    } else {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// Writes an ASCII character.
  private mutating func write(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x00..<0x20, 0x7F: writeEscape(UInt32(byte))
    default: bytes.append(byte)
    }
  }

  /// Writes a scalar of the basic plane as `\u` and four digits.
  private mutating func writeEscape(_ value: UInt32) {
    let digits = String(value, radix: 16)
    bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits).utf8)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral value: String) { self.init(.string(value)) }
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  public init(integerLiteral value: Int64) { self.init(.integer(value)) }

  /// The value on one line.
  public var text: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.text
  }
}
