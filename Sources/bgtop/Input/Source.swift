internal import DeviceLogs
internal import TaskTrace

/// An input, opened once: its first bytes, what they say it is, and the rest.
///
/// The one door through which everything that is read comes in: files, pipes, FIFOs, `/dev/fd/N`, standard input and the
/// scenarios that are built in, compressed by gzip or not, in UTF-8, UTF-16 or with lines that end with carriage returns.
/// What is handed out is plain text in UTF-8, or what a binary file holds. No byte of a stream is read twice or lost.
final class Source {
  /// What was asked for.
  let path: String
  /// Whether it is part of the program; its text is no file that anybody could open.
  let isBuiltIn: Bool
  /// Where the bytes come from; nil where all of them are there.
  private let reader: FileReader?
  private var unpacker: Unpacker?
  /// What turns the text into UTF-8 with line feeds, if it is written otherwise.
  private var decoder: TextDecoder?
  /// Whether nothing was read since the beginning, so that it is not known yet whether it is compressed.
  private var isFresh = true
  /// Read, and not handed out yet.
  private var waiting: ArraySlice<UInt8> = []
  /// The first bytes, for whoever wants to know what this is; at most a piece.
  private(set) var head: [UInt8] = []
  private var foundKind: InputKind?
  private var isHeadBlank: Bool?
  /// All that was handed out, where a stream has to be read again.
  private var kept: [UInt8]?

  /// How many bytes tell what an input is.
  private static let searched = 1 << 16
  /// How much is read at a time.
  static let piece = 1 << 18
  /// How much is read at a time of what is compressed.
  private static let packedPiece = 1 << 16
  /// Larger inputs are not read into memory as a whole.
  static let largest = 8 << 30
  /// What is compressed may be small and yet hold this much; more of it is not held in memory.
  static let largestUnpacked = 1 << 30

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(FileAccess.Failure) {
    (self.path, isBuiltIn) = (path, false)
    reader = try FileReader(path)
  }

  /// All of a file that belongs to something else: a theme, the configuration, an Info.plist that a scenario names.
  ///
  /// Only a regular file will do, unless it may be waited for: keys and signals must not wait for a pipe.
  static func small(
    _ path: String, most: Int = Limits.smallFile, mayWait: Bool = false
  ) throws(FileAccess.Failure) -> [UInt8] {
    let source = try Source(path)
    guard mayWait || !source.isStream else { throw FileAccess.Failure(path: path, reason: "is not a regular file") }
    return try source.all(most: most)
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

  /// Whether its bytes come once, and may keep whoever reads them waiting.
  var isStream: Bool { reader?.isRegular == false }

  /// How many bytes there are on the disk; nil for a stream.
  var size: Int? { reader.map(\.size) ?? head.count }

  /// How many bytes ``next(after:most:)`` will hand out in all, where that is known.
  var length: Int? { unpacker == nil ? size : nil }

  /// How many of the ``size`` bytes were read. Others than the thread that reads may ask.
  var bytesRead: Int { reader?.bytesRead ?? head.count }

  /// What can be slept on until more comes.
  var descriptor: Int32 { reader?.descriptor ?? -1 }

  /// Whether ``next(after:most:)`` has something without a look at the file.
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
      (raw, isOver) = try read(after: raw, most: Self.piece)
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

  /// Whether nothing is in it but space, as far as its first bytes tell; ask only when ``kind(isLive:)`` has looked.
  var isBlank: Bool { isHeadBlank ?? !head.contains { $0 > 0x20 } }

  private static func decoded(_ raw: [UInt8]) -> (bytes: [UInt8], decoder: TextDecoder?) {
    guard var decoder = TextDecoder(raw) else { return (raw, nil) }
    return (decoder.decode(raw), decoder)
  }
}

// MARK: The bytes

extension Source {
  enum Piece {
    /// What was there before with what has come; nothing may have come that could be unpacked.
    case bytes([UInt8])
    /// Nothing more now; of a stream, nothing more ever.
    case end
    /// The file was cut short or exchanged for another: what follows is a new input.
    case restarted
  }

  /// Takes what comes next, at most `most` bytes, behind bytes that are there already and in one copy with them.
  ///
  /// A stream waits until something comes, so ask only when its ``descriptor`` can be read or something waits.
  /// With `follows`, a file whose end is reached may be exchanged for another.
  func next(
    after start: [UInt8] = [], most: Int = piece, follows: Bool = false
  ) throws(FileAccess.Failure) -> Piece {
    try kind()
    if !waiting.isEmpty {
      let some = waiting.prefix(most)
      waiting = waiting.dropFirst(most)
      kept? += some
      return .bytes(start + some)
    }
    let (bytes, isEnd) = try read(after: start, most: most)
    guard !isEnd else {
      // What waits for the end of its line gets none any more, unless the file may still grow.
      if isStream || !follows, let rest = decoder?.finish(), !rest.isEmpty {
        kept? += rest
        return .bytes(start + rest)
      }
      guard follows, reader?.restarts() == true else { return .end }
      startAgain()
      return .restarted
    }
    let text = decoder == nil ? bytes : start + (decoder?.decode(bytes[start.count...]) ?? [])
    kept? += text[start.count...]
    return .bytes(text)
  }

  /// Takes all that comes.
  func all(most: Int = largest) throws(FileAccess.Failure) -> [UInt8] {
    try kind()
    let most = isCompressed ? min(most, Self.largestUnpacked) : most
    var bytes: [UInt8] = []
    // One byte more than there should be finds the end without another copy.
    while case .bytes(let more) = try next(
      after: bytes, most: max(Self.piece, bytes.count, (length ?? 0) - bytes.count + 1))
    {
      bytes = more
      guard bytes.count <= most else {
        let size = most >= 1 << 30 ? "\(most >> 30) G" : "\(most >> 20) M"
        throw FileAccess.Failure(path: name, reason: "is larger than \(size)iB\(isCompressed ? " unpacked" : "")")
      }
    }
    return bytes
  }

  /// Keeps what is read of a stream, so that it can be read again; before anything is taken.
  func keep() { if isStream { kept = [] } }

  /// Goes back to the first byte: of a file, or of a stream that is kept and was read to its end.
  func rewind() throws(FileAccess.Failure) {
    guard let reader, reader.isRegular else {
      precondition(reader == nil || kept != nil, "a stream must be kept to be read again")
      waiting = (kept ?? head)[...]
      kept = kept.map { _ in [] }
      return
    }
    try reader.rewind()
    startAgain()
  }

  private func startAgain() {
    (unpacker, decoder, foundKind, isHeadBlank, waiting, isFresh) = (nil, nil, nil, nil, [], true)
  }

  /// The next bytes, unpacked, and whether there are no more.
  private func read(after start: [UInt8], most: Int) throws(FileAccess.Failure) -> (bytes: [UInt8], isEnd: Bool) {
    guard let reader else { return (start, true) }
    if let unpacker { return try unpack(unpacker, reader, after: start, most: most) }
    var bytes = try reader.read(after: start, most: most)
    guard isFresh, bytes.count > start.count else { return (bytes, bytes.count == start.count) }
    isFresh = false
    if bytes.count == start.count + 1, bytes.last == Unpacker.magic[0] {
      bytes = try reader.read(after: bytes, most: most)
    }
    guard bytes[start.count...].starts(with: Unpacker.magic) else { return (bytes, false) }
    let unpacker = try Unpacker(Array(bytes[start.count...]), name: name)
    self.unpacker = unpacker
    return try unpack(unpacker, reader, after: start, most: most)
  }

  private func unpack(
    _ unpacker: Unpacker, _ reader: FileReader, after start: [UInt8], most: Int
  ) throws(FileAccess.Failure) -> (bytes: [UInt8], isEnd: Bool) {
    if !unpacker.hasWaiting {
      let packed = try reader.read(after: [], most: Self.packedPiece)
      guard !packed.isEmpty else {
        guard unpacker.isComplete else {
          throw FileAccess.Failure(path: name, reason: "is compressed, and cut short before its end")
        }
        return (start, true)
      }
      unpacker.take(packed)
    }
    return (try unpacker.unpack(after: start, most: most, name: name), false)
  }
}
