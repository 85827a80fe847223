internal import DeviceLogs
internal import TaskTrace

/// An input, opened once: its first bytes, what they say it is, and the rest.
///
/// The only way in which input is read: files, pipes, FIFOs, `/dev/fd/N`, standard input, and the built-in scenarios,
/// compressed by gzip or not, in UTF-8, UTF-16, or with lines that end with carriage returns. It delivers plain text in
/// UTF-8, or the content of a binary file. No byte of a stream is read twice or lost.
final class Source {
  /// The name that the user specified.
  let path: String
  /// Whether it is part of the program; its text is not a file that anybody could open.
  let isBuiltIn: Bool
  /// Where the bytes come from; nil if all of them are there.
  private let reader: FileReader?
  private var unpacker: Unpacker?
  /// What turns the text into UTF-8 with line feeds, if it is written otherwise.
  private var decoder: TextDecoder?
  /// Whether nothing has been read since the beginning, so that it is not known yet whether it is compressed.
  private var isFresh = true
  /// Read, and not delivered yet.
  private var waiting: ArraySlice<UInt8> = []
  /// The first bytes, for determining the kind; at most a piece.
  private(set) var head: [UInt8] = []
  private var foundKind: InputKind?
  private var isHeadBlank: Bool?
  /// Everything that was delivered, if a stream has to be read again.
  private var retained: [UInt8]?

  /// The number of bytes that determine the kind of an input.
  private static let searched = 1 << 16
  /// How much is read at a time.
  static let piece = 1 << 18
  /// How much is read at a time of what is compressed.
  private static let packedPiece = 1 << 16
  /// Larger inputs are not read into memory as a whole.
  static let largest = 8 << 30
  /// Compressed input can be small and still expand to this size; more of it is not held in memory.
  static let largestUnpacked = 1 << 30

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(FileAccess.Failure) {
    (self.path, isBuiltIn) = (path, false)
    reader = try FileReader(path)
  }

  /// The complete content of an auxiliary file: a theme, the configuration, an Info.plist that a scenario names.
  ///
  /// Only a regular file will do, unless it may be waited for: keys and signals must not wait for a pipe.
  static func small(
    _ path: String, limit: Int = Limits.smallFile, mayWait: Bool = false
  ) throws(FileAccess.Failure) -> [UInt8] {
    let source = try Source(path)
    guard mayWait || !source.isStream else { throw FileAccess.Failure(path: path, reason: "is not a regular file") }
    return try source.all(limit: limit)
  }

  /// A text that is there already: part of the program, or of another input.
  init(text: [UInt8], named name: String, kind: InputKind, isBuiltIn: Bool) {
    (path, self.isBuiltIn, reader, foundKind) = (name, isBuiltIn, nil, kind)
    (head, waiting, isFresh) = (text, text[...], false)
  }

  /// What to call it in messages.
  var name: String { path == "-" ? "standard input" : path }

  /// What to call it on a screen and in a trace.
  var shortName: String { path == "-" ? name : path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether its bytes arrive once, and its reader may block.
  var isStream: Bool { reader?.isRegular == false }

  /// How many bytes there are on the disk; nil for a stream.
  var size: Int? { reader.map(\.size) ?? head.count }

  /// How many bytes ``next(after:most:)`` will hand out in all, if known.
  var length: Int? { unpacker == nil ? size : nil }

  /// How many of the ``size`` bytes were read. Others than the thread that reads may ask.
  var bytesRead: Int { reader?.bytesRead ?? head.count }

  /// What to wait on until more arrives.
  var descriptor: Int32 { reader?.descriptor ?? -1 }

  /// Whether ``next(after:limit:)`` has data without reading the file.
  var hasWaiting: Bool { !waiting.isEmpty || unpacker?.hasWaiting == true }

  /// Whether it is compressed.
  var isCompressed: Bool { unpacker != nil }
}

// MARK: What it is

extension Source {
  /// What it is, by its first bytes, which stay where they are.
  ///
  /// Reads until that is certain: to the end, for some 64 KiB, or with `isLive` for a line of a log, since a device may say
  /// nothing more for long.
  @discardableResult
  func kind(isLive: Bool = false) throws(FileAccess.Failure) -> InputKind {
    if let foundKind { return foundKind }
    var raw: [UInt8] = []
    var isOver = false
    while !isOver, raw.count < Self.searched {
      (raw, isOver) = try read(after: raw, limit: Self.piece)
      guard isLive, raw.contains(0x0A) else { continue }
      isOver = isOver || InputKind(Self.decoded(raw).bytes) == .log
    }
    (head, decoder) = Self.decoded(raw)
    if isOver, isBlank, !raw.isEmpty { head += decoder?.finish() ?? [] }
    // The first row of a table becomes a blank line.
    isHeadBlank = isBlank && !raw.contains { $0 > 0x20 }
    waiting = head[...]
    let kind = InputKind(head)
    // A file that is empty still may become anything.
    if !raw.isEmpty { foundKind = kind }
    return kind
  }

  /// Whether it contains only whitespace, judging by its first bytes; call only after ``kind(isLive:)``.
  var isBlank: Bool { isHeadBlank ?? !head.contains { $0 > 0x20 } }

  private static func decoded(_ raw: [UInt8]) -> (bytes: [UInt8], decoder: TextDecoder?) {
    guard var decoder = TextDecoder(raw) else { return (raw, nil) }
    return (decoder.decode(raw), decoder)
  }
}

// MARK: The bytes

extension Source {
  enum Piece {
    /// The previous bytes followed by the new ones; there may be none that could be unpacked.
    case bytes([UInt8])
    /// Nothing more now; of a stream, nothing more ever.
    case end
    /// The file was cut short or exchanged for another: what follows is a new input.
    case restarted
  }

  /// Reads what comes next, at most `limit` bytes, into one array with the bytes that are already there.
  ///
  /// A stream blocks until something arrives, so call this only when its ``descriptor`` is readable or something is
  /// waiting. With `follows`, a file whose end is reached can be replaced by another.
  func next(
    after start: [UInt8] = [], limit: Int = piece, follows: Bool = false
  ) throws(FileAccess.Failure) -> Piece {
    try kind()
    if !waiting.isEmpty {
      let some = waiting.prefix(limit)
      waiting = waiting.dropFirst(limit)
      retained? += some
      return .bytes(start + some)
    }
    let (bytes, isEnd) = try read(after: start, limit: limit)
    guard !isEnd else {
      // What waits for the end of its line gets none anymore, unless the file may still grow.
      if isStream || !follows, let rest = decoder?.finish(), !rest.isEmpty {
        retained? += rest
        return .bytes(start + rest)
      }
      guard follows, reader?.restarts() == true else { return .end }
      startAgain()
      return .restarted
    }
    let text = decoder == nil ? bytes : start + (decoder?.decode(bytes[start.count...]) ?? [])
    retained? += text[start.count...]
    return .bytes(text)
  }

  /// Reads everything.
  func all(limit: Int = largest) throws(FileAccess.Failure) -> [UInt8] {
    try kind()
    let limit = isCompressed ? min(limit, Self.largestUnpacked) : limit
    var bytes: [UInt8] = []
    // One byte more than there should be finds the end without another copy.
    while case .bytes(let more) = try next(
      after: bytes, limit: max(Self.piece, bytes.count, (length ?? 0) - bytes.count + 1))
    {
      bytes = more
      guard bytes.count <= limit else {
        let size = limit >= 1 << 30 ? "\(limit >> 30) G" : "\(limit >> 20) M"
        throw FileAccess.Failure(path: name, reason: "is larger than \(size)iB\(isCompressed ? " unpacked" : "")")
      }
    }
    return bytes
  }

  /// Retains what is read from a stream, so that it can be read again; call before reading.
  func retain() { if isStream { retained = [] } }

  /// Returns to the first byte: of a file, or of a stream that is retained and was read to its end.
  func rewind() throws(FileAccess.Failure) {
    guard let reader, reader.isRegular else {
      precondition(reader == nil || retained != nil, "a stream must be kept to be read again")
      waiting = (retained ?? head)[...]
      retained = retained.map { _ in [] }
      return
    }
    try reader.rewind()
    startAgain()
  }

  private func startAgain() {
    (unpacker, decoder, foundKind, isHeadBlank, waiting, isFresh) = (nil, nil, nil, nil, [], true)
  }

  /// The next bytes, unpacked, and whether there are no more.
  private func read(after start: [UInt8], limit: Int) throws(FileAccess.Failure) -> (bytes: [UInt8], isEnd: Bool) {
    guard let reader else { return (start, true) }
    if let unpacker { return try unpack(unpacker, reader, after: start, limit: limit) }
    var bytes = try reader.read(after: start, limit: limit)
    guard isFresh, bytes.count > start.count else { return (bytes, bytes.count == start.count) }
    isFresh = false
    if bytes.count == start.count + 1, bytes.last == Unpacker.magic[0] {
      bytes = try reader.read(after: bytes, limit: limit)
    }
    guard bytes[start.count...].starts(with: Unpacker.magic) else { return (bytes, false) }
    let unpacker = try Unpacker(Array(bytes[start.count...]), name: name)
    self.unpacker = unpacker
    return try unpack(unpacker, reader, after: start, limit: limit)
  }

  private func unpack(
    _ unpacker: Unpacker, _ reader: FileReader, after start: [UInt8], limit: Int
  ) throws(FileAccess.Failure) -> (bytes: [UInt8], isEnd: Bool) {
    if !unpacker.hasWaiting {
      let packed = try reader.read(after: [], limit: Self.packedPiece)
      guard !packed.isEmpty else {
        guard unpacker.isComplete else {
          throw FileAccess.Failure(path: name, reason: "is compressed, and cut short before its end")
        }
        return (start, true)
      }
      unpacker.feed(packed)
    }
    return (try unpacker.unpack(after: start, limit: limit, name: name), false)
  }
}
