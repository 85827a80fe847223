internal import DeviceLogs
internal import TaskTrace

/// A log that may grow: a pipe, or a file that something writes to.
///
/// It works in short steps between two frames, so that keys are heard meanwhile.
final class LogFollower: InputFeed {
  private let source: Source
  private var importer: LogImporter
  private let name: String
  private(set) var hasEnded = false
  /// Whether the file had more when it was read last.
  private var hasMore: Bool
  /// Whether what was there from the beginning is still being read.
  private var isCatchingUp: Bool
  /// Whether bytes have arrived since the last record was treated as complete.
  private var isUnsettled = false
  private var silentSince = System.monotonicMicroseconds()
  /// The epoch of the clock of all events, and the offset from it of a log that replaced another.
  private var epoch: Epoch?
  private var offset = TimeSpan.zero
  private var latest = Instant.zero
  /// Whether no event has arrived since another log replaced the old one.
  private var hasRestarted = false

  /// A device that logs nothing for this long has finished its record.
  private static let silence = TimeSpan.milliseconds(200)
  /// How often a file is checked for growth.
  private static let pollInterval = TimeSpan.milliseconds(250)
  /// How long a step may take: a key that is pressed meanwhile waits no longer.
  private static let step = TimeSpan.milliseconds(10)

  /// Reads what the source already contains, and continues after that.
  init(_ source: Source, date: CivilTime? = nil) throws(FileAccess.Failure) {
    (self.source, name) = (source, source.shortName)
    (hasMore, isCatchingUp) = (!source.isStream, !source.isStream)
    importer = LogImporter(named: name, date: date)
    if source.hasWaiting, case .bytes(let first) = try source.next() { pending = importer.feed(first) }
    if source.isStream { pending += importer.flush() }
  }

  /// Events that arrived before the first call.
  private var pending: [TraceEvent] = []

  var header: TraceHeader { importer.header }

  /// Lines of a log that are not understood are events.
  func drainProblems() -> [String] { [] }

  var isBusy: Bool { hasMore }

  var percent: Int? {
    guard hasMore, let size = source.size, size > 0 else { return nil }
    return min(99, source.bytesRead / max(1, size / 100))
  }

  /// A file cannot be slept on.
  var descriptors: [Int32] { source.isStream && !hasEnded ? [source.descriptor] : [] }

  var nextCheck: TimeSpan? {
    if isBusy { return .zero }
    if hasEnded { return nil }
    if isUnsettled { return Self.silence }
    return source.isStream ? nil : Self.pollInterval
  }

  func poll(isReadable: Bool) throws(FileAccess.Failure) -> InputUpdate {
    let deadline = System.monotonicMicroseconds() + Self.step.microseconds
    var events = align(pending)
    pending = []
    var mayRead = !hasEnded && (isReadable || !source.isStream || source.hasWaiting)
    while mayRead {
      switch try next() {
      case .bytes(let bytes):
        events += align(importer.feed(bytes))
        isUnsettled = true
        silentSince = System.monotonicMicroseconds()
        let continues = !source.isStream || source.hasWaiting
        mayRead = continues && silentSince < deadline
        hasMore = continues && !mayRead
      case .restarted:
        events += align(importer.flush())
        restart()
      case .end:
        hasEnded = source.isStream
        if hasEnded || isCatchingUp { events += align(importer.flush()) }
        (mayRead, hasMore, isCatchingUp) = (false, false, false)
      }
    }
    let silence = TimeSpan(microseconds: System.monotonicMicroseconds() - silentSince)
    if isUnsettled, !hasEnded, silence >= Self.silence {
      events += align(importer.flush())
      isUnsettled = false
    }
    return .events(events)
  }

  private func next() throws(FileAccess.Failure) -> Source.Piece {
    do throws(FileAccess.Failure) { return try source.next(follows: true) } catch {
      // What cannot be read now cannot be read later.
      (hasMore, hasEnded) = (false, true)
      throw error
    }
  }

  /// A new log in the old one's place.
  private func restart() {
    importer = LogImporter(named: name)
    isUnsettled = false
    hasRestarted = true
  }

  /// Converts the events of a log that replaced another to the clock of the first.
  ///
  /// They never precede what was delivered; if nothing states the day or year of the new log, it begins where the old
  /// one ended.
  private func align(_ events: [TraceEvent]) -> [TraceEvent] {
    guard !events.isEmpty else { return [] }
    let header = importer.header
    if epoch == nil { epoch = header.epoch }
    if hasRestarted, let epoch {
      hasRestarted = false
      let distance = header.epoch.microsecondsSince1970 - epoch.microsecondsSince1970
      let isKnown = Set(header.inferred).isDisjoint(with: ["date", "year"])
      offset = max(latest - .zero, isKnown ? TimeSpan(microseconds: distance) : .zero)
    }
    return events.map { event in
      var event = event.shifted(by: offset)
      event.at = max(latest, event.at)
      latest = event.at
      return event
    }
  }
}
