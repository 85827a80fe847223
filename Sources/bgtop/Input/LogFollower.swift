internal import DeviceLogs
internal import TaskTrace

/// A log that may grow: a pipe, or a file that something writes to.
///
/// It works in short steps between two frames, so that keys are heard meanwhile.
final class LogFollower: InputFeed {
  private let stream: FileAccess.Stream
  private var importer: LogImporter
  private let name: String
  private(set) var hasEnded = false
  /// Whether the file had more when it was read last.
  private var hasMore: Bool
  /// Whether what was there from the beginning is still being read.
  private var isCatchingUp: Bool
  private var bytesRead: Int
  /// Whether bytes came since the last record was taken as complete.
  private var isUnsettled = false
  private var silentSince = FileAccess.monotonicMicroseconds()
  /// Events of a log that came in place of another begin where that one ended.
  private var offset = TimeSpan.zero
  private var latest = Instant.zero

  /// A device that says nothing for this long has finished its record.
  private static let silence = TimeSpan.milliseconds(200)
  /// How often a file is asked whether it has grown.
  private static let pollInterval = TimeSpan.milliseconds(250)
  /// How long a step may take: a key that is pressed meanwhile waits no longer.
  private static let step = TimeSpan.milliseconds(10)
  /// How much is read at a time.
  static let piece = 1 << 18

  /// Goes on after the `first` bytes of a stream.
  init(_ stream: FileAccess.Stream, name: String, first: [UInt8], date: CivilTime? = nil) {
    (self.stream, self.name) = (stream, name)
    (hasMore, isCatchingUp, bytesRead) = (!stream.isPipe, !stream.isPipe, first.count)
    importer = LogImporter(named: name, date: date)
    pending = importer.feed(first)
    if stream.isPipe { pending += importer.flush() }
  }

  /// Events that came before anybody asked.
  private var pending: [TraceEvent]

  var header: TraceHeader { importer.header }

  var hasRecords: Bool { importer.hasRecords }

  /// Lines of a log that are not understood are events.
  func takeProblems() -> [String] { [] }

  var isBusy: Bool { hasMore }

  var percent: Int? {
    guard hasMore, let size = stream.size, size > 0 else { return nil }
    return min(99, bytesRead / max(1, size / 100))
  }

  /// A file cannot be slept on.
  var descriptors: [Int32] { stream.isPipe && !hasEnded ? [stream.descriptor] : [] }

  var nextCheck: TimeSpan? {
    if isBusy { return .zero }
    if hasEnded { return nil }
    if isUnsettled { return Self.silence }
    return stream.isPipe ? nil : Self.pollInterval
  }

  func take(isReadable: Bool) throws(FileAccess.Failure) -> InputNews {
    let deadline = FileAccess.monotonicMicroseconds() + Self.step.microseconds
    var events = pending
    pending = []
    var mayRead = !hasEnded && (isReadable || !stream.isPipe)
    while mayRead {
      switch try next() {
      case .bytes(let bytes):
        events += importer.feed(bytes)
        bytesRead += bytes.count
        isUnsettled = true
        silentSince = FileAccess.monotonicMicroseconds()
        mayRead = !stream.isPipe && silentSince < deadline
        hasMore = !stream.isPipe && !mayRead
      case .restarted:
        events += importer.flush()
        restart(after: events.last?.at ?? latest)
      case .end:
        hasEnded = stream.isPipe
        if hasEnded || isCatchingUp { events += importer.flush() }
        (mayRead, hasMore, isCatchingUp) = (false, false, false)
      }
    }
    let silence = TimeSpan(microseconds: FileAccess.monotonicMicroseconds() - silentSince)
    if isUnsettled, !hasEnded, silence >= Self.silence {
      events += importer.flush()
      isUnsettled = false
    }
    return .events(settle(events))
  }

  private func next() throws(FileAccess.Failure) -> FileAccess.Stream.Piece {
    do throws(FileAccess.Failure) { return try stream.next(most: Self.piece) } catch {
      // What cannot be read now cannot be read later.
      (hasMore, hasEnded) = (false, true)
      throw error
    }
  }

  /// A new log in the old one's place: its epoch may be another, so its events are moved onto the old one's clock.
  private func restart(after last: Instant) {
    latest = max(latest, last)
    importer = LogImporter(named: name)
    offset = latest - .zero
    isUnsettled = false
    bytesRead = 0
  }

  private func settle(_ events: [TraceEvent]) -> [TraceEvent] {
    events.map { event in
      var event = event
      event.at = max(latest, offset == .zero ? event.at : event.at + offset)
      latest = event.at
      return event
    }
  }
}
