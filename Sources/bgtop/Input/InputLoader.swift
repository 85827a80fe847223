internal import DeviceLogs
internal import TaskTrace

/// A log or a saved trace that is shown while it is read.
protocol InputFeed: AnyObject {
  var header: TraceHeader { get }
  /// Whether a record was found so far.
  var hasRecords: Bool { get }
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
  let hasRecords: Bool
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
  private var bytesRead = 0
  private let size: Int

  /// At most so many events are handed out at a time: what is done with them must not take long.
  private static let most = 1 << 11
  /// Who asks when there is nothing waits this long, in milliseconds.
  private static let patience = 2

  /// Goes on after the `first` bytes of a file; they are read at once, the rest behind the scenes.
  init(_ stream: FileAccess.Stream, name: String, first: [UInt8], date: CivilTime? = nil) {
    size = max(1, stream.size ?? 1)
    bytesRead = first.count
    var importer = LogImporter(named: name, date: date)
    waiting = [importer.feed(first)]
    (header, hasRecords) = (importer.header, importer.hasRecords)
    guard hasRecords else { return }
    let begun = importer
    work(on: stream) { $0.load($1, begun) }
  }

  /// Goes on after the `first` bytes of a saved trace; nil if they do not hold its header.
  init?(trace stream: FileAccess.Stream, first: [UInt8]) {
    size = max(1, stream.size ?? 1)
    bytesRead = first.count
    var reader = TraceFile.Reader()
    do throws(TextProblem) { try reader.take(first) } catch { return nil }
    guard let header = reader.header else { return nil }
    (self.header, hasRecords) = (header, true)
    waiting = reader.isSorted ? [reader.takeNews()] : []
    work(on: stream) { $0.load(trace: $1, first) }
  }

  /// Hands the rest of a file to a thread of its own, or reads it at once where there is none to be had.
  private func work(
    on stream: FileAccess.Stream, _ body: @escaping @Sendable (InputLoader, FileAccess.Stream) -> Void
  ) {
    let source = Handed(stream)
    let thread = BackgroundThread {
      BackgroundThread.standBack()
      body(self, source.value)
    }
    if let thread { thread.detach() } else { body(self, stream) }
  }

  /// Something that one thread gives to another and does not use any more.
  private struct Handed<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// Reading is nine tenths of the work.
  var percent: Int? {
    hasEnded ? nil : lock.holding { min(99, bytesRead * 90 / size + (isOver ? 10 : 0)) }
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

  private func load(_ stream: FileAccess.Stream, _ begun: LogImporter) {
    var importer = begun
    do throws(FileAccess.Failure) {
      let reader = SliceReader(
        stream, first: [], threads: SliceReader.threads(forBytes: size), keeping: importer.texts, standsBack: true)
      while let slice = try reader.next() {
        let count = slice.count
        give(importer.feed(slice), read: count)
      }
    } catch {
      lock.holding { (failure, isOver) = (error, true) }
      return
    }
    let reading = importer.finish()
    finish(Trace(header: reading.header, events: reading.events), [])
  }

  /// Reads a trace from its beginning; what its first bytes tell waits already.
  private func load(trace stream: FileAccess.Stream, _ first: [UInt8]) {
    var reader = TraceFile.Reader()
    do {
      try reader.take(first)
      // Those of the first bytes wait already.
      if reader.isSorted { _ = reader.takeNews() }
      while reader.isSorted, case .bytes(let piece) = try stream.next(most: Self.piece) {
        try reader.take(piece)
        if reader.isSorted { give(reader.takeNews(), read: piece.count) }
      }
      var isSorted = reader.isSorted
      let (latest, last) = (reader.latest, try reader.finish())
      // The last line may have no end, and comes only now.
      if let latest, let first = last.events.first, first.at < latest { isSorted = false }
      guard isSorted else {
        // What is out of order can be put right only where all of it is known.
        let reading = try TraceFile.read(try FileAccess.read(stream.path))
        return finish(Trace(header: reading.header, events: reading.events), reading.warnings)
      }
      give(last.events, read: 0)
      finish(nil, last.warnings)
    } catch {
      let failure = error as? FileAccess.Failure ?? FileAccess.Failure(path: stream.path, reason: "\(error)")
      lock.holding { (self.failure, isOver) = (failure, true) }
    }
  }

  /// How much of a trace is read at a time.
  private static let piece = 1 << 18

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

  private func give(_ events: [TraceEvent], read count: Int) {
    lock.holding {
      bytesRead += count
      waiting.append(events)
      lock.signal()
    }
  }
}
