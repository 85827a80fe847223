internal import TaskTrace

/// A library's dispatcher: one tick, two feeds (rules A14, K1, K13, K14, K21, K23).
extension LibraryLayers {
  static func isTick(_ task: TaskIndex, in world: Simulation) -> Bool {
    world.apps[world.tasks[task].app].setup.layer?.tick == world.tasks[task].setup.id
  }

  static func emit(
    layer app: AppIndex, _ what: Cause, work: Int? = nil, _ detail: String? = nil, in world: inout Simulation
  ) {
    guard let setup = world.apps[app].setup.layer else { return }
    let reference = work.map { TaskReference(setup.works[$0].id) }
    world.emit(.layer(name: setup.name, what: what, reference, detail: detail))
  }

  /// At instant zero every work is scheduled.
  static func begin(_ app: AppIndex, in world: inout Simulation) {
    guard let setup = world.apps[app].setup.layer else { return }
    for work in setup.works.indices {
      emit(layer: app, .libraryScheduled, work: work, setup.works[work].id.rawValue, in: &world)
    }
    diagnose(app, in: &world)
    if let task = world.taskIndex(setup.tick), world.tasks[task].setup.pendingFor == nil, world.apps[app].isAlive {
      submitTick(app, in: &world)
    }
  }

  /// What the library finds wrong with the app (rule K21).
  private static func diagnose(_ app: AppIndex, in world: inout Simulation) {
    guard let setup = world.apps[app].setup.layer, let task = world.taskIndex(setup.tick) else { return }
    if !Registrations.isPermitted(task, in: world) {
      emit(layer: app, .libraryLibraryError, "MissingInfoPlistEntry \(setup.tick.rawValue)", in: &world)
    }
    if !world.apps[app].backgroundRefresh || !world.device.backgroundRefresh {
      emit(layer: app, .libraryLibraryError, "BackgroundRefreshDisabled", in: &world)
    }
  }

  /// A process begins: what must not outlive a process is removed first; then stale work is reported.
  static func sweep(_ app: AppIndex, in world: inout Simulation) {
    guard let setup = world.apps[app].setup.layer, world.apps[app].process > 1, let layer = world.state.layers.apps[app]
    else { return }
    for work in setup.works.indices where setup.sweeps && setup.works[work].isEphemeral && layer.entries[work].isActive
    {
      world.state.layers.apps[app]?.entries[work].isActive = false
      emit(layer: app, .librarySkipped, work: work, "EphemeralExpired", in: &world)
    }
    if let next = nextWork(app, in: world), world.now - next > .days(1) {
      emit(layer: app, .libraryStale, "a run was due \((world.now - next).description) ago", in: &world)
    }
  }

  /// When something is due next.
  static func nextWork(_ app: AppIndex, in world: Simulation) -> Instant? {
    world.state.layers.apps[app]?.entries.filter(\.isActive).compactMap(\.next).min()
  }

  /// The app is in the foreground: a loop sleeps until the next time (rule K1).
  static func wakeLoop(_ app: AppIndex, in world: inout Simulation) {
    guard world.apps[app].setup.layer?.feeds == .both, world.apps[app].state == .foreground,
      world.state.layers.apps[app]?.current == nil
    else {
      return
    }
    world.state.layers.apps[app]?.generation += 1
    guard let next = nextWork(app, in: world), let generation = world.state.layers.apps[app]?.generation else { return }
    world.queue.insert(.layers(.loop(app, generation: generation)), at: max(world.now, next))
  }

  static func loopWakes(_ app: AppIndex, generation: Int, in world: inout Simulation) {
    guard world.state.layers.apps[app]?.generation == generation, world.apps[app].state == .foreground else { return }
    runNext(app, inRun: nil, in: &world)
  }

  /// The app leaves the foreground: the tick is resubmitted, and work in progress has a runway (rules K11, K13).
  static func leave(_ app: AppIndex, in world: inout Simulation) {
    guard let setup = world.apps[app].setup.layer else { return }
    if world.state.layers.apps[app]?.current != nil, let generation = world.state.layers.apps[app]?.generation {
      let wait = world.profile.span(setup.runway ? .layerRunway : .suspendSeconds)
      world.queue.insert(.layers(.work(app, generation: generation, .runwayOver)), at: world.now + wait)
    } else {
      world.state.layers.apps[app]?.generation += 1
    }
    if setup.rearms { submitTick(app, in: &world) }
  }

  /// The next tick is for the soonest time; without active periodics there is none.
  static func submitTick(_ app: AppIndex, in world: inout Simulation) {
    guard let setup = world.apps[app].setup.layer, let task = world.taskIndex(setup.tick), world.apps[app].isAlive
    else { return }
    guard let next = nextWork(app, in: world) else {
      Submissions.cancel(task, cause: .nothingScheduled, in: &world)
      return
    }
    Submissions.submit(task, earliest: max(world.now, next), in: &world)
  }

  /// The process has ended, and its work with it: the next time was set before, so that nothing runs twice.
  static func end(_ app: AppIndex, in world: inout Simulation) {
    guard let work = world.state.layers.apps[app]?.current else { return }
    emit(layer: app, .libraryAttemptFailed, work: work, "ProcessEnded", in: &world)
    world.state.layers.apps[app]?.entries[work].isNow = false
    world.state.layers.apps[app]?.current = nil
    world.state.layers.apps[app]?.generation += 1
  }
}
