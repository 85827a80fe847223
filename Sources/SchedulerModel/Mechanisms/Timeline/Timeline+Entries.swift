internal import TaskTrace

extension Timeline {
  static func planTimeline(in world: inout Simulation) {
    for (index, entry) in world.scenario.timeline.enumerated() {
      switch entry.when.when {
      case .once(let span): world.queue.insert(.timeline(.entry(index, day: 0)), at: .zero + span)
      case .daily: planEntry(index, onOrAfter: world.clock.day(world.now), in: &world)
      }
    }
  }

  /// Plans the next occurrence of a timeline entry.
  static func planEntry(_ index: Int, onOrAfter day: Int64, in world: inout Simulation) {
    let when = world.scenario.timeline[index].when
    var day = day
    while let next = when.next(onOrAfter: day, clock: world.clock, seed: world.seed, stream: .timeline, thing: index) {
      guard next.at < world.now || next.at == world.now && world.now > .zero else {
        world.queue.insert(.timeline(.entry(index, day: next.day)), at: next.at)
        return
      }
      day = next.day + 1
    }
  }

  /// A timeline entry takes effect.
  static func comeTrue(_ index: Int, day: Int64, in world: inout Simulation) {
    let entry = world.scenario.timeline[index]
    for change in entry.changes { apply(change, in: &world) }
    if case .daily = entry.when.when { planEntry(index, onOrAfter: day + 1, in: &world) }
  }

  private static func apply(_ change: TimelineEntry.Change, in world: inout Simulation) {
    switch change {
    case .battery(let level): Battery.setLevel(level, in: &world)
    case .charger(let plugged): Battery.setCharger(plugged, in: &world)
    case .lowPower(let on): DeviceChanges.setLowPower(on, in: &world)
    case .thermal(let state): DeviceChanges.setThermal(state, in: &world)
    case .network(let path): DeviceChanges.setNetwork(path, in: &world)
    case .inUse(let inUse): DeviceChanges.setInUse(inUse, in: &world)
    case .use(let length): Habits.use(for: length, in: &world)
    case .cpu(let level): DeviceChanges.setLoad(level, in: &world)
    case .memoryPressure(let level): DeviceChanges.setMemoryPressure(level, in: &world)
    case .camera(let on): DeviceChanges.setCamera(on, in: &world)
    case .backgroundRefresh(let on): DeviceChanges.setBackgroundRefresh(on, in: &world)
    case .drain(let rate): Battery.setDrain(rate, in: &world)
    case .reboot: DeviceChanges.reboot(in: &world)
    case .act(let command): world.act(command)
    case .pushes(let burst):
      guard let app = world.appIndex(burst.bundle) else { return }
      for number in 0..<burst.count {
        world.queue.insert(
          .pushes(.sent(to: app, priority: burst.priority)), at: world.now + burst.every * Int64(number))
      }
    }
  }
}
