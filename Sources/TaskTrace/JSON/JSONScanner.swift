/// Takes a JSON or JSON5 text apart into tokens, and says where it stops being one.
struct JSONScanner {
  typealias Failure = JSONReader.Failure

  private let bytes: Bytes
  private let dialect: JSONReader.Dialect
  private var index: Int
  private let end: Int
  private var tokens: [JSONToken]
  /// What escapes stand for, which is only checked here.
  private var scratch: [UInt8] = []

  /// Scans one value that must fill a range of the text, such as one line; places count from the start of the text.
  ///
  /// The tokens replace those that were there, in the same memory. Complexity: O(bytes).
  static func scan(
    _ bytes: Bytes, in range: Range<Int>, _ dialect: JSONReader.Dialect, into tokens: inout [JSONToken]
  ) throws(Failure) {
    var scanner = JSONScanner(bytes, range, dialect)
    swap(&scanner.tokens, &tokens)
    defer { swap(&scanner.tokens, &tokens) }
    scanner.tokens.removeAll(keepingCapacity: true)
    try scanner.skipSpace()
    try scanner.value(depth: 0)
    try scanner.skipSpace()
    guard scanner.index == scanner.end else { throw scanner.problem("nothing may follow the value") }
  }

  private init(_ bytes: Bytes, _ range: Range<Int>, _ dialect: JSONReader.Dialect) {
    (self.bytes, self.dialect, index, end, tokens) = (bytes, dialect, range.lowerBound, range.upperBound, [])
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

  private mutating func value(depth: Int) throws(Failure) {
    guard let byte = next else { throw problem("the text ends where a value should be") }
    guard depth < JSONReader.maxDepth else { throw problem("more than \(JSONReader.maxDepth) levels of nesting") }
    switch byte {
    case UInt8(ascii: "{"): try members(depth: depth)
    case UInt8(ascii: "["): try elements(depth: depth)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "'") where dialect == .json5: try string()
    case UInt8(ascii: "t") where accept("true", .true): break
    case UInt8(ascii: "f") where accept("false", .false): break
    case UInt8(ascii: "n") where accept("null", .null): break
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): try number()
    default: throw problem("expected a value here")
    }
  }

  private mutating func accept(_ word: StaticString, _ kind: JSONToken.Kind) -> Bool {
    let length = word.utf8CodeUnitCount
    guard index + length <= end, bytes.holds(word, at: index) else { return false }
    add(kind, from: index, to: index + length)
    return true
  }

  /// Adds a token of its own, and goes behind it.
  private mutating func add(_ kind: JSONToken.Kind, from start: Int, to stop: Int, _ bits: UInt64 = 0) {
    tokens.append(JSONToken(kind, start, stop, next: tokens.count + 1, bits))
    index = stop
  }

  private mutating func members(depth: Int) throws(Failure) {
    let (start, object) = (index, tokens.count)
    add(.object, from: index, to: index + 1)
    while true {
      try skipSpace()
      guard let byte = next else { throw problem("the object is never closed", at: start) }
      if byte == UInt8(ascii: "}"), tokens.count == object + 1 || dialect == .json5 { return close(object) }
      let key = tokens.count
      try self.key()
      try skipSpace()
      guard next == UInt8(ascii: ":") else {
        throw problem("a ':' should follow the key \"\(tokens[key].text(in: bytes))\"")
      }
      index += 1
      try skipSpace()
      try value(depth: depth + 1)
      try skipSpace()
      switch next {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "}"): return close(object)
      case nil: throw problem("the object is never closed", at: start)
      default: throw problem("a ',' or '}' should follow the value of \"\(tokens[key].text(in: bytes))\"")
      }
    }
  }

  private mutating func elements(depth: Int) throws(Failure) {
    let (start, array) = (index, tokens.count)
    add(.array, from: index, to: index + 1)
    while true {
      try skipSpace()
      if next == UInt8(ascii: "]"), tokens.count == array + 1 || dialect == .json5 { return close(array) }
      guard next != nil else { throw problem("the list is never closed", at: start) }
      try value(depth: depth + 1)
      try skipSpace()
      switch next {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "]"): return close(array)
      case nil: throw problem("the list is never closed", at: start)
      default: throw problem("a ',' or ']' should follow the value")
      }
    }
  }

  /// Ends a list or an object at its bracket.
  private mutating func close(_ token: Int) {
    index += 1
    (tokens[token].end, tokens[token].next) = (index, tokens.count)
  }

  private mutating func key() throws(Failure) {
    guard let byte = next else { throw problem("the text ends where a key should be") }
    if byte == UInt8(ascii: "\"") || (byte == UInt8(ascii: "'") && dialect == .json5) { return try string() }
    let start = index
    var stop = index
    if dialect == .json5 {
      while stop < end, Self.isNameByte(bytes[stop]) { stop += 1 }
    }
    guard stop > start else { throw problem("expected a key here") }
    add(.name, from: start, to: stop)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "$"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  // MARK: Strings

  private mutating func string() throws(Failure) {
    let (start, quote) = (index, bytes[index])
    index = plainEnd(from: index + 1, quote)
    if next == quote { return add(.string, from: start, to: index + 1) }
    while let byte = next {
      if byte == quote { return add(.escapedString, from: start, to: index + 1) }
      if byte == UInt8(ascii: "\\") {
        var escapes = JSONEscapes(bytes, at: index, end: end, dialect: dialect)
        scratch.removeAll(keepingCapacity: true)
        try escapes.read(into: &scratch)
        index = escapes.index
      } else if byte < 0x20 {
        throw problem("a control character must be written as an escape")
      } else {
        index += 1
      }
    }
    throw problem("the string is never closed", at: start)
  }

  /// Where the first byte stands that ends a string, begins an escape or may not stand in one; eight bytes at a time.
  private func plainEnd(from start: Int, _ quote: UInt8) -> Int {
    let (ones, high): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let (quotes, strokes) = (ones &* UInt64(quote), ones &* UInt64(UInt8(ascii: "\\")))
    var index = start
    while index + 8 <= end {
      let word = bytes.word(at: index)
      let (a, b) = (word ^ quotes, word ^ strokes)
      // The lowest byte that is zero, or below 0x20, has its high bit set; above it others may have.
      let found = ((a &- ones) & ~a | (b &- ones) & ~b | (word &- ones &* 0x20) & ~word) & high
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end, bytes[index] != quote, bytes[index] != UInt8(ascii: "\\"), bytes[index] >= 0x20 { index += 1 }
    return index
  }

  // MARK: Numbers

  private mutating func number() throws(Failure) {
    let start = index
    if let (value, stop) = shortInteger() { return add(.integer, from: start, to: stop, UInt64(bitPattern: value)) }
    var (stop, whole) = (index, true)
    scan: while stop < end {
      switch bytes[stop] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"): break
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): whole = false
      case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        guard dialect == .json5 else { throw problem("not a number", at: start) }
      default: break scan
      }
      stop += 1
    }
    if let value = shortFraction(start..<stop) { return add(.number, from: start, to: stop, value.bitPattern) }
    guard let (kind, bits) = content(ofNumber: start..<stop, whole: whole) else {
      throw problem("not a number", at: start)
    }
    add(kind, from: start, to: stop, bits)
  }

  /// A whole number of up to 18 digits that a comma or a bracket follows, as nearly all are, and where it ends.
  private func shortInteger() -> (value: Int64, stop: Int)? {
    let isNegative = bytes[index] == UInt8(ascii: "-")
    let first = isNegative ? index + 1 : index
    var (stop, value): (Int, Int64) = (first, 0)
    while stop < end, stop - first < 18, bytes[stop] &- 0x30 <= 9 {
      value = value * 10 + Int64(bytes[stop] & 0x0F)
      stop += 1
    }
    guard stop > first, bytes[first] != UInt8(ascii: "0") || stop == first + 1, stop < end else { return nil }
    switch bytes[stop] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return (isNegative ? -value : value, stop)
    default: return nil
    }
  }

  /// A number such as 0.8125, of which the digits and the power of ten are both exact as doubles, so that one division
  /// rounds to the nearest (W. Clinger, How to Read Floating Point Numbers Accurately, 1990).
  private func shortFraction(_ range: Range<Int>) -> Double? {
    guard range.count <= 16, let first = range.first else { return nil }
    let digits = bytes[first] == UInt8(ascii: "-") ? first + 1 : first
    var (value, point): (UInt64, Int?) = (0, nil)
    for index in digits..<range.upperBound {
      if bytes[index] == UInt8(ascii: "."), point == nil {
        point = index
      } else if bytes[index] &- 0x30 <= 9 {
        value = value * 10 + UInt64(bytes[index] & 0x0F)
      } else {
        return nil
      }
    }
    guard let point, point > digits, point + 1 < range.upperBound, value < 1 << 53,
      bytes[digits] != UInt8(ascii: "0") || point == digits + 1
    else { return nil }
    let size = Double(value) / Self.powersOfTen[range.upperBound - point - 1]
    return digits > first ? -size : size
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  private func content(ofNumber range: Range<Int>, whole: Bool) -> (JSONToken.Kind, UInt64)? {
    var text = Substring(bytes[range].string)
    if dialect == .json5 {
      if text.hasPrefix("+") { text = text.dropFirst() }
      let negative = text.hasPrefix("-")
      let digits = negative ? text.dropFirst() : text
      if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
        let value = Int64((negative ? "-" : "") + digits.dropFirst(2), radix: 16)
        return value.map { (.integer, UInt64(bitPattern: $0)) }
      }
    }
    let digits = text.hasPrefix("-") ? text.dropFirst() : text
    guard let first = digits.first, first.isASCII, first.isNumber || (dialect == .json5 && first == ".") else {
      return nil
    }
    if first == "0", digits.count > 1, let second = digits.dropFirst().first, second.isNumber { return nil }
    if whole, let value = Int64(text) { return (.integer, UInt64(bitPattern: value)) }
    if dialect == .json, let point = text.firstIndex(of: ".") {
      guard let digit = text[text.index(after: point)...].first, digit.isNumber else { return nil }
    }
    guard let value = Double(text), value.isFinite else { return nil }
    return (.number, value.bitPattern)
  }
}
