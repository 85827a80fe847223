internal import Synchronization

/// The messages of one log that became events, each kept as it was written.
///
/// A log repeats the same few things, so messages are stored in pieces: the text before a name, the name, and the lines
/// after it. Each piece is stored once, and the text that follows the name is one number if another message ends in the
/// same way. A message of any length then costs four numbers, and nothing if the last message with its name was equal.
/// Entries are only ever added, so a ``SourceLine`` that was returned never changes.
public final class SourceText: Sendable {
  /// The log's place among those of its trace; 0 for the first.
  public let log: Int
  private let store = Mutex(Store())

  public init(log: Int = 0) { self.log = log }

  /// The stored text, and the tables that find it.
  package struct Store: Sendable {
    fileprivate var bytes: [UInt8] = []
    /// Where each piece ends; the first is empty.
    fileprivate var ends: [UInt32] = [0]
    /// The pieces of the text after names, in sequence, and the end of each such remainder.
    fileprivate var lines: [UInt32] = []
    fileprivate var remainderEnds: [UInt32] = []
    fileprivate var messages: [Message] = []
    /// Finds pieces and remainders that are already stored.
    private var (knownPieces, knownRests) = (FingerprintTable(), FingerprintTable())
    /// The process that logged the last message: usually also that of the next.
    private var process: UInt32 = 0
    /// The number of the last message of a name plus one, in the slot determined by the name's fingerprint.
    private var latest = [UInt32](repeating: 0, count: 256)

    fileprivate init() {}
  }

  /// Numbers of pieces, and of a remainder.
  fileprivate struct Message: Equatable {
    var process: UInt32
    var before: UInt32
    var name: UInt32
    var rest: UInt32
  }

  /// Messages beyond this many bytes of pieces are no longer stored; their line numbers are.
  fileprivate static let limit = 1 << 30
  /// Only the beginning of a longer message is stored.
  package static let maxLength = 1 << 14

  /// A message with its name, and the fingerprints by which it can be found: what any thread can compute.
  package struct Digest: Sendable {
    private var (start, end): (Int32, Int32)
    private var (nameStart, nameEnd): (Int32, Int32)
    fileprivate var keys: (before: UInt64, name: UInt64, rest: UInt64)

    package var message: Range<Int> { Int(start)..<Int(end) }
    /// A number that messages with different contents seldom share.
    package var key: UInt64 { keys.before &* 31 &+ keys.name &* 17 &+ keys.rest }
    /// The part of the message that others repeat; empty if there is none.
    package var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }

    /// Complexity: O(bytes of the message).
    package init(_ bytes: Bytes, message: Range<Int>, name: Range<Int>) {
      let range = message.lowerBound..<min(message.upperBound, message.lowerBound + SourceText.maxLength)
      let isInside = range.contains(name.lowerBound) && name.upperBound <= range.upperBound
      let name = isInside ? name : range.lowerBound..<range.lowerBound
      (start, end) = (Int32(range.lowerBound), Int32(range.upperBound))
      (nameStart, nameEnd) = (Int32(name.lowerBound), Int32(name.upperBound))
      keys = (
        fingerprint(of: bytes[range.lowerBound..<name.lowerBound]), fingerprint(of: bytes[name]),
        fingerprint(of: bytes[name.upperBound..<range.upperBound])
      )
    }
  }

  /// The numbers of a stored message.
  package struct InternedMessage: Sendable {
    /// Equal for all messages with the same text after their names; nil beyond what can be stored.
    package var rest: Int? { entry == SourceLine.notStored ? nil : Int(restNumber) }
    /// Equal for all messages with the same name; nil beyond what can be stored.
    package var name: Int? { entry == SourceLine.notStored ? nil : Int(nameNumber) }
    fileprivate var (entry, nameNumber, restNumber): (UInt32, UInt32, UInt32)
  }

  /// Text after names that was stored together, each by the numbers of its lines: one line has one number.
  package struct Remainders: Sendable {
    private let first: Int
    private let lines: [UInt32]
    private let ends: [UInt32]

    package init() { (first, lines, ends) = (0, [], []) }

    fileprivate init(first: Int, lines: [UInt32], ends: [UInt32]) {
      (self.first, self.lines, self.ends) = (first, lines, ends)
    }

    /// The numbers of the lines of a remainder, by its number; nil if it was stored before or after.
    package subscript(_ rest: Int) -> ArraySlice<UInt32>? {
      guard rest >= first, rest - first < ends.count else { return nil }
      return lines[(rest == first ? 0 : Int(ends[rest - first - 1]))..<Int(ends[rest - first])]
    }
  }

  /// Stores one message, which may have several lines, with the process that logged it. Complexity: O(its bytes).
  package func intern(_ bytes: Bytes, _ digest: Digest, process: Range<Int>) -> InternedMessage {
    store.withLock { store -> InternedMessage in store.intern(bytes, digest, process: process) }
  }

  /// Stores many messages under one lock, so that threads do not wait for each other at every message; returns what was
  /// added.
  package func internMany(_ body: (inout Store) -> Void) -> Remainders {
    store.withLock { store -> Remainders in
      let (rests, lines) = (store.remainderEnds.count, store.lines.count)
      body(&store)
      return Remainders(
        first: rests, lines: Array(store.lines[lines...]),
        ends: store.remainderEnds[rests...].map { $0 - UInt32(lines) })
    }
  }

  /// The location of a stored message, with the number of its first line.
  package func place(_ message: InternedMessage, line: Int) -> SourceLine {
    SourceLine(text: self, entry: message.entry, line: line)
  }

  /// Frees what is used only to find stored messages: the log has ended.
  package func close() { store.withLock { store -> Void in store.close() } }

  /// The location of a message whose text is not stored.
  package func place(line: Int) -> SourceLine { SourceLine(text: self, entry: SourceLine.notStored, line: line) }

  package func add(_ text: String, process: String, line: Int) -> SourceLine {
    let (message, processName) = (Array(text.utf8), Array(process.utf8))
    return (message + processName).withBorrowedBytes {
      let digest = Digest($0, message: 0..<message.count, name: Self.nameRange(in: $0[0..<message.count]))
      return place(intern($0, digest, process: message.count..<message.count + processName.count), line: line)
    }
  }

  /// The range of a name with its six digits at the beginning of a message; empty if there is none.
  package static func nameRange(in text: Bytes) -> Range<Int> {
    var index = 0
    while let colon = text.firstIndex(of: 0x3A, from: index, to: min(text.count, 512)) {
      if isActivity(text, at: colon + 1) {
        var start = colon
        while start > 0, text[start - 1] > 0x20, text[start - 1] != 0x27 { start -= 1 }
        return start..<colon + 7
      }
      index = colon + 1
    }
    return 0..<0
  }

  /// Whether six uppercase hexadecimal digits are at an index and nothing after them continues the number.
  package static func isActivity(_ text: Bytes, at index: Int) -> Bool {
    guard index + 6 <= text.count else { return false }
    for place in index..<index + 6 {
      switch text[place] {
      case 0x30...0x39, 0x41...0x46: break
      default: return false
      }
    }
    guard index + 6 < text.count else { return true }
    switch text[index + 6] {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E: return false
    default: return true
    }
  }

  fileprivate func message(_ entry: UInt32) -> String {
    guard entry != SourceLine.notStored else { return "" }
    return store.withLock { store in
      let message = store.messages[Int(entry)]
      var bytes = Array(store.bytes[store.piece(message.before)] + store.bytes[store.piece(message.name)])
      for line in store.lines[store.rest(message.rest)] { bytes += store.bytes[store.piece(line)] }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  fileprivate func process(_ entry: UInt32) -> String {
    guard entry != SourceLine.notStored else { return "" }
    return store.withLock { store in
      String(decoding: store.bytes[store.piece(store.messages[Int(entry)].process)], as: UTF8.self)
    }
  }

  fileprivate func rest(_ entry: UInt32) -> Int? {
    entry == SourceLine.notStored ? nil : store.withLock { store in Int(store.messages[Int(entry)].rest) }
  }
}

extension SourceText.Store {
  fileprivate func piece(_ number: UInt32) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[Int(number) - 1]))..<Int(ends[Int(number)])
  }

  fileprivate func rest(_ number: UInt32) -> Range<Int> {
    (number == 0 ? 0 : Int(remainderEnds[Int(number) - 1]))..<Int(remainderEnds[Int(number)])
  }

  fileprivate mutating func close() { (knownPieces, knownRests) = (FingerprintTable(), FingerprintTable()) }

  /// Stores one message as ``SourceText/intern(_:_:process:)`` does.
  package mutating func intern(
    _ source: Bytes, _ digest: SourceText.Digest, process: Range<Int>
  ) -> SourceText.InternedMessage {
    guard bytes.count < SourceText.limit, messages.count < Int(UInt32.max) - 1,
      lines.count < Int(UInt32.max) - SourceText.maxLength
    else { return SourceText.InternedMessage(entry: SourceLine.notStored, nameNumber: 0, restNumber: 0) }
    let (text, name, process) = (digest.message, digest.name, process.prefix(256))
    let (before, rest) = (text.lowerBound..<name.lowerBound, name.upperBound..<text.upperBound)
    if !isPiece(self.process, source[process]) {
      self.process = piece(source, process, fingerprint(of: source[process]))
    }
    let message = SourceText.Message(
      process: self.process,
      before: piece(source, before, digest.keys.before),
      name: piece(source, name, digest.keys.name), rest: self.rest(source, rest, digest.keys.rest))
    let place = Int(truncatingIfNeeded: digest.keys.name) & (latest.count - 1)
    if latest[place] == 0 || messages[Int(latest[place]) - 1] != message {
      messages.append(message)
      latest[place] = UInt32(messages.count)
    }
    return SourceText.InternedMessage(entry: latest[place] - 1, nameNumber: message.name, restNumber: message.rest)
  }

  private func isPiece(_ number: UInt32, _ text: Bytes) -> Bool {
    let piece = piece(number)
    return bytes.withBorrowedBytes { text.equals($0[piece]) }
  }

  /// Whether a remainder equals a range of other bytes.
  private func isRest(_ number: UInt32, _ source: Bytes, _ range: Range<Int>) -> Bool {
    bytes.withBorrowedBytes { bytes in
      var place = range.lowerBound
      for index in rest(number) {
        let piece = piece(lines[index])
        guard piece.count <= range.upperBound - place,
          source[place..<place + piece.count].equals(bytes[piece])
        else { return false }
        place += piece.count
      }
      return place == range.upperBound
    }
  }

  private mutating func rest(_ source: Bytes, _ range: Range<Int>, _ key: UInt64) -> UInt32 {
    if let known = knownRests[key], isRest(known, source, range) { return known }
    var start = range.lowerBound
    while start < range.upperBound {
      let lineEnd = source.firstIndex(of: 0x0A, from: start, to: range.upperBound)
      let stop = lineEnd.map { $0 + 1 } ?? range.upperBound
      lines.append(piece(source, start..<stop, fingerprint(of: source[start..<stop])))
      start = stop
    }
    remainderEnds.append(UInt32(lines.count))
    knownRests.set(key, to: UInt32(remainderEnds.count - 1))
    return UInt32(remainderEnds.count - 1)
  }

  /// The number of a piece, which is stored when it is new.
  private mutating func piece(_ source: Bytes, _ range: Range<Int>, _ key: UInt64) -> UInt32 {
    if range.isEmpty { return 0 }
    if let known = knownPieces[key], isPiece(known, source[range]) { return known }
    source[range].append(to: &bytes)
    ends.append(UInt32(bytes.count))
    knownPieces.set(key, to: UInt32(ends.count - 1))
    return UInt32(ends.count - 1)
  }
}

/// The position of an event in a log, and the text there.
public struct SourceLine: Sendable {
  private let store: SourceText
  private let entry: UInt32
  private let number: UInt32

  static let notStored = UInt32.max

  fileprivate init(text: SourceText, entry: UInt32, line: Int) {
    (store, self.entry, number) = (text, entry, UInt32(clamping: line))
  }

  /// The log's place among those of the trace.
  public var log: Int { store.log }
  /// Records with equal numbers have the same text; nil if the message was not stored.
  package var messageNumber: Int? { entry == Self.notStored ? nil : Int(entry) }
  /// The same number for every log record with the same text after its name.
  package var restNumber: Int? { store.rest(entry) }
  /// The number of the message's first line in the log, 1 for the first.
  public var line: Int { Int(number) }
  /// The process that logged it; empty if the log does not say.
  public var process: String { store.process(entry) }
  /// The original message, possibly with several lines; empty if it was not stored. Complexity: O(its bytes).
  public var message: String { store.message(entry) }

  /// The message on one line: every run of blanks is one space.
  public var oneLine: String { message.split { $0.isWhitespace }.joined(separator: " ") }

  /// Whether both are the same record of one log.
  public func isSameRecord(as other: SourceLine) -> Bool {
    log == other.log && number == other.number
      && (store === other.store ? entry == other.entry : message == other.message)
  }
}

extension SourceLine: Hashable {
  public static func == (a: SourceLine, b: SourceLine) -> Bool {
    a.log == b.log && a.number == b.number
      && ((a.store === b.store && a.entry == b.entry) || (a.process == b.process && a.message == b.message))
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(log)
    hasher.combine(number)
  }
}
