internal import TaskTrace

/// The conditions of the device: every change goes through this mechanism. The conditions themselves are in
/// ``DeviceState``, which every mechanism can read.
struct DeviceChanges: Mechanism {
  enum Moment: Sendable {
    /// A hold on everything ends.
    case holdEnd
  }

  /// Counts the changes that many may have waited for.
  var herds: Int64 = 0

  init(_ scenario: Scenario, _ entities: Entities) {}

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .holdEnd: world.agenda.improved = true
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    switch notice {
    case .scenarioBegins: emitConditions(in: &world)
    case .scenarioBegan: planBootHolds(in: &world)
    default: break
    }
  }

  /// Just after the device has started, everything waits for a while.
  static func planBootHolds(in world: inout Simulation) {
    for key in [ParameterKey.bootHoldUrgent, .bootHoldNetwork, .bootHold]
    where world.now - world.device.bootedAt < world.profile.span(key) {
      world.queue.insert(.conditions(.holdEnd), at: world.device.bootedAt + world.profile.span(key))
    }
  }

  static func brokenInvariants(in world: Simulation) -> [String] {
    var broken: [String] = []
    if !(0...100).contains(world.device.battery) { broken.append("the charge is a percentage") }
    if world.device.bootedAt > world.now { broken.append("the device has started before now") }
    if (world.device.lockedSince == nil) != world.device.inUse { broken.append("a device is in use or locked") }
    return broken
  }
}
