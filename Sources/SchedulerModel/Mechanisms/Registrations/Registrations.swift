internal import TaskTrace

/// Launch handlers that apps register with `BGTaskScheduler` (rules A1–A11).
struct Registrations: Mechanism {
  enum Moment: Sendable {
    /// A handler is registered after the launch method has returned.
    case late(TaskIndex, process: Int)
  }

  /// Whether the present process registered a handler.
  var isRegistered: Table<TaskIndex, Bool>

  init(_ scenario: Scenario, _ entities: Entities) { isRegistered = Table(repeating: false, like: entities.tasks) }

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .late(let task, let process): registerLate(task, process: process, in: &world)
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    switch notice {
    case .processBegan(let app):
      register(app, in: &world)
      planLate(app, in: &world)
    case .processEnds(let app, _):
      for task in world.apps[app].tasks { world.state.registrations.isRegistered[task] = false }
    default: break
    }
  }

  static func brokenInvariants(in world: Simulation) -> [String] {
    world.tasks.indices.filter { task in
      world.state.registrations.isRegistered[task] && !world.apps[world.tasks[task].app].isAlive
    }.map { "\(world.tasks[$0].setup.id.rawValue) has a handler in a process" }
  }
}
