/// Reads the members of an event's line: what is taken is used up, what is left over is kept as unknown.
struct FieldReader {
  private var tokens: [JSONToken] = []
  /// The text of the line, which is lent only while the line is read.
  private var bytes = Bytes.none
  /// The token of the object whose members are read.
  private var object = 0
  /// The key behind the one that was taken last: mostly the one that is asked for next.
  private var search = 0
  /// Whether a key that this version knows appears twice in the object.
  private var isRepeated = false
  private var interner = Interner()
  private let table = TraceField.table

  /// A field that is not what it should be.
  struct Fault: Error {
    var message: String
    var offset: Int
  }

  /// Goes to the value on a line of a text.
  /// - Throws: where the line is no JSON.
  mutating func open(_ bytes: Bytes, _ range: Range<Int>) throws(Fault) {
    (self.bytes, object) = (bytes, 0)
    do throws(JSONReader.Failure) {
      try JSONScanner.scan(bytes, in: range, .json, into: &tokens)
    } catch {
      throw Fault(message: error.message, offset: error.offset)
    }
    if isObject { findFields() }
  }

  var isObject: Bool { tokens[object].kind == .object }
  /// What the value is, for error messages.
  var typeName: String { tokens[object].typeName }

  /// Forgets the text, which is lent no longer.
  mutating func close() { bytes = .none }

  /// Where the value begins in the text.
  var offset: Int { tokens[object].start }

  func missing(_ field: TraceField) -> Fault { Fault(message: "\"\(field.rawValue)\" is missing", offset: offset) }

  /// A number that lines seldom share whose members behind the one that was taken last differ. Complexity: O(bytes).
  var fingerprintOfRest: UInt64 { fingerprint(of: bytes[tokens[search - 1].end..<tokens[object].end]) }

  /// The members that nobody has taken.
  var rest: [JSONMember] { JSONReader.members(tokens, of: object, in: bytes) }

  /// Looks up the keys of the object. Complexity: O(its bytes).
  private mutating func findFields() {
    var key = object + 1
    (search, isRepeated) = (key, false)
    var seen: (UInt64, UInt64) = (0, 0)
    while key < tokens[object].next {
      let token = tokens[key]
      let found =
        token.kind == .string
        ? table.find(bytes[token.start + 1..<token.end - 1])
        : Array(token.text(in: bytes).utf8).withBorrowedBytes { table.find($0) }
      if let (field, number) = found {
        tokens[key].field = field
        let bit: UInt64 = 1 << UInt64(number % 64)
        if (number < 64 ? seen.0 : seen.1) & bit != 0 { isRepeated = true }
        if number < 64 { seen.0 |= bit } else { seen.1 |= bit }
      }
      key = tokens[key + 1].next
    }
  }

  // MARK: Taking

  /// Whether the object has a field that nobody has taken.
  func has(_ field: TraceField) -> Bool { (try? find(field)) != .some(nil) }

  /// The key of a field that nobody has taken. Complexity: O(members), but O(1) for the one behind the last.
  private func find(_ field: TraceField) throws(Fault) -> Int? {
    let found = find(field, from: search, to: tokens[object].next) ?? find(field, from: object + 1, to: search)
    // Whichever was taken, the other would be written back behind it, and read instead of it.
    if isRepeated, let found, let other = find(field, from: tokens[found + 1].next, to: tokens[object].next) {
      throw Fault(message: "\"\(field.rawValue)\" appears twice", offset: tokens[other].start)
    }
    return found
  }

  private func find(_ field: TraceField, from start: Int, to end: Int) -> Int? {
    var key = start
    while key < end {
      if tokens[key].field == field, !tokens[key].isTaken { return key }
      key = tokens[key + 1].next
    }
    return nil
  }

  /// Takes the value of a field: nil where it is missing or null.
  private mutating func take(_ field: TraceField) throws(Fault) -> Int? {
    guard let key = try find(field) else { return nil }
    tokens[key].isTaken = true
    search = tokens[key + 1].next
    return tokens[key + 1].kind == .null ? nil : key + 1
  }

  private func wrong(_ field: TraceField, _ what: String, _ index: Int) -> Fault {
    Fault(
      message: "\"\(field.rawValue)\" should be \(what), not \(tokens[index].typeName)", offset: tokens[index].start)
  }

  private mutating func text(_ index: Int) -> String {
    let token = tokens[index]
    guard token.kind == .string else { return interner.unique(token.text(in: bytes)) }
    return interner.unique(bytes[token.start + 1..<token.end - 1])
  }

  mutating func string(_ field: TraceField) throws(Fault) -> String? {
    guard let index = try take(field) else { return nil }
    guard tokens[index].isString else { throw wrong(field, "a string", index) }
    return text(index)
  }

  mutating func cause(_ field: TraceField = .cause) throws(Fault) -> Cause? {
    try string(field).map { Cause(rawValue: $0) }
  }

  mutating func bool(_ field: TraceField) throws(Fault) -> Bool? {
    guard let index = try take(field) else { return nil }
    guard let flag = tokens[index].bool else { throw wrong(field, "true or false", index) }
    return flag
  }

  mutating func integer(_ field: TraceField) throws(Fault) -> Int? { try long(field).map { Int($0) } }

  mutating func long(_ field: TraceField) throws(Fault) -> Int64? {
    guard let index = try take(field) else { return nil }
    guard let value = tokens[index].integer, value.magnitude <= Limits.maxOfNumber else {
      throw wrong(field, "a whole number within 9 quadrillion", index)
    }
    return value
  }

  mutating func number(_ field: TraceField) throws(Fault) -> Double? {
    guard let index = try take(field) else { return nil }
    guard let value = tokens[index].number else { throw wrong(field, "a number", index) }
    return value
  }

  mutating func instant(_ field: TraceField) throws(Fault) -> Instant? {
    try time(field).map { Instant(microseconds: $0) }
  }

  mutating func span(_ field: TraceField) throws(Fault) -> TimeSpan? {
    try time(field).map { TimeSpan(microseconds: $0) }
  }

  private mutating func time(_ field: TraceField) throws(Fault) -> Int64? {
    guard let index = try take(field) else { return nil }
    guard let value = tokens[index].integer, value.magnitude <= Limits.maxMicroseconds else {
      throw wrong(field, "a whole number of microseconds, within 36,000 years", index)
    }
    return value
  }

  mutating func word<Value>(
    _ field: TraceField, _ what: String, _ convert: (String) -> Value?
  ) throws(Fault) -> Value? {
    guard let index = try take(field) else { return nil }
    guard tokens[index].isString, let value = convert(text(index)) else { throw wrong(field, what, index) }
    return value
  }

  // MARK: Lists and objects

  /// The strings in a list; what is none is passed over.
  mutating func strings(_ field: TraceField) throws(Fault) -> [String] {
    var found: [String] = []
    try elements(field) { (fields, index) throws(Fault) in
      if fields.tokens[index].isString { found.append(fields.text(index)) }
    }
    return found
  }

  /// Reads each object of a list; `what` names the elements where those that are none are a fault.
  mutating func objects(
    _ field: TraceField, _ what: String? = nil, _ body: (inout FieldReader) throws(Fault) -> Void
  ) throws(Fault) {
    try elements(field) { (fields, index) throws(Fault) in
      guard fields.tokens[index].kind == .object else {
        guard let what else { return }
        let token = fields.tokens[index]
        throw Fault(message: "\(what) should be an object, not \(token.typeName)", offset: token.start)
      }
      try fields.within(index, body)
    }
  }

  private mutating func elements(
    _ field: TraceField, _ body: (inout FieldReader, Int) throws(Fault) -> Void
  ) throws(Fault) {
    guard let array = try take(field) else { return }
    guard tokens[array].kind == .array else { throw wrong(field, "a list", array) }
    var index = array + 1
    while index < tokens[array].next {
      try body(&self, index)
      index = tokens[index].next
    }
  }

  /// Reads a member that is an object; false, and the member is left, if it is none.
  mutating func nested(
    _ field: TraceField, _ body: (inout FieldReader) throws(Fault) -> Void
  ) throws(Fault) -> Bool {
    guard let key = try find(field), tokens[key + 1].kind == .object else { return false }
    tokens[key].isTaken = true
    try within(key + 1, body)
    return true
  }

  private mutating func within(
    _ index: Int, _ body: (inout FieldReader) throws(Fault) -> Void
  ) throws(Fault) {
    let outer = (object, search, isRepeated)
    object = index
    defer { (object, search, isRepeated) = outer }
    findFields()
    try body(&self)
  }

  // MARK: What a line must have

  mutating func needBool(_ field: TraceField) throws(Fault) -> Bool {
    guard let value = try bool(field) else { throw missing(field) }
    return value
  }
  mutating func needInteger(_ field: TraceField) throws(Fault) -> Int {
    guard let value = try integer(field) else { throw missing(field) }
    return value
  }
  mutating func needLong(_ field: TraceField) throws(Fault) -> Int64 {
    guard let value = try long(field) else { throw missing(field) }
    return value
  }
  mutating func needNumber(_ field: TraceField) throws(Fault) -> Double {
    guard let value = try number(field) else { throw missing(field) }
    return value
  }
  mutating func needString(_ field: TraceField) throws(Fault) -> String {
    guard let value = try string(field) else { throw missing(field) }
    return value
  }

  mutating func reference() throws(Fault) -> TaskReference? {
    guard let task = try string(.task) else { return nil }
    let activity = try word(.activity, "six hexadecimal digits") { ActivityID($0) }
    let kind = try word(.kind, "a kind of task") { TaskKind(rawValue: $0) }
    return TaskReference(TaskIdentifier(task), activity, kind: kind)
  }

  mutating func needReference() throws(Fault) -> TaskReference {
    guard let reference = try reference() else { throw missing(.task) }
    return reference
  }
}

/// Keeps one copy of each string that a file repeats, so that a million events share their names.
struct Interner {
  private var known: [String] = []
  private var numbers = FingerprintTable()
  /// Shorter texts need no memory of their own.
  private static let minLength = 16
  /// Long texts are seldom repeated.
  private static let maxLength = 256
  /// A file that repeats nothing would be kept twice.
  private static let maxCount = 1 << 20

  /// Complexity: O(bytes).
  mutating func unique(_ bytes: Bytes) -> String {
    guard bytes.count >= Self.minLength, bytes.count <= Self.maxLength else { return bytes.string }
    let key = fingerprint(of: bytes)
    if let number = numbers[key], bytes.equals(known[Int(number)]) { return known[Int(number)] }
    let text = bytes.string
    if known.count < Self.maxCount {
      numbers.set(key, to: UInt32(known.count))
      known.append(text)
    }
    return text
  }

  mutating func unique(_ text: String) -> String { Array(text.utf8).withBorrowedBytes { unique($0) } }
}
