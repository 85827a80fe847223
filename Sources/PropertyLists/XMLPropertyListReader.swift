internal import TaskTrace

/// Reads Apple's XML property lists (DTD PropertyList-1.0), and records the position of every value.
///
/// It reads the elements of such lists, and no other XML: custom entities are rejected, so that nothing can be expanded
/// without limit. Invalid UTF-8 is repaired with U+FFFD. Complexity: O(bytes).
struct XMLPropertyListReader {
  typealias Failure = PropertyListFile.Failure

  private let bytes: [UInt8]
  private var index = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func read(_ bytes: [UInt8]) throws(Failure) -> PropertyList {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw Failure("the property list is in UTF-16; only UTF-8 is supported", at: 0)
    }
    var reader = XMLPropertyListReader(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
    try reader.skipProlog()
    var tag = try reader.opening("a property list")
    let isWrapped = tag.name == "plist"
    if isWrapped {
      if tag.isEmpty { throw Failure("the property list is empty", at: tag.offset) }
      tag = try reader.opening("a value")
    }
    let value = try reader.value(tag, depth: 0)
    if isWrapped { try reader.close("plist") }
    try reader.skipSpace()
    guard reader.index == bytes.count else { throw Failure("nothing may follow the property list", at: reader.index) }
    return value
  }

  /// `<name …>`, or `<name/>`, which is empty.
  private struct Tag {
    var name: String
    var isEmpty: Bool
    var offset: Int
  }
}

extension XMLPropertyListReader {
  private func isNext(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  /// Advances past the next occurrence of a text.
  private mutating func skip(past text: String, _ what: String) throws(Failure) {
    let start = index
    while index < bytes.count, !isNext(text) { index += 1 }
    guard index < bytes.count else { throw Failure("\(what) is never closed", at: start) }
    index += text.utf8.count
  }

  /// Skips whitespace, comments, and processing instructions.
  private mutating func skipSpace() throws(Failure) {
    while index < bytes.count {
      if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) {
        index += 1
      } else if isNext("<!--") {
        try skip(past: "-->", "the comment")
      } else if isNext("<?") {
        try skip(past: "?>", "the instruction")
      } else {
        return
      }
    }
  }

  /// Skips the declaration and the document type.
  private mutating func skipProlog() throws(Failure) {
    if isNext("<?xml") {
      let start = index
      try skip(past: "?>", "the XML declaration")
      let text = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
      if let named = text.split(separator: "encoding").dropFirst().first,
        let encoding = named.split(whereSeparator: { "=\"' ?>".contains($0) }).first,
        !["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding)
      {
        throw Failure("the encoding is \(encoding.prefix(20)); only UTF-8 is supported", at: start)
      }
    }
    try skipSpace()
    guard isNext("<!DOCTYPE") else { return }
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      if bytes[index] == UInt8(ascii: "[") {
        throw Failure("a document type with its own declarations is not supported", at: index)
      }
      index += 1
    }
    guard index < bytes.count else { throw Failure("the document type is never closed", at: start) }
    index += 1
  }

  /// The next tag, which must open something.
  private mutating func opening(_ wanted: String) throws(Failure) -> Tag {
    try skipSpace()
    let start = index
    guard index < bytes.count else { throw Failure("the file ends where \(wanted) should be", at: start) }
    guard bytes[index] == UInt8(ascii: "<") else { throw Failure("expected \(wanted) here", at: start) }
    index += 1
    let name = name()
    guard !name.isEmpty else { throw Failure("expected \(wanted) here", at: start) }
    var quote: UInt8?
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return Tag(name: name, isEmpty: bytes[index - 2] == UInt8(ascii: "/"), offset: start)
      } else if byte == UInt8(ascii: "<") {
        break
      }
    }
    throw Failure("the tag <\(name) is never closed", at: start)
  }

  private mutating func name() -> String {
    let start = index
    while index < bytes.count, !" \t\r\n/><".utf8.contains(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index].prefix(40), as: UTF8.self)
  }

  /// The end of an element, which must come next.
  private mutating func close(_ name: String) throws(Failure) {
    try skipSpace()
    guard try closes(name) else { throw Failure("expected </\(name)> here", at: index) }
  }

  /// Reads the end of an element, if it comes next.
  private mutating func closes(_ name: String) throws(Failure) -> Bool {
    guard isNext("</") else { return false }
    let start = index
    index += 2
    let found = self.name()
    guard found == name else { throw Failure("<\(name)> is closed by </\(found)>", at: start) }
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else {
      throw Failure("the tag </\(name) is never closed", at: start)
    }
    index += 1
    return true
  }
}

extension XMLPropertyListReader {
  private mutating func value(_ tag: Tag, depth: Int) throws(Failure) -> PropertyList {
    guard depth < PropertyListFile.maxDepth else {
      throw Failure("more than \(PropertyListFile.maxDepth) levels of nesting", at: tag.offset)
    }
    return PropertyList(try content(tag, depth: depth), offset: tag.offset)
  }

  private mutating func content(_ tag: Tag, depth: Int) throws(Failure) -> PropertyList.Content {
    switch tag.name {
    case "dict": return .dictionary(try members(tag, depth: depth))
    case "array": return .array(try elements(tag, depth: depth))
    case "string": return .string(try text(tag))
    case "true", "false":
      if !tag.isEmpty { try close(tag.name) }
      return .boolean(tag.name == "true")
    case "integer": return try scalar(tag, "a whole number") { Self.integer($0).map { .integer($0) } }
    case "real": return try scalar(tag, "a number") { Double($0).map { .real($0) } }
    case "date":
      return try scalar(tag, "a date such as 2026-06-01T07:00:00Z") { Self.date($0).map { .date($0) } }
    case "data": return try scalar(tag, "Base64") { Self.decoded($0).map { .data($0) } }
    case "key": throw Failure("a <key> is outside a dictionary, or in place of a value", at: tag.offset)
    default: throw Failure("<\(tag.name)> is not a property list element", at: tag.offset)
    }
  }

  private mutating func scalar(
    _ tag: Tag, _ what: String, _ read: (Substring) -> PropertyList.Content?
  ) throws(Failure) -> PropertyList.Content {
    let text = try text(tag)
    let trimmed = text.drop(while: \.isWhitespace)
    let end = trimmed.lastIndex { !$0.isWhitespace }.map { trimmed.index(after: $0) } ?? trimmed.startIndex
    if let content = read(trimmed[..<end]) { return content }
    throw Failure("<\(tag.name)> should contain \(what)", at: tag.offset)
  }

  private mutating func members(_ tag: Tag, depth: Int) throws(Failure) -> [PropertyList.Member] {
    var members: [PropertyList.Member] = []
    guard !tag.isEmpty else { return members }
    while true {
      try skipSpace()
      guard index < bytes.count else { throw Failure("<dict> is never closed", at: tag.offset) }
      if try closes("dict") { return members }
      let key = try opening("a <key>")
      guard key.name == "key" else { throw Failure("expected a <key> here, not <\(key.name)>", at: key.offset) }
      let name = try text(key)
      try skipSpace()
      guard index < bytes.count, !isNext("</") else {
        throw Failure("the key \"\(name)\" has no value", at: key.offset)
      }
      let next = try opening("the value of \"\(name)\"")
      guard next.name != "key" else { throw Failure("the key \"\(name)\" has no value", at: key.offset) }
      members.append(PropertyList.Member(name, try value(next, depth: depth + 1), offset: key.offset))
    }
  }

  private mutating func elements(_ tag: Tag, depth: Int) throws(Failure) -> [PropertyList] {
    var values: [PropertyList] = []
    guard !tag.isEmpty else { return values }
    while true {
      try skipSpace()
      guard index < bytes.count else { throw Failure("<array> is never closed", at: tag.offset) }
      if try closes("array") { return values }
      values.append(try value(try opening("a value"), depth: depth + 1))
    }
  }

  /// The text of an element, up to and with its end.
  private mutating func text(_ tag: Tag) throws(Failure) -> String {
    guard !tag.isEmpty else { return "" }
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      if byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") {
        text.append(byte)
        index += 1
      } else if byte == UInt8(ascii: "&") {
        text += String(try entity()).utf8
      } else if isNext("<![CDATA[") {
        let start = index + 9
        try skip(past: "]]>", "the CDATA section")
        text += bytes[start..<index - 3]
      } else if isNext("<!--") {
        try skip(past: "-->", "the comment")
      } else if try closes(tag.name) {
        return String(decoding: text, as: UTF8.self)
      } else {
        throw Failure("<\(tag.name)> should contain only text", at: index)
      }
    }
    throw Failure("<\(tag.name)> is never closed", at: tag.offset)
  }

  private mutating func entity() throws(Failure) -> Character {
    let start = index
    guard let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw Failure("a lone '&' must be written as &amp;", at: start)
    }
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    index = end + 1
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let isHex = name.hasPrefix("#x")
      if name.hasPrefix("#"), let code = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10),
        let scalar = Unicode.Scalar(code)
      {
        return Character(scalar)
      }
      throw Failure("an unknown entity &\(name);", at: start)
    }
  }

  /// Decimal, or hexadecimal after `0x`.
  private static func integer(_ text: Substring) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text
    guard digits.hasPrefix("0x") || digits.hasPrefix("0X") else { return Int64(text) }
    return Int64((isNegative ? "-" : "") + digits.dropFirst(2), radix: 16)
  }

  /// Seconds since 2001 of `2026-06-01T07:00:00Z`.
  private static func date(_ text: Substring) -> Double? {
    guard text.hasSuffix("Z"), let epoch = Epoch(String(text)) else { return nil }
    return Double(epoch.microsecondsSince1970) / 1e6 - 978_307_200
  }

  /// The bytes of Base64 (RFC 4648, section 4), with whitespace anywhere.
  private static func decoded(_ text: Substring) -> [UInt8]? {
    var (bytes, buffer, bits, padding) = ([UInt8](), UInt32(0), 0, 0)
    for letter in text.utf8 where letter > 0x20 {
      let six: UInt8
      switch letter {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): six = letter - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): six = letter - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): six = letter - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): six = 62
      case UInt8(ascii: "/"): six = 63
      case UInt8(ascii: "="):
        padding += 1
        continue
      default: return nil
      }
      guard padding == 0 else { return nil }
      (buffer, bits) = (buffer << 6 | UInt32(six), bits + 6)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return padding <= 2 && bits < 6 ? bytes : nil
  }
}
