internal import TaskTrace

/// What a person does to a library's work (rules K16, K22).
extension Simulation {
  func layerWork(_ id: TaskIdentifier) -> (app: Int, work: Int)? {
    guard taskIndex(id) == nil else { return nil }
    for app in apps.indices {
      if let work = apps[app].setup.layer?.works.firstIndex(where: { $0.id == id }) { return (app, work) }
    }
    return nil
  }

  /// First inactive, then cleared: whoever comes at the same time does not arm it again.
  mutating func cancel(_ app: Int, work: Int) throws(CommandRefusal) {
    guard let setup = apps[app].setup.layer, apps[app].layer?.entries[work].isActive == true else {
      throw .nothingPending(apps[app].setup.layer?.works[work].id ?? "")
    }
    apps[app].layer?.entries[work].isActive = false
    apps[app].layer?.entries[work].next = nil
    say(layer: app, "Cancelled", work: work, "User")
    if setup.rearms, apps[app].isAlive, !tasks.contains(where: { $0.app == app && $0.run != nil }) { submitTick(app) }
    wakeLayer(app)
  }

  /// Runs at once, for half a minute at most and without another attempt; the newest call takes the place of an older.
  mutating func runNow(_ app: Int, _ work: Int) throws(CommandRefusal) {
    guard let setup = apps[app].setup.layer else { return }
    let bundle = apps[app].setup.bundle
    guard apps[app].state == .foreground || apps[app].state == .background else { throw .notInFront(bundle) }
    if let current = apps[app].layer?.current {
      guard current == work else { throw .alreadyRunning(setup.works[current].id) }
      say(layer: app, "Cancelled", work: work, "Replaced")
    }
    if tasks.contains(where: { $0.app == app && $0.run?.work == work }) { throw .alreadyRunning(setup.works[work].id) }
    apps[app].layer?.generation += 1
    apps[app].layer?.entries[work].isNow = true
    apps[app].layer?.entries[work].expected = now
    apps[app].layer?.current = work
    guard let generation = apps[app].layer?.generation else { return }
    queue.insert(.layerWork(app: app, generation: generation, .runwayOver), at: now + profile.span(.layerRunway))
    start(app, work, inRun: nil)
  }
}
