internal import TaskTrace

/// The life cycle of apps (rule I1).
extension Processes {
  /// The process has ended, and with it everything that it held and ran.
  static func end(_ app: AppIndex, as state: AppState, cause: Cause, in world: inout Simulation) {
    world.apps[app].isEnding = true
    defer { world.apps[app].isEnding = false }
    world.apps[app].pendingCrash = nil
    world.notify(.processEnds(app, cause: cause))
    world.apps[app].holdsLock = false
    setState(app, state, cause: cause, in: &world)
  }

  /// The app traps in what it does for a task.
  static func crash(_ task: TaskIndex, _ reason: String, cause: Cause = .noHandler, in world: inout Simulation) {
    let app = world.tasks[task].app
    world.emit(.note(Note(reason, process: world.apps[app].setup.name, level: .fault)))
    world.apps[app].isEnding = true
    if world.state.runs.tasks[task].run != nil {
      Runs.finish(task, RunEnd(.crashed, cause: cause, seen: .exception), in: &world)
    }
    end(app, as: .terminated, cause: .crashed, in: &world)
  }

  /// The app traps, whatever it is doing.
  static func crash(app: AppIndex, _ reason: String, _ cause: Cause, in world: inout Simulation) {
    world.emit(.note(Note(reason, process: world.apps[app].setup.name, level: .fault)))
    world.apps[app].isEnding = true
    for task in world.apps[app].tasks where world.state.runs.tasks[task].run != nil {
      Runs.finish(task, RunEnd(.crashed, cause: cause, seen: .exception), in: &world)
    }
    end(app, as: .terminated, cause: .crashed, in: &world)
  }

  /// Swiped away: the process ends silently, its refresh and continued requests are removed, and nothing in it runs
  /// until the user opens it (rules C4, B20; scheduler facts 1.6, 3.7).
  static func forceQuit(_ app: AppIndex, in world: inout Simulation) {
    if world.apps[app].isAlive {
      world.emit(.killed(nil, bundle: world.apps[app].setup.bundle, code: 0xDEAD_FA11, cause: .forceQuit))
    }
    end(app, as: .forceQuit, cause: .forceQuit, in: &world)
    world.notify(.forceQuit(app))
    world.agenda.worsened = true
  }

  /// A new version: the process ends, requests remain (assumed), and handlers are registered at the next launch.
  static func update(_ app: AppIndex, in world: inout Simulation) {
    if world.apps[app].isAlive { end(app, as: .notRunning, cause: .updated, in: &world) }
    world.emit(.app(bundle: world.apps[app].setup.bundle, world.apps[app].state, cause: .updated))
  }

  /// Deleted and reinstalled: nothing is pending, nothing is known about its use, and no force-quit is remembered.
  static func install(_ app: AppIndex, in world: inout Simulation) {
    end(app, as: .notRunning, cause: .installed, in: &world)
    world.apps[app].installedAt = world.now
    world.notify(.installed(app))
    world.emit(.app(bundle: world.apps[app].setup.bundle, .notRunning, cause: .installed))
    world.agenda.worsened = true
  }
}
