internal import Synchronization

/// The messages of one log that became events, each kept as it was written.
///
/// A log says the same few things over and over: messages are stored as pieces (their lines, and what stands before,
/// in and behind a name), one copy of each. A message of any length then costs some four numbers. Entries are only ever
/// added, so a ``SourceLine`` that was handed out never changes.
public final class SourceText: Sendable {
  /// The log's place among those of its trace; 0 for the first.
  public let log: Int
  private let state = Mutex(State())

  public init(log: Int = 0) { self.log = log }

  fileprivate struct State {
    var bytes: [UInt8] = []
    /// Where each piece ends.
    var ends: [UInt32] = []
    var places = FingerprintTable()
    /// For each message: how many pieces it has, the piece of its process, and those of its text.
    var entries: [UInt32] = []
    /// Messages that stand in `entries`: a log says the same again and again.
    var messages = FingerprintTable()
  }

  /// Messages beyond this many bytes of pieces are no longer kept; their line numbers are.
  private static let most = 1 << 30
  /// Only the beginning of a longer message is kept.
  private static let longest = 1 << 14

  /// Keeps one message, which may have several lines, with who said it and the number of its first line.
  ///
  /// The name is the part of the message that others repeat; empty for none. Complexity: O(its bytes).
  package func add(
    _ bytes: Bytes, message: Range<Int>, name: Range<Int>, process: Range<Int>, line: Int
  ) -> SourceLine {
    let entry = state.withLock { state -> UInt32 in
      let (message, process) = (message.prefix(Self.longest), process.prefix(256))
      guard state.bytes.count < Self.most, state.entries.count < Int(UInt32.max) - message.count - 2 else {
        return SourceLine.notKept
      }
      let key = fingerprint(of: bytes[message]) ^ UInt64(process.count)
      if let known = state.messages[key], state.holds(known, bytes, message, process) { return known }
      let entry = state.entries.count
      state.messages.set(key, to: UInt32(entry))
      state.entries.append(0)
      state.entries.append(state.piece(bytes, process))
      var start = message.startIndex
      for cut in [name.lowerBound, name.upperBound] where !name.isEmpty && cut > start && cut < message.endIndex {
        state.entries.append(state.piece(bytes, start..<cut))
        start = cut
      }
      while start < message.endIndex {
        let lineEnd = bytes.firstIndex(of: 0x0A, from: start, to: message.endIndex)
        let stop = lineEnd.map { $0 + 1 } ?? message.endIndex
        state.entries.append(state.piece(bytes, start..<stop))
        start = stop
      }
      state.entries[entry] = UInt32(state.entries.count - entry - 2)
      return UInt32(entry)
    }
    return SourceLine(text: self, entry: entry, line: line)
  }

  /// Lets go of what only finds messages that were kept before: the log has ended.
  package func close() {
    state.withLock { state in
      state.places = FingerprintTable()
      state.messages = FingerprintTable()
    }
  }

  /// The place of a message whose text is not kept.
  package func place(line: Int) -> SourceLine { SourceLine(text: self, entry: SourceLine.notKept, line: line) }

  package func add(_ text: String, process: String, line: Int) -> SourceLine {
    let (message, sayer) = (Array(text.utf8), Array(process.utf8))
    return (message + sayer).lend {
      add(
        $0, message: 0..<message.count, name: 0..<0, process: message.count..<message.count + sayer.count, line: line)
    }
  }

  fileprivate func message(_ entry: UInt32) -> String {
    guard entry != SourceLine.notKept else { return "" }
    return state.withLock { state in
      let start = Int(entry) + 2
      let pieces = state.entries[start..<start + Int(state.entries[Int(entry)])]
      return String(decoding: pieces.reduce(into: [UInt8]()) { $0 += state.bytes[state.range($1)] }, as: UTF8.self)
    }
  }

  fileprivate func process(_ entry: UInt32) -> String {
    guard entry != SourceLine.notKept else { return "" }
    return state.withLock { state in
      String(decoding: state.bytes[state.range(state.entries[Int(entry) + 1])], as: UTF8.self)
    }
  }
}

extension SourceText.State {
  fileprivate func range(_ piece: UInt32) -> Range<Int> {
    (piece == 0 ? 0 : Int(ends[Int(piece) - 1]))..<Int(ends[Int(piece)])
  }

  /// Whether an entry is a message of these bytes.
  fileprivate func holds(_ entry: UInt32, _ source: Bytes, _ message: Range<Int>, _ process: Range<Int>) -> Bool {
    bytes.lend { holds(entry, source, message, process, in: $0) }
  }

  private func holds(
    _ entry: UInt32, _ source: Bytes, _ message: Range<Int>, _ process: Range<Int>, in bytes: Bytes
  ) -> Bool {
    let first = Int(entry) + 2
    guard sameBytes(source[process], bytes[range(entries[Int(entry) + 1])]) else { return false }
    var place = message.lowerBound
    for index in first..<first + Int(entries[Int(entry)]) {
      let piece = range(entries[index])
      guard piece.count <= message.upperBound - place,
        sameBytes(source[place..<place + piece.count], bytes[piece])
      else { return false }
      place += piece.count
    }
    return place == message.upperBound
  }

  /// The number of a piece, which is stored when it is new.
  fileprivate mutating func piece(_ source: Bytes, _ range: Range<Int>) -> UInt32 {
    let key = fingerprint(of: source[range])
    if let known = places[key], bytes.lend({ sameBytes(source[range], $0[self.range(known)]) }) { return known }
    source[range].append(to: &bytes)
    ends.append(UInt32(bytes.count))
    let piece = UInt32(ends.count - 1)
    places.set(key, to: piece)
    return piece
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
  /// The same number for every record of the log that says the same; nil where the message was not kept.
  package var messageNumber: UInt32? { entry == Self.notKept ? nil : entry }
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
