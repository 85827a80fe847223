internal import TaskTrace

extension Runs {
  static func hasRun(_ app: AppIndex, in world: Simulation) -> Bool {
    world.apps[app].tasks.contains { world.state.runs.tasks[$0].run != nil }
  }

  /// Removes a request from the list and asks for its launch.
  static func launch(_ task: TaskIndex, forced: Bool, in world: inout Simulation) {
    guard let pending = world.state.submissions.tasks[task].pending else { return }
    let reference = Submissions.reference(task, pending, in: world)
    Submissions.remove(task, in: &world)
    world.state.runs.tasks[task].count += 1
    let startedAt = world.now + world.profile.span(.launchLatency)
    world.state.runs.tasks[task].run = Run(
      reference: reference, number: world.state.runs.tasks[task].count, forced: forced, inLowPower: pending.inLowPower,
      startedAt: startedAt)
    if !forced, world.tasks[task].setup.kind != .continued { remember(launchOf: world.tasks[task].app, in: &world) }
    world.emit(.launching(reference))
    world.notify(.launching(task))
    count(task, by: 1, in: &world)
    Battery.rechargeFrom(world.now, in: &world)
    plan(task, .start, at: startedAt, in: &world)
  }

  private static func remember(launchOf app: AppIndex, in world: inout Simulation) {
    let oldest = world.now - world.profile.span(.spacingMemory)
    world.state.runs.apps[app].launches.removeAll { $0 <= oldest }
    world.state.runs.apps[app].launches.append(world.now)
  }

  /// The group whose slots a run of a task uses.
  static func group(_ task: TaskIndex, in world: Simulation) -> ActivityGroup {
    ActivityGroup(kind: world.tasks[task].setup.kind, requiresNetwork: Submissions.requiresNetwork(task, in: world))
  }

  /// Counts a run in its group.
  static func count(_ task: TaskIndex, by change: Int, in world: inout Simulation) {
    let group = group(task, in: world)
    world.state.runs.running[group.rawValue] += change
    world.emit(.group(name: group.name, running: world.state.runs.running[group.rawValue]))
  }

  static func plan(_ task: TaskIndex, _ what: Moment.What, at instant: Instant, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run else { return }
    world.queue.insert(.runs(Moment(task: task, number: run.number, what: what)), at: instant)
  }

  /// The next moment of a run that is not over.
  static func proceed(_ task: TaskIndex, _ run: Run, _ what: Moment.What, in world: inout Simulation) {
    switch what {
    case .start: start(task, in: &world)
    case .body: if run.isRunning { enter(task, in: &world) }
    case .setHandler: if run.isRunning { setHandler(task, in: &world) }
    case .step(let index): if run.isRunning { step(task, index, in: &world) }
    case .expire(let limit): if run.isRunning { expire(task, cause: limit == .time ? .time : .early, in: &world) }
    case .reaction: if run.phase == .expiring { react(task, in: &world) }
    case .graceEnd: if run.phase == .expiring { overrun(task, in: &world) }
    }
  }

  private static func start(_ task: TaskIndex, in world: inout Simulation) {
    let app = world.tasks[task].app
    guard let run = world.state.runs.tasks[task].run else { return }
    let coldStart = Processes.wake(app, in: &world)
    let limit = limit(task, run.number, in: world)
    world.state.runs.tasks[task].run?.phase = .running
    world.emit(.started(run.reference, RunStart(limit: limit, coldStart: coldStart, forced: run.forced)))
    // What was held during the launch can be evaluated again.
    world.agenda.improved = true
    if let limit { plan(task, .expire(.time), at: world.now + limit, in: &world) }
    planEarlyExpiry(task, in: &world)
    plan(task, .body, at: world.now + coldStart, in: &world)
  }

  private static func limit(_ task: TaskIndex, _ number: Int64, in world: Simulation) -> TimeSpan? {
    switch world.tasks[task].setup.kind {
    case .refresh, .push, .fetch: world.profile.span(.refreshLimitSeconds)
    case .processing, .healthResearch, .activity: processingLimit(task, number, in: world)
    case .continued: nil
    }
  }

  /// The time of a processing task: less on a warm device or a low battery, and drawn for each run (rule E2).
  private static func processingLimit(_ task: TaskIndex, _ number: Int64, in world: Simulation) -> TimeSpan {
    let limit = world.profile.span(.processingLimitSeconds)
    var share = 1.0
    if world.profile[.processingJitter] > 0 {
      var generator = SeededGenerator(seed: world.seed, stream: .processingTime, task.rawValue, number)
      share += world.profile[.processingJitter] * (2 * generator.fraction() - 1)
    }
    let steps = ThermalState.allCases.firstIndex(of: world.device.thermal) ?? 0
    share *= 1 - world.profile[.processingHeatShare] * Double(steps)
    if !world.device.plugged {
      share *= 1 - world.profile[.processingChargeShare] * (1 - Double(world.device.battery) / 100)
    }
    // A tenth remains, however many factors apply.
    return share == 1 ? limit : limit.scaled(by: max(0.1, share))
  }

  /// A few refreshes end early for no reason that anybody sees (rules E1, E5).
  private static func planEarlyExpiry(_ task: TaskIndex, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run, world.tasks[task].setup.kind == .refresh, !run.forced else {
      return
    }
    var generator = SeededGenerator(seed: world.seed, stream: .run, task.rawValue, run.number)
    guard generator.fraction() < world.profile[.earlyExpiryShare] else { return }
    let (lower, upper) = (world.profile.span(.earlyExpiryFrom), world.profile.span(.earlyExpiryTo))
    let wait = generator.draw(in: lower.microseconds...max(lower, upper).microseconds)
    plan(task, .expire(.early), at: world.now + TimeSpan(microseconds: wait), in: &world)
  }

  /// Launches of an app that the rate limits remember.
  static func recentLaunches(_ app: AppIndex, in world: Simulation) -> Int {
    let oldest = world.now - world.profile.span(.spacingMemory)
    return world.state.runs.apps[app].launches.count { $0 > oldest }
  }
}
