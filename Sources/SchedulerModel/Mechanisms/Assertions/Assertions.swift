internal import TaskTrace

/// `beginBackgroundTask` (rules E3, E15, I2; scheduler facts 1.9).
struct Assertions: Mechanism {
  enum Moment: Sendable {
    /// The work under one is done.
    case done(AppIndex, number: Int)
    /// One is old enough for UIKit's warning.
    case old(AppIndex, number: Int)
    /// The expiration handlers are called, and the time is over: both of one stay in the background.
    case expiring(AppIndex, generation: Int)
    case over(AppIndex, generation: Int)
  }

  /// What an app holds.
  struct State: Hashable, Sendable {
    /// Oldest first.
    var held: [Held] = []
    /// How many it took so far.
    var acquiredCount = 0
  }

  struct Held: Hashable, Sendable {
    var number: Int
    var setup: AssertionSetup
    var since: Instant
  }

  var apps: Table<AppIndex, State>

  init(_ scenario: Scenario, _ entities: Entities) { apps = Table(repeating: State(), like: entities.apps) }

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .done(let app, let number): end(app, in: &world) { $0.number == number }
    case .old(let app, let number): warnOld(app, number, in: &world)
    case .expiring(let app, let generation):
      guard world.apps[app].generation == generation, world.apps[app].state == .background else { return }
      for held in world.state.assertions.apps[app].held { world.emit(event(app, held, .expiring, in: world)) }
      end(app, in: &world) { $0.setup.endsOnExpiry }
    case .over(let app, let generation):
      guard world.apps[app].generation == generation, world.apps[app].state == .background else { return }
      overrun(app, in: &world)
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    switch notice {
    case .codeRuns(let app, let trigger):
      for setup in world.apps[app].setup.assertions where setup.on == trigger {
        acquire(app, setup, on: trigger, in: &world)
      }
    case .enteredBackground(let app): countDown(app, in: &world)
    case .processEnds(let app, _):
      for held in world.state.assertions.apps[app].held { world.emit(event(app, held, .ended, in: world)) }
      world.state.assertions.apps[app].held = []
    default: break
    }
  }

  static func brokenInvariants(in world: Simulation) -> [String] {
    world.apps.indices.filter { app in
      !world.state.assertions.apps[app].held.isEmpty
        && (!world.apps[app].isAlive || world.apps[app].state == .suspended)
    }.map { "\(world.apps[$0].setup.bundle) does not run and holds no assertion" }
  }
}
