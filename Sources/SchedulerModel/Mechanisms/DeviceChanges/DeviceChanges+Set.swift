internal import TaskTrace

extension DeviceChanges {
  static func emitConditions(in world: inout Simulation) {
    world.device.charging = world.device.plugged && world.device.battery < world.scenario.device.chargeLimit
    world.emit(.condition(.battery(level: world.device.battery)))
    world.emit(.condition(.charger(plugged: world.device.plugged, charging: world.device.charging)))
    world.emit(.condition(.lowPower(world.device.lowPower)))
    world.emit(.condition(.thermal(world.device.thermal)))
    world.emit(.condition(.network(world.device.network)))
    world.emit(.condition(.deviceUse(world.device.inUse)))
    world.emit(.condition(.lock(locked: !world.device.inUse, unlockedSinceBoot: world.device.unlockedSinceBoot)))
    world.emit(.condition(.cpu(load(in: world))))
    world.emit(.condition(.memoryPressure(world.device.memoryPressure)))
    world.emit(.condition(.camera(world.device.camera)))
    world.emit(.condition(.backgroundRefresh(world.device.backgroundRefresh, bundle: nil)))
  }

  /// Percent.
  static func load(in world: Simulation) -> Int {
    min(100, world.device.baseLoad + (world.device.inUse ? world.profile.count(.useLoad) : 0))
  }

  static func setThermal(_ state: ThermalState, in world: inout Simulation) {
    guard state != world.device.thermal else { return }
    note(improved: state < world.device.thermal, in: &world)
    world.device.thermal = state
    world.emit(.condition(.thermal(state)))
  }

  static func setLowPower(_ on: Bool, in world: inout Simulation) {
    guard on != world.device.lowPower else { return }
    world.device.lowPower = on
    world.device.lowPowerSince = on ? world.now : nil
    note(improved: !on, in: &world)
    world.emit(.condition(.lowPower(on)))
  }

  static func setNetwork(_ path: NetworkPath, in world: inout Simulation) {
    guard path != world.device.network else { return }
    let before = world.device.network
    world.device.network = path
    world.emit(.condition(.network(path)))
    note(
      improved: path.isReachable && (!before.isReachable || path.quality >= before.quality || !path.expensive),
      in: &world)
    world.agenda.worsened = true
    if path.isReachable {
      if let since = world.device.offlineSince { herd(after: since, in: &world) }
      world.device.offlineSince = nil
      world.notify(.online)
    } else if world.device.offlineSince == nil {
      world.device.offlineSince = world.now
    }
  }

  static func setInUse(_ inUse: Bool, in world: inout Simulation) {
    guard inUse != world.device.inUse else { return }
    let before = load(in: world)
    world.device.inUse = inUse
    world.emit(.condition(.deviceUse(inUse)))
    Habits.useChanged(inUse, in: &world)
    if inUse {
      world.device.unlockedSinceBoot = true
      if let since = world.device.lockedSince { herd(after: since, in: &world) }
      world.device.lockedSince = nil
    } else {
      world.device.lockedSince = world.now
    }
    world.emit(.condition(.lock(locked: !inUse, unlockedSinceBoot: world.device.unlockedSinceBoot)))
    if load(in: world) != before { world.emit(.condition(.cpu(load(in: world)))) }
    note(improved: !inUse, in: &world)
    if inUse { world.agenda.improved = true }
    Battery.rechargeFrom(world.now, in: &world)
    if !inUse, let app = world.apps.firstIndex(where: { $0.state == .foreground }) { Processes.leave(app, in: &world) }
  }

  static func setLoad(_ level: Int, in world: inout Simulation) {
    let before = load(in: world)
    world.device.baseLoad = level
    guard load(in: world) != before else { return }
    note(improved: load(in: world) < before, in: &world)
    world.emit(.condition(.cpu(load(in: world))))
  }

  static func setCamera(_ on: Bool, in world: inout Simulation) {
    guard on != world.device.camera else { return }
    world.device.camera = on
    note(improved: !on, in: &world)
    world.emit(.condition(.camera(on)))
  }

  /// Low memory ends suspended apps, and in the worst case the continued task with the least progress (rule F8).
  static func setMemoryPressure(_ level: MemoryPressure, in world: inout Simulation) {
    guard level != world.device.memoryPressure else { return }
    note(improved: level < world.device.memoryPressure, in: &world)
    world.device.memoryPressure = level
    world.emit(.condition(.memoryPressure(level)))
    guard level == .critical else { return }
    for app in world.apps.indices where world.apps[app].state == .suspended {
      Processes.end(app, as: .terminated, cause: .memoryPressure, in: &world)
    }
    if Runs.killLargest(in: &world) { return }
    if let victim = ContinuedTasks.leastAdvanced(in: world) { Runs.expire(victim, cause: .memoryPressure, in: &world) }
  }

  static func setBackgroundRefresh(_ on: Bool, in world: inout Simulation) {
    guard on != world.device.backgroundRefresh else { return }
    world.device.backgroundRefresh = on
    note(improved: on, in: &world)
    world.emit(.condition(.backgroundRefresh(on, bundle: nil)))
  }

  static func setBackgroundRefresh(_ on: Bool, app: AppIndex, in world: inout Simulation) {
    guard on != world.apps[app].backgroundRefresh else { return }
    world.apps[app].backgroundRefresh = on
    note(improved: on, in: &world)
    world.emit(.condition(.backgroundRefresh(on, bundle: world.apps[app].setup.bundle)))
  }

  /// The device restarts: every process and run ends, requests remain (rule I3), and files stay locked until it is
  /// unlocked.
  static func reboot(in world: inout Simulation) {
    for app in world.apps.indices where world.apps[app].isAlive || Runs.hasRun(app, in: world) {
      Processes.end(app, as: .notRunning, cause: .reboot, in: &world)
    }
    setInUse(false, in: &world)
    world.device.bootedAt = world.now
    world.device.unlockedSinceBoot = false
    world.emit(.condition(.boot))
    world.emit(.condition(.lock(locked: true, unlockedSinceBoot: false)))
    for key in [ParameterKey.bootHoldUrgent, .bootHoldNetwork, .bootHold] {
      world.queue.insert(.conditions(.holdEnd), at: world.now + world.profile.span(key))
    }
    world.agenda.worsened = true
  }

  private static func note(improved: Bool, in world: inout Simulation) {
    if improved { world.agenda.improved = true } else { world.agenda.worsened = true }
  }

  /// A long lock or a long time offline ends: everything that waited for it is delayed a little (rule C23).
  private static func herd(after since: Instant, in world: inout Simulation) {
    guard world.now - since >= world.profile.span(.herdAfterHours) * 3_600 else { return }
    var generator = SeededGenerator(seed: world.seed, stream: .herd, 0, world.state.conditions.herds)
    world.state.conditions.herds += 1
    let (lower, upper) = (Int64(world.profile[.herdFrom]), Int64(world.profile[.herdTo]))
    world.device.herdAt = world.now
    world.device.herdHold = .seconds(generator.draw(in: lower...max(lower, upper)))
    world.queue.insert(.conditions(.holdEnd), at: world.now + world.device.herdHold)
  }
}
