internal import TaskTrace

/// The budgets of energy and cellular data (scheduler facts 3.5; rules C6, J4).
struct Budgets: Mechanism {
  enum Moment: Sendable {
    /// A slot of time is over, and both budgets get their share.
    case slotEnd
  }

  /// Units.
  var energy: Double
  /// Bytes.
  var cellular: Double
  /// The sum that the energy of a day is shared out by, as it was forecast when the day began.
  var energyPlan: (day: Int64, total: Double)?

  init(_ scenario: Scenario, _ entities: Entities) {
    let (maxEnergy, maxCellular) = (scenario.profile[.energyCapacity], scenario.profile[.cellularCapacity])
    energy = min(maxEnergy, scenario.device.energy ?? (maxEnergy * scenario.device.battery / 100).rounded())
    cellular = min(maxCellular, scenario.device.cellular ?? maxCellular)
  }

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .slotEnd: slotEnded(in: &world)
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    switch notice {
    case .scenarioBegins:
      let (state, profile) = (world.state.budgets, world.profile)
      world.emit(
        .budget(name: energyName, value: state.energy, capacity: profile[.energyCapacity], cause: .start))
      world.emit(
        .budget(name: cellularName, value: state.cellular, capacity: profile[.cellularCapacity], cause: .start))
    case .scenarioBegan: world.queue.insert(.budgets(.slotEnd), at: .zero + world.profile.span(.budgetSlot))
    case .runEnded(_, let run, _): if !run.forced { spend(run, in: &world) }
    default: break
    }
  }

  static func brokenInvariants(in world: Simulation) -> [String] {
    var broken: [String] = []
    if !(0...world.profile[.energyCapacity]).contains(world.state.budgets.energy) {
      broken.append("the energy budget is within its capacity")
    }
    if !(0...world.profile[.cellularCapacity]).contains(world.state.budgets.cellular) {
      broken.append("the cellular budget is within its capacity")
    }
    return broken
  }
}
