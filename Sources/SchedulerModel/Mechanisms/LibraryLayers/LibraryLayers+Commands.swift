internal import TaskTrace

/// What a user does with a library's work (rules K16, K22).
extension LibraryLayers {
  static func work(named id: TaskIdentifier, in world: Simulation) -> (app: AppIndex, work: Int)? {
    guard world.taskIndex(id) == nil else { return nil }
    for app in world.apps.indices {
      if let work = world.apps[app].setup.layer?.works.firstIndex(where: { $0.id == id }) { return (app, work) }
    }
    return nil
  }

  /// First inactive, then cleared: a caller at the same time does not rearm it.
  static func cancel(_ app: AppIndex, work: Int, in world: inout Simulation) throws(CommandRefusal) {
    guard let setup = world.apps[app].setup.layer, world.state.layers.apps[app]?.entries[work].isActive == true else {
      throw .nothingPending(world.apps[app].setup.layer?.works[work].id ?? "")
    }
    world.state.layers.apps[app]?.entries[work].isActive = false
    world.state.layers.apps[app]?.entries[work].next = nil
    emit(layer: app, .libraryCancelled, work: work, "User", in: &world)
    if setup.rearms, world.apps[app].isAlive, !Runs.hasRun(app, in: world) { submitTick(app, in: &world) }
    wakeLoop(app, in: &world)
  }

  /// Runs immediately, for at most half a minute and without another attempt; the newest call replaces an older one.
  static func runNow(_ app: AppIndex, _ work: Int, in world: inout Simulation) throws(CommandRefusal) {
    guard let setup = world.apps[app].setup.layer else { return }
    let bundle = world.apps[app].setup.bundle
    guard world.apps[app].state == .foreground || world.apps[app].state == .background else {
      throw .notInForeground(bundle)
    }
    if let current = world.state.layers.apps[app]?.current {
      guard current == work else { throw .alreadyRunning(setup.works[current].id) }
      emit(layer: app, .libraryCancelled, work: work, "Replaced", in: &world)
    }
    if world.apps[app].tasks.contains(where: { world.state.layers.work[$0] == work }) {
      throw .alreadyRunning(setup.works[work].id)
    }
    world.state.layers.apps[app]?.generation += 1
    world.state.layers.apps[app]?.entries[work].isNow = true
    world.state.layers.apps[app]?.entries[work].expected = world.now
    world.state.layers.apps[app]?.current = work
    guard let generation = world.state.layers.apps[app]?.generation else { return }
    world.queue.insert(
      .layers(.work(app, generation: generation, .runwayOver)), at: world.now + world.profile.span(.layerRunway))
    start(app, work, inRun: nil, in: &world)
  }
}
