internal import TaskTrace

/// A log whose lines another program has reformatted: with a prefix, as a table, or with its metadata after each
/// message. It is converted to lines that ``HeadReader`` knows, piece by piece, each record at its original line.
public struct LogLayout: Sendable {
  private enum Kind {
    case prefixed(LinePrefixes)
    case table(TableRows)
    case structured(StructuredConsole)
    case pairs(PairLines)
    case objects(WrappedObjects)
  }

  private var kind: Kind?
  /// Whether a web page has left its names for signs in it: `&lt;`, `&quot;`.
  private var hasEntities: Bool
  /// Whether a page has replaced the spaces by blanks that do not break.
  private var hasFirmBlanks: Bool
  /// Input that is not converted yet: a line, or a row, without its end.
  private var rest: [UInt8] = []

  private static let searched = 1 << 16

  /// Examines the beginning of a text; nil if it has the format of the log tools. Complexity: O(65,536).
  public init?(_ start: some Collection<UInt8>) {
    let start = Array(start.prefix(Self.searched))
    var colors = ColorFilter()
    var clean = colors.clean(start, isLast: true)
    hasFirmBlanks = clean.withBorrowedBytes { Entities.areBlanksFirm(in: $0) }
    if hasFirmBlanks { clean = clean.withBorrowedBytes { Entities.softened($0) } }
    let found: Kind? = clean.withBorrowedBytes { bytes in
      guard let first = Text(bytes, 0, bytes.count).trimmed.first else { return nil }
      if first == UInt8(ascii: "{") { return WrappedObjects(bytes).map { .objects($0) } }
      if let pairs = PairLines(bytes) { return .pairs(pairs) }
      if let table = TableRows(bytes) { return .table(table) }
      if StructuredConsole.isOne(bytes) { return .structured(StructuredConsole()) }
      return LinePrefixes(bytes).map { .prefixed($0) }
    }
    hasEntities = clean.withBorrowedBytes { Entities.occur(in: $0) }
    guard found != nil || hasEntities || hasFirmBlanks else { return nil }
    kind = found
  }

  /// The next piece; what is unfinished waits for the rest. Complexity: O(bytes), amortized.
  public mutating func decode(_ piece: some Collection<UInt8>) -> [UInt8] {
    rest += piece
    guard let last = rest.lastIndex(of: 0x0A) else { return [] }
    return convert(last + 1, isLast: false)
  }

  /// What is left at the end of the text.
  public mutating func finish() -> [UInt8] { convert(rest.count, isLast: true) }

  private mutating func convert(_ count: Int, isLast: Bool) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    var colors = ColorFilter()
    var lines = colors.clean(Array(rest[..<count]), isLast: true)
    if hasFirmBlanks { lines = lines.withBorrowedBytes { Entities.softened($0) } }
    if hasEntities { lines = lines.withBorrowedBytes { Entities.decoded($0) } }
    var unused: [UInt8] = []
    lines.withBorrowedBytes { bytes in
      let used =
        switch kind {
        case .prefixed(let prefixes): prefixes.convert(bytes, into: &text)
        case .table(let table): table.convert(bytes, isLast: isLast, into: &text)
        case .structured(let console): console.convert(bytes, isLast: isLast, into: &text)
        case .pairs(let pairs): pairs.convert(bytes, isLast: isLast, into: &text)
        case .objects(let objects): objects.convert(bytes, isLast: isLast, into: &text)
        case nil: 0
        }
      bytes[used..<bytes.count].append(to: &unused)
    }
    guard kind != nil else {
      rest = Array(rest[count...])
      return unused
    }
    rest = unused + rest[count...]
    return text
  }
}

extension Text {
  /// The lines of the text one by one, without their ends; each with where the next begins.
  func eachLine(_ body: (Text, Int) -> Bool) {
    var start = self.start
    while start < end {
      let stop = nextLineEnd(in: bytes, from: start, to: end)
      let isReturn = stop > start && bytes[stop - 1] == 0x0D
      guard body(Text(bytes, start, isReturn ? stop - 1 : stop), min(stop + 1, end)) else { return }
      start = stop + 1
    }
  }
}
