internal import DeviceLogs
internal import TaskTrace

/// A log or a saved trace that is shown while it is read.
protocol InputFeed: AnyObject {
  var header: TraceHeader { get }
  /// Whether what is there already is still being read.
  var isBusy: Bool { get }
  /// How much of that is done; nil when nothing waits to be done.
  var percent: Int? { get }
  var hasEnded: Bool { get }
  /// What was passed over; told once, when it has ended.
  func takeProblems() -> [String]
  /// What the loop should sleep on besides the terminal.
  var descriptors: [Int32] { get }
  /// After how long it wants to be asked again; nil if only its descriptors matter.
  var nextCheck: TimeSpan? { get }

  /// Takes what has come since; `isReadable` says whether a pipe has something. A key waits no longer than that takes.
  func take(isReadable: Bool) throws(FileAccess.Failure) -> InputNews
}

/// What an input has told since it was asked last.
enum InputNews {
  case events([TraceEvent])
  /// All that a file tells, in order, where it was told piece by piece before.
  case whole(Trace)
}

/// A file that does not grow: threads of its own read it, put it in order and make a trace of it, while keys are heard.
final class InputLoader: InputFeed, @unchecked Sendable {
  let header: TraceHeader
  private(set) var hasEnded = false
  var isBusy: Bool { !hasEnded }
  let descriptors: [Int32] = []
  var nextCheck: TimeSpan? { hasEnded ? nil : .zero }

  private let lock = Lock()
  // Guarded by the lock.
  /// What was found and not yet taken, each slice of the file for itself: one list would be copied as it grows, while a
  /// key waits for the lock.
  private var waiting: [[TraceEvent]] = []
  /// How many of the slices, and of the events of the next, were taken.
  private var (takenSlices, takenEvents) = (0, 0)
  private var whole: Trace?
  private var failure: FileAccess.Failure?
  private var passedOver: [TextProblem] = []
  private var isOver = false
  private let source: Source
  private let size: Int

  /// At most so many events are handed out at a time: what is done with them must not take long.
  private static let most = 1 << 11
  /// Who asks when there is nothing waits this long, in milliseconds.
  private static let patience = 2

  /// Begins to read a device log, or the trace that is said to stand there: the first bytes at once, the rest behind the
  /// scenes. Nil where they hold no record, or no header of a trace; some bytes were taken then.
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
    do throws(TextProblem) { try reader.take(first) } catch { return nil }
    guard let header = reader.header else { return nil }
    self.header = header
    waiting = reader.isSorted ? [reader.takeNews()] : []
    work { $0.load(trace: first) }
  }

  /// Hands the rest of a file to a thread of its own, or reads it at once where there is none to be had.
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

  func take(isReadable: Bool) throws(FileAccess.Failure) -> InputNews {
    guard !hasEnded else { return .events([]) }
    lock.lock()
    if takenSlices == waiting.count, !isOver { lock.wait(atMost: Self.patience) }
    if let trace = whole {
      whole = nil
      hasEnded = true
      lock.unlock()
      return .whole(trace)
    }
    let events = takeWaiting()
    hasEnded = isOver && takenSlices == waiting.count
    let failure = hasEnded ? failure : nil
    lock.unlock()
    if let failure { throw failure }
    return .events(events)
  }

  /// The next events that wait, not too many of them.
  private func takeWaiting() -> [TraceEvent] {
    var events: [TraceEvent] = []
    while takenSlices < waiting.count, events.count < Self.most {
      let slice = waiting[takenSlices]
      let some = slice[takenEvents...].prefix(Self.most - events.count)
      events += some
      takenEvents += some.count
      guard takenEvents == slice.count else { break }
      waiting[takenSlices] = []
      (takenSlices, takenEvents) = (takenSlices + 1, 0)
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

  /// Reads a trace from its beginning; what its first bytes tell waits already.
  private func load(trace first: [UInt8]) {
    var reader = TraceFile.Reader()
    do {
      try reader.take(first)
      // Those of the first bytes wait already.
      if reader.isSorted { _ = reader.takeNews() }
      while reader.isSorted, case .bytes(let piece) = try source.next() {
        try reader.take(piece)
        if reader.isSorted { give(reader.takeNews()) }
      }
      var isSorted = reader.isSorted
      let (latest, last) = (reader.latest, try reader.finish())
      // The last line may have no end, and comes only now.
      if let latest, let first = last.events.first, first.at < latest { isSorted = false }
      guard isSorted else {
        // What is out of order can be put right only where all of it is known.
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

  /// Ends with a trace in place of what was told, or with what was told.
  private func finish(_ trace: Trace?, _ problems: [TextProblem]) {
    var rest: [[TraceEvent]] = []
    lock.holding {
      (whole, passedOver, isOver) = (trace, problems, true)
      if trace != nil { swap(&rest, &waiting) }
      lock.signal()
    }
  }

  func takeProblems() -> [String] {
    guard hasEnded else { return [] }
    defer { passedOver = [] }
    return passedOver.map { "\($0)" }
  }

  private func give(_ events: [TraceEvent]) {
    lock.holding {
      waiting.append(events)
      lock.signal()
    }
  }
}
