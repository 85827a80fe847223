internal import TaskTrace

/// The events of a log as they are told, with what must be remembered to join lines of the same happening.
struct Story {
  var events: [TraceEvent] = []
  /// Places of events that later lines took back.
  var removed: Set<Int> = []
  var names = NameTable()
  var tasks: [TaskStory] = []
  var conditions = DeviceConditions()
  var foreground: Set<String> = []
  /// When a condition, by its number, and an app's state, by its bundle, was told last.
  var observedAt = [Instant?](repeating: nil, count: Condition.count)
  var foregroundAt: [String: Instant] = [:]
  /// The request that an error without a name may mean.
  var lastRequest: (reference: TaskReference, at: Instant)?
  /// A request whose line broke inside its name.
  var tornRequest: TornRequest?
  /// The push that another process may tell of too.
  var lastPush: (bundle: String, at: Instant, teller: UInt8)?
  var scorings = ScoringCache()
  var tally = Tally()
  /// When the record before the one that is told now was written.
  var lastRecordAt = Instant.zero
  /// Whether the last record was not understood.
  var lastWasUnknown = false
  /// The messages that became events, as they were written.
  let source: SourceText
  /// What the slice that is read added to them.
  var added = SourceText.Rests()
  /// The record that is told now.
  private var record: Record?

  private struct Record {
    var bytes: Bytes
    var glance: Glance?
    var process: Range<Int>
    var line: Int
  }

  init(log: Int = 0) { source = SourceText(log: log) }

  /// Begins the next record: the events that are added from now on come from it.
  mutating func begin(_ bytes: Bytes, _ glance: Glance?, process: Range<Int>, line: Int) {
    record = Record(bytes: bytes, glance: glance, process: process, line: line)
  }

  /// Begins a record whose text tells nothing.
  mutating func begin(line: Int) { begin(.none, nil, process: 0..<0, line: line) }

  /// Lets go of the record's text: whoever holds the bytes of a log makes it copy them when more come.
  mutating func endRecord() { record = nil }

  /// The device was started; nothing is known of the time that it was off.
  mutating func booted(from before: Instant, at instant: Instant) {
    if before < instant { add(.gap(until: instant, cause: .boot), at: before) }
    conditions = DeviceConditions()
    observedAt = observedAt.map { _ in nil }
    foregroundAt = [:]
    add(.condition(.boot), at: instant)
    lastRecordAt = instant
  }

  /// Where the record that is told now stands, for events that tell its text themselves or only conclude from it.
  func currentPlace() -> SourceLine? { record.map { source.place(line: $0.line) } }

  /// Where the name stands in the record that is told now; empty if it has none.
  var nameRange: Range<Int> { record?.glance?.digest?.name ?? 0..<0 }

  /// The record that is told now.
  private mutating func currentSource() -> SourceLine? {
    guard let number = currentNumber() else { return currentPlace() }
    return source.place(number, line: record?.line ?? 0)
  }

  /// The numbers of the text of the record that is told now, which is kept from here on.
  mutating func currentNumber() -> SourceText.Kept? {
    if let known = record?.glance?.kept { return known }
    guard let current = record, let digest = current.glance?.digest else { return nil }
    let number = source.keep(current.bytes, digest, process: current.process)
    record?.glance?.kept = number
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

  /// Makes room for the events of a log of which a share has been read: so many times what is there.
  mutating func makeRoom(share: Double) {
    guard share > 1, share < 1e6 else { return }
    events.reserveCapacity(Int(Double(events.count) * share * 1.02) + 64)
  }

  /// All events in order, which the story keeps no longer.
  mutating func takeOrdered() -> [TraceEvent] {
    let all = ordered()
    source.close()
    events = []
    removed = []
    return all
  }

  /// All events in order of time; those of one instant stay in the order in which they were told.
  func ordered() -> [TraceEvent] {
    var kept = events
    if !removed.isEmpty {
      kept = events.indices.lazy.filter { !removed.contains($0) }.map { events[$0] }
    }
    return kept.inOrder
  }
}
