internal import TaskTrace

/// What a step of a handler needs and takes besides time (rules D5, E17, E18).
extension Simulation {
  /// Prepares a step; false when it cannot be done, and the run took another way.
  mutating func prepare(_ task: Int, _ step: HandlerSetup.Step) -> Bool {
    let app = tasks[task].app
    tasks[task].run?.memory = step.memory
    tasks[task].run?.locksFile = step.locksFile
    if step.crashes {
      crash(task, "Fatal error in \(step.name)", cause: "crash")
      return false
    }
    if !isReadable(step.files) {
      let text = "\(step.name): the file could not be opened because its protected data is not available"
      emit(.note(Note(text, process: apps[app].setup.name, level: .error)))
      tasks[task].run?.fault = "protectedData"
      finishWork(task)
      return false
    }
    if Double(footprint(app)) > profile[.memoryLimit], apps[app].state != .foreground {
      kill(app, task, cause: "memoryLimit")
      return false
    }
    if device.memoryPressure == .critical, Double(footprint(app)) > profile[.memoryAim] {
      kill(app, task, cause: "memoryPressure")
      return false
    }
    if let name = step.transfer { createTransfer(app, name) }
    return true
  }

  private func isReadable(_ files: FileProtection) -> Bool {
    switch files {
    case .none: true
    case .firstUnlock: device.unlockedSinceBoot
    case .complete: device.inUse
    }
  }

  /// Bytes of memory of an app's process, as far as the scenario tells.
  func footprint(_ app: Int) -> Int64 {
    apps[app].setup.memory + tasks.reduce(0) { $0 + ($1.app == app ? $1.run?.memory ?? 0 : 0) }
  }

  /// Under pressure the largest app that runs in the background goes first, and without a word (rules E14, E17).
  mutating func killLargest() -> Bool {
    var largest: (app: Int, bytes: Int64)?
    for app in apps.indices where apps[app].state == .background && hasRun(app) {
      let bytes = footprint(app)
      guard Double(bytes) > profile[.memoryAim], bytes > largest?.bytes ?? 0 else { continue }
      largest = (app, bytes)
    }
    guard let app = largest?.app else { return false }
    kill(app, tasks.firstIndex { $0.app == app && $0.run != nil }, cause: "memoryPressure")
    return true
  }

  private mutating func kill(_ app: Int, _ task: Int?, cause: Cause) {
    let reference = task.flatMap { tasks[$0].run?.reference }
    emit(.killed(reference, bundle: apps[app].setup.bundle, code: nil, cause: cause))
    end(app, as: .terminated, cause: cause)
  }

  /// What the end of a run leaves behind: a lock that nobody gave back, a card, and a reputation.
  mutating func remember(_ task: Int, _ run: Run, _ end: RunEnd) {
    let app = tasks[task].app
    let wasCutOff = end.outcome == .expired || end.outcome == .unwarned
    if run.locksFile, wasCutOff { apps[app].holdsLock = true }
    if tasks[task].setup.kind == .continued, end.outcome != .succeeded, end.outcome != .crashed {
      tasks[task].cardUntil = now + profile.span(.cardHours) * 3_600
    }
    guard profile.isOn(.reliabilityCounts), !run.forced else { return }
    let before = apps[app].reliability
    switch end.outcome {
    case .succeeded, .failed: apps[app].reliability += (1 - before) * profile[.reliabilityGain]
    case .expired, .unwarned: apps[app].reliability -= before * profile[.reliabilityLoss] / 3
    case .killed, .crashed: apps[app].reliability -= before * profile[.reliabilityLoss]
    case .unknown: break
    }
    apps[app].reliability = min(1, max(0, apps[app].reliability))
    guard apps[app].reliability != before else { return }
    let name = "reliability.\(apps[app].setup.bundle)"
    emit(.budget(name: name, value: apps[app].reliability, capacity: 1, cause: end.cause))
  }

  /// What follows a run by itself: the system submits fetches and activities again, and a library its next tick.
  mutating func afterRun(_ task: Int, _ run: Run, _ end: RunEnd) {
    switch tasks[task].setup.kind {
    case .fetch, .activity: submit(task)
    case .refresh, .processing: if isTick(task) { tickEnded(task, run, end) }
    case .healthResearch, .continued, .push: break
    }
  }
}
