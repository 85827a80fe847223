internal import TaskTrace

/// Silent pushes: sent, held back, coalesced, launched (rules G1–G8; scheduler facts 1.12).
extension Simulation {
  /// A push is sent to an app.
  mutating func receivePush(_ app: Int, priority: Int) {
    say(push: app, "sent", priority)
    guard device.network.isReachable else {
      // The push service keeps the newest one (assumed for silent pushes as for others).
      if apps[app].storedPush != nil { say(push: app, "coalesced", priority, cause: "offline") }
      apps[app].storedPush = priority
      return
    }
    deliver(push: app, priority)
  }

  /// The device is online again.
  mutating func deliverStoredPushes() {
    for app in apps.indices {
      guard let priority = apps[app].storedPush else { continue }
      apps[app].storedPush = nil
      deliver(push: app, priority)
    }
  }

  private mutating func deliver(push app: Int, _ priority: Int) {
    if let cause = denies(push: app, priority) {
      say(push: app, "denied", priority, cause: cause)
      explain(denied: app, cause)
      return
    }
    guard let task = pushTask(app) else { return }
    if apps[app].state == .foreground || apps[app].state == .background {
      say(push: app, "delivered", priority)
      return
    }
    refillPushes(app)
    if let pending = tasks[task].pending {
      // A newer push takes the place of the one that waits, and the attempt has its price (rules G3, G4).
      emit(
        .push(reference(task, pending), Push(bundle: apps[app].setup.bundle, state: "coalesced", priority: priority)))
      apps[app].pushTokens = max(0, apps[app].pushTokens - profile[.pushAttemptCost])
    }
    tasks[task].pushPriority = priority
    submit(task)
  }

  /// What keeps a push from launching an app at all, in the order of dasd's checks.
  private func denies(push app: Int, _ priority: Int) -> Cause? {
    let runtime = apps[app]
    if !runtime.setup.modes.contains("remote-notification") { return "modeRemoteNotificationMissing" }
    if runtime.setup.push == nil { return "noHandler" }
    if priority > 5, profile.isOn(.pushNeedsPriorityFive) { return "priority" }
    if runtime.state == .foreground || runtime.state == .background { return nil }
    if !device.backgroundRefresh { return "backgroundRefreshOff" }
    if !runtime.backgroundRefresh { return "backgroundRefreshOffForApp" }
    if runtime.state == .forceQuit { return "forceQuit" }
    return device.unlockedSinceBoot ? nil : "notUnlocked"
  }

  /// What dasd's log says of a denial; no request comes of it (scheduler facts 1.12).
  private mutating func explain(denied app: Int, _ cause: Cause) {
    let bundle = apps[app].setup.bundle
    switch cause {
    case "backgroundRefreshOff":
      emit(.note(Note("Remote Notification: \(bundle) - BAR Disabled", process: "dasd", level: .info)))
    case "backgroundRefreshOffForApp", "forceQuit", "notUnlocked":
      let weight = fixed(profile[.applicationWeightLaunch], decimals: 3)
      let rationale = comparison("pushDisallowed", required: 0, observed: 1)
      let text =
        "{name: \(ApplicationPolicy.name), policyWeight: \(weight), response: {Decision: Absolutely Must Not Proceed, Score: 0.00, Rationale: \(rationale)}}"
      emit(.note(Note(text, process: "dasd")))
    default: break
    }
  }

  private func pushTask(_ app: Int) -> Int? { tasks.firstIndex { $0.app == app && $0.setup.kind == .push } }

  private mutating func say(push app: Int, _ state: Cause, _ priority: Int, cause: Cause? = nil) {
    let push = Push(bundle: apps[app].setup.bundle, state: state, priority: priority, cause: cause)
    emit(.push(pushTask(app).map { TaskReference(tasks[$0].setup.id, kind: .push) }, push))
  }

  private mutating func refillPushes(_ app: Int) {
    let hours = (now - apps[app].pushTokensAt).seconds / 3_600
    apps[app].pushTokens = min(profile[.pushCapacity], apps[app].pushTokens + hours * profile[.pushesPerHour])
    apps[app].pushTokensAt = now
  }

  /// Launches for pushes keep apart, and an app has only so many of them (rules G2, G3).
  func pushHold(_ app: Int) -> Hold? {
    let hours = (now - apps[app].pushTokensAt).seconds / 3_600
    let tokens = min(profile[.pushCapacity], apps[app].pushTokens + hours * profile[.pushesPerHour])
    var until = now
    if let last = apps[app].pushLaunchedAt { until = max(until, last + profile.span(.pushSpacing)) }
    if tokens < 1, profile[.pushesPerHour] > 0 {
      until = max(until, now + TimeSpan(seconds: (1 - tokens) / profile[.pushesPerHour] * 3_600 + 0.001))
    }
    guard until > now else { return nil }
    return Hold("rateLimit", detail: "launches for silent pushes keep apart", until: until)
  }

  /// A push launches its app.
  mutating func launchedForPush(_ task: Int, _ reference: TaskReference) {
    let app = tasks[task].app
    refillPushes(app)
    apps[app].pushTokens = max(0, apps[app].pushTokens - 1)
    apps[app].pushLaunchedAt = now
    let priority = tasks[task].pushPriority
    emit(.push(reference, Push(bundle: apps[app].setup.bundle, state: "launched", priority: priority)))
  }
}
