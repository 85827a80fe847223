internal import TaskTrace

extension Simulation {
  /// Percent an hour: what use, idling, work and the scenario take, and what the charger gives.
  private var currentRate: Double {
    let setup = scenario.device
    let work = profile[.runDrain] * Double(tasks.count { $0.run != nil })
    let drain = (device.inUse ? setup.useDrain : setup.idleDrain) + device.extraDrain + work
    guard device.plugged else { return -drain }
    // A charger gives less to a nearly full battery.
    let gain = device.charge >= 80 ? setup.charge * 0.35 : setup.charge
    return device.charge >= Double(setup.chargeLimit) ? 0 : gain - drain
  }

  /// Takes the charge as it is now, and plans the next percent.
  mutating func rechargeFrom(_ instant: Instant) {
    let hours = (instant - device.chargeAt).seconds / 3_600
    device.charge = min(100, max(1, device.charge + device.chargeRate * hours))
    device.chargeAt = instant
    device.chargeRate = currentRate
    device.chargeGeneration += 1
    let charging = device.plugged && device.charge < Double(scenario.device.chargeLimit)
    if charging != device.charging {
      device.charging = charging
      emit(.condition(.charger(plugged: device.plugged, charging: charging)))
    }
    let rate = device.chargeRate
    let next = rate < 0 ? device.battery - 1 : device.battery + 1
    guard rate != 0, next >= 1, next <= 100 else { return }
    let wait = TimeSpan(seconds: max(0.001, (Double(next) - device.charge) / rate * 3_600))
    queue.insert(.charge(generation: device.chargeGeneration), at: instant + wait)
  }

  /// The next percent is reached.
  mutating func chargeMoved(generation: Int) {
    guard generation == device.chargeGeneration else { return }
    let next = device.chargeRate < 0 ? device.battery - 1 : device.battery + 1
    show(battery: next, charge: Double(next))
    rechargeFrom(now)
  }

  mutating func setBattery(_ level: Int) {
    guard level != device.battery else { return }
    show(battery: level, charge: Double(max(1, level)))
    device.chargeAt = now
    device.chargeRate = 0
    rechargeFrom(now)
    agenda.improved = true
    agenda.worsened = true
  }

  private mutating func show(battery: Int, charge: Double) {
    let before = device.battery
    (device.battery, device.charge, device.chargeAt) = (battery, charge, now)
    emit(.condition(.battery(level: battery)))
    // Policies change their mind at a few levels; between them a score moves slowly, and every fifth percent is enough.
    var edges = [profile.count(.batteryBase), profile.count(.batteryBaseUtility), profile.count(.lowPowerPluggedLevel)]
    if scenario.device.model == .pad { edges.append(profile.count(.processingPadLevel)) }
    if battery % 5 == 0 || edges.contains(where: { battery == $0 || before == $0 }) {
      if battery > before { agenda.improved = true } else { agenda.worsened = true }
    }
    if let level = scenario.device.lowPowerAt, !device.plugged, battery <= level, before > level { setLowPower(true) }
    if device.lowPower, device.plugged, Double(battery) >= profile[.lowPowerEndsAt] { setLowPower(false) }
  }

  mutating func setCharger(_ plugged: Bool) {
    guard plugged != device.plugged else { return }
    rechargeFrom(now)
    device.plugged = plugged
    if let since = device.pluggedSince { learn(\.chargerUsage, since: since) }
    device.pluggedSince = plugged ? now : nil
    device.charging = plugged && device.battery < scenario.device.chargeLimit
    emit(.condition(.charger(plugged: plugged, charging: device.charging)))
    if plugged { agenda.improved = true } else { agenda.worsened = true }
    if device.lowPower, plugged, Double(device.battery) >= profile[.lowPowerEndsAt] { setLowPower(false) }
    rechargeFrom(now)
  }
}
