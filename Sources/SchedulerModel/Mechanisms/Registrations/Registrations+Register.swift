internal import TaskTrace

extension Registrations {
  /// A handler is registered after the launch method has returned (rule A7).
  static func registerLate(_ task: TaskIndex, process: Int, in world: inout Simulation) {
    let app = world.tasks[task].app
    guard world.apps[app].process == process, world.apps[app].isAlive, !world.state.registrations.isRegistered[task]
    else { return }
    guard world.profile.isOn(.lateRegistrationCrashes) else {
      accept(task, in: &world)
      return
    }
    let reason = "All launch handlers must be registered before application finishes launching"
    world.emit(.registrationRefused(TaskReference(world.tasks[task].setup.id), cause: .late))
    Processes.crash(app: app, reason, .lateRegistration, in: &world)
  }

  /// Plans the handlers that are registered too late (rule A7).
  static func planLate(_ app: AppIndex, in world: inout Simulation) {
    let launch = world.apps[app].setup.launch ?? .zero
    for task in world.apps[app].tasks {
      guard case .late(let wait) = world.tasks[task].setup.registration else { continue }
      world.queue.insert(.registrations(.late(task, process: world.apps[app].process)), at: world.now + launch + wait)
    }
  }

  /// Launch handlers are registered at every launch; those of continued tasks when the user acts (rules A1, A6, A8).
  static func register(_ app: AppIndex, in world: inout Simulation) {
    for task in world.apps[app].tasks where world.tasks[task].setup.kind != .continued {
      registerHandler(task, in: &world)
    }
  }

  static func registerHandler(_ task: TaskIndex, in world: inout Simulation) {
    let setup = world.tasks[task].setup
    guard setup.registration == .inTime || setup.registration == .twice, !world.state.registrations.isRegistered[task]
    else { return }
    // Pushes, fetches and activities have no handlers to register.
    guard setup.kind != .push, setup.kind != .fetch, setup.kind != .activity else {
      world.state.registrations.isRegistered[task] = true
      return
    }
    guard accept(task, in: &world), setup.registration == .twice else { return }
    world.emit(.registrationRefused(TaskReference(setup.id), cause: .alreadyRegistered))
    guard world.profile.isOn(.duplicateRegistrationCrashes) else { return }
    let reason = "Launch handler for task with identifier \(setup.id.rawValue) has already been registered"
    world.apps[world.tasks[task].app].pendingCrash = AppRuntime.PendingCrash(reason: reason, cause: .registeredTwice)
  }

  @discardableResult
  private static func accept(_ task: TaskIndex, in world: inout Simulation) -> Bool {
    let reference = TaskReference(world.tasks[task].setup.id)
    guard isPermitted(task, in: world) else {
      let text = "Registration rejected; \(reference.task.rawValue) is not advertised in the application's Info.plist"
      world.emit(.registrationRefused(reference, cause: .notInInfoPlist))
      world.emit(.note(Note(text, process: world.apps[world.tasks[task].app].setup.name, level: .error)))
      return false
    }
    world.state.registrations.isRegistered[task] = true
    world.emit(.registered(reference))
    return true
  }

  /// Byte for byte, or by a wildcard at the end for continued tasks (rules A1, A4).
  static func isPermitted(_ task: TaskIndex, in world: Simulation) -> Bool {
    let setup = world.tasks[task].setup
    let bundle = world.apps[world.tasks[task].app].setup.bundle
    if setup.kind == .push || setup.kind == .fetch || setup.kind == .activity { return true }
    return world.apps[world.tasks[task].app].setup.permitted.contains { entry in
      if entry.utf8.elementsEqual(setup.id.rawValue.utf8) { return true }
      guard setup.kind == .continued, entry.hasSuffix(".*"), entry.hasPrefix(bundle + ".")
      else { return false }
      let prefix = entry.utf8.dropLast()
      let id = setup.id.rawValue.utf8
      return id.count > prefix.count && id.prefix(prefix.count).elementsEqual(prefix)
    }
  }
}
