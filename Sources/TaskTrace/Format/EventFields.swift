/// The members of an event's line while it is written: values that are nil are omitted.
struct FieldWriter {
  private(set) var members: [JSONMember] = []

  mutating func put(_ key: String, _ value: String?) { if let value { add(key, .string(value)) } }
  mutating func put(_ key: String, _ value: Bool?) { if let value { add(key, .bool(value)) } }
  mutating func put(_ key: String, _ value: Int?) { if let value { add(key, .integer(Int64(value))) } }
  mutating func put(_ key: String, _ value: Int64?) { if let value { add(key, .integer(value)) } }
  mutating func put(_ key: String, _ value: Double?) { if let value { add(key, .number(value)) } }
  mutating func put(_ key: String, _ value: Instant?) { put(key, value?.microseconds) }
  mutating func put(_ key: String, _ value: TimeSpan?) { put(key, value?.microseconds) }
  mutating func put(_ key: String, _ value: Cause?) { put(key, value?.rawValue) }
  mutating func put(_ key: String, values: [JSONValue]) { add(key, .array(values)) }
  mutating func put(_ reference: TaskReference?) {
    put("task", reference?.task.rawValue)
    put("activity", reference?.activity?.description)
    put("kind", reference?.kind?.rawValue)
  }

  mutating func append(_ others: [JSONMember]) { members += others }

  private mutating func add(_ key: String, _ content: JSONValue.Content) {
    members.append(JSONMember(key, JSONValue(content)))
  }
}

/// The members of an event's line while it is read: members that are read are consumed; the rest are kept as unknown.
struct FieldReader {
  private(set) var rest: [JSONMember]
  private let offset: Int
  private let interner: Interner

  init(_ members: [JSONMember], offset: Int, interner: Interner) {
    (rest, self.offset, self.interner) = (members, offset, interner)
  }

  /// A field that is not what it should be.
  struct Fault: Error {
    var message: String
    var offset: Int
  }

  private mutating func read<Value>(
    _ key: String, _ what: String, _ convert: (JSONValue) -> Value?
  ) throws(Fault) -> Value? {
    guard let index = rest.firstIndex(where: { $0.key == key }) else { return nil }
    if let other = rest[(index + 1)...].first(where: { $0.key == key }) {
      // If either were read, the other would be written after it and read in its place the next time.
      throw Fault(message: "\"\(key)\" appears twice", offset: other.offset)
    }
    let value = rest[index].value
    if value.content == .null {
      rest.remove(at: index)
      return nil
    }
    guard let converted = convert(value) else {
      throw Fault(message: "\"\(key)\" should be \(what), not \(value.typeName)", offset: value.offset)
    }
    rest.remove(at: index)
    return converted
  }

  /// A reader for an object inside this one.
  func nested(_ members: [JSONMember], offset: Int) -> FieldReader {
    FieldReader(members, offset: offset, interner: interner)
  }

  func missing(_ key: String) -> Fault { Fault(message: "\"\(key)\" is missing", offset: offset) }

  mutating func string(_ key: String) throws(Fault) -> String? {
    let interner = interner
    return try read(key, "a string") { $0.string.map { interner.unique($0) } }
  }

  mutating func cause(_ key: String = "cause") throws(Fault) -> Cause? { try string(key).map { Cause(rawValue: $0) } }
  mutating func bool(_ key: String) throws(Fault) -> Bool? { try read(key, "true or false") { $0.bool } }
  mutating func integer(_ key: String) throws(Fault) -> Int? {
    try long(key).map { Int($0) }
  }
  mutating func long(_ key: String) throws(Fault) -> Int64? {
    try read(key, "a whole number within 9 quadrillion") { value in
      value.integer.flatMap { $0.magnitude <= Limits.maxOfNumber ? $0 : nil }
    }
  }
  mutating func number(_ key: String) throws(Fault) -> Double? { try read(key, "a number") { $0.number } }
  mutating func instant(_ key: String) throws(Fault) -> Instant? { try time(key).map { Instant(microseconds: $0) } }
  mutating func span(_ key: String) throws(Fault) -> TimeSpan? { try time(key).map { TimeSpan(microseconds: $0) } }

  private mutating func time(_ key: String) throws(Fault) -> Int64? {
    try read(key, "a whole number of microseconds, within 36,000 years") { value in
      value.integer.flatMap { $0.magnitude <= Limits.maxMicroseconds ? $0 : nil }
    }
  }
  mutating func array(_ key: String) throws(Fault) -> [JSONValue]? { try read(key, "a list") { $0.array } }

  mutating func word<Value>(_ key: String, _ what: String, _ convert: (String) -> Value?) throws(Fault) -> Value? {
    try read(key, what) { $0.string.flatMap(convert) }
  }

  mutating func needBool(_ key: String) throws(Fault) -> Bool {
    guard let value = try bool(key) else { throw missing(key) }
    return value
  }
  mutating func needInteger(_ key: String) throws(Fault) -> Int {
    guard let value = try integer(key) else { throw missing(key) }
    return value
  }
  mutating func needLong(_ key: String) throws(Fault) -> Int64 {
    guard let value = try long(key) else { throw missing(key) }
    return value
  }
  mutating func needNumber(_ key: String) throws(Fault) -> Double {
    guard let value = try number(key) else { throw missing(key) }
    return value
  }
  mutating func needString(_ key: String) throws(Fault) -> String {
    guard let value = try string(key) else { throw missing(key) }
    return value
  }

  mutating func reference() throws(Fault) -> TaskReference? {
    guard let task = try string("task") else { return nil }
    let activity = try word("activity", "six hexadecimal digits") { ActivityID($0) }
    let kind = try word("kind", "a kind of task") { TaskKind(rawValue: $0) }
    return TaskReference(TaskIdentifier(task), activity, kind: kind)
  }

  mutating func needReference() throws(Fault) -> TaskReference {
    guard let reference = try reference() else { throw missing("task") }
    return reference
  }
}

/// Keeps one copy of each string that a file repeats, so that a million events share their names.
final class Interner {
  private var known: Set<String> = []
  /// Long texts are seldom repeated.
  private static let maxLength = 256

  func unique(_ text: String) -> String {
    guard text.utf8.count > 15, text.utf8.count <= Self.maxLength else { return text }
    return known.insert(text).memberAfterInsert
  }
}
