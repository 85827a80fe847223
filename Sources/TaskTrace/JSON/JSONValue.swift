/// A JSON value that remembers its position in its text.
public struct JSONValue: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that fits.
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Members in the order of the text.
    case object([JSONMember])
  }

  public var content: Content
  /// Bytes before the value in its text; 0 for values made in memory.
  public var offset: Int

  public init(_ content: Content, offset: Int = 0) { (self.content, self.offset) = (content, offset) }

  /// A string that is made in memory.
  public static func text(_ text: String) -> JSONValue { JSONValue(.string(text)) }

  /// Values are equal if their contents are, regardless of position.
  public static func == (a: JSONValue, b: JSONValue) -> Bool { a.content == b.content }
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension JSONValue.Content {
  /// Numbers are equal when they are the same number: `80` is what is written of `80.0`.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Double(exactly: a) == b
    case (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let flag): hasher.combine(flag)
    case .integer(let value): hasher.combine(Double(value))
    case .number(let value): hasher.combine(value)
    case .string(let text): hasher.combine(text)
    case .array(let values): hasher.combine(values)
    case .object(let members): hasher.combine(members)
    }
  }
}

/// One member of an object.
public struct JSONMember: Hashable, Sendable {
  public var key: String
  public var value: JSONValue
  /// Bytes before the key in its text.
  public var offset: Int

  public init(_ key: String, _ value: JSONValue, offset: Int = 0) {
    (self.key, self.value, self.offset) = (key, value, offset)
  }

  public static func == (a: JSONMember, b: JSONMember) -> Bool { a.key == b.key && a.value == b.value }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}

extension JSONValue {
  public var string: String? { if case .string(let text) = content { text } else { nil } }
  public var bool: Bool? { if case .bool(let flag) = content { flag } else { nil } }
  public var integer: Int64? { if case .integer(let value) = content { value } else { nil } }
  public var array: [JSONValue]? { if case .array(let values) = content { values } else { nil } }
  public var object: [JSONMember]? { if case .object(let members) = content { members } else { nil } }

  /// Any number, whole or not.
  public var number: Double? {
    switch content {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The value of the last member with a key, as JavaScript reads it. Complexity: O(members).
  public subscript(key: String) -> JSONValue? { object?.last { $0.key == key }?.value }

  /// What the value is, for error messages.
  public var typeName: String {
    switch content {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A place in a text that could not be read, and why.
public struct TextProblem: Error, Hashable, Sendable {
  /// 1 for the first.
  public var line: Int
  /// Counted in characters (scalars), 1 for the first.
  public var column: Int
  public var message: String

  public init(line: Int, column: Int, message: String) {
    (self.line, self.column, self.message) = (line, column, message)
  }

  /// Finds line and column of a byte in a UTF-8 text. Complexity: O(offset).
  public init(_ message: String, at offset: Int, in bytes: some Collection<UInt8>) {
    var (line, column) = (1, 1)
    for byte in bytes.prefix(offset) {
      if byte == 10 {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.init(line: line, column: column, message: message)
  }
}

extension TextProblem: CustomStringConvertible {
  public var description: String { "\(line):\(column): \(message)" }
}
