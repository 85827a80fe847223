internal import DeviceLogs
internal import TaskTrace

/// A log that is shown while it is read: a pipe, a file that grows, or one that takes a while.
///
/// It works in short steps between two frames, so that keys are heard meanwhile.
final class LogFollower {
  private let stream: FileAccess.Stream
  private var importer: LogImporter
  private let name: String
  /// Whether the log may grow after its end.
  private let grows: Bool
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
  /// What the whole file tells, on its way into a trace.
  private var folding: Folding?

  private struct Folding {
    var trace: Trace
    var events: [TraceEvent]
  }

  /// What a step gave.
  enum Told {
    case events([TraceEvent])
    /// All that the file tells, in order, where it was told piece by piece before.
    case whole(Trace)
  }

  /// A device that says nothing for this long has finished its record.
  private static let silence = TimeSpan.milliseconds(200)
  /// How often a file is asked whether it has grown.
  private static let pollInterval = TimeSpan.milliseconds(250)
  /// How long a step may take: a key that is pressed meanwhile waits no longer.
  private static let step = TimeSpan.milliseconds(25)
  /// How much is read at a time.
  static let piece = 1 << 18
  /// Events that are folded between two looks at the clock.
  private static let batch = 1 << 10

  /// Goes on after the `first` bytes of a stream. A log that does not grow ends with ``Told/whole(_:)``.
  init(_ stream: FileAccess.Stream, name: String, first: [UInt8], date: CivilTime? = nil, grows: Bool = true) {
    (self.stream, self.name, self.grows) = (stream, name, grows)
    (hasMore, isCatchingUp, bytesRead) = (!stream.isPipe, !stream.isPipe, first.count)
    importer = LogImporter(named: name, date: date)
    pending = importer.feed(first)
    if stream.isPipe { pending += importer.flush() }
  }

  /// Events that came before anybody asked.
  private var pending: [TraceEvent]

  var header: TraceHeader { importer.header }

  /// Whether a record was found so far.
  var isLog: Bool { importer.hasRecords }

  /// Whether another step has something to do at once.
  var isBusy: Bool { hasMore || folding != nil }

  /// How much of the work on a file is done, of which reading is nine tenths; nil when nothing waits to be done.
  var percent: Int? {
    if let folding { return 90 + folding.trace.events.count * 10 / max(1, folding.events.count) }
    guard hasMore, let size = stream.size, size > 0 else { return nil }
    return min(90, bytesRead / max(1, size / 90))
  }

  /// What the loop should sleep on besides the terminal; a file cannot be slept on.
  var descriptors: [Int32] { stream.isPipe && !hasEnded ? [stream.descriptor] : [] }

  /// After how long the follower wants to be asked again; nil if only its descriptor matters.
  var nextCheck: TimeSpan? {
    if isBusy { return .zero }
    if hasEnded { return nil }
    if isUnsettled { return Self.silence }
    return stream.isPipe ? nil : Self.pollInterval
  }

  /// Takes what has come since, for a short while; `isReadable` says whether a pipe has something.
  func take(isReadable: Bool) throws(FileAccess.Failure) -> Told {
    let deadline = FileAccess.monotonicMicroseconds() + Self.step.microseconds
    if folding != nil { return fold(until: deadline) }
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
      case .restarted where grows:
        events += importer.flush()
        restart(after: events.last?.at ?? latest)
      case .end, .restarted:
        hasEnded = stream.isPipe || !grows
        if !grows { beginFolding() } else if hasEnded || isCatchingUp { events += importer.flush() }
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

  private func beginFolding() {
    let reading = importer.finish()
    folding = Folding(trace: Trace(header: reading.header), events: reading.events)
  }

  private func fold(until deadline: Int64) -> Told {
    guard var now = folding else { return .events([]) }
    folding = nil  // so that the trace is changed in place and not copied
    while now.trace.events.count < now.events.count, FileAccess.monotonicMicroseconds() < deadline {
      now.trace.append(Array(now.events.dropFirst(now.trace.events.count).prefix(Self.batch)))
    }
    guard now.trace.events.count < now.events.count else { return .whole(now.trace) }
    folding = now
    return .events([])
  }
}
