internal import TaskTrace

extension Pushes {
  /// A push is sent to an app.
  static func receive(_ app: AppIndex, priority: Int, in world: inout Simulation) {
    emit(push: app, .sent, priority, in: &world)
    guard world.device.network.isReachable else {
      // The push service keeps the newest push (assumed for silent pushes as for others).
      if world.state.pushes.apps[app].stored != nil {
        emit(push: app, .coalesced, priority, cause: .offline, in: &world)
      }
      world.state.pushes.apps[app].stored = priority
      return
    }
    deliver(push: app, priority, in: &world)
  }

  /// The device is online again.
  static func deliverStored(in world: inout Simulation) {
    for app in world.apps.indices {
      guard let priority = world.state.pushes.apps[app].stored else { continue }
      world.state.pushes.apps[app].stored = nil
      deliver(push: app, priority, in: &world)
    }
  }

  private static func deliver(push app: AppIndex, _ priority: Int, in world: inout Simulation) {
    if let cause = denies(push: app, priority, in: world) {
      emit(push: app, .denied, priority, cause: cause, in: &world)
      explain(denied: app, cause, in: &world)
      return
    }
    guard let task = pushTask(app, in: world) else { return }
    if world.apps[app].state == .foreground || world.apps[app].state == .background {
      emit(push: app, .delivered, priority, in: &world)
      return
    }
    refill(app, in: &world)
    if let pending = world.state.submissions.tasks[task].pending {
      // A newer push replaces the one that waits, and the attempt has its cost (rules G3, G4).
      world.emit(
        .push(
          Submissions.reference(task, pending, in: world),
          Push(bundle: world.apps[app].setup.bundle, state: .coalesced, priority: priority)))
      world.state.pushes.apps[app].tokens = max(
        0, world.state.pushes.apps[app].tokens - world.profile[.pushAttemptCost])
    }
    world.state.pushes.apps[app].priority = priority
    Submissions.submit(task, in: &world)
  }

  /// What prevents a push from launching an app at all, in the order of dasd's checks.
  private static func denies(push app: AppIndex, _ priority: Int, in world: Simulation) -> Cause? {
    let runtime = world.apps[app]
    if !runtime.setup.modes.contains("remote-notification") { return .modeRemoteNotificationMissing }
    if runtime.setup.push == nil { return .noHandler }
    if priority > 5, world.profile.isOn(.pushNeedsPriorityFive) { return .priority }
    if runtime.state == .foreground || runtime.state == .background { return nil }
    if !world.device.backgroundRefresh { return .backgroundRefreshOff }
    if !runtime.backgroundRefresh { return .backgroundRefreshOffForApp }
    if runtime.state == .forceQuit { return .forceQuit }
    return world.device.unlockedSinceBoot ? nil : .notUnlocked
  }

  /// What dasd's log contains about a denial; no request results from it (scheduler facts 1.12).
  private static func explain(denied app: AppIndex, _ cause: Cause, in world: inout Simulation) {
    let bundle = world.apps[app].setup.bundle
    switch cause {
    case .backgroundRefreshOff:
      world.emit(.note(Note("Remote Notification: \(bundle) - BAR Disabled", process: "dasd", level: .info)))
    case .backgroundRefreshOffForApp, .forceQuit, .notUnlocked:
      let weight = fixed(world.profile[.applicationWeightLaunch], decimals: 3)
      let rationale = comparison("pushDisallowed", required: 0, observed: 1)
      let text =
        "{name: \(ApplicationPolicy.name), policyWeight: \(weight), response: {Decision: Absolutely Must Not Proceed, Score: 0.00, Rationale: \(rationale)}}"
      world.emit(.note(Note(text, process: "dasd")))
    default: break
    }
  }

  private static func pushTask(_ app: AppIndex, in world: Simulation) -> TaskIndex? {
    world.apps[app].tasks.first { world.tasks[$0].setup.kind == .push }
  }

  private static func emit(
    push app: AppIndex, _ state: Cause, _ priority: Int, cause: Cause? = nil, in world: inout Simulation
  ) {
    let push = Push(bundle: world.apps[app].setup.bundle, state: state, priority: priority, cause: cause)
    world.emit(.push(pushTask(app, in: world).map { TaskReference(world.tasks[$0].setup.id, kind: .push) }, push))
  }

  private static func refill(_ app: AppIndex, in world: inout Simulation) {
    let hours = (world.now - world.state.pushes.apps[app].tokensAt).seconds / 3_600
    world.state.pushes.apps[app].tokens = min(
      world.profile[.pushCapacity], world.state.pushes.apps[app].tokens + hours * world.profile[.pushesPerHour])
    world.state.pushes.apps[app].tokensAt = world.now
  }

  /// Launches for pushes are spaced apart, and their number per app is limited (rules G2, G3).
  static func hold(_ app: AppIndex, in world: Simulation) -> Hold? {
    let hours = (world.now - world.state.pushes.apps[app].tokensAt).seconds / 3_600
    let tokens = min(
      world.profile[.pushCapacity], world.state.pushes.apps[app].tokens + hours * world.profile[.pushesPerHour])
    var until = world.now
    if let last = world.state.pushes.apps[app].launchedAt {
      until = max(until, last + world.profile.span(.pushSpacing))
    }
    if tokens < 1, world.profile[.pushesPerHour] > 0 {
      until = max(until, world.now + TimeSpan(seconds: (1 - tokens) / world.profile[.pushesPerHour] * 3_600 + 0.001))
    }
    guard until > world.now else { return nil }
    return Hold(.rateLimit, detail: "launches for silent pushes keep apart", until: until)
  }

  /// A push launches its app.
  static func launched(_ task: TaskIndex, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run else { return }
    let app = world.tasks[task].app
    refill(app, in: &world)
    world.state.pushes.apps[app].tokens = max(0, world.state.pushes.apps[app].tokens - 1)
    world.state.pushes.apps[app].launchedAt = world.now
    let priority = world.state.pushes.apps[app].priority
    world.emit(.push(run.reference, Push(bundle: world.apps[app].setup.bundle, state: .launched, priority: priority)))
  }
}
