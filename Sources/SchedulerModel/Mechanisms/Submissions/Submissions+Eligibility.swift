internal import TaskTrace

extension Submissions {
  /// Everything but limits and eligibility, in the order of the error codes (rules A1, A2, B6, F1, F4).
  static func forbids(_ task: TaskIndex, in world: Simulation) -> Refusal? {
    let setup = world.tasks[task].setup
    let app = world.apps[world.tasks[task].app]
    if isSystems(task, in: world) { return nil }
    if world.scenario.device.environment == .simulator { return Refusal(.unavailable, .simulator) }
    if app.setup.isExtension, !app.setup.openAccess { return Refusal(.unavailable, .extensionWithoutOpenAccess) }
    if !world.device.backgroundRefresh { return Refusal(.unavailable, .backgroundRefreshOff) }
    if !app.backgroundRefresh { return Refusal(.unavailable, .backgroundRefreshOffForApp) }
    if setup.id.rawValue.hasPrefix("com.apple.") { return Refusal(.notPermitted, .reservedPrefix) }
    if !Registrations.isPermitted(task, in: world) { return Refusal(.notPermitted, .notInInfoPlist) }
    switch setup.kind {
    case .refresh: if !app.setup.modes.contains("fetch") { return Refusal(.notPermitted, .modeFetchMissing) }
    case .processing, .healthResearch:
      if !app.setup.modes.contains("processing") { return Refusal(.notPermitted, .modeProcessingMissing) }
    case .continued:
      if app.state != .foreground { return Refusal(.notPermitted, .notForeground) }
      if setup.continued?.gpu == true {
        if !world.scenario.device.gpu { return Refusal(.notPermitted, .resourcesUnsupported) }
        if !app.setup.gpu { return Refusal(.notPermitted, .entitlementMissing) }
      }
    case .push, .fetch, .activity: break
    }
    return nil
  }

  /// One refresh, ten processing and health research requests of an app (rule B2); continued tasks are not counted.
  static func isFull(_ task: TaskIndex, in world: Simulation) -> Bool {
    let (kind, app) = (world.tasks[task].setup.kind, world.tasks[task].app)
    func count(_ kinds: [TaskKind]) -> Int {
      world.state.submissions.waiting.count { world.tasks[$0].app == app && kinds.contains(world.tasks[$0].setup.kind) }
    }
    switch kind {
    case .refresh: return count([.refresh]) >= world.profile.count(.refreshLimit)
    case .processing, .healthResearch:
      return count([.processing, .healthResearch]) >= world.profile.count(.processingLimit)
    case .continued, .push, .fetch, .activity: return false
    }
  }

  /// A continued task that does not queue fails if it cannot start immediately (rules B7, F3).
  static func cannotStartNow(_ task: TaskIndex, _ pending: Pending, in world: inout Simulation) -> Refusal? {
    guard let continued = world.tasks[task].setup.continued, continued.strategy == .fail else { return nil }
    if world.state.runs.tasks[task].run != nil { return Refusal(.immediateRunIneligible, .alreadyRunning) }
    if ContinuedTasks.running(in: world) >= world.profile.count(.continuedConcurrency) {
      return Refusal(.immediateRunIneligible, .busy)
    }
    let score = QuickScore(Scheduling.policyInput(task, explains: false, pending: pending, in: world))
    guard score.decision.denies else { return nil }
    return Refusal(.immediateRunIneligible, Scheduling.cause(of: score.objections))
  }
}
