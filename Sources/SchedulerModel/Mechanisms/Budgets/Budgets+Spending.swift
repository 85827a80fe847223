internal import TaskTrace

/// The budgets of energy and cellular data (scheduler facts 3.5; rules C6, J4).
extension Budgets {
  static let energyName = "com.apple.dasd.systemEnergy"

  static let cellularName = "com.apple.dasd.systemCellular"

  private static let mebibyte = 1_048_576.0

  /// Half an hour has passed: both budgets get their share, and device use has spent its own.
  static func slotEnded(in world: inout Simulation) {
    let slot = world.profile.span(.budgetSlot)
    let used = Habits.collectUse(in: &world)
    let cost = world.profile[.energyUseCost] * used.seconds / 3_600
    changeEnergy(by: energyShare(slot, in: &world) - cost, cause: .refill, in: &world)
    let share = world.profile[.cellularCapacity] * slot.seconds / 86_400
    changeCellular(by: share, cause: .refill, in: &world)
    world.queue.insert(.budgets(.slotEnd), at: world.now + slot)
  }

  /// The part of a day's energy that this slot gets, in proportion to the predicted use, and a little without any.
  private static func energyShare(_ slot: TimeSpan, in world: inout Simulation) -> Double {
    let day = world.clock.hour(world.now) / 24
    if world.state.budgets.energyPlan?.day != day {
      var total = 0.0
      for hour in day * 24..<day * 24 + 24 {
        total +=
          min(Forecast.limit, world.state.habits.deviceUsage.share(in: hour, now: world.clock.hour(world.now))) + 0.1
      }
      world.state.budgets.energyPlan = (day, total)
    }
    let total = world.state.budgets.energyPlan?.total ?? 1
    return world.profile[.energyCapacity] * (Habits.predictedUse(at: world.now, in: world) + 0.1) / total * slot.seconds
      / 3_600
  }

  /// What a run costs (assumed: there is no source).
  static func spend(_ run: Run, in world: inout Simulation) {
    let mebibytes = Double(run.bytes) / Self.mebibyte
    let onCellular = world.device.network.transport == .cellular
    let perMebibyte = world.profile[onCellular ? .energyCellularCost : .energyWiFiCost]
    let cost =
      world.profile[.energyLaunchCost] + run.cpuSeconds * world.profile[.energyCPUCost] + mebibytes * perMebibyte
    changeEnergy(by: -cost, cause: .run, in: &world)
    if onCellular { changeCellular(by: -Double(run.bytes), cause: .run, in: &world) }
  }

  private static func changeEnergy(by change: Double, cause: Cause, in world: inout Simulation) {
    let before = world.state.budgets.energy
    world.state.budgets.energy = min(world.profile[.energyCapacity], max(0, world.state.budgets.energy + change))
    guard world.state.budgets.energy != before else { return }
    if before <= 0, world.state.budgets.energy > 0 { world.agenda.improved = true }
    if world.state.budgets.energy <= 0 { world.agenda.worsened = true }
    world.emit(
      .budget(
        name: Self.energyName, value: world.state.budgets.energy, capacity: world.profile[.energyCapacity], cause: cause
      ))
  }

  static func changeCellular(by change: Double, cause: Cause, in world: inout Simulation) {
    let before = world.state.budgets.cellular
    world.state.budgets.cellular = min(world.profile[.cellularCapacity], max(0, world.state.budgets.cellular + change))
    guard world.state.budgets.cellular != before else { return }
    if before <= 0, world.state.budgets.cellular > 0 { world.agenda.improved = true }
    if world.state.budgets.cellular <= 0 { world.agenda.worsened = true }
    world.emit(
      .budget(
        name: Self.cellularName, value: world.state.budgets.cellular, capacity: world.profile[.cellularCapacity],
        cause: cause))
  }
}
