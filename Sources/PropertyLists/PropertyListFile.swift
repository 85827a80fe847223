internal import TaskTrace

/// A property list as read from a file, with everything that is needed to report the position of an error.
public struct PropertyListFile: Hashable, Sendable {
  public enum Format: String, Hashable, Sendable { case xml, binary }

  public let format: Format
  public let root: PropertyList
  private let bytes: [UInt8]
  /// Of an XML list.
  private let places: TextPlaces?

  /// Deeper nesting is rejected, so that a hostile file cannot exhaust the stack.
  static let maxDepth = Limits.depth
  /// More values are rejected: a binary list of a few bytes can refer to one object any number of times.
  static let maxValues = Limits.propertyListValues
  /// The texts and data of a binary list can also refer to one object any number of times.
  static let maxBytes = Limits.propertyListBytes

  /// Why and where reading stopped, before line and column are counted.
  struct Failure: Error {
    var message: String
    var offset: Int

    init(_ message: String, at offset: Int) { (self.message, self.offset) = (message, offset) }
  }

  /// Reads an XML or a binary property list, whichever it is. Complexity: O(bytes + values).
  /// - Throws: the first problem, with its position.
  public init(_ bytes: [UInt8]) throws(PropertyListProblem) {
    let isBinary = bytes.starts(with: BinaryPropertyListReader.magic)
    format = isBinary ? .binary : .xml
    self.bytes = bytes
    places = isBinary ? nil : TextPlaces(bytes)
    do throws(Failure) {
      root = isBinary ? try BinaryPropertyListReader.read(bytes) : try XMLPropertyListReader.read(bytes)
    } catch {
      throw PropertyListProblem(error.message, at: error.offset, of: bytes, places)
    }
  }

  /// Something that is wrong with the value or the key at a place. Complexity: O(1).
  public func problem(_ message: String, at offset: Int) -> PropertyListProblem {
    PropertyListProblem(message, at: offset, of: bytes, places)
  }

  /// Whether a file is a property list, judging by its first bytes.
  public static func looksLikePropertyList(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: BinaryPropertyListReader.magic) { return true }
    let start = bytes.prefix(1 << 10).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    return ["<?xml", "<!DOCTYPE plist", "<plist"].contains { start.starts(with: $0.utf8) }
  }
}

/// The problem with a property list, and its position.
public struct PropertyListProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Place: Hashable, Sendable {
    /// Both counted from 1, columns in characters (scalars).
    case text(line: Int, column: Int)
    /// The bytes before it, in a binary list.
    case byte(Int)
  }

  public var place: Place
  public var message: String

  /// `places` are those of a list that is a text.
  init(_ message: String, at offset: Int, of bytes: [UInt8], _ places: TextPlaces?) {
    self.message = message
    place = .byte(offset)
    if let (line, column) = places?.place(of: offset, in: bytes) { place = .text(line: line, column: column) }
  }

  /// `7:3: a <key> should stand here`, or `byte 120: …`.
  public var description: String {
    switch place {
    case .text(let line, let column): "\(line):\(column): \(message)"
    case .byte(let offset): "byte \(offset): \(message)"
    }
  }
}
