internal import TaskTrace

/// The events of a log as they are assembled, with the state needed to combine lines about the same event.
struct Story {
  var events: [TraceEvent] = []
  /// Places of events that later lines took back.
  var removed: Set<Int> = []
  var names = NameTable()
  var tasks: [TaskStory] = []
  var conditions = DeviceConditions()
  var foreground: Set<String> = []
  /// When a condition, keyed by its number, and an app's state, keyed by its bundle, were last reported.
  var observedAt = [Instant?](repeating: nil, count: Condition.count)
  var foregroundAt: [String: Instant] = [:]
  /// The request that an error without a name may mean.
  var lastRequest: (reference: TaskReference, at: Instant)?
  /// The task whose launch was last simulated, which a start without a name may mean.
  var lastSimulation: (reference: TaskReference, at: Instant)?
  /// A request whose line broke inside its name.
  var tornRequest: TornRequest?
  /// The push that another process may also report.
  var lastPush: (bundle: String, at: Instant, reporter: UInt8)?
  var scorings = ScoringCache()
  var tally = Tally()
  /// When the record before the present one was written.
  var lastRecordAt = Instant.zero
  /// Whether the last record was not understood.
  var lastWasUnknown = false
  /// The messages that became events, as they were written.
  let source: SourceText
  /// What the slice that is read added to them.
  var added = SourceText.Remainders()
  /// The record that is being processed.
  private var record: Record?

  private struct Record {
    var bytes: Bytes
    var scan: QuickScan?
    var process: Range<Int>
    var line: Int
  }

  init(log: Int = 0) { source = SourceText(log: log) }

  /// Begins the next record: subsequently added events come from it.
  mutating func begin(_ bytes: Bytes, _ scan: QuickScan?, process: Range<Int>, line: Int) {
    record = Record(bytes: bytes, scan: scan, process: process, line: line)
  }

  /// Begins a record whose text contains no information.
  mutating func begin(line: Int) { begin(.none, nil, process: 0..<0, line: line) }

  /// Releases the record's text: as long as the bytes of a log are referenced, appending to them copies them.
  mutating func endRecord() { record = nil }

  /// The device was started; nothing is known about the time that it was off.
  mutating func booted(from before: Instant, at instant: Instant) {
    if before < instant { add(.gap(until: instant, cause: .boot), at: before) }
    conditions = DeviceConditions()
    observedAt = observedAt.map { _ in nil }
    foregroundAt = [:]
    add(.condition(.boot), at: instant)
    lastRecordAt = instant
  }

  /// The position of the present record, for events that contain its text themselves or only infer from it.
  func currentPlace() -> SourceLine? { record.map { source.place(line: $0.line) } }

  /// The range of the name in the present record; empty if it has none.
  var nameRange: Range<Int> { record?.scan?.digest?.name ?? 0..<0 }

  /// The present record.
  private mutating func currentSource() -> SourceLine? {
    guard let number = currentNumber() else { return currentPlace() }
    return source.place(number, line: record?.line ?? 0)
  }

  /// The numbers of the text of the present record, which is stored from now on.
  mutating func currentNumber() -> SourceText.InternedMessage? {
    if let known = record?.scan?.interned { return known }
    guard let current = record, let digest = current.scan?.digest else { return nil }
    let number = source.intern(current.bytes, digest, process: current.process)
    record?.scan?.interned = number
    return number
  }

  /// A name of the log with its task's story.
  func reference(_ entry: Int) -> TaskReference { names.entries[entry].reference }

  mutating func add(_ event: Event, at instant: Instant) {
    switch event {
    case .condition, .app, .note: events.append(TraceEvent(instant, event, source: currentPlace()))
    default: events.append(TraceEvent(instant, event, source: currentSource()))
    }
  }

  /// The story of a task, by its number.
  mutating func story(_ identifier: TaskIdentifier) -> Int {
    let number = names.task(identifier)
    while tasks.count <= number { tasks.append(TaskStory()) }
    return number
  }

  /// Reserves storage for the events of a log of which a share has been read, in proportion to the events so far.
  mutating func makeRoom(share: Double) {
    guard share > 1, share < 1e6 else { return }
    events.reserveCapacity(Int(Double(events.count) * share * 1.02) + 64)
  }

  /// All events in order, which the story keeps no longer.
  mutating func drainOrdered() -> [TraceEvent] {
    let all = ordered()
    source.close()
    events = []
    removed = []
    return all
  }

  /// All events in time order; those of one instant stay in the order in which they were reported.
  func ordered() -> [TraceEvent] {
    var interned = events
    if !removed.isEmpty {
      interned = events.indices.lazy.filter { !removed.contains($0) }.map { events[$0] }
    }
    return interned.inOrder
  }
}
