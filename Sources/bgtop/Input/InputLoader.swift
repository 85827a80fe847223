internal import DeviceLogs
internal import TaskTrace

/// A log or a saved trace that is shown while it is read.
protocol InputFeed: AnyObject {
  var header: TraceHeader { get }
  /// Whether the existing content is still being read.
  var isBusy: Bool { get }
  /// How much of that is done; nil when nothing waits to be done.
  var percent: Int? { get }
  var hasEnded: Bool { get }
  /// What was skipped; returned once, after the end.
  func drainProblems() -> [String]
  /// What the loop should wait for in addition to the terminal.
  var descriptors: [Int32] { get }
  /// When it wants to be polled again; nil if only its descriptors matter.
  var nextCheck: TimeSpan? { get }

  /// Returns what has arrived since; `isReadable` says whether a pipe has data. A key waits no longer than this takes.
  func poll(isReadable: Bool) throws(FileAccess.Failure) -> InputUpdate
}

/// What an input has delivered since the last call.
enum InputUpdate {
  case events([TraceEvent])
  /// The complete contents of a file, in order, where pieces were delivered before.
  case whole(Trace)
}

/// A file that does not grow: separate threads read it, sort it, and make a trace of it, while keys are handled.
final class InputLoader: InputFeed, @unchecked Sendable {
  let header: TraceHeader
  private(set) var hasEnded = false
  var isBusy: Bool { !hasEnded }
  let descriptors: [Int32] = []
  var nextCheck: TimeSpan? { hasEnded ? nil : .zero }

  private let lock = Lock()
  // Guarded by the lock.
  /// What was found and not yet delivered, separately for each slice of the file: a single list would be copied as it
  /// grows, while a key waits for the lock.
  private var waiting: [[TraceEvent]] = []
  /// The number of slices delivered, and of events of the next slice.
  private var (drainedSlices, drainedEvents) = (0, 0)
  private var whole: Trace?
  private var failure: FileAccess.Failure?
  private var skipped: [TextProblem] = []
  private var isOver = false
  private let source: Source
  private let size: Int

  /// The maximum number of events delivered at a time: processing them must not take long.
  private static let maxEvents = 1 << 11
  /// Who asks when there is nothing waits this long, in milliseconds.
  private static let patience = 2

  /// Starts reading a device log, or what is said to be a trace: the first bytes immediately, the rest in the
  /// background. Nil if they contain no record, or no header of a trace; some bytes have then been consumed.
  convenience init?(_ source: Source, kind: InputKind, date: CivilTime? = nil) throws(FileAccess.Failure) {
    try source.kind()
    guard case .bytes(let first) = try source.next() else { return nil }
    switch kind {
    case .log: self.init(log: source, first, date)
    case .trace: self.init(trace: source, first)
    case .scenario, .propertyList, .events: return nil
    }
  }

  private init?(log source: Source, _ first: [UInt8], _ date: CivilTime?) {
    (self.source, size) = (source, max(1, source.size ?? 1))
    var importer = LogImporter(named: source.shortName, date: date)
    waiting = [importer.feed(first)]
    header = importer.header
    guard importer.hasRecords else { return nil }
    let begun = importer
    work { $0.load(log: begun) }
  }

  private init?(trace source: Source, _ first: [UInt8]) {
    (self.source, size) = (source, max(1, source.size ?? 1))
    var reader = TraceFile.Reader()
    do throws(TextProblem) { try reader.feed(first) } catch { return nil }
    guard let header = reader.header else { return nil }
    self.header = header
    waiting = reader.isSorted ? [reader.drainUpdates()] : []
    work { $0.load(trace: first) }
  }

  /// Passes the rest of a file to a separate thread, or reads it immediately if there is none available.
  private func work(_ body: @escaping @Sendable (InputLoader) -> Void) {
    let thread = BackgroundThread {
      BackgroundThread.lowerPriority()
      body(self)
    }
    if let thread { thread.detach() } else { body(self) }
  }

  /// Reading is nine tenths of the work.
  var percent: Int? {
    hasEnded ? nil : lock.holding { min(99, source.bytesRead * 90 / size + (isOver ? 10 : 0)) }
  }

  func poll(isReadable: Bool) throws(FileAccess.Failure) -> InputUpdate {
    guard !hasEnded else { return .events([]) }
    lock.lock()
    if drainedSlices == waiting.count, !isOver { lock.wait(atMost: Self.patience) }
    if let trace = whole {
      whole = nil
      hasEnded = true
      lock.unlock()
      return .whole(trace)
    }
    let events = drainWaiting()
    hasEnded = isOver && drainedSlices == waiting.count
    let failure = hasEnded ? failure : nil
    lock.unlock()
    if let failure { throw failure }
    return .events(events)
  }

  /// The next events that wait, not too many of them.
  private func drainWaiting() -> [TraceEvent] {
    var events: [TraceEvent] = []
    while drainedSlices < waiting.count, events.count < Self.maxEvents {
      let slice = waiting[drainedSlices]
      let some = slice[drainedEvents...].prefix(Self.maxEvents - events.count)
      events += some
      drainedEvents += some.count
      guard drainedEvents == slice.count else { break }
      waiting[drainedSlices] = []
      (drainedSlices, drainedEvents) = (drainedSlices + 1, 0)
    }
    return events
  }

  private func load(log begun: LogImporter) {
    var importer = begun
    do throws(FileAccess.Failure) {
      let reader = SliceReader(
        source, threads: SliceReader.threads(for: source), keeping: importer.texts, hasLowPriority: true)
      while let slice = try reader.next() { give(importer.feed(slice)) }
    } catch {
      lock.holding { (failure, isOver) = (error, true) }
      return
    }
    let reading = importer.finish()
    finish(Trace(header: reading.header, events: reading.events), [])
  }

  /// Reads a trace from its beginning; the contents of its first bytes are already waiting.
  private func load(trace first: [UInt8]) {
    var reader = TraceFile.Reader()
    do {
      try reader.feed(first)
      // Those of the first bytes wait already.
      if reader.isSorted { _ = reader.drainUpdates() }
      while reader.isSorted, case .bytes(let piece) = try source.next() {
        try reader.feed(piece)
        if reader.isSorted { give(reader.drainUpdates()) }
      }
      var isSorted = reader.isSorted
      let (latest, last) = (reader.latest, try reader.finish())
      // The last line may have no end, and is delivered only now.
      if let latest, let first = last.events.first, first.at < latest { isSorted = false }
      guard isSorted else {
        // Events out of order can be sorted only when all of them are known.
        try source.rewind()
        let reading = try TraceFile.read(try source.all())
        return finish(Trace(header: reading.header, events: reading.events), reading.warnings)
      }
      give(last.events)
      finish(nil, last.warnings)
    } catch {
      let failure = error as? FileAccess.Failure ?? FileAccess.Failure(path: source.path, reason: "\(error)")
      lock.holding { (self.failure, isOver) = (failure, true) }
    }
  }

  /// Ends with a trace that replaces what was delivered, or with what was delivered.
  private func finish(_ trace: Trace?, _ problems: [TextProblem]) {
    var rest: [[TraceEvent]] = []
    lock.holding {
      (whole, skipped, isOver) = (trace, problems, true)
      if trace != nil { swap(&rest, &waiting) }
      lock.signal()
    }
  }

  func drainProblems() -> [String] {
    guard hasEnded else { return [] }
    defer { skipped = [] }
    return skipped.map { "\($0)" }
  }

  private func give(_ events: [TraceEvent]) {
    lock.holding {
      waiting.append(events)
      lock.signal()
    }
  }
}
