internal import TaskTrace

/// The budgets of energy and cellular data (scheduler facts 3.5; rules C6, J4).
extension Simulation {
  static let energyName = "com.apple.dasd.systemEnergy"
  static let cellularName = "com.apple.dasd.systemCellular"
  private static let mebibyte = 1_048_576.0

  /// Half an hour is over: both budgets get their share, and use of the device has taken its own.
  mutating func budgetSlot() {
    let slot = profile.span(.budgetSlot)
    var used = device.usedInSlot
    if let since = device.usedSince {
      used += now - since
      learn(\.deviceUsage, since: since)
      device.usedSince = now
    }
    if let since = device.pluggedSince {
      learn(\.chargerUsage, since: since)
      device.pluggedSince = now
    }
    device.usedInSlot = .zero
    let cost = profile[.energyUseCost] * used.seconds / 3_600
    changeEnergy(by: energyShare(slot) - cost, cause: "refill")
    let share = profile[.cellularCapacity] * slot.seconds / 86_400
    changeCellular(by: share, cause: "refill")
    queue.insert(.budgetSlot, at: now + slot)
  }

  /// The part of a day's energy that this slot gets, in proportion to the predicted use, and a little without any.
  private mutating func energyShare(_ slot: TimeSpan) -> Double {
    let day = clock.hour(now) / 24
    if energyPlan?.day != day {
      var total = 0.0
      for hour in day * 24..<day * 24 + 24 {
        total += min(Forecast.most, deviceUsage.share(in: hour, now: clock.hour(now))) + 0.1
      }
      energyPlan = (day, total)
    }
    let total = energyPlan?.total ?? 1
    return profile[.energyCapacity] * (predictedUse(at: now) + 0.1) / total * slot.seconds / 3_600
  }

  /// What a run costs (assumed: no source says).
  mutating func spend(_ run: Run) {
    let mebibytes = Double(run.bytes) / Self.mebibyte
    let onCellular = device.network.transport == .cellular
    let perMebibyte = profile[onCellular ? .energyCellularCost : .energyWiFiCost]
    let cost = profile[.energyLaunchCost] + run.cpuSeconds * profile[.energyCPUCost] + mebibytes * perMebibyte
    changeEnergy(by: -cost, cause: "run")
    if onCellular { changeCellular(by: -Double(run.bytes), cause: "run") }
  }

  private mutating func changeEnergy(by change: Double, cause: Cause) {
    let before = energy
    energy = min(profile[.energyCapacity], max(0, energy + change))
    guard energy != before else { return }
    if before <= 0, energy > 0 { agenda.improved = true }
    if energy <= 0 { agenda.worsened = true }
    emit(.budget(name: Self.energyName, value: energy, capacity: profile[.energyCapacity], cause: cause))
  }

  mutating func changeCellular(by change: Double, cause: Cause) {
    let before = cellular
    cellular = min(profile[.cellularCapacity], max(0, cellular + change))
    guard cellular != before else { return }
    if before <= 0, cellular > 0 { agenda.improved = true }
    if cellular <= 0 { agenda.worsened = true }
    emit(.budget(name: Self.cellularName, value: cellular, capacity: profile[.cellularCapacity], cause: cause))
  }
}
