internal import TaskTrace

extension Simulation {
  /// Takes a request out of the list and asks for its launch.
  mutating func launch(_ task: Int, forced: Bool) {
    guard let pending = tasks[task].pending else { return }
    let reference = reference(task, pending)
    remove(task)
    tasks[task].runs += 1
    let startedAt = now + profile.span(.launchLatency)
    tasks[task].run = Run(
      reference: reference, number: tasks[task].runs, forced: forced, inLowPower: pending.inLowPower,
      startedAt: startedAt, reportedAt: startedAt)
    if !forced, tasks[task].setup.kind != .continued { remember(launchOf: tasks[task].app) }
    emit(.launching(reference))
    if tasks[task].setup.kind == .push { launchedForPush(task, reference) }
    count(task, by: 1)
    rechargeFrom(now)
    plan(task, .start, at: startedAt)
  }

  private mutating func remember(launchOf app: Int) {
    let oldest = now - profile.span(.spacingMemory)
    apps[app].launches.removeAll { $0 <= oldest }
    apps[app].launches.append(now)
  }

  /// Counts a run in its group.
  private mutating func count(_ task: Int, by change: Int) {
    let group = ActivityGroup(kind: tasks[task].setup.kind, requiresNetwork: requiresNetwork(task))
    running[group.rawValue] += change
    emit(.group(name: group.name, running: running[group.rawValue]))
  }

  mutating func plan(_ task: Int, _ moment: RunMoment, at instant: Instant) {
    guard let run = tasks[task].run else { return }
    queue.insert(.run(task: task, number: run.number, moment), at: instant)
  }

  /// The next moment of a run, unless the run is over.
  mutating func proceed(_ task: Int, number: Int64, _ moment: RunMoment) {
    guard let run = tasks[task].run, run.number == number else { return }
    switch moment {
    case .start: start(task)
    case .body: if run.isRunning { enter(task) }
    case .setHandler: if run.isRunning { setHandler(task) }
    case .step(let index): if run.isRunning { step(task, index) }
    case .report: if run.isRunning { report(task) }
    case .stall: if run.isRunning { stall(task) }
    case .expire(let limit): if run.isRunning { expire(task, cause: limit == .time ? "time" : "early") }
    case .reaction: if run.phase == .expiring { react(task) }
    case .graceEnd: if run.phase == .expiring { overrun(task) }
    case .cpuKill(let step): if run.isRunning, run.step == step { killForLoad(task) }
    case .warmUpEnd: if run.isRunning { warmedUp(task) }
    case .pace: if run.isRunning { watchPace(task) }
    case .extended: if run.isRunning { ask(task, "extended") }
    case .answer(let goesOn): if run.isRunning { answered(task, goesOn: goesOn) }
    case .layerWork(let moment): if run.isRunning { layerWork(inRun: task, moment) }
    }
  }

  private mutating func start(_ task: Int) {
    let app = tasks[task].app
    guard let run = tasks[task].run else { return }
    let coldStart = wake(app)
    let limit = limit(task, run.number)
    tasks[task].run?.phase = .running
    emit(.started(run.reference, RunStart(limit: limit, coldStart: coldStart, forced: run.forced)))
    // What was held for the moment of the launch may be looked at again.
    agenda.improved = true
    if let limit { plan(task, .expire(.time), at: now + limit) }
    planEarlyExpiry(task)
    plan(task, .body, at: now + coldStart)
  }

  private func limit(_ task: Int, _ number: Int64) -> TimeSpan? {
    switch tasks[task].setup.kind {
    case .refresh, .push, .fetch: profile.span(.refreshLimitSeconds)
    case .processing, .healthResearch, .activity: processingLimit(task, number)
    case .continued: nil
    }
  }

  /// The time of a processing task: less on a warm device or a low battery, and drawn for each run (rule E2).
  private func processingLimit(_ task: Int, _ number: Int64) -> TimeSpan {
    let limit = profile.span(.processingLimitSeconds)
    var share = 1.0
    if profile[.processingJitter] > 0 {
      var generator = SeededGenerator(seed: seed, stream: .processingTime, task, number)
      share += profile[.processingJitter] * (2 * generator.fraction() - 1)
    }
    let steps = ThermalState.allCases.firstIndex(of: device.thermal) ?? 0
    share *= 1 - profile[.processingHeatShare] * Double(steps)
    if !device.plugged { share *= 1 - profile[.processingChargeShare] * (1 - Double(device.battery) / 100) }
    // A tenth is left whatever comes together.
    return share == 1 ? limit : limit.scaled(by: max(0.1, share))
  }

  /// A few refreshes end early for no reason that anybody sees (rules E1, E5).
  private mutating func planEarlyExpiry(_ task: Int) {
    guard let run = tasks[task].run, tasks[task].setup.kind == .refresh, !run.forced else { return }
    var generator = SeededGenerator(seed: seed, stream: .run, task, run.number)
    guard generator.fraction() < profile[.earlyExpiryShare] else { return }
    let (least, most) = (profile.span(.earlyExpiryFrom), profile.span(.earlyExpiryTo))
    let wait = generator.draw(in: least.microseconds...max(least, most).microseconds)
    plan(task, .expire(.early), at: now + TimeSpan(microseconds: wait))
  }

  /// The process is up: its handler is called.
  private mutating func enter(_ task: Int) {
    let setup = tasks[task].setup
    let app = tasks[task].app
    if meetDoom(app) { return }
    if setup.crashesBeforeBody {
      crash(task, "Fatal error before the handler of \(setup.id.rawValue)", cause: "beforeBody")
      return
    }
    guard tasks[task].registered else {
      crash(task, "No launch handler registered for task with identifier \(setup.id.rawValue)")
      return
    }
    // A handler that is bound to the main actor traps on the queue that `using: nil` gives it (rule A12).
    if setup.mainActor, setup.queue == .background, setup.kind != .push, setup.kind != .fetch {
      crash(task, "BUG IN CLIENT OF LIBDISPATCH: Block was expected to execute on queue", cause: "isolation")
      return
    }
    let handlerWait = setup.swiftUI ? .zero : setup.handler.setsExpiration
    if let handlerWait { plan(task, .setHandler, at: now + handlerWait) }
    if setup.kind == .continued {
      beginProgress(task)
      return
    }
    if isTick(task) {
      beginTick(task)
      return
    }
    if setup.handler.rearm == .first, setup.kind != .push, setup.kind != .fetch, setup.kind != .activity {
      submit(task)
      guard tasks[task].run != nil else { return }
    }
    let first = setup.handler.resumes ? tasks[task].checkpoint : 0
    tasks[task].run?.step = first
    plan(task, .step(first), at: now)
  }

  private mutating func setHandler(_ task: Int) {
    guard let run = tasks[task].run else { return }
    tasks[task].run?.handlerSet = true
    emit(.handler(run.reference, "set"))
  }

  /// A step begins, and the one before it is over; after the last the work is done.
  private mutating func step(_ task: Int, _ index: Int) {
    guard let run = tasks[task].run else { return }
    let handler = tasks[task].setup.handler
    if index > run.step, run.step < handler.steps.count { account(task, handler.steps[run.step]) }
    tasks[task].run?.step = index
    guard index < handler.steps.count else {
      finishWork(task)
      return
    }
    let step = handler.steps[index]
    guard prepare(task, step) else { return }
    emit(.step(run.reference, Step(index: index + 1, count: handler.steps.count, name: step.name)))
    var length = step.length
    if step.jitter > .zero {
      var generator = SeededGenerator(seed: seed, stream: .step, task << 16 | index, run.number)
      let range = step.jitter.microseconds
      length += TimeSpan(microseconds: generator.draw(in: -range...range))
    }
    if step.bytes > 0, !device.network.isReachable {
      length = max(length, profile.span(.networkTimeout))
      tasks[task].run?.timedOut = true
    }
    watchLoad(task, index, step.cpu, length)
    plan(task, .step(index + 1), at: now + length)
  }

  private mutating func account(_ task: Int, _ step: HandlerSetup.Step) {
    tasks[task].run?.cpuSeconds += step.length.seconds * step.cpu / 100
    if device.network.isReachable { tasks[task].run?.bytes += step.bytes }
  }

  /// The CPU monitor ends background work above 80 % over 60 s, except processing on a charger (rules C14, E16).
  mutating func watchLoad(_ task: Int, _ index: Int, _ cpu: Double, _ length: TimeSpan) {
    let spared = tasks[task].setup.requiresPower && device.plugged || tasks[task].setup.kind == .continued
    guard !spared, cpu > profile[.cpuMonitorLevel], length > profile.span(.cpuMonitorSeconds) else { return }
    plan(task, .cpuKill(step: index), at: now + profile.span(.cpuMonitorSeconds))
  }

  private mutating func killForLoad(_ task: Int) {
    guard let run = tasks[task].run else { return }
    let app = tasks[task].app
    emit(.killed(run.reference, bundle: apps[app].setup.bundle, code: nil, cause: "cpuResourceLimit"))
    end(app, as: .terminated, cause: "cpuResourceLimit")
  }

  /// The work is done: the app says so, or forgets to.
  mutating func finishWork(_ task: Int) {
    guard let run = tasks[task].run else { return }
    let handler = tasks[task].setup.handler
    if handler.rearm == .last, tasks[task].setup.kind != .continued, !isTick(task) {
      submit(task)
      guard tasks[task].run != nil else { return }
    }
    // The end of a SwiftUI action completes it (rule D13).
    guard handler.completes != .never || tasks[task].setup.swiftUI else {
      // Whoever keeps no task cannot complete it any more (scheduler facts 1.7).
      let text = "Task \(run.reference.task.rawValue) dealloc'd without completing. This is a programmer error."
      emit(.note(Note(text, process: apps[tasks[task].app].setup.name, level: .error)))
      return
    }
    tasks[task].checkpoint = 0
    let success = handler.completes != .failure && !run.timedOut && run.fault == nil
    emit(.completed(run.reference, success: success))
    if run.handlerSet { emit(.handler(run.reference, "cleared")) }
    if handler.completes == .twice {
      let text = "Task \(run.reference.task.rawValue) was completed twice. This is a programmer error."
      emit(.note(Note(text, process: apps[tasks[task].app].setup.name, level: .error)))
    }
    finish(task, RunEnd(success ? .succeeded : .failed, cause: run.fault ?? "completed"))
  }

  /// A run is over, however it ended.
  mutating func finish(_ task: Int, _ end: RunEnd) {
    guard let run = tasks[task].run else { return }
    if tasks[task].setup.handler.resumes, end.outcome != .succeeded, end.outcome != .failed {
      tasks[task].checkpoint = run.step
    }
    emit(.ended(run.reference, end))
    tasks[task].run = nil
    remember(task, run, end)
    count(task, by: -1)
    if !run.forced { spend(run) }
    rechargeFrom(now)
    if !tasks.contains(where: { $0.app == tasks[task].app && $0.run?.phase == .expiring }) {
      apps[tasks[task].app].graceUntil = nil
    }
    afterRun(task, run, end)
    rest(tasks[task].app)
    agenda.improved = true
  }

  /// The app traps in what it does for a task.
  mutating func crash(_ task: Int, _ reason: String, cause: Cause = "noHandler") {
    let app = tasks[task].app
    emit(.note(Note(reason, process: apps[app].setup.name, level: .fault)))
    apps[app].isEnding = true
    if tasks[task].run != nil { finish(task, RunEnd(.crashed, cause: cause, seen: "exception")) }
    end(app, as: .terminated, cause: "crashed")
  }

  /// The app traps, whatever it does.
  mutating func crash(app: Int, _ reason: String, _ cause: Cause) {
    emit(.note(Note(reason, process: apps[app].setup.name, level: .fault)))
    apps[app].isEnding = true
    for task in tasks.indices where tasks[task].app == app && tasks[task].run != nil {
      finish(task, RunEnd(.crashed, cause: cause, seen: "exception"))
    }
    end(app, as: .terminated, cause: "crashed")
  }
}
