public import TaskTrace

/// A device with its apps, and the scheduler that decides when their background tasks run.
///
/// A value: a copy is a fork, and both continue independently. The same scenario, seed, and commands at the same
/// instants give the same events, byte for byte, on every machine. Nothing is computed between events, so cost grows
/// with the number of events, not with simulated time.
public struct Simulation: Sendable {
  public let scenario: Scenario
  public let seed: UInt64
  /// The instant up to which everything has happened.
  public internal(set) var now = Instant.zero
  let clock: WallClock
  var queue = EventQueue<Due>()
  /// Where events go while time moves; empty otherwise.
  var emitted: [TraceEvent] = []
  var device: DeviceState
  var apps: Table<AppIndex, AppRuntime>
  let tasks: Table<TaskIndex, TaskRuntime>
  /// The state of every mechanism.
  var state: Mechanisms
  /// What must be processed before time advances.
  var agenda = Agenda()
  #if DEBUG
    /// Debug builds check the order of events as they are emitted.
    var order = EventOrder()
  #endif

  /// What must be processed before time advances.
  struct Agenda: Hashable, Sendable {
    /// A condition improved: anything that waits may start (rule C34).
    var improved = false
    /// A condition worsened: anything that runs may have to end, and nothing starts because of it.
    var worsened = false
    /// Requests whose own evaluation time has come.
    var tasks: [TaskIndex] = []

    var isEmpty: Bool { !improved && !worsened && tasks.isEmpty }
  }

  /// Sets up a scenario. Without a seed, the scenario's own is used. Nothing has happened yet: the first call of
  /// ``advance(to:into:)`` reports the initial state at instant zero.
  public init(_ scenario: Scenario, seed: UInt64? = nil) {
    self.scenario = scenario
    self.seed = seed ?? scenario.seed
    clock = WallClock(scenario.epoch)
    device = DeviceState(scenario.device)
    let entities = Entities(scenario, clock: clock, seed: self.seed)
    (apps, tasks, state) = (entities.apps, entities.tasks, Mechanisms(scenario, entities))
    queue.insert(.processes(.begin), at: .zero)
  }

  /// The constants that the run uses.
  public var profile: SchedulerProfile { scenario.profile }

  /// The next instant at which the model has something to do; nothing changes before it.
  public var nextEventAt: Instant? { queue.nextAt }

  /// The first line of a trace of this simulation.
  public var header: TraceHeader {
    TraceHeader(
      epoch: scenario.epoch,
      source: .simulation(scenario: scenario.name, seed: seed, profile: profile.name, text: scenario.text))
  }

  /// Runs the simulation up to and including an instant, and appends the events in time order.
  ///
  /// Complexity: O(k · log n) for k things that happen and n that are planned.
  /// - Precondition: the instant is not before ``now``.
  public mutating func advance(to target: Instant, into events: inout [TraceEvent]) {
    precondition(target >= now, "time cannot move backwards")
    swap(&emitted, &events)
    while let at = queue.nextAt, at <= target { step(at) }
    now = target
    swap(&emitted, &events)
  }

  /// The maximum number of silent steps while searching for the next visible event.
  public static let maxSilentTurns = 1_000_000

  /// Moves to the next instant at which something visible happens, and appends what happens then.
  ///
  /// - Returns: whether anything happened; if not, nothing is planned anymore, or nothing visible within
  ///   ``maxSilentTurns`` turns.
  public mutating func advanceToNextEvent(into events: inout [TraceEvent]) -> Bool {
    swap(&emitted, &events)
    defer { swap(&emitted, &events) }
    let before = emitted.count
    for _ in 0..<Self.maxSilentTurns {
      guard let at = queue.nextAt else { return false }
      step(at)
      if emitted.count > before {
        while queue.nextAt == at { step(at) }
        return true
      }
    }
    return false
  }

  /// Does everything that is due at one instant, then what follows from it.
  private mutating func step(_ at: Instant) {
    now = at
    while queue.nextAt == at, let due = queue.popNext() { due.payload.handle(in: &self) }
    settle()
    assertInvariants()
  }

  /// Emits an event at the present instant.
  mutating func emit(_ event: Event) {
    emitted.append(TraceEvent(now, event))
    assertOrder(event)
  }

  /// Notifies every mechanism of what happened.
  mutating func notify(_ notice: Notice) {
    for mechanism in Mechanisms.all { mechanism.answer(notice, in: &self) }
  }
}
