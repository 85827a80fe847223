internal import TaskTrace

/// What a library does with the works that are due (rules K2–K9, K12, K20).
extension LibraryLayers {
  /// The tick runs: everything that is due runs in turn, then the next tick is submitted.
  static func beginTick(_ task: TaskIndex, in world: inout Simulation) {
    runNext(world.tasks[task].app, inRun: task, in: &world)
  }

  /// Begins the next work that is due, in the foreground or in a run of the tick.
  static func runNext(_ app: AppIndex, inRun task: TaskIndex?, in world: inout Simulation) {
    guard let setup = world.apps[app].setup.layer, let layer = world.state.layers.apps[app] else { return }
    let due = setup.works.indices.filter { work in
      layer.entries[work].isActive && layer.entries[work].next.map { $0 <= world.now } == true && layer.current != work
    }
    let first = due.min { (layer.entries[$0].next ?? world.now, $0) < (layer.entries[$1].next ?? world.now, $1) }
    guard let work = first else {
      drained(app, inRun: task, in: &world)
      return
    }
    world.state.layers.apps[app]?.entries[work].expected = layer.entries[work].next
    // The next time is set before the work runs: a second caller sees it and skips the work (rule K2).
    if setup.advances == .before { advance(app, work, in: &world) }
    guard setup.works[work].isRegistered, !setup.works[work].isDeclined else {
      if setup.advances == .after { advance(app, work, in: &world) }
      emit(
        layer: app, .librarySkipped, work: work, setup.works[work].isRegistered ? "FactoryDeclined" : "NotRegistered",
        in: &world)
      runNext(app, inRun: task, in: &world)
      return
    }
    if setup.keepsConditions, let unmet = setup.works[work].conditions.first(where: { !holds($0, in: world) }) {
      emit(layer: app, .libraryAttemptDeferred, work: work, Self.unmet(unmet), in: &world)
      world.state.layers.apps[app]?.entries[work].next = world.now + max(setup.minInterval, Self.minDeferral)
      runNext(app, inRun: task, in: &world)
      return
    }
    occupy(app, work, inRun: task, in: &world)
    if isOpen(setup.works[work].network, in: world) {
      start(app, work, inRun: task, in: &world)
    } else {
      planWork(app, inRun: task, .gateOver, after: gate(app, setup, inRun: task, in: world), in: &world)
    }
  }

  /// Everything that was due is done.
  private static func drained(_ app: AppIndex, inRun task: TaskIndex?, in world: inout Simulation) {
    guard let task else {
      wakeLoop(app, in: &world)
      return
    }
    if world.apps[app].setup.layer?.rearms == true { submitTick(app, in: &world) }
    guard world.state.runs.tasks[task].run != nil else { return }
    Runs.finishWork(task, in: &world)
  }

  private static func occupy(_ app: AppIndex, _ work: Int?, inRun task: TaskIndex?, in world: inout Simulation) {
    if let task { world.state.layers.work[task] = work } else { world.state.layers.apps[app]?.current = work }
  }

  private static func planWork(
    _ app: AppIndex, inRun task: TaskIndex?, _ moment: LayerMoment, after wait: TimeSpan, in world: inout Simulation
  ) {
    if let task {
      guard let run = world.state.runs.tasks[task].run else { return }
      world.queue.insert(.layers(.run(task, number: run.number, moment)), at: world.now + wait)
    } else if let generation = world.state.layers.apps[app]?.generation {
      world.queue.insert(.layers(.work(app, generation: generation, moment)), at: world.now + wait)
    }
  }

  /// The gate waits for at most a quarter of the time that there is (rule K9).
  private static func gate(_ app: AppIndex, _ setup: LayerSetup, inRun task: TaskIndex?, in world: Simulation)
    -> TimeSpan
  {
    task == nil ? setup.gate : min(setup.gate, world.profile.span(.refreshLimitSeconds) / 4)
  }

  private static func isOpen(_ network: LayerSetup.Work.Network, in world: Simulation) -> Bool {
    let path = world.device.network
    switch network {
    case .none: return true
    case .any: return path.isReachable
    case .unmetered: return path.isReachable && path.transport != .cellular && !path.expensive && !path.constrained
    }
  }

  /// Work whose conditions do not hold is not attempted, and is checked again no sooner than this.
  private static let minDeferral = TimeSpan.minutes(1)

  private static func holds(_ condition: LayerSetup.Work.Condition, in world: Simulation) -> Bool {
    switch condition {
    case .charging: world.device.plugged
    case .batteryNotLow: world.device.battery > world.profile.count(.batteryBase)
    case .idle: !world.device.inUse
    }
  }

  private static func unmet(_ condition: LayerSetup.Work.Condition) -> String {
    switch condition {
    case .charging: "ChargingNotMet"
    case .batteryNotLow: "BatteryNotLowNotMet"
    case .idle: "IdleNotMet"
    }
  }

  static func start(_ app: AppIndex, _ work: Int, inRun task: TaskIndex?, in world: inout Simulation) {
    guard let setup = world.apps[app].setup.layer, let entry = world.state.layers.apps[app]?.entries[work] else {
      return
    }
    let late = entry.expected.map { world.now - $0 } ?? .zero
    let feed = task == nil ? "foreground" : "background"
    emit(
      layer: app, .libraryWorkStarted, work: work, "attempt \(entry.attempt), \(feed), due \(late.description) ago",
      in: &world)
    planWork(app, inRun: task, .done, after: setup.works[work].length, in: &world)
  }

  /// The next step of the foreground loop's work.
  static func proceed(_ app: AppIndex, generation: Int, _ moment: LayerMoment, in world: inout Simulation) {
    guard world.state.layers.apps[app]?.generation == generation, let work = world.state.layers.apps[app]?.current
    else { return }
    let isNow = world.state.layers.apps[app]?.entries[work].isNow == true
    guard moment != .runwayOver || world.apps[app].state != .foreground || isNow else { return }
    proceed(app, work, inRun: nil, moment, in: &world)
  }

  static func proceed(
    _ app: AppIndex, _ work: Int, inRun task: TaskIndex?, _ moment: LayerMoment, in world: inout Simulation
  ) {
    guard let setup = world.apps[app].setup.layer else { return }
    switch moment {
    case .gateOver:
      if isOpen(setup.works[work].network, in: world) {
        start(app, work, inRun: task, in: &world)
        return
      }
      emit(layer: app, .libraryAttemptDeferred, work: work, "ReachabilityTimeout", in: &world)
      conclude(app, work, .retry, in: &world)
    case .done:
      let results = setup.works[work].results
      let run = world.state.layers.apps[app]?.entries[work].runs ?? 0
      let result = results[min(run, results.count - 1)]
      world.state.layers.apps[app]?.entries[work].runs += 1
      if result == .fails { emit(layer: app, .libraryAttemptFailed, work: work, "WorkerThrew", in: &world) }
      emit(layer: app, .libraryWorkCompleted, work: work, result.rawValue, in: &world)
      conclude(app, work, result, in: &world)
    case .runwayOver:
      emit(layer: app, .libraryAttemptFailed, work: work, "ExpiredByOS", in: &world)
      conclude(app, work, .retry, in: &world)
    }
    occupy(app, nil, inRun: task, in: &world)
    if task == nil, world.apps[app].state != .foreground {
      world.state.layers.apps[app]?.generation += 1
      if setup.rearms { submitTick(app, in: &world) }
      Processes.rest(app, in: &world)
    } else {
      runNext(app, inRun: task, in: &world)
    }
  }

  /// Sets the next time of a work: one interval from now, or from when it was due (rules K3, L2).
  private static func advance(_ app: AppIndex, _ work: Int, in world: inout Simulation) {
    guard let setup = world.apps[app].setup.layer, let entry = world.state.layers.apps[app]?.entries[work] else {
      return
    }
    let from = setup.missed == .collapse ? world.now : entry.next ?? world.now
    world.state.layers.apps[app]?.entries[work].next = setup.works[work].interval.map {
      from + max($0, setup.minInterval)
    }
  }

  /// What a result means for the next time (rules K4–K6).
  private static func conclude(
    _ app: AppIndex, _ work: Int, _ result: LayerSetup.Work.Result, in world: inout Simulation
  ) {
    guard let setup = world.apps[app].setup.layer, let entry = world.state.layers.apps[app]?.entries[work] else {
      return
    }
    if entry.isNow {
      world.state.layers.apps[app]?.entries[work].isNow = false
      return
    }
    if setup.advances == .after { advance(app, work, in: &world) }
    guard result == .retry, entry.attempt + 1 < setup.works[work].attempts else {
      world.state.layers.apps[app]?.entries[work].attempt = 0
      return
    }
    let wait = Self.backoff(setup.works[work], attempt: entry.attempt, limit: setup.maxBackoff)
    var next = world.now + wait
    if let interval = setup.works[work].interval { next = min(next, world.now + max(interval, setup.minInterval)) }
    world.state.layers.apps[app]?.entries[work].next = next
    world.state.layers.apps[app]?.entries[work].attempt += 1
    emit(
      layer: app, .libraryRetryScheduled, work: work,
      "attempt \(entry.attempt + 1) in \((next - world.now).description)",
      in: &world)
  }

  /// The first retry waits exactly the initial time (rule K5).
  static func backoff(_ work: LayerSetup.Work, attempt: Int, limit: TimeSpan) -> TimeSpan {
    switch work.backoff {
    case .linear: min(limit, work.initial * Int64(attempt + 1))
    case .exponential: min(limit, work.initial * (Int64(1) << Int64(min(attempt, 20))))
    }
  }

  /// A tick was interrupted: work that ran is attempted again, work that did not run stays due, and the next tick is
  /// submitted (rule K12).
  static func tickEnded(_ task: TaskIndex, _ end: RunEnd, in world: inout Simulation) {
    let app = world.tasks[task].app
    if let work = world.state.layers.work[task] {
      world.state.layers.work[task] = nil
      emit(layer: app, .libraryAttemptFailed, work: work, "ExpiredByOS", in: &world)
      conclude(app, work, .retry, in: &world)
    }
    guard end.outcome == .expired, world.apps[app].setup.layer?.rearms == true else { return }
    submitTick(app, in: &world)
  }
}
