internal import TaskTrace

/// Silent pushes: sent, held back, coalesced, launched (rules G1–G8; scheduler facts 1.12).
struct Pushes: Mechanism {
  enum Moment: Sendable {
    case sent(to: AppIndex, priority: Int)
  }

  /// What is known about an app's pushes.
  struct State: Hashable, Sendable {
    /// Pushes that may launch it, as of an instant.
    var tokens: Double
    var tokensAt = Instant.zero
    var launchedAt: Instant?
    /// The priority of a push that arrived while the device was offline.
    var stored: Int?
    /// `apns-priority` of the push that waits, or of the last one received.
    var priority: Int?
  }

  var apps: Table<AppIndex, State>

  init(_ scenario: Scenario, _ entities: Entities) {
    apps = Table(repeating: State(tokens: scenario.profile[.pushCapacity]), like: entities.apps)
  }

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .sent(let app, let priority): receive(app, priority: priority, in: &world)
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    switch notice {
    case .online: deliverStored(in: &world)
    case .launching(let task): if world.tasks[task].setup.kind == .push { launched(task, in: &world) }
    default: break
    }
  }

  static func brokenInvariants(in world: Simulation) -> [String] {
    world.apps.indices.filter { !(0...world.profile[.pushCapacity]).contains(world.state.pushes.apps[$0].tokens) }.map {
      "\(world.apps[$0].setup.bundle) has a number of launches for pushes within its capacity"
    }
  }
}
