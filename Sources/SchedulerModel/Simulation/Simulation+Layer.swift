internal import TaskTrace

/// A library's dispatcher: one tick, two feeds (rules A14, K1, K13, K14, K21, K23).
extension Simulation {
  func isTick(_ task: Int) -> Bool { apps[tasks[task].app].setup.layer?.tick == tasks[task].setup.id }

  mutating func say(layer app: Int, _ what: Cause, work: Int? = nil, _ detail: String? = nil) {
    guard let setup = apps[app].setup.layer else { return }
    let reference = work.map { TaskReference(setup.works[$0].id) }
    emit(.layer(name: setup.name, what: what, reference, detail: detail))
  }

  /// At instant zero every work is scheduled.
  mutating func beginLayer(_ app: Int) {
    guard let setup = apps[app].setup.layer else { return }
    for work in setup.works.indices { say(layer: app, "Scheduled", work: work, setup.works[work].id.rawValue) }
    diagnose(app)
    if let task = taskIndex(setup.tick), tasks[task].setup.pendingFor == nil, apps[app].isAlive { submitTick(app) }
  }

  /// What the library finds wrong with the app (rule K21).
  private mutating func diagnose(_ app: Int) {
    guard let setup = apps[app].setup.layer, let task = taskIndex(setup.tick) else { return }
    if !isPermitted(task) { say(layer: app, "LibraryError", "MissingInfoPlistEntry \(setup.tick.rawValue)") }
    if !apps[app].backgroundRefresh || !device.backgroundRefresh {
      say(layer: app, "LibraryError", "BackgroundRefreshDisabled")
    }
  }

  /// A process begins: what is not to outlive one is swept first, then what is stale is told.
  mutating func sweepLayer(_ app: Int) {
    guard let setup = apps[app].setup.layer, apps[app].process > 1, let layer = apps[app].layer else { return }
    for work in setup.works.indices where setup.sweeps && setup.works[work].isEphemeral && layer.entries[work].isActive
    {
      apps[app].layer?.entries[work].isActive = false
      say(layer: app, "Skipped", work: work, "EphemeralExpired")
    }
    if let next = nextWork(app), now - next > .days(1) {
      say(layer: app, "Stale", "a run was due \((now - next).description) ago")
    }
  }

  /// When something is due next.
  func nextWork(_ app: Int) -> Instant? {
    apps[app].layer?.entries.filter(\.isActive).compactMap(\.next).min()
  }

  /// The app is in front: a loop sleeps until the next time (rule K1).
  mutating func wakeLayer(_ app: Int) {
    guard apps[app].setup.layer?.feeds == .both, apps[app].state == .foreground, apps[app].layer?.current == nil else {
      return
    }
    apps[app].layer?.generation += 1
    guard let next = nextWork(app), let generation = apps[app].layer?.generation else { return }
    queue.insert(.layer(app: app, generation: generation), at: max(now, next))
  }

  mutating func layerWakes(_ app: Int, generation: Int) {
    guard apps[app].layer?.generation == generation, apps[app].state == .foreground else { return }
    runNext(app, inRun: nil)
  }

  /// The app is left: the tick is submitted anew, and work that is under way has a runway (rules K11, K13).
  mutating func leaveLayer(_ app: Int) {
    guard let setup = apps[app].setup.layer else { return }
    if apps[app].layer?.current != nil, let generation = apps[app].layer?.generation {
      let wait = profile.span(setup.runway ? .layerRunway : .suspendSeconds)
      queue.insert(.layerWork(app: app, generation: generation, .runwayOver), at: now + wait)
    } else {
      apps[app].layer?.generation += 1
    }
    if setup.rearms { submitTick(app) }
  }

  /// The next tick is for the soonest time; without active periodics there is none.
  mutating func submitTick(_ app: Int) {
    guard let setup = apps[app].setup.layer, let task = taskIndex(setup.tick), apps[app].isAlive else { return }
    guard let next = nextWork(app) else {
      cancel(task, cause: "nothingScheduled")
      return
    }
    tasks[task].earliestAt = max(now, next)
    submit(task)
  }

  /// The process is gone, and what it ran with it: the time was set before, so that nothing runs twice.
  mutating func endLayer(_ app: Int) {
    guard let work = apps[app].layer?.current else { return }
    say(layer: app, "AttemptFailed", work: work, "ProcessEnded")
    apps[app].layer?.entries[work].isNow = false
    apps[app].layer?.current = nil
    apps[app].layer?.generation += 1
  }
}
