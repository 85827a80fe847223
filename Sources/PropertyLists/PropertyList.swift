/// A value of a property list that remembers its position in its file.
public struct PropertyList: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case data([UInt8])
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case array([PropertyList])
    /// Members in the order of the file.
    case dictionary([Member])
  }

  /// One member of a dictionary.
  public struct Member: Hashable, Sendable {
    public var key: String
    public var value: PropertyList
    /// Bytes before the key in its file.
    public var offset: Int

    public init(_ key: String, _ value: PropertyList, offset: Int) {
      (self.key, self.value, self.offset) = (key, value, offset)
    }
  }

  public var content: Content
  /// Bytes before the value in its file.
  public var offset: Int

  public init(_ content: Content, offset: Int) { (self.content, self.offset) = (content, offset) }
}

extension PropertyList {
  public var string: String? { if case .string(let text) = content { text } else { nil } }
  public var bool: Bool? { if case .boolean(let flag) = content { flag } else { nil } }
  public var array: [PropertyList]? { if case .array(let values) = content { values } else { nil } }
  public var dictionary: [Member]? { if case .dictionary(let members) = content { members } else { nil } }

  /// The member of a dictionary with a key; of several the first. Complexity: O(members).
  public func member(_ key: String) -> Member? { dictionary?.first { $0.key == key } }

  public subscript(key: String) -> PropertyList? { member(key)?.value }

  /// What the value is, for error messages.
  public var typeName: String {
    switch content {
    case .boolean: "true or false"
    case .integer, .real: "a number"
    case .string: "a string"
    case .data: "data"
    case .date: "a date"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }
}
