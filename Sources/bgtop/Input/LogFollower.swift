internal import DeviceLogs
internal import TaskTrace

/// A log that is shown while it is written: a pipe, or a file that grows.
final class LogFollower {
  private let stream: FileAccess.Stream
  private var importer: LogImporter
  private let name: String
  private(set) var hasEnded = false
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

  init(_ stream: FileAccess.Stream, name: String, first: [UInt8], date: CivilTime? = nil) {
    (self.stream, self.name) = (stream, name)
    importer = LogImporter(named: name, date: date)
    pending = importer.feed(first) + importer.flush()
  }

  /// Events that came before anybody asked.
  private var pending: [TraceEvent]

  var header: TraceHeader { importer.header }

  /// What the loop should sleep on besides the terminal; a file cannot be slept on.
  var descriptors: [Int32] { stream.isPipe && !hasEnded ? [stream.descriptor] : [] }

  /// After how long the follower wants to be asked again; nil if only its descriptor matters.
  var nextCheck: TimeSpan? {
    if hasEnded { return nil }
    if isUnsettled { return Self.silence }
    return stream.isPipe ? nil : Self.pollInterval
  }

  /// Takes what has come since; `isReadable` says whether a pipe has something.
  func take(isReadable: Bool) throws(FileAccess.Failure) -> [TraceEvent] {
    var events = pending
    pending = []
    var mayRead = !hasEnded && (isReadable || !stream.isPipe)
    while mayRead {
      switch try stream.next() {
      case .bytes(let bytes):
        events += importer.feed(bytes)
        isUnsettled = true
        silentSince = FileAccess.monotonicMicroseconds()
        mayRead = !stream.isPipe
      case .end:
        hasEnded = stream.isPipe
        if hasEnded { events += importer.flush() }
        mayRead = false
      case .restarted:
        events += importer.flush()
        restart(after: events.last?.at ?? latest)
      }
    }
    let silence = TimeSpan(microseconds: FileAccess.monotonicMicroseconds() - silentSince)
    if isUnsettled, silence >= Self.silence {
      events += importer.flush()
      isUnsettled = false
    }
    return settle(events)
  }

  /// A new log in the old one's place: its epoch may be another, so its events are moved onto the old one's clock.
  private func restart(after last: Instant) {
    latest = max(latest, last)
    importer = LogImporter(named: name)
    offset = latest - .zero
    isUnsettled = false
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
