/// Writes JSON on one line, members in the order given: the same value always gives the same bytes.
public struct JSONWriter {
  public private(set) var bytes: [UInt8] = []
  /// Whether a comma must come before the next member or element.
  private var needsComma = false

  public init() {}

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Empties the writer, keeping its memory for the next line.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  public mutating func write(_ value: JSONValue) {
    switch value.content {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): write(flag)
    case .integer(let number): write(number)
    case .number(let number): write(number)
    case .string(let text): write(text)
    case .array(let values): list(values) { $0.write($1) }
    case .object(let members): object { $0.put(members) }
    }
  }

  /// Ends a line.
  public mutating func newline() { bytes.append(0x0A) }

  // MARK: Lists and objects

  mutating func object(_ body: (inout JSONWriter) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  mutating func list<Element>(_ elements: [Element], _ body: (inout JSONWriter, Element) -> Void) {
    bytes.append(UInt8(ascii: "["))
    needsComma = false
    for element in elements {
      separate()
      body(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Begins a member or an element.
  mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  mutating func colon() { bytes.append(UInt8(ascii: ":")) }

  /// Writes a key that needs no escapes, and the colon behind it.
  mutating func write(key: String) {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: key.utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  // MARK: Values

  mutating func write(_ flag: Bool) { bytes.append(contentsOf: (flag ? "true" : "false").utf8) }

  mutating func write(_ number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let first = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    // The last digit came first.
    var (low, high) = (first, bytes.count - 1)
    while low < high {
      bytes.swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }

  /// Writes the shortest digits that read back as the same number; what JSON has no word for becomes null.
  mutating func write(_ number: Double) {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53, !(number.sign == .minus && whole == 0) {
      write(whole)
    } else if number.isFinite {
      bytes.append(contentsOf: number.description.utf8)
    } else {
      bytes.append(contentsOf: "null".utf8)
    }
  }

  /// Writes the six digits of an activity as a string.
  mutating func write(_ activity: ActivityID) {
    bytes.append(UInt8(ascii: "\""))
    for shift in stride(from: 20, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: activity.rawValue >> UInt32(shift)) & 0x0F
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") - 10 + digit)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let isWritten = unsafe text.utf8.withContiguousStorageIfAvailable { buffer in
      let text = unsafe Bytes(buffer)
      guard Self.isPlain(text) else { return false }
      text.append(to: &bytes)
      return true
    }
    if isWritten != true {
      for scalar in text.unicodeScalars { write(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether all characters are ASCII and stand for themselves.
  private static func isPlain(_ text: Bytes) -> Bool {
    for index in 0..<text.count {
      let byte = text[index]
      guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return false }
    }
    return true
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\":
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(UInt8(ascii: scalar))
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\u{0}"..<"\u{20}", "\u{7F}": writeEscape(scalar.value)
    default:
      if !scalar.isASCII, scalar.isHidden {
        writeEscape(scalar.value)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
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
