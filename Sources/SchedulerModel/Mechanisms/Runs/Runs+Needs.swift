internal import TaskTrace

/// What a step of a handler needs and uses besides time (rules D5, E17, E18).
extension Runs {
  /// Prepares a step; false when it cannot be done, and the run took another way.
  static func prepare(_ task: TaskIndex, _ step: HandlerSetup.Step, in world: inout Simulation) -> Bool {
    let app = world.tasks[task].app
    world.state.runs.tasks[task].run?.memory = step.memory
    world.state.runs.tasks[task].run?.locksFile = step.locksFile
    if step.crashes {
      Processes.crash(task, "Fatal error in \(step.name)", cause: .crash, in: &world)
      return false
    }
    if !isReadable(step.files, in: world) {
      let text = "\(step.name): the file could not be opened because its protected data is not available"
      world.emit(.note(Note(text, process: world.apps[app].setup.name, level: .error)))
      world.state.runs.tasks[task].run?.fault = .protectedData
      finishWork(task, in: &world)
      return false
    }
    if Double(footprint(app, in: world)) > world.profile[.memoryLimit], world.apps[app].state != .foreground {
      kill(app, task, cause: .memoryLimit, in: &world)
      return false
    }
    if world.device.memoryPressure == .critical, Double(footprint(app, in: world)) > world.profile[.memoryAim] {
      kill(app, task, cause: .memoryPressure, in: &world)
      return false
    }
    if let name = step.transfer { Transfers.create(app, name, in: &world) }
    return true
  }

  private static func isReadable(_ files: FileProtection, in world: Simulation) -> Bool {
    switch files {
    case .none: true
    case .firstUnlock: world.device.unlockedSinceBoot
    case .complete: world.device.inUse
    }
  }

  /// Bytes of memory of an app's process, if the scenario specifies them.
  static func footprint(_ app: AppIndex, in world: Simulation) -> Int64 {
    world.apps[app].setup.memory
      + world.apps[app].tasks.reduce(0) { $0 + (world.state.runs.tasks[$1].run?.memory ?? 0) }
  }

  /// Under memory pressure, the largest app that runs in the background is killed first, without a warning (rules E14,
  /// E17).
  static func killLargest(in world: inout Simulation) -> Bool {
    var largest: (app: AppIndex, bytes: Int64)?
    for app in world.apps.indices where world.apps[app].state == .background && hasRun(app, in: world) {
      let bytes = footprint(app, in: world)
      guard Double(bytes) > world.profile[.memoryAim], bytes > largest?.bytes ?? 0 else { continue }
      largest = (app, bytes)
    }
    guard let app = largest?.app else { return false }
    kill(
      app, world.apps[app].tasks.first { world.state.runs.tasks[$0].run != nil }, cause: .memoryPressure, in: &world)
    return true
  }

  private static func kill(_ app: AppIndex, _ task: TaskIndex?, cause: Cause, in world: inout Simulation) {
    let reference = task.flatMap { world.state.runs.tasks[$0].run?.reference }
    world.emit(.killed(reference, bundle: world.apps[app].setup.bundle, code: nil, cause: cause))
    Processes.end(app, as: .terminated, cause: cause, in: &world)
  }
}
