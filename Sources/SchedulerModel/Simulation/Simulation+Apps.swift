internal import TaskTrace

/// The life cycle of apps (rule I1).
extension Simulation {
  func taskIndex(_ id: TaskIdentifier) -> Int? { tasks.firstIndex { $0.setup.id == id } }
  func appIndex(_ bundle: String) -> Int? { apps.firstIndex { $0.setup.bundle == bundle } }
  func hasRun(_ app: Int) -> Bool { tasks.contains { $0.app == app && $0.run != nil } }

  mutating func setState(_ app: Int, _ state: AppState, cause: Cause?) {
    guard apps[app].state != state else { return }
    apps[app].state = state
    apps[app].generation += 1
    emit(.app(bundle: apps[app].setup.bundle, state, cause: cause))
  }

  /// The user brings an app to the front.
  mutating func open(_ app: Int) {
    for other in apps.indices where other != app && apps[other].state == .foreground { leave(other) }
    setInUse(true)
    let fresh = !apps[app].isAlive
    setState(app, .foreground, cause: "user")
    apps[app].lastOpened = now
    apps[app].usage[clock.hourOfWeek(now)] += (1 - apps[app].usage[clock.hourOfWeek(now)]) * 0.1
    if fresh {
      register(app)
      submitAll(app, on: .launch)
    }
    submitAll(app, on: .open)
    agenda.worsened = true
  }

  /// The app goes to the background, and is suspended soon unless work goes on (rule I2).
  mutating func leave(_ app: Int) {
    setState(app, .background, cause: "user")
    submitAll(app, on: .leave)
    planSuspension(app)
    agenda.improved = true
  }

  mutating func planSuspension(_ app: Int) {
    queue.insert(.suspend(app: app, generation: apps[app].generation), at: now + profile.span(.suspendSeconds))
  }

  mutating func suspend(_ app: Int, generation: Int) {
    guard apps[app].generation == generation, apps[app].state == .background, !hasRun(app) else { return }
    setState(app, .suspended, cause: "idle")
    planReclaim(app)
  }

  private mutating func planReclaim(_ app: Int) {
    let wait = profile.span(.reclaimHours) * 3_600
    queue.insert(.reclaim(app: app, generation: apps[app].generation), at: now + wait)
  }

  mutating func reclaim(_ app: Int, generation: Int) {
    guard apps[app].generation == generation, apps[app].state == .suspended else { return }
    end(app, as: .terminated, cause: "reclaimed")
  }

  /// After the last run in the background nothing keeps the process awake.
  mutating func rest(_ app: Int) {
    guard apps[app].state == .background, !hasRun(app) else { return }
    setState(app, .suspended, cause: "completed")
    planReclaim(app)
  }

  /// A process wakes or starts for a run; what it still has to do before its code runs.
  mutating func wake(_ app: Int) -> TimeSpan {
    switch apps[app].state {
    case .foreground, .background: return .zero
    case .suspended:
      setState(app, .background, cause: "resume")
      return .zero
    case .notRunning, .terminated, .forceQuit:
      setState(app, .background, cause: "launch")
      register(app)
      submitAll(app, on: .launch)
      return apps[app].setup.coldStart
    }
  }

  /// The process is gone, and its runs with it.
  mutating func end(_ app: Int, as state: AppState, cause: Cause) {
    for task in tasks.indices where tasks[task].app == app {
      tasks[task].registered = false
      guard tasks[task].run != nil else { continue }
      finish(task, RunEnd(.killed, cause: cause, seen: "nothing"))
    }
    apps[app].graceUntil = nil
    setState(app, state, cause: cause)
  }

  /// Launch handlers are registered at every launch; those of continued tasks when the user acts (rules A1, A6, A8).
  mutating func register(_ app: Int) {
    for task in tasks.indices where tasks[task].app == app && tasks[task].setup.kind != .continued {
      registerHandler(task)
    }
  }

  mutating func registerHandler(_ task: Int) {
    guard tasks[task].setup.registers, !tasks[task].registered else { return }
    let reference = TaskReference(tasks[task].setup.id)
    guard isPermitted(task) else {
      emit(.registrationRefused(reference, cause: "notInInfoPlist"))
      return
    }
    tasks[task].registered = true
    emit(.registered(reference))
  }

  /// Byte for byte, or by a wildcard at the end for continued tasks (rules A1, A4).
  func isPermitted(_ task: Int) -> Bool {
    let setup = tasks[task].setup
    return apps[tasks[task].app].setup.permitted.contains { entry in
      if entry.utf8.elementsEqual(setup.id.rawValue.utf8) { return true }
      guard setup.kind == .continued, entry.hasSuffix(".*") else { return false }
      let prefix = entry.utf8.dropLast()
      let id = setup.id.rawValue.utf8
      return id.count > prefix.count && id.prefix(prefix.count).elementsEqual(prefix)
    }
  }

  mutating func submitAll(_ app: Int, on trigger: TaskSetup.Trigger) {
    for task in tasks.indices where tasks[task].app == app && tasks[task].setup.submits.contains(trigger) {
      submit(task)
      guard apps[app].isAlive else { return }
    }
  }
}
