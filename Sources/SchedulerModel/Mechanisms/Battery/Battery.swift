internal import TaskTrace

/// The charge of the battery, which moves with use, work and the charger.
struct Battery: Mechanism {
  enum Moment: Sendable {
    /// The next percent of charge.
    case percent(generation: Int)
  }

  /// The percentage at an instant, from which it changes at a rate.
  var charge: Double
  var chargeAt = Instant.zero
  /// Percent an hour.
  var rate = 0.0
  /// Counts the changes of the rate, so that an older forecast of the next percent is ignored.
  var generation = 0
  /// The drain that the scenario specifies, in percent per hour.
  var extraDrain = 0.0

  init(_ scenario: Scenario, _ entities: Entities) { charge = scenario.device.battery }

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .percent(let generation): chargeMoved(generation: generation, in: &world)
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    switch notice {
    case .scenarioBegan, .runEnded: rechargeFrom(world.now, in: &world)
    default: break
    }
  }

  static func brokenInvariants(in world: Simulation) -> [String] {
    (0...100).contains(world.state.battery.charge) ? [] : ["the charge is within the battery's capacity"]
  }
}
