public import TaskTrace

/// A device with its apps, and the scheduler that decides when their background tasks run.
///
/// A value: a copy is a fork, and both go on alone. The same scenario, seed and commands at the same instants give the
/// same events, byte for byte, on every machine. Nothing is computed between events, so cost grows with what happens,
/// not with the time that passes.
public struct Simulation: Sendable {
  public let scenario: Scenario
  public let seed: UInt64
  /// The instant up to which everything has happened.
  public internal(set) var now = Instant.zero
  let clock: WallClock
  /// When the device is usually in use.
  var deviceUsage: UsageHistogram
  /// When it is usually on its charger.
  var chargerUsage: UsageHistogram
  /// The sum that the energy of a day is shared out by, as it was forecast when the day began.
  var energyPlan: (day: Int64, total: Double)?
  var queue = EventQueue<Due>()
  /// Where events go while time moves; empty otherwise.
  var emitted: [TraceEvent] = []
  var device: DeviceState
  var apps: [AppRuntime]
  var tasks: [TaskRuntime]
  /// Tasks with a pending request, in the order of submission.
  var waiting: [Int] = []
  var submissions = 0
  var ids: SeededGenerator
  /// Units.
  var energy: Double
  /// Bytes.
  var cellular: Double
  /// Running activities by group, in the order of ``ActivityGroup``.
  var running = [Int](repeating: 0, count: ActivityGroup.allCases.count)
  /// What has to be looked at before time moves on.
  var agenda = Agenda()
  /// Counts the changes that many may have waited for.
  var herds: Int64 = 0
  /// Transfers of background sessions, in the order of the scenario.
  var transfers: [TransferRuntime]

  /// What has to be looked at before time moves on.
  struct Agenda: Hashable, Sendable {
    /// Something got better: whatever waits may start (rule C34).
    var improved = false
    /// Something got worse: whatever runs may have to end, and nothing starts for it.
    var worsened = false
    /// Requests whose own time to be looked at has come.
    var tasks: [Int] = []

    var isEmpty: Bool { !improved && !worsened && tasks.isEmpty }
  }

  /// Sets a scenario up. Without a seed the scenario's own is used. Nothing has happened yet: the first call of
  /// ``advance(to:into:)`` says how everything stands at instant zero.
  public init(_ scenario: Scenario, seed: UInt64? = nil) {
    self.scenario = scenario
    self.seed = seed ?? scenario.seed
    clock = WallClock(scenario.epoch)
    let forecast = Forecast(scenario)
    let (hour, memory) = (clock.hour(.zero), Int64(scenario.profile.count(.usageMemoryWeeks)))
    let watched: Int64? = scenario.device.usage == .empty ? 0 : nil
    deviceUsage = UsageHistogram(forecast.use, at: hour, watched: watched, memory: memory)
    chargerUsage = UsageHistogram(forecast.plugged, at: hour, watched: watched, memory: memory)
    device = DeviceState(scenario.device)
    apps = scenario.apps.map { app in
      AppRuntime(
        setup: app, state: app.state, backgroundRefresh: app.backgroundRefresh, lastOpened: .zero - app.lastOpened,
        usage: UsageHistogram(Forecast.usage(app), at: hour, watched: app.watchedHours, memory: memory),
        installedAt: app.installed.map { .zero - $0 },
        pushTokens: scenario.profile[.pushCapacity], layer: app.layer.map(LayerRuntime.init))
    }
    transfers = scenario.apps.enumerated().flatMap { index, app in
      app.transfers.map { TransferRuntime(setup: $0, app: index) }
    }
    tasks = scenario.apps.enumerated().flatMap { index, app in
      app.allTasks.map { TaskRuntime(setup: $0, app: index) }
    }
    ids = SeededGenerator(seed: self.seed, stream: .activityID)
    let (mostEnergy, mostCellular) = (scenario.profile[.energyCapacity], scenario.profile[.cellularCapacity])
    energy = min(mostEnergy, scenario.device.energy ?? (mostEnergy * scenario.device.battery / 100).rounded())
    cellular = min(mostCellular, scenario.device.cellular ?? mostCellular)
    queue.insert(.begin, at: .zero)
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

  /// Lets everything happen up to and including an instant, and appends the events in the order of time.
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

  /// The most things that are passed over in silence while the next visible one is sought.
  public static let mostSilentTurns = 1_000_000

  /// Moves to the next instant at which something visible happens, and appends what happens then.
  ///
  /// - Returns: whether anything did; if not, nothing is planned any more, or nothing visible within
  ///   ``mostSilentTurns`` turns.
  public mutating func advanceToNextEvent(into events: inout [TraceEvent]) -> Bool {
    swap(&emitted, &events)
    defer { swap(&emitted, &events) }
    let before = emitted.count
    for _ in 0..<Self.mostSilentTurns {
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
    while queue.nextAt == at, let due = queue.popNext() { handle(due.payload) }
    settle()
  }

  /// Says that something happened now.
  mutating func emit(_ event: Event) { emitted.append(TraceEvent(now, event)) }

  private mutating func handle(_ due: Due) {
    switch due {
    case .begin: begin()
    case .timeline(let index, let day): timeline(index, day: day)
    case .session(let app, let index, let day): session(app, index, day: day)
    case .sessionStart(let task, let app, let session): sessionStart(task, app: app, session: session)
    case .sessionEnd(let app, let session): sessionEnd(app, session: session)
    case .useEnd: endUse()
    case .charge(let generation): chargeMoved(generation: generation)
    case .look(let task, let generation):
      if tasks[task].pending?.generation == generation { agenda.tasks.append(task) }
    case .holdEnd: agenda.improved = true
    case .suspend(let app, let generation): suspend(app, generation: generation)
    case .reclaim(let app, let generation): reclaim(app, generation: generation)
    case .budgetSlot: budgetSlot()
    case .caption(let index):
      let caption = scenario.captions[index]
      emit(.caption(caption.text, waits: caption.waits))
    case .run(let task, let number, let moment): proceed(task, number: number, moment)
    case .launchEnd(let app, let process): launchEnded(app, process: process)
    case .lateRegistration(let task, let process): registerLate(task, process: process)
    case .verdict(let task, let process): tellVerdict(task, process: process)
    case .retry(let task, let process): tryAgain(task, process: process)
    case .prune(let task, let number):
      if tasks[task].pending?.number == number { cancel(task, cause: "pruned") }
    case .push(let app, let priority): receivePush(app, priority: priority)
    case .assertion(let app, let moment): assertion(app, moment)
    case .transfer(let index, let generation): transferMoved(index, generation: generation)
    case .transferTimeout(let index, let created): transferTimedOut(index, created: created)
    case .sessionEvents(let app, let process, let moment): session(app, process: process, moment)
    case .resumeElapsed(let app, let until): resumeElapsed(app, until: until)
    case .layer(let app, let generation): layerWakes(app, generation: generation)
    case .layerWork(let app, let generation, let moment): layerWork(app, generation: generation, moment)
    }
  }
}
