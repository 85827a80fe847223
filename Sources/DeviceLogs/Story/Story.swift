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
  /// The request that an error without a name may mean.
  var lastRequest: (reference: TaskReference, at: Instant)?
  /// The push that another process may tell of too.
  var lastPush: (bundle: String, at: Instant, teller: UInt8)?
  var observed: [String: [Observation]] = [:]
  var policies = PolicyCache()
  var tally = Tally()
  /// Whether the last record was not understood.
  var lastWasUnknown = false

  /// A name of the log with its task's story.
  func reference(_ entry: Int) -> TaskReference { names.entries[entry].reference }

  mutating func add(_ event: Event, at instant: Instant) {
    events.append(TraceEvent(instant, event))
  }

  /// The story of a task, by its number.
  mutating func story(_ identifier: TaskIdentifier) -> Int {
    let number = names.task(identifier)
    while tasks.count <= number { tasks.append(TaskStory()) }
    return number
  }

  /// All events in order of time; those of one instant stay in the order in which they were told.
  func ordered() -> [TraceEvent] {
    var kept = events
    if !removed.isEmpty {
      kept = events.indices.lazy.filter { !removed.contains($0) }.map { events[$0] }
    }
    var sorted = true
    for index in kept.indices.dropFirst() where kept[index].at < kept[index - 1].at {
      sorted = false
      break
    }
    guard !sorted else { return kept }
    return kept.indices.sorted { (kept[$0].at, $0) < (kept[$1].at, $1) }.map { kept[$0] }
  }
}
