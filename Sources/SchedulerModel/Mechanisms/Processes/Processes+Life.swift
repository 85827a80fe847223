internal import TaskTrace

/// The life cycle of apps (rule I1).
extension Processes {
  /// An app exists at instant zero.
  static func beginPresent(_ app: AppIndex, in world: inout Simulation) {
    let setup = world.apps[app].setup
    if !world.apps[app].backgroundRefresh { world.emit(.condition(.backgroundRefresh(false, bundle: setup.bundle))) }
    world.emit(.app(bundle: setup.bundle, world.apps[app].state, cause: .start))
    if world.apps[app].isAlive {
      Registrations.register(app, in: &world)
      if crashIfPending(app, in: &world) { return }
      world.apps[app].process = 1
    }
    world.notify(.appBegins(app))
    if world.apps[app].state == .background { planSuspension(app, in: &world) }
  }

  static func setState(_ app: AppIndex, _ state: AppState, cause: Cause?, in world: inout Simulation) {
    guard world.apps[app].state != state else { return }
    world.apps[app].state = state
    world.apps[app].generation += 1
    world.emit(.app(bundle: world.apps[app].setup.bundle, state, cause: cause))
  }

  /// The user brings an app to the front.
  static func open(_ app: AppIndex, in world: inout Simulation) {
    for other in world.apps.indices where other != app && world.apps[other].state == .foreground {
      leave(other, in: &world)
    }
    DeviceChanges.setInUse(true, in: &world)
    let fresh = !world.apps[app].isAlive
    setState(app, .foreground, cause: .user, in: &world)
    world.apps[app].lastOpened = world.now
    world.notify(.opened(app))
    if fresh {
      begin(process: app, in: &world)
      guard !crashIfPending(app, in: &world) else { return }
    }
    runCode(app, on: .open, in: &world)
    guard world.apps[app].isAlive else { return }
    world.notify(.enteredForeground(app))
    world.agenda.worsened = true
  }

  /// A process begins: its launch method registers handlers and submits what it submits at launch.
  private static func begin(process app: AppIndex, in world: inout Simulation) {
    world.apps[app].process += 1
    world.apps[app].pendingCrash = nil
    let process = world.apps[app].process
    let length = world.apps[app].setup.launch ?? .zero
    if world.apps[app].setup.launch != nil {
      world.queue.insert(.processes(.launchEnd(app: app, process: process)), at: world.now + length)
    }
    world.notify(.processBegan(app))
    runCode(app, on: .launch, in: &world)
  }

  /// The app's own code submits what it submits on such an occasion, which may crash it, and does the rest.
  private static func runCode(_ app: AppIndex, on trigger: TaskSetup.Trigger, in world: inout Simulation) {
    Submissions.submitAll(app, on: trigger, in: &world)
    guard world.apps[app].isAlive else { return }
    world.notify(.codeRuns(app, trigger))
  }

  /// The launch method has returned (rule A6).
  static func launchEnded(_ app: AppIndex, process: Int, in world: inout Simulation) {
    guard world.apps[app].process == process, world.apps[app].isAlive else { return }
    world.emit(.app(bundle: world.apps[app].setup.bundle, world.apps[app].state, cause: .launched))
  }

  /// An app that was bound to crash does so as its first code runs; whether it did.
  static func crashIfPending(_ app: AppIndex, in world: inout Simulation) -> Bool {
    guard let pendingCrash = world.apps[app].pendingCrash else { return false }
    world.apps[app].pendingCrash = nil
    crash(app: app, pendingCrash.reason, pendingCrash.cause, in: &world)
    return true
  }

  /// The app goes to the background, and is soon suspended unless work continues (rule I2).
  static func leave(_ app: AppIndex, in world: inout Simulation) {
    setState(app, .background, cause: .user, in: &world)
    runCode(app, on: .leave, in: &world)
    world.notify(.enteredBackground(app))
    planSuspension(app, in: &world)
    world.agenda.improved = true
  }

  static func planSuspension(_ app: AppIndex, in world: inout Simulation) {
    world.queue.insert(
      .processes(.suspend(app: app, generation: world.apps[app].generation)),
      at: world.now + world.profile.span(.suspendSeconds))
  }

  static func suspend(_ app: AppIndex, generation: Int, in world: inout Simulation) {
    guard world.apps[app].generation == generation, world.apps[app].state == .background, !isAwake(app, in: world)
    else { return }
    suspend(app, cause: .idle, in: &world)
  }

  private static func planReclaim(_ app: AppIndex, in world: inout Simulation) {
    let wait = world.profile.span(.reclaimHours) * 3_600
    world.queue.insert(.processes(.reclaim(app: app, generation: world.apps[app].generation)), at: world.now + wait)
  }

  static func reclaim(_ app: AppIndex, generation: Int, in world: inout Simulation) {
    guard world.apps[app].generation == generation, world.apps[app].state == .suspended else { return }
    end(app, as: .terminated, cause: .reclaimed, in: &world)
  }

  /// After the last run in the background nothing keeps the process awake.
  static func rest(_ app: AppIndex, in world: inout Simulation) {
    guard world.apps[app].state == .background, !isAwake(app, in: world), !world.apps[app].isEnding else { return }
    suspend(app, cause: .completed, in: &world)
  }

  /// What keeps an app from being suspended.
  static func isAwake(_ app: AppIndex, in world: Simulation) -> Bool {
    Runs.hasRun(app, in: world) || !world.state.assertions.apps[app].held.isEmpty
      || world.state.transfers.sessions[app].isHandling || world.apps[app].setup.audio
      || world.state.layers.apps[app]?.isBusy == true
  }

  /// An app that holds a lock on a shared file as it is suspended is ended instead (rule E18; scheduler facts 1.8).
  private static func suspend(_ app: AppIndex, cause: Cause, in world: inout Simulation) {
    if world.apps[app].holdsLock {
      world.emit(
        .killed(nil, bundle: world.apps[app].setup.bundle, code: 0xDEAD_10CC, cause: .suspendedWithLockedFile))
      end(app, as: .terminated, cause: .suspendedWithLockedFile, in: &world)
      return
    }
    setState(app, .suspended, cause: cause, in: &world)
    planReclaim(app, in: &world)
  }

  /// A process wakes or starts for a run; what it still has to do before its code runs.
  static func wake(_ app: AppIndex, in world: inout Simulation) -> TimeSpan {
    switch world.apps[app].state {
    case .foreground, .background: return .zero
    case .suspended:
      setState(app, .background, cause: .resume, in: &world)
      return .zero
    case .notRunning, .terminated, .forceQuit:
      setState(app, .background, cause: .launch, in: &world)
      begin(process: app, in: &world)
      return world.apps[app].setup.coldStart
    }
  }
}
