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
    var lead = false
    for byte in text.utf8 {
      // U+0080 to U+009F are control characters too; in UTF-8 they are 0xC2 and one of these.
      if lead {
        lead = false
        if (0x80...0x9F).contains(byte) {
          bytes.append(contentsOf: ("\\u00" + String(byte, radix: 16)).utf8)
          continue
        }
        bytes.append(0xC2)
      }
      switch byte {
      case 0xC2: lead = true
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x00..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: ("\\u00" + (digits.count < 2 ? "0" : "") + digits).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
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
