/// Reads binary property lists (`bplist00`): objects, a table of their offsets, and a trailer that contains the
/// position of the table.
///
/// Everything in such a file is a number that points somewhere, so each is checked against the file before it is
/// followed, circles end at the deepest level, and repeated references at the greatest number of values.
/// Complexity: O(values).
struct BinaryPropertyListReader {
  typealias Failure = PropertyListFile.Failure

  static let magic = Array("bplist0".utf8)
  private static let trailerLength = 32

  private let bytes: [UInt8]
  /// Bytes of an offset in the table, and of a reference to an object.
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int
  private var values = 0
  /// Bytes of texts and data that were copied.
  private var copied = 0

  static func read(_ bytes: [UInt8]) throws(Failure) -> PropertyList {
    var reader = try BinaryPropertyListReader(bytes)
    return try reader.object(reader.top, from: bytes.count - trailerLength, depth: 0)
  }

  private let top: Int

  private init(_ bytes: [UInt8]) throws(Failure) {
    self.bytes = bytes
    let trailer = bytes.count - Self.trailerLength
    guard trailer >= 9 else { throw Failure("the binary property list is cut short", at: bytes.count) }
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    let numbers = [8, 16, 24].map { Self.number(bytes, trailer + $0, 8) }
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw Failure("the trailer gives no sizes; the binary property list may be cut short", at: trailer + 6)
    }
    guard numbers[0] > 0, numbers[1] < numbers[0], numbers[2] >= 8, numbers[2] <= UInt64(trailer),
      numbers[0] <= (UInt64(trailer) - numbers[2]) / UInt64(offsetSize)
    else { throw Failure("the trailer points outside of the file, which may be cut short", at: trailer + 8) }
    (count, top, table) = (Int(numbers[0]), Int(numbers[1]), Int(numbers[2]))
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> UInt64 {
    bytes[start..<start + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number inside the objects' part of the file.
  private func number(_ start: Int, _ size: Int, of object: Int) throws(Failure) -> UInt64 {
    try check(start, size, of: object)
    return Self.number(bytes, start, size)
  }

  private func check(_ start: Int, _ size: Int, of object: Int) throws(Failure) {
    guard size >= 0, start <= table, size <= table - start else {
      throw Failure("the object extends past the other objects", at: object)
    }
  }

  private mutating func object(_ reference: Int, from place: Int, depth: Int) throws(Failure) -> PropertyList {
    guard reference < count else { throw Failure("reference to object \(reference) of \(count)", at: place) }
    let entry = table + reference * offsetSize
    let wide = Self.number(bytes, entry, offsetSize)
    guard wide >= 8, wide < UInt64(table) else { throw Failure("the offset points outside of the objects", at: entry) }
    let offset = Int(wide)
    guard depth < PropertyListFile.maxDepth else {
      throw Failure("more than \(PropertyListFile.maxDepth) levels of nesting, or a cycle", at: offset)
    }
    values += 1
    guard values <= PropertyListFile.maxValues else {
      throw Failure("more than \(PropertyListFile.maxValues) values", at: offset)
    }
    return PropertyList(try content(offset, depth: depth), offset: offset)
  }

  private mutating func content(_ offset: Int, depth: Int) throws(Failure) -> PropertyList.Content {
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
    switch kind {
    case 0x0 where low == 8 || low == 9: return .boolean(low == 9)
    case 0x1 where low <= 4: return .integer(try integer(offset + 1, 1 << low, of: offset))
    case 0x2 where low == 2:
      return .real(Double(Float(bitPattern: UInt32(try number(offset + 1, 4, of: offset)))))
    case 0x2 where low == 3: return .real(Double(bitPattern: try number(offset + 1, 8, of: offset)))
    case 0x3 where low == 3: return .date(Double(bitPattern: try number(offset + 1, 8, of: offset)))
    case 0x4:
      let (start, length) = try extent(offset, low, unit: 1)
      try count(length, at: offset)
      return .data(Array(bytes[start..<start + length]))
    case 0x5, 0x7:
      let (start, length) = try extent(offset, low, unit: 1)
      try count(length, at: offset)
      return .string(String(decoding: bytes[start..<start + length], as: UTF8.self))
    case 0x6:
      let (start, length) = try extent(offset, low, unit: 2)
      try count(2 * length, at: offset)
      let units = (0..<length).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
      return .string(String(decoding: units, as: UTF16.self))
    case 0xA:
      let (start, length) = try extent(offset, low, unit: referenceSize)
      return .array(try objects(start, length, of: offset, depth: depth))
    case 0xD:
      let (start, length) = try extent(offset, low, unit: 2 * referenceSize)
      return .dictionary(try members(start, length, of: offset, depth: depth))
    default: throw Failure("an object of the unknown kind 0x\(String(bytes[offset], radix: 16))", at: offset)
    }
  }

  /// Counts bytes that are about to be copied.
  private mutating func count(_ bytes: Int, at offset: Int) throws(Failure) {
    copied += bytes
    guard copied <= PropertyListFile.maxBytes else {
      throw Failure("more than \(PropertyListFile.maxBytes >> 20) MiB of text and data", at: offset)
    }
  }

  /// One, two, and four bytes are unsigned, eight are signed; sixteen must fit in eight.
  private func integer(_ start: Int, _ size: Int, of object: Int) throws(Failure) -> Int64 {
    guard size == 16 else { return Int64(truncatingIfNeeded: try number(start, size, of: object)) }
    let (high, low) = (try number(start, 8, of: object), try number(start + 8, 8, of: object))
    let value = Int64(truncatingIfNeeded: low)
    guard high == (value < 0 ? .max : 0) else { throw Failure("the number is too large", at: object) }
    return value
  }

  /// The beginning of the parts of an object, and their number.
  private func extent(_ offset: Int, _ low: Int, unit: Int) throws(Failure) -> (start: Int, length: Int) {
    var (start, length) = (offset + 1, low)
    if low == 15 {
      try check(start, 1, of: offset)
      let mark = bytes[start]
      guard mark >> 4 == 1, mark & 15 <= 3 else { throw Failure("the object has no length", at: offset) }
      let size = 1 << Int(mark & 15)
      let long = try number(start + 1, size, of: offset)
      guard long <= UInt64(table) else { throw Failure("the object extends past the other objects", at: offset) }
      (start, length) = (start + 1 + size, Int(long))
    }
    try check(start, length * unit, of: offset)
    return (start, length)
  }

  private func reference(_ start: Int, _ index: Int) -> Int {
    Int(clamping: Self.number(bytes, start + index * referenceSize, referenceSize))
  }

  private mutating func objects(
    _ start: Int, _ length: Int, of offset: Int, depth: Int
  ) throws(Failure) -> [PropertyList] {
    var objects: [PropertyList] = []
    for index in 0..<length { objects.append(try object(reference(start, index), from: offset, depth: depth + 1)) }
    return objects
  }

  private mutating func members(
    _ start: Int, _ length: Int, of offset: Int, depth: Int
  ) throws(Failure) -> [PropertyList.Member] {
    var members: [PropertyList.Member] = []
    for index in 0..<length {
      let key = try object(reference(start, index), from: offset, depth: depth + 1)
      guard let name = key.string else { throw Failure("a key is \(key.typeName)", at: key.offset) }
      let value = try object(reference(start, length + index), from: offset, depth: depth + 1)
      members.append(PropertyList.Member(name, value, offset: key.offset))
    }
    return members
  }
}
