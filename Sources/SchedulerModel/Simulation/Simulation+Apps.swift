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
    apps[app].usage.use(1, in: clock.hour(now))
    resetResumeDelay(app)
    if fresh {
      begin(process: app)
      guard !meetDoom(app) else { return }
    }
    submitAll(app, on: .open)
    guard apps[app].isAlive else { return }
    cameToFront(app)
    agenda.worsened = true
  }

  /// A process begins: its launch method registers handlers and submits what it submits at launch.
  private mutating func begin(process app: Int) {
    apps[app].process += 1
    apps[app].doom = nil
    sweepLayer(app)
    register(app)
    let process = apps[app].process
    let length = apps[app].setup.launch ?? .zero
    if apps[app].setup.launch != nil { queue.insert(.launchEnd(app: app, process: process), at: now + length) }
    for task in tasks.indices where tasks[task].app == app {
      guard case .late(let wait) = tasks[task].setup.registration else { continue }
      queue.insert(.lateRegistration(task: task, process: process), at: now + length + wait)
    }
    submitAll(app, on: .launch)
    startMechanisms(app, on: .launch)
  }

  /// The launch method has returned (rule A6).
  mutating func launchEnded(_ app: Int, process: Int) {
    guard apps[app].process == process, apps[app].isAlive else { return }
    emit(.app(bundle: apps[app].setup.bundle, apps[app].state, cause: "launched"))
  }

  /// A handler is registered after the launch method has returned (rule A7).
  mutating func registerLate(_ task: Int, process: Int) {
    let app = tasks[task].app
    guard apps[app].process == process, apps[app].isAlive, !tasks[task].registered else { return }
    guard profile.isOn(.lateRegistrationCrashes) else {
      accept(task)
      return
    }
    let reason = "All launch handlers must be registered before application finishes launching"
    emit(.registrationRefused(TaskReference(tasks[task].setup.id), cause: "late"))
    crash(app: app, reason, "lateRegistration")
  }

  /// An app that was bound to crash does so as its first code runs; whether it did.
  mutating func meetDoom(_ app: Int) -> Bool {
    guard let doom = apps[app].doom else { return false }
    apps[app].doom = nil
    crash(app: app, doom.reason, doom.cause)
    return true
  }

  /// The app goes to the background, and is suspended soon unless work goes on (rule I2).
  mutating func leave(_ app: Int) {
    setState(app, .background, cause: "user")
    submitAll(app, on: .leave)
    startMechanisms(app, on: .leave)
    wentToBack(app)
    planSuspension(app)
    agenda.improved = true
  }

  mutating func planSuspension(_ app: Int) {
    queue.insert(.suspend(app: app, generation: apps[app].generation), at: now + profile.span(.suspendSeconds))
  }

  mutating func suspend(_ app: Int, generation: Int) {
    guard apps[app].generation == generation, apps[app].state == .background, !isAwake(app) else { return }
    suspend(app, cause: "idle")
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
    guard apps[app].state == .background, !isAwake(app), !apps[app].isEnding else { return }
    suspend(app, cause: "completed")
  }

  /// What keeps an app from being suspended.
  func isAwake(_ app: Int) -> Bool {
    hasRun(app) || !apps[app].assertions.isEmpty || apps[app].handlesSession || apps[app].setup.audio
      || apps[app].layer?.isBusy == true
  }

  /// An app that holds a lock on a shared file as it is suspended is ended instead (rule E18; scheduler facts 1.8).
  private mutating func suspend(_ app: Int, cause: Cause) {
    if apps[app].holdsLock {
      emit(.killed(nil, bundle: apps[app].setup.bundle, code: 0xDEAD_10CC, cause: "suspendedWithLockedFile"))
      end(app, as: .terminated, cause: "suspendedWithLockedFile")
      return
    }
    setState(app, .suspended, cause: cause)
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
      begin(process: app)
      return apps[app].setup.coldStart
    }
  }

  /// The process is gone, and its runs with it.
  mutating func end(_ app: Int, as state: AppState, cause: Cause, _ outcome: RunEnd.Outcome = .killed) {
    apps[app].isEnding = true
    defer { apps[app].isEnding = false }
    endMechanisms(app)
    for task in tasks.indices where tasks[task].app == app {
      tasks[task].registered = false
      guard let run = tasks[task].run else { continue }
      // A handler that was called was seen, though its task was not complete in time.
      let seen: Cause = run.phase == .expiring ? "expirationHandler" : "nothing"
      finish(task, RunEnd(outcome, cause: cause, seen: outcome == .crashed ? "exception" : seen))
    }
    apps[app].graceUntil = nil
    apps[app].holdsLock = false
    setState(app, state, cause: cause)
  }

  /// Launch handlers are registered at every launch; those of continued tasks when the user acts (rules A1, A6, A8).
  mutating func register(_ app: Int) {
    for task in tasks.indices where tasks[task].app == app && tasks[task].setup.kind != .continued {
      registerHandler(task)
    }
  }

  mutating func registerHandler(_ task: Int) {
    let setup = tasks[task].setup
    guard setup.registration == .inTime || setup.registration == .twice, !tasks[task].registered else { return }
    // Pushes, fetches and activities have no handlers to register.
    guard setup.kind != .push, setup.kind != .fetch, setup.kind != .activity else {
      tasks[task].registered = true
      return
    }
    guard accept(task), setup.registration == .twice else { return }
    emit(.registrationRefused(TaskReference(setup.id), cause: "alreadyRegistered"))
    guard profile.isOn(.duplicateRegistrationCrashes) else { return }
    let reason = "Launch handler for task with identifier \(setup.id.rawValue) has already been registered"
    apps[tasks[task].app].doom = AppRuntime.Doom(reason: reason, cause: "registeredTwice")
  }

  @discardableResult
  private mutating func accept(_ task: Int) -> Bool {
    let reference = TaskReference(tasks[task].setup.id)
    guard isPermitted(task) else {
      let text = "Registration rejected; \(reference.task.rawValue) is not advertised in the application's Info.plist"
      emit(.registrationRefused(reference, cause: "notInInfoPlist"))
      emit(.note(Note(text, process: apps[tasks[task].app].setup.name, level: .error)))
      return false
    }
    tasks[task].registered = true
    emit(.registered(reference))
    return true
  }

  /// Byte for byte, or by a wildcard at the end for continued tasks (rules A1, A4).
  func isPermitted(_ task: Int) -> Bool {
    let setup = tasks[task].setup
    let bundle = apps[tasks[task].app].setup.bundle
    if setup.kind == .push || setup.kind == .fetch || setup.kind == .activity { return true }
    return apps[tasks[task].app].setup.permitted.contains { entry in
      if entry.utf8.elementsEqual(setup.id.rawValue.utf8) { return true }
      guard setup.kind == .continued, entry.hasSuffix(".*"), entry.hasPrefix(bundle + ".")
      else { return false }
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
