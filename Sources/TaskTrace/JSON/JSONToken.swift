/// One part of a JSON text: a key, a value, or the beginning of a list or an object.
///
/// The tokens of a text stand in its order. A key comes before its value; what a list or an object holds comes behind it,
/// up to the token ``next``. Numbers are read, strings are checked, and neither is copied before somebody asks for it.
struct JSONToken {
  enum Kind: UInt8 {
    case null, `true`, `false`
    /// A number without fraction or exponent that fits; ``bits`` has it.
    case integer
    /// Any other number; ``bits`` has those of the double.
    case number
    /// A string without escapes.
    case string
    case escapedString
    /// A key without quotes, which JSON5 allows.
    case name
    case array
    case object
  }

  var kind: Kind
  /// Which key of a trace the token is, once that was looked up.
  var field: TraceField?
  /// Whether a reader of fields has taken the member.
  var isTaken = false
  /// The bytes of the token, with the quotes of a string.
  var (start, end): (Int, Int)
  /// The place behind everything that belongs to the token.
  var next: Int
  /// What a number is.
  var bits: UInt64

  init(_ kind: Kind, _ start: Int, _ end: Int, next: Int, _ bits: UInt64 = 0) {
    (self.kind, self.start, self.end, self.next, self.bits) = (kind, start, end, next, bits)
  }

  /// What the value is, for error messages.
  var typeName: String {
    switch kind {
    case .null: "null"
    case .true, .false: "true or false"
    case .integer, .number: "a number"
    case .string, .escapedString, .name: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }

  var integer: Int64? { kind == .integer ? Int64(bitPattern: bits) : nil }

  /// Any number, whole or not.
  var number: Double? {
    switch kind {
    case .integer: Double(Int64(bitPattern: bits))
    case .number: Double(bitPattern: bits)
    default: nil
    }
  }

  var bool: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  var isString: Bool { kind == .string || kind == .escapedString }

  /// The text of a string or a key. Complexity: O(bytes).
  func text(in bytes: Bytes) -> String {
    switch kind {
    case .string: bytes[start + 1..<end - 1].string
    case .escapedString: JSONEscapes.decoded(bytes, start + 1..<end - 1)
    default: bytes[start..<end].string
    }
  }
}
