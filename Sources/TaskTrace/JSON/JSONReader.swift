/// Reads JSON, or JSON5, and records the position of every value for error messages.
///
/// The standard library has no JSON reader, and Foundation's neither reports the line of an unknown key nor keeps the
/// order of members; this reader does both. JSON5 adds comments, trailing commas, unquoted keys, single quotes,
/// hexadecimal numbers, a leading `+` or point, and line continuations. Invalid UTF-8 inside strings is repaired with
/// U+FFFD. Complexity: O(bytes).
public struct JSONReader {
  public enum Dialect: Sendable { case json, json5 }

  /// Deeper nesting is rejected, so that hostile input cannot exhaust the stack.
  public static let maxDepth = Limits.depth

  private let bytes: [UInt8]
  private let dialect: Dialect
  private var index: Int
  private let end: Int

  private init(_ bytes: [UInt8], _ range: Range<Int>, _ dialect: Dialect) {
    (self.bytes, self.dialect, index, end) = (bytes, dialect, range.lowerBound, range.upperBound)
  }

  /// Reads one value that must fill the text.
  /// - Throws: where the text stops being valid JSON, and what was expected there.
  public static func read(_ bytes: [UInt8], dialect: Dialect = .json) throws(TextProblem) -> JSONValue {
    do throws(Failure) {
      return try readKeepingOffsets(bytes, in: 0..<bytes.count, dialect: dialect)
    } catch {
      throw TextProblem(error.message, at: error.offset, in: bytes)
    }
  }

  /// Where and why reading stopped, before line and column are counted.
  package struct Failure: Error {
    package var message: String
    /// Bytes before the place.
    package var offset: Int
  }

  /// Reads one value that must fill a range of the text, such as one line; offsets count from the start of the text.
  package static func readKeepingOffsets(
    _ bytes: [UInt8], in range: Range<Int>, dialect: Dialect = .json
  ) throws(Failure) -> JSONValue {
    var reader = JSONReader(bytes, range, dialect)
    try reader.skipSpace()
    let value = try reader.value(depth: 0)
    try reader.skipSpace()
    guard reader.index == reader.end else { throw reader.problem("nothing may follow the value") }
    return value
  }

  private func problem(_ message: String, at offset: Int? = nil) -> Failure {
    Failure(message: message, offset: offset ?? index)
  }

  private var next: UInt8? { index < end ? bytes[index] : nil }

  private mutating func skipSpace() throws(Failure) {
    while let byte = next {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case 0x0B where dialect == .json5, 0x0C where dialect == .json5: index += 1
      case 0xEF where index + 2 < end && bytes[index + 1] == 0xBB && bytes[index + 2] == 0xBF: index += 3
      case UInt8(ascii: "/") where dialect == .json5: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(Failure) {
    let start = index
    guard index + 1 < end else { throw problem("a lone '/'") }
    if bytes[index + 1] == UInt8(ascii: "/") {
      while let byte = next, byte != 0x0A { index += 1 }
    } else if bytes[index + 1] == UInt8(ascii: "*") {
      index += 2
      while index + 1 < end, !(bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/")) {
        index += 1
      }
      guard index + 1 < end else { throw problem("the comment is never closed", at: start) }
      index += 2
    } else {
      throw problem("a lone '/'")
    }
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    guard let byte = next else { throw problem("the text ends where a value should be") }
    guard depth < Self.maxDepth else { throw problem("more than \(Self.maxDepth) levels of nesting") }
    let start = index
    switch byte {
    case UInt8(ascii: "{"): return JSONValue(.object(try members(depth: depth)), offset: start)
    case UInt8(ascii: "["): return JSONValue(.array(try elements(depth: depth)), offset: start)
    case UInt8(ascii: "\""): return JSONValue(.string(try string()), offset: start)
    case UInt8(ascii: "'") where dialect == .json5: return JSONValue(.string(try string()), offset: start)
    case UInt8(ascii: "t") where consume("true"): return JSONValue(.bool(true), offset: start)
    case UInt8(ascii: "f") where consume("false"): return JSONValue(.bool(false), offset: start)
    case UInt8(ascii: "n") where consume("null"): return JSONValue(.null, offset: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      return JSONValue(try number(), offset: start)
    default: throw problem("expected a value here")
    }
  }

  private mutating func consume(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard index + length <= end, bytes[index..<index + length].elementsEqual("\(word)".utf8) else { return false }
    index += length
    return true
  }

  private mutating func members(depth: Int) throws(Failure) -> [JSONMember] {
    let start = index
    index += 1
    var members: [JSONMember] = []
    while true {
      try skipSpace()
      guard let byte = next else { throw problem("the object is never closed", at: start) }
      if byte == UInt8(ascii: "}"), members.isEmpty || dialect == .json5 {
        index += 1
        return members
      }
      let offset = index
      let key = try self.key()
      try skipSpace()
      guard next == UInt8(ascii: ":") else { throw problem("a ':' should follow the key \"\(key)\"") }
      index += 1
      try skipSpace()
      members.append(JSONMember(key, try value(depth: depth + 1), offset: offset))
      try skipSpace()
      switch next {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "}"):
        index += 1
        return members
      case nil: throw problem("the object is never closed", at: start)
      default: throw problem("a ',' or '}' should follow the value of \"\(key)\"")
      }
    }
  }

  private mutating func key() throws(Failure) -> String {
    guard let byte = next else { throw problem("the text ends where a key should be") }
    if byte == UInt8(ascii: "\"") || (byte == UInt8(ascii: "'") && dialect == .json5) { return try string() }
    let start = index
    if dialect == .json5 {
      while let byte = next, isNameByte(byte) { index += 1 }
    }
    guard index > start else { throw problem("expected a key here") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "$"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private mutating func elements(depth: Int) throws(Failure) -> [JSONValue] {
    let start = index
    index += 1
    var values: [JSONValue] = []
    while true {
      try skipSpace()
      if next == UInt8(ascii: "]"), values.isEmpty || dialect == .json5 {
        index += 1
        return values
      }
      guard next != nil else { throw problem("the list is never closed", at: start) }
      values.append(try value(depth: depth + 1))
      try skipSpace()
      switch next {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "]"):
        index += 1
        return values
      case nil: throw problem("the list is never closed", at: start)
      default: throw problem("a ',' or ']' should follow the value")
      }
    }
  }

  private mutating func number() throws(Failure) -> JSONValue.Content {
    let start = index
    var whole = true
    while let byte = next {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"): break
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): whole = false
      case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        guard dialect == .json5 else { throw problem("not a number", at: start) }
      default:
        if let content = content(ofNumber: start..<index, whole: whole) { return content }
        throw problem("not a number", at: start)
      }
      index += 1
    }
    if let content = content(ofNumber: start..<index, whole: whole) { return content }
    throw problem("not a number", at: start)
  }

  private func content(ofNumber range: Range<Int>, whole: Bool) -> JSONValue.Content? {
    var text = Substring(decoding: bytes[range], as: UTF8.self)
    if dialect == .json5 {
      if text.hasPrefix("+") { text = text.dropFirst() }
      let negative = text.hasPrefix("-")
      let digits = negative ? text.dropFirst() : text
      if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
        return Int64((negative ? "-" : "") + digits.dropFirst(2), radix: 16).map { .integer($0) }
      }
    }
    let digits = text.hasPrefix("-") ? text.dropFirst() : text
    guard let first = digits.first, first.isASCII, first.isNumber || (dialect == .json5 && first == ".") else {
      return nil
    }
    if first == "0", digits.count > 1, let second = digits.dropFirst().first, second.isNumber { return nil }
    if whole, let value = Int64(text) { return .integer(value) }
    if dialect == .json, let point = text.firstIndex(of: ".") {
      guard let digit = text[text.index(after: point)...].first, digit.isNumber else { return nil }
    }
    guard let value = Double(text), value.isFinite else { return nil }
    return .number(value)
  }
}

extension JSONReader {
  private mutating func string() throws(Failure) -> String {
    let start = index
    let quote = bytes[index]
    index += 1
    let first = index
    while let byte = next, byte != quote, byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
    if next == quote {
      index += 1
      return String(decoding: bytes[first..<index - 1], as: UTF8.self)
    }
    var text = Array(bytes[first..<index])
    while let byte = next {
      if byte == quote {
        index += 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") {
        try escape(into: &text)
      } else if byte < 0x20 {
        throw problem("a control character must be written as an escape")
      } else {
        text.append(byte)
        index += 1
      }
    }
    throw problem("the string is never closed", at: start)
  }

  private mutating func escape(into text: inout [UInt8]) throws(Failure) {
    let start = index
    index += 1
    guard let byte = next else { throw problem("the string is never closed", at: start) }
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
        throw problem("\\x needs two digits", at: start)
      }
      text.append(contentsOf: String(Character(scalar)).utf8)
    default: throw problem("an unknown escape", at: start)
    }
  }

  private mutating func hex(_ count: Int) -> UInt32? {
    guard index + count <= end,
      let value = UInt32(String(decoding: bytes[index..<index + count], as: UTF8.self), radix: 16),
      bytes[index] != UInt8(ascii: "+")
    else { return nil }
    index += count
    return value
  }

  /// A lone surrogate becomes U+FFFD, as in every lenient reader.
  private mutating func scalar(from start: Int) throws(Failure) -> Unicode.Scalar {
    guard let unit = hex(4) else { throw problem("\\u needs four hexadecimal digits", at: start) }
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
