/// Reads JSON, or JSON5, and records the position of every value for error messages.
///
/// The standard library has no JSON reader, and Foundation's neither reports the line of an unknown key nor keeps the
/// order of members; this reader does both. JSON5 adds comments, trailing commas, unquoted keys, single quotes,
/// hexadecimal numbers, a leading `+` or point, and line continuations. Invalid UTF-8 inside strings is repaired with
/// U+FFFD. Complexity: O(bytes).
public enum JSONReader {
  public enum Dialect: Sendable { case json, json5 }

  /// Deeper nesting is rejected, so that hostile input cannot exhaust the stack.
  public static let maxDepth = Limits.depth

  /// Reads one value that must fill the text.
  /// - Throws: where the text stops being valid JSON, and what was expected there.
  public static func read(_ bytes: [UInt8], dialect: Dialect = .json) throws(TextProblem) -> JSONValue {
    do throws(Failure) {
      return try bytes.withBorrowedBytes { (bytes) throws(Failure) -> JSONValue in
        var tokens: [JSONToken] = []
        try JSONScanner.scan(bytes, in: 0..<bytes.count, dialect, into: &tokens)
        return value(tokens, at: 0, in: bytes)
      }
    } catch {
      throw TextProblem(error.message, at: error.offset, in: bytes)
    }
  }

  /// Where and why reading stopped, before line and column are counted.
  struct Failure: Error {
    var message: String
    /// Bytes before the place.
    var offset: Int
  }

  /// The value whose first token stands at a place. Complexity: O(its bytes).
  static func value(_ tokens: [JSONToken], at index: Int, in bytes: Bytes) -> JSONValue {
    let token = tokens[index]
    let content: JSONValue.Content =
      switch token.kind {
      case .null: .null
      case .true: .bool(true)
      case .false: .bool(false)
      case .integer: .integer(Int64(bitPattern: token.bits))
      case .number: .number(Double(bitPattern: token.bits))
      case .string, .escapedString, .name: .string(token.text(in: bytes))
      case .array: .array(elements(tokens, of: index, in: bytes))
      case .object: .object(members(tokens, of: index, in: bytes))
      }
    return JSONValue(content, offset: token.start)
  }

  private static func elements(_ tokens: [JSONToken], of array: Int, in bytes: Bytes) -> [JSONValue] {
    var values: [JSONValue] = []
    var index = array + 1
    while index < tokens[array].next {
      values.append(value(tokens, at: index, in: bytes))
      index = tokens[index].next
    }
    return values
  }

  /// The members of an object that nobody has taken.
  static func members(_ tokens: [JSONToken], of object: Int, in bytes: Bytes) -> [JSONMember] {
    var members: [JSONMember] = []
    var key = object + 1
    while key < tokens[object].next {
      if !tokens[key].isTaken {
        let text = tokens[key].text(in: bytes)
        members.append(JSONMember(text, value(tokens, at: key + 1, in: bytes), offset: tokens[key].start))
      }
      key = tokens[key + 1].next
    }
    return members
  }
}
