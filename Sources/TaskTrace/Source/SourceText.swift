internal import Synchronization

/// The messages of one log that became events, each kept as it was written.
///
/// A log says the same few things over and over: messages are stored as pieces (what stands before a name, the name, and
/// the lines behind it), one copy of each, and what follows the name as one number where another message ends in the same
/// way. A message of any length then costs some four numbers. Entries are only ever added, so a ``SourceLine`` that was
/// handed out never changes.
public final class SourceText: Sendable {
  /// The log's place among those of its trace; 0 for the first.
  public let log: Int
  private let state = Mutex(State())

  public init(log: Int = 0) { self.log = log }

  fileprivate struct State {
    var bytes: [UInt8] = []
    /// Where each piece ends; the first is empty.
    var ends: [UInt32] = [0]
    /// The pieces of what follows names, one after the other, and where each such rest ends.
    var lines: [UInt32] = []
    var restEnds: [UInt32] = []
    var messages: [Message] = []
    /// Finds pieces, rests and messages that are there already.
    var (knownPieces, knownRests, knownMessages) = (FingerprintTable(), FingerprintTable(), FingerprintTable())
  }

  /// Numbers of pieces, and of a rest.
  fileprivate struct Message {
    var process: UInt32
    var before: UInt32
    var name: UInt32
    var rest: UInt32
  }

  /// Messages beyond this many bytes of pieces are no longer kept; their line numbers are.
  private static let most = 1 << 30
  /// Only the beginning of a longer message is kept.
  package static let longest = 1 << 14

  /// A message with its name, and the fingerprints by which it is found again: what any thread can find out.
  package struct Digest: Sendable {
    private var (start, end): (Int32, Int32)
    private var (nameStart, nameEnd): (Int32, Int32)
    fileprivate var keys: (before: UInt64, name: UInt64, rest: UInt64)

    package var message: Range<Int> { Int(start)..<Int(end) }
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

  /// Keeps one message, which may have several lines, with who said it, and returns its number: the same for all that say
  /// the same. Complexity: O(its bytes).
  package func keep(_ bytes: Bytes, _ digest: Digest, process: Range<Int>) -> UInt32 {
    state.withLock { state -> UInt32 in
      state.bytes.count < Self.most && state.messages.count < Int(UInt32.max) - 1
        && state.lines.count < Int(UInt32.max) - Self.longest
        ? state.number(bytes, digest, process.prefix(256)) : SourceLine.notKept
    }
  }

  /// The place of a message that is kept, with the number of its first line.
  package func place(_ message: UInt32, line: Int) -> SourceLine { SourceLine(text: self, entry: message, line: line) }

  /// Lets go of what only finds messages that were kept before: the log has ended.
  package func close() {
    state.withLock { state in
      (state.knownPieces, state.knownRests) = (FingerprintTable(), FingerprintTable())
      state.knownMessages = FingerprintTable()
    }
  }

  /// The place of a message whose text is not kept.
  package func place(line: Int) -> SourceLine { SourceLine(text: self, entry: SourceLine.notKept, line: line) }

  package func add(_ text: String, process: String, line: Int) -> SourceLine {
    let (message, sayer) = (Array(text.utf8), Array(process.utf8))
    return (message + sayer).lend {
      let digest = Digest($0, message: 0..<message.count, name: 0..<0)
      return place(keep($0, digest, process: message.count..<message.count + sayer.count), line: line)
    }
  }

  fileprivate func message(_ entry: UInt32) -> String {
    guard entry != SourceLine.notKept else { return "" }
    return state.withLock { state in
      let message = state.messages[Int(entry)]
      var bytes = Array(state.bytes[state.piece(message.before)] + state.bytes[state.piece(message.name)])
      for line in state.lines[state.rest(message.rest)] { bytes += state.bytes[state.piece(line)] }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  fileprivate func process(_ entry: UInt32) -> String {
    guard entry != SourceLine.notKept else { return "" }
    return state.withLock { state in
      String(decoding: state.bytes[state.piece(state.messages[Int(entry)].process)], as: UTF8.self)
    }
  }

  /// Whether the number of a message is one; those beyond what can be kept have none.
  package func isKept(_ message: UInt32) -> Bool { message != SourceLine.notKept }

  /// A number that is the same for every message that is kept and goes on in the same way behind its name.
  package func rest(_ message: UInt32) -> Int { state.withLock { Int($0.messages[Int(message)].rest) } }
}

extension SourceText.State {
  fileprivate func piece(_ number: UInt32) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[Int(number) - 1]))..<Int(ends[Int(number)])
  }

  fileprivate func rest(_ number: UInt32) -> Range<Int> {
    (number == 0 ? 0 : Int(restEnds[Int(number) - 1]))..<Int(restEnds[Int(number)])
  }

  /// The number of a message, which is kept when it is new.
  fileprivate mutating func number(_ source: Bytes, _ digest: SourceText.Digest, _ process: Range<Int>) -> UInt32 {
    let (text, name) = (digest.message, digest.name)
    let (before, rest) = (text.lowerBound..<name.lowerBound, name.upperBound..<text.upperBound)
    let keys = digest.keys
    let key = fingerprint(fingerprint(keys.before, keys.name), keys.rest ^ UInt64(process.count))
    if let known = knownMessages[key] {
      let message = messages[Int(known)]
      if isPiece(message.name, source[name]), isRest(message.rest, source, rest),
        isPiece(message.before, source[before]), isPiece(message.process, source[process])
      {
        return known
      }
    }
    let message = SourceText.Message(
      process: piece(source, process, fingerprint(of: source[process])), before: piece(source, before, keys.before),
      name: piece(source, name, keys.name), rest: self.rest(source, rest, keys.rest))
    messages.append(message)
    knownMessages.set(key, to: UInt32(messages.count - 1))
    return UInt32(messages.count - 1)
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
