internal import Synchronization

/// The messages of one log that became events, each kept as it was written.
///
/// A log says the same few things over and over: messages are stored as pieces (what stands before a name, the name, and
/// the lines behind it), one copy of each, and what follows the name as one number where another message ends in the same
/// way. A message of any length then costs four numbers, and nothing where its name was told the same the last time.
/// Entries are only ever added, so a ``SourceLine`` that was handed out never changes.
public final class SourceText: Sendable {
  /// The log's place among those of its trace; 0 for the first.
  public let log: Int
  private let store = Mutex(Store())

  public init(log: Int = 0) { self.log = log }

  /// What is kept, and what finds it again.
  package struct Store: Sendable {
    fileprivate var bytes: [UInt8] = []
    /// Where each piece ends; the first is empty.
    fileprivate var ends: [UInt32] = [0]
    /// The pieces of what follows names, one after the other, and where each such rest ends.
    fileprivate var lines: [UInt32] = []
    fileprivate var restEnds: [UInt32] = []
    fileprivate var messages: [Message] = []
    /// Finds pieces and rests that are there already.
    private var (knownPieces, knownRests) = (FingerprintTable(), FingerprintTable())
    /// Who said the last message: mostly the next one too.
    private var process: UInt32 = 0
    /// The number of the last message of a name plus one, at the place that the name's fingerprint gives it.
    private var latest = [UInt32](repeating: 0, count: 256)

    fileprivate init() {}
  }

  /// Numbers of pieces, and of a rest.
  fileprivate struct Message: Equatable {
    var process: UInt32
    var before: UInt32
    var name: UInt32
    var rest: UInt32
  }

  /// Messages beyond this many bytes of pieces are no longer kept; their line numbers are.
  fileprivate static let most = 1 << 30
  /// Only the beginning of a longer message is kept.
  package static let longest = 1 << 14

  /// A message with its name, and the fingerprints by which it is found again: what any thread can find out.
  package struct Digest: Sendable {
    private var (start, end): (Int32, Int32)
    private var (nameStart, nameEnd): (Int32, Int32)
    fileprivate var keys: (before: UInt64, name: UInt64, rest: UInt64)

    package var message: Range<Int> { Int(start)..<Int(end) }
    /// A number that messages of other content seldom share.
    package var key: UInt64 { keys.before &* 31 &+ keys.name &* 17 &+ keys.rest }
    /// The part of the message that others repeat; empty for none.
    package var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }

    /// Complexity: O(bytes of the message).
    package init(_ bytes: Bytes, message: Range<Int>, name: Range<Int>) {
      let kept = message.lowerBound..<min(message.upperBound, message.lowerBound + SourceText.longest)
      let isInside = kept.contains(name.lowerBound) && name.upperBound <= kept.upperBound
      let name = isInside ? name : kept.lowerBound..<kept.lowerBound
      (start, end) = (Int32(kept.lowerBound), Int32(kept.upperBound))
      (nameStart, nameEnd) = (Int32(name.lowerBound), Int32(name.upperBound))
      keys = (
        fingerprint(of: bytes[kept.lowerBound..<name.lowerBound]), fingerprint(of: bytes[name]),
        fingerprint(of: bytes[name.upperBound..<kept.upperBound])
      )
    }
  }

  /// The numbers of a message that is kept.
  package struct Kept: Sendable {
    /// The same for all that go on in the same way behind their names; nil beyond what can be kept.
    package var rest: Int? { entry == SourceLine.notKept ? nil : Int(restNumber) }
    /// The same for all of the same name; nil beyond what can be kept.
    package var name: Int? { entry == SourceLine.notKept ? nil : Int(nameNumber) }
    fileprivate var (entry, nameNumber, restNumber): (UInt32, UInt32, UInt32)
  }

  /// What follows names and was kept together, each by the numbers of its lines: one line has one number.
  package struct Rests: Sendable {
    private let first: Int
    private let lines: [UInt32]
    private let ends: [UInt32]

    package init() { (first, lines, ends) = (0, [], []) }

    fileprivate init(first: Int, lines: [UInt32], ends: [UInt32]) {
      (self.first, self.lines, self.ends) = (first, lines, ends)
    }

    /// The numbers of the lines of a rest, by its number; nil if it was kept before or after.
    package subscript(_ rest: Int) -> ArraySlice<UInt32>? {
      guard rest >= first, rest - first < ends.count else { return nil }
      return lines[(rest == first ? 0 : Int(ends[rest - first - 1]))..<Int(ends[rest - first])]
    }
  }

  /// Keeps one message, which may have several lines, with who said it. Complexity: O(its bytes).
  package func keep(_ bytes: Bytes, _ digest: Digest, process: Range<Int>) -> Kept {
    store.withLock { store -> Kept in store.keep(bytes, digest, process: process) }
  }

  /// Keeps many messages at once, so that threads do not wait for each other at each of them; tells what they added.
  package func keepMany(_ body: (inout Store) -> Void) -> Rests {
    store.withLock { store -> Rests in
      let (rests, lines) = (store.restEnds.count, store.lines.count)
      body(&store)
      return Rests(
        first: rests, lines: Array(store.lines[lines...]), ends: store.restEnds[rests...].map { $0 - UInt32(lines) })
    }
  }

  /// The place of a message that is kept, with the number of its first line.
  package func place(_ message: Kept, line: Int) -> SourceLine {
    SourceLine(text: self, entry: message.entry, line: line)
  }

  /// Lets go of what only finds messages that were kept before: the log has ended.
  package func close() { store.withLock { store -> Void in store.close() } }

  /// The place of a message whose text is not kept.
  package func place(line: Int) -> SourceLine { SourceLine(text: self, entry: SourceLine.notKept, line: line) }

  package func add(_ text: String, process: String, line: Int) -> SourceLine {
    let (message, sayer) = (Array(text.utf8), Array(process.utf8))
    return (message + sayer).lend {
      let digest = Digest($0, message: 0..<message.count, name: Self.nameRange(in: $0[0..<message.count]))
      return place(keep($0, digest, process: message.count..<message.count + sayer.count), line: line)
    }
  }

  /// Where a name with its six digits stands at the beginning of a message; empty if there is none.
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

  /// Whether six upper-case hexadecimal digits stand at an index and nothing that would go on with them.
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
    guard entry != SourceLine.notKept else { return "" }
    return store.withLock { store in
      let message = store.messages[Int(entry)]
      var bytes = Array(store.bytes[store.piece(message.before)] + store.bytes[store.piece(message.name)])
      for line in store.lines[store.rest(message.rest)] { bytes += store.bytes[store.piece(line)] }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  fileprivate func process(_ entry: UInt32) -> String {
    guard entry != SourceLine.notKept else { return "" }
    return store.withLock { store in
      String(decoding: store.bytes[store.piece(store.messages[Int(entry)].process)], as: UTF8.self)
    }
  }

  fileprivate func rest(_ entry: UInt32) -> Int? {
    entry == SourceLine.notKept ? nil : store.withLock { store in Int(store.messages[Int(entry)].rest) }
  }
}

extension SourceText.Store {
  fileprivate func piece(_ number: UInt32) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[Int(number) - 1]))..<Int(ends[Int(number)])
  }

  fileprivate func rest(_ number: UInt32) -> Range<Int> {
    (number == 0 ? 0 : Int(restEnds[Int(number) - 1]))..<Int(restEnds[Int(number)])
  }

  fileprivate mutating func close() { (knownPieces, knownRests) = (FingerprintTable(), FingerprintTable()) }

  /// Keeps one message as ``SourceText/keep(_:_:process:)`` does.
  package mutating func keep(
    _ source: Bytes, _ digest: SourceText.Digest, process: Range<Int>
  ) -> SourceText.Kept {
    guard bytes.count < SourceText.most, messages.count < Int(UInt32.max) - 1,
      lines.count < Int(UInt32.max) - SourceText.longest
    else { return SourceText.Kept(entry: SourceLine.notKept, nameNumber: 0, restNumber: 0) }
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
    return SourceText.Kept(entry: latest[place] - 1, nameNumber: message.name, restNumber: message.rest)
  }

  private func isPiece(_ number: UInt32, _ text: Bytes) -> Bool {
    let piece = piece(number)
    return bytes.lend { text.equals($0[piece]) }
  }

  /// Whether a rest is what stands in a range of other bytes.
  private func isRest(_ number: UInt32, _ source: Bytes, _ range: Range<Int>) -> Bool {
    bytes.lend { bytes in
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
    restEnds.append(UInt32(lines.count))
    knownRests.set(key, to: UInt32(restEnds.count - 1))
    return UInt32(restEnds.count - 1)
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

/// Where an event stands in a log, and what was written there.
public struct SourceLine: Sendable {
  private let store: SourceText
  private let entry: UInt32
  private let number: UInt32

  static let notKept = UInt32.max

  fileprivate init(text: SourceText, entry: UInt32, line: Int) {
    (store, self.entry, number) = (text, entry, UInt32(clamping: line))
  }

  /// The log's place among those of the trace.
  public var log: Int { store.log }
  /// Records of one number say the same; nil where the message was not kept.
  package var messageNumber: Int? { entry == Self.notKept ? nil : Int(entry) }
  /// The same number for every record of the log that goes on in the same way behind its name.
  package var restNumber: Int? { store.rest(entry) }
  /// The number of the message's first line in the log, 1 for the first.
  public var line: Int { Int(number) }
  /// Who said it; empty where the log does not tell.
  public var process: String { store.process(entry) }
  /// The message as it was written, several lines perhaps; empty where it was not kept. Complexity: O(its bytes).
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
