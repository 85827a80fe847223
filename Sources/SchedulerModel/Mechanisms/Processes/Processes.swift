internal import TaskTrace

/// Processes of apps: how they begin, rest and end (rule I1). Their state is in ``AppRuntime``.
struct Processes: Mechanism {
  enum Moment: Sendable {
    /// The first instant, at which the initial state is reported.
    case begin
    case launchEnd(app: AppIndex, process: Int)
    case suspend(app: AppIndex, generation: Int)
    case reclaim(app: AppIndex, generation: Int)
  }

  init(_ scenario: Scenario, _ entities: Entities) {}

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .begin: world.begin()
    case .launchEnd(let app, let process): launchEnded(app, process: process, in: &world)
    case .suspend(let app, let generation): suspend(app, generation: generation, in: &world)
    case .reclaim(let app, let generation): reclaim(app, generation: generation, in: &world)
    }
  }

  static func brokenInvariants(in world: Simulation) -> [String] {
    var broken: [String] = []
    let inFront = world.apps.count { $0.state == .foreground }
    if inFront > 1 { broken.append("at most one app is in front") }
    if inFront > 0, !world.device.inUse { broken.append("a device with an app in front is in use") }
    for app in world.apps.indices {
      let runtime = world.apps[app]
      if runtime.isEnding { broken.append("\(runtime.setup.bundle) is not left while it ends") }
      if runtime.pendingCrash != nil, !Runs.hasRun(app, in: world) {
        broken.append("\(runtime.setup.bundle) crashes when its code runs")
      }
      if runtime.holdsLock, !runtime.isAlive {
        broken.append("\(runtime.setup.bundle) has a process that holds its lock")
      }
    }
    return broken
  }
}
