internal import TaskTrace

extension Battery {
  /// Percent an hour: what use, idling, work and the scenario take, and what the charger gives.
  private static func currentRate(in world: Simulation) -> Double {
    let setup = world.scenario.device
    let work = world.profile[.runDrain] * Double(world.state.runs.tasks.count { $0.run != nil })
    let drain = (world.device.inUse ? setup.useDrain : setup.idleDrain) + world.state.battery.extraDrain + work
    guard world.device.plugged else { return -drain }
    // A charger gives less to a nearly full battery.
    let gain = world.state.battery.charge >= 80 ? setup.charge * 0.35 : setup.charge
    return world.state.battery.charge >= Double(setup.chargeLimit) ? 0 : gain - drain
  }

  /// Computes the present charge, and plans the next percent.
  static func rechargeFrom(_ instant: Instant, in world: inout Simulation) {
    let hours = (instant - world.state.battery.chargeAt).seconds / 3_600
    world.state.battery.charge = min(100, max(1, world.state.battery.charge + world.state.battery.rate * hours))
    world.state.battery.chargeAt = instant
    world.state.battery.rate = currentRate(in: world)
    world.state.battery.generation += 1
    let charging = world.device.plugged && world.state.battery.charge < Double(world.scenario.device.chargeLimit)
    if charging != world.device.charging {
      world.device.charging = charging
      world.emit(.condition(.charger(plugged: world.device.plugged, charging: charging)))
    }
    let rate = world.state.battery.rate
    let next = rate < 0 ? world.device.battery - 1 : world.device.battery + 1
    guard rate != 0, next >= 1, next <= 100 else { return }
    let wait = TimeSpan(seconds: max(0.001, (Double(next) - world.state.battery.charge) / rate * 3_600))
    world.queue.insert(.battery(.percent(generation: world.state.battery.generation)), at: instant + wait)
  }

  /// The next percent is reached.
  static func chargeMoved(generation: Int, in world: inout Simulation) {
    guard generation == world.state.battery.generation else { return }
    let next = world.state.battery.rate < 0 ? world.device.battery - 1 : world.device.battery + 1
    show(battery: next, charge: Double(next), in: &world)
    rechargeFrom(world.now, in: &world)
  }

  static func setLevel(_ level: Int, in world: inout Simulation) {
    guard level != world.device.battery else { return }
    show(battery: level, charge: Double(max(1, level)), in: &world)
    world.state.battery.chargeAt = world.now
    world.state.battery.rate = 0
    rechargeFrom(world.now, in: &world)
    world.agenda.improved = true
    world.agenda.worsened = true
  }

  private static func show(battery: Int, charge: Double, in world: inout Simulation) {
    let before = world.device.battery
    (world.device.battery, world.state.battery.charge, world.state.battery.chargeAt) = (battery, charge, world.now)
    world.emit(.condition(.battery(level: battery)))
    // Policies change their mind at a few levels; between them a score moves slowly, and every fifth percent is enough.
    var edges = [
      world.profile.count(.batteryBase), world.profile.count(.batteryBaseUtility),
      world.profile.count(.lowPowerPluggedLevel),
    ]
    if world.scenario.device.model == .pad { edges.append(world.profile.count(.processingPadLevel)) }
    if battery % 5 == 0 || edges.contains(where: { battery == $0 || before == $0 }) {
      if battery > before { world.agenda.improved = true } else { world.agenda.worsened = true }
    }
    if let level = world.scenario.device.lowPowerAt, !world.device.plugged, battery <= level, before > level {
      DeviceChanges.setLowPower(true, in: &world)
    }
    if world.device.lowPower, world.device.plugged, Double(battery) >= world.profile[.lowPowerEndsAt] {
      DeviceChanges.setLowPower(false, in: &world)
    }
  }

  /// From now on, the scenario's load drains this many percent per hour.
  static func setDrain(_ rate: Double, in world: inout Simulation) {
    world.state.battery.extraDrain = rate
    rechargeFrom(world.now, in: &world)
  }

  static func setCharger(_ plugged: Bool, in world: inout Simulation) {
    guard plugged != world.device.plugged else { return }
    rechargeFrom(world.now, in: &world)
    world.device.plugged = plugged
    Habits.chargerChanged(plugged, in: &world)
    world.device.charging = plugged && world.device.battery < world.scenario.device.chargeLimit
    world.emit(.condition(.charger(plugged: plugged, charging: world.device.charging)))
    if plugged { world.agenda.improved = true } else { world.agenda.worsened = true }
    if world.device.lowPower, plugged, Double(world.device.battery) >= world.profile[.lowPowerEndsAt] {
      DeviceChanges.setLowPower(false, in: &world)
    }
    rechargeFrom(world.now, in: &world)
  }
}
