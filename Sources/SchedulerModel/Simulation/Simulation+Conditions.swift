internal import TaskTrace

/// Every change of the device goes through one of these doors: it is said once, and what may follow is put on the agenda.
extension Simulation {
  /// Percent.
  var load: Int { min(100, device.baseLoad + (device.inUse ? profile.count(.useLoad) : 0)) }

  mutating func setThermal(_ state: ThermalState) {
    guard state != device.thermal else { return }
    note(improved: state < device.thermal)
    device.thermal = state
    emit(.condition(.thermal(state)))
  }

  mutating func setLowPower(_ on: Bool) {
    guard on != device.lowPower else { return }
    device.lowPower = on
    device.lowPowerSince = on ? now : nil
    note(improved: !on)
    emit(.condition(.lowPower(on)))
  }

  mutating func setNetwork(_ path: NetworkPath) {
    guard path != device.network else { return }
    let before = device.network
    device.network = path
    emit(.condition(.network(path)))
    note(improved: path.isReachable && (!before.isReachable || path.quality >= before.quality || !path.expensive))
    agenda.worsened = true
    if path.isReachable {
      if let since = device.offlineSince { herd(after: since) }
      device.offlineSince = nil
      deliverStoredPushes()
    } else if device.offlineSince == nil {
      device.offlineSince = now
    }
  }

  mutating func setInUse(_ inUse: Bool) {
    guard inUse != device.inUse else { return }
    let before = load
    device.inUse = inUse
    emit(.condition(.deviceUse(inUse)))
    if inUse {
      device.unlockedSinceBoot = true
      device.usedSince = now
      if let since = device.lockedSince { herd(after: since) }
      device.lockedSince = nil
    } else {
      if let since = device.usedSince {
        device.usedInSlot += now - since
        learn(\.deviceUsage, since: since)
      }
      device.usedSince = nil
      device.lockedSince = now
    }
    emit(.condition(.lock(locked: !inUse, unlockedSinceBoot: device.unlockedSinceBoot)))
    if load != before { emit(.condition(.cpu(load))) }
    note(improved: !inUse)
    if inUse { agenda.improved = true }
    rechargeFrom(now)
    if !inUse, let app = apps.firstIndex(where: { $0.state == .foreground }) { leave(app) }
  }

  mutating func setLoad(_ level: Int) {
    let before = load
    device.baseLoad = level
    guard load != before else { return }
    note(improved: load < before)
    emit(.condition(.cpu(load)))
  }

  mutating func setCamera(_ on: Bool) {
    guard on != device.camera else { return }
    device.camera = on
    note(improved: !on)
    emit(.condition(.camera(on)))
  }

  /// Little memory ends what is suspended, and at the worst the continued task with the least progress (rule F8).
  mutating func setMemoryPressure(_ level: MemoryPressure) {
    guard level != device.memoryPressure else { return }
    note(improved: level < device.memoryPressure)
    device.memoryPressure = level
    emit(.condition(.memoryPressure(level)))
    guard level == .critical else { return }
    for app in apps.indices where apps[app].state == .suspended { end(app, as: .terminated, cause: "memoryPressure") }
    if killLargest() { return }
    if let victim = leastProgress() { expire(victim, cause: "memoryPressure") }
  }

  mutating func setBackgroundRefresh(_ on: Bool) {
    guard on != device.backgroundRefresh else { return }
    device.backgroundRefresh = on
    note(improved: on)
    emit(.condition(.backgroundRefresh(on, bundle: nil)))
  }

  mutating func setBackgroundRefresh(_ on: Bool, app: Int) {
    guard on != apps[app].backgroundRefresh else { return }
    apps[app].backgroundRefresh = on
    note(improved: on)
    emit(.condition(.backgroundRefresh(on, bundle: apps[app].setup.bundle)))
  }

  /// The device starts anew: every process is gone, requests stay (rule I3), and files stay closed until it is unlocked.
  mutating func reboot() {
    for app in apps.indices where apps[app].isAlive { end(app, as: .notRunning, cause: "reboot") }
    setInUse(false)
    device.bootedAt = now
    device.unlockedSinceBoot = false
    emit(.condition(.boot))
    emit(.condition(.lock(locked: true, unlockedSinceBoot: false)))
    for key in [ParameterKey.bootHoldUrgent, .bootHoldNetwork, .bootHold] {
      queue.insert(.holdEnd, at: now + profile.span(key))
    }
    agenda.worsened = true
  }

  private mutating func note(improved: Bool) {
    if improved { agenda.improved = true } else { agenda.worsened = true }
  }

  /// A long lock or a long time offline ends: all that waited for it is held back a little (rule C23).
  private mutating func herd(after since: Instant) {
    guard now - since >= profile.span(.herdAfterHours) * 3_600 else { return }
    var generator = SeededGenerator(seed: seed, stream: .herd, 0, herds)
    herds += 1
    let (least, most) = (Int64(profile[.herdFrom]), Int64(profile[.herdTo]))
    device.herdAt = now
    device.herdHold = .seconds(generator.draw(in: least...max(least, most)))
    queue.insert(.holdEnd, at: now + device.herdHold)
  }
}
