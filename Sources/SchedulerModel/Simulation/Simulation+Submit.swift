public import TaskTrace

extension Simulation {
  /// Why a submission fails: the code that the app gets, and the true cause.
  struct Refusal: Error, Hashable {
    var code: SubmissionError
    var cause: Cause

    init(_ code: SubmissionError, _ cause: Cause) { (self.code, self.cause) = (code, cause) }
  }

  /// An app submits a request; nil when it is accepted.
  ///
  /// dasd takes a pending request of the same name away first and counts the limit then (scheduler facts 1.1), so a
  /// refusal for too many may cost the old request. `since` is when it was submitted, for requests older than the run.
  @discardableResult
  mutating func submit(_ task: Int, since: Instant? = nil) -> Refusal? {
    let setup = tasks[task].setup
    // An app that keeps what is pending looks first, and does nothing else (rules B17, B18).
    if setup.conflict == .keep, tasks[task].pending != nil { return nil }
    guard let wait = setup.verdict, since == nil else { return submitNow(task, since: since) }
    emit(.layer(name: "BackgroundTasks", what: "submitting", TaskReference(setup.id), detail: "submitTaskRequest"))
    queue.insert(.verdict(task: task, process: apps[tasks[task].app].process), at: now + wait)
    return nil
  }

  /// The verdict of `submitTaskRequest` comes later, on any queue, and not to a process that is gone (rule B8).
  mutating func tellVerdict(_ task: Int, process: Int) {
    let app = tasks[task].app
    guard apps[app].process == process, apps[app].isAlive else { return }
    submitNow(task, since: nil)
  }

  /// An app that was refused tries again, and waits twice as long each time (rule F17).
  mutating func tryAgain(_ task: Int, process: Int) {
    let app = tasks[task].app
    guard apps[app].process == process, apps[app].isAlive, tasks[task].pending == nil, tasks[task].run == nil else {
      return
    }
    submit(task)
  }

  @discardableResult
  private mutating func submitNow(_ task: Int, since: Instant?) -> Refusal? {
    if tasks[task].setup.kind == .continued { registerHandler(task) }
    if let refusal = forbids(task) { return refuse(task, refusal) }
    guard tasks[task].registered || since != nil || isSystems(task) else {
      crash(task, "No launch handler registered for task with identifier \(tasks[task].setup.id.rawValue)")
      return Refusal(.notPermitted, "noHandler")
    }
    cancel(task, cause: "replaced")
    if isFull(task) { return refuse(task, Refusal(.tooManyPendingTaskRequests, "tooManyPending")) }
    let pending = makePending(task, at: since ?? now)
    if let refusal = cannotStartNow(task, pending) { return refuse(task, refusal) }
    tasks[task].pending = pending
    waiting.append(task)
    tasks[task].retries = 0
    emit(.submitted(reference(task, pending), submission(task, pending)))
    pruneFar(task, pending)
    if Self.priority(tasks[task].setup.kind) < .userInitiated, tasks[task].setup.kind != .push { forecastOptimum(task) }
    agenda.tasks.append(task)
    return nil
  }

  private mutating func refuse(_ task: Int, _ refusal: Refusal) -> Refusal {
    emit(.refused(TaskReference(tasks[task].setup.id), code: refusal.code.rawValue, cause: refusal.cause))
    if let wait = tasks[task].setup.retry, apps[tasks[task].app].isAlive {
      let factor = Int64(1) << min(tasks[task].retries, 12)
      tasks[task].retries += 1
      queue.insert(.retry(task: task, process: apps[tasks[task].app].process), at: now + wait * factor)
    }
    return refusal
  }

  /// Whether the system submits it by itself: its app has no part in it.
  private func isSystems(_ task: Int) -> Bool {
    switch tasks[task].setup.kind {
    case .push, .fetch, .activity: true
    case .refresh, .processing, .healthResearch, .continued: false
    }
  }

  /// A request for a day too far away may be skipped: nobody tells the app (rules B11, B21).
  private mutating func pruneFar(_ task: Int, _ pending: Pending) {
    guard !isSystems(task), tasks[task].setup.kind != .continued,
      pending.windowStart - pending.submittedAt > profile.span(.farEarliestDays) * 86_400
    else { return }
    var generator = SeededGenerator(seed: seed, stream: .prune, task, Int64(pending.number))
    guard generator.fraction() < profile[.farSkipShare] else { return }
    queue.insert(.prune(task: task, number: pending.number), at: max(now, pending.windowStart))
  }

  /// `getPendingTaskRequests`: the identifiers that are pending for an app, in the order of submission (rule B16).
  public func pendingRequests(of bundle: String) -> [TaskIdentifier] {
    waiting.filter { apps[tasks[$0].app].setup.bundle == bundle && !isSystems($0) }.map { tasks[$0].setup.id }
  }

  /// Takes a pending request away, if there is one.
  mutating func cancel(_ task: Int, cause: Cause) {
    guard let pending = tasks[task].pending else { return }
    remove(task)
    emit(.cancelled(reference(task, pending), cause: cause))
  }

  /// Takes a request out of the list without a word: it was launched or cancelled.
  mutating func remove(_ task: Int) {
    tasks[task].pending = nil
    waiting.removeAll { $0 == task }
  }

  func reference(_ task: Int, _ pending: Pending) -> TaskReference { TaskReference(tasks[task].setup.id, pending.id) }

  /// Everything but limits and eligibility, in the order of the error codes (rules A1, A2, B6, F1, F4).
  private func forbids(_ task: Int) -> Refusal? {
    let setup = tasks[task].setup
    let app = apps[tasks[task].app]
    if isSystems(task) { return nil }
    if scenario.device.environment == .simulator { return Refusal(.unavailable, "simulator") }
    if app.setup.isExtension, !app.setup.openAccess { return Refusal(.unavailable, "extensionWithoutOpenAccess") }
    if !device.backgroundRefresh { return Refusal(.unavailable, "backgroundRefreshOff") }
    if !app.backgroundRefresh { return Refusal(.unavailable, "backgroundRefreshOffForApp") }
    if setup.id.rawValue.hasPrefix("com.apple.") { return Refusal(.notPermitted, "reservedPrefix") }
    if !isPermitted(task) { return Refusal(.notPermitted, "notInInfoPlist") }
    switch setup.kind {
    case .refresh: if !app.setup.modes.contains("fetch") { return Refusal(.notPermitted, "modeFetchMissing") }
    case .processing, .healthResearch:
      if !app.setup.modes.contains("processing") { return Refusal(.notPermitted, "modeProcessingMissing") }
    case .continued:
      if app.state != .foreground { return Refusal(.notPermitted, "notForeground") }
      if setup.continued?.gpu == true {
        if !scenario.device.gpu { return Refusal(.notPermitted, "resourcesUnsupported") }
        if !app.setup.gpu { return Refusal(.notPermitted, "entitlementMissing") }
      }
    case .push, .fetch, .activity: break
    }
    return nil
  }

  /// One refresh, ten processing and health research requests of an app (rule B2); continued tasks are not counted.
  private func isFull(_ task: Int) -> Bool {
    let (kind, app) = (tasks[task].setup.kind, tasks[task].app)
    func count(_ kinds: [TaskKind]) -> Int {
      waiting.count { tasks[$0].app == app && kinds.contains(tasks[$0].setup.kind) }
    }
    switch kind {
    case .refresh: return count([.refresh]) >= profile.count(.refreshLimit)
    case .processing, .healthResearch:
      return count([.processing, .healthResearch]) >= profile.count(.processingLimit)
    case .continued, .push, .fetch, .activity: return false
    }
  }

  /// The window is dasd's: no earlier than 450 s from now, and as long as the kind has it (scheduler facts 1.5).
  private mutating func makePending(_ task: Int, at submitted: Instant) -> Pending {
    let setup = tasks[task].setup
    let asked = tasks[task].earliestAt ?? submitted + (setup.earliest ?? .zero)
    let floor = submitted + profile.span(.startDelay)
    let (start, length): (Instant, TimeSpan)
    switch setup.kind {
    case .refresh, .fetch: (start, length) = (max(asked, floor), profile.span(.refreshWindow))
    case .activity: (start, length) = activityWindow(setup, from: submitted)
    case .processing: (start, length) = (max(asked, floor), profile.span(.processingWindow))
    case .healthResearch: (start, length) = (max(asked, floor), profile.span(.healthWindow))
    case .continued, .push: (start, length) = (now, profile.span(.refreshWindow))
    }
    submissions += 1
    return Pending(
      id: ActivityID(rawValue: UInt32(truncatingIfNeeded: ids.draw(below: 1 << 24))), number: submissions,
      submittedAt: submitted, windowStart: start, windowEnd: start + length, inLowPower: device.lowPower,
      optimalAt: start, optimalUntil: start)
  }

  /// A continued task that will not wait fails when it cannot start at once (rules B7, F3).
  private mutating func cannotStartNow(_ task: Int, _ pending: Pending) -> Refusal? {
    guard let continued = tasks[task].setup.continued, continued.strategy == .fail else { return nil }
    if tasks[task].run != nil { return Refusal(.immediateRunIneligible, "alreadyRunning") }
    if continuedRuns >= profile.count(.continuedConcurrency) { return Refusal(.immediateRunIneligible, "busy") }
    let score = QuickScore(policyInput(task, explains: false, pending: pending))
    guard score.decision.denies else { return nil }
    return Refusal(.immediateRunIneligible, Self.cause(of: score.objections))
  }

  private func submission(_ task: Int, _ pending: Pending) -> Submission {
    let setup = tasks[task].setup
    var submission = Submission(kind: setup.kind)
    submission.bundle = apps[tasks[task].app].setup.bundle
    if setup.kind != .continued {
      submission.earliest = tasks[task].earliestAt ?? setup.earliest.map { pending.submittedAt + $0 }
      submission.windowEnd = pending.windowEnd
    }
    submission.windowStart = pending.windowStart
    submission.priority = tasks[task].pushPriority ?? Self.priority(setup.kind).logged
    submission.interval = setup.interval
    submission.requiresNetwork = requiresNetwork(task)
    submission.requiresPower = setup.requiresPower
    if let continued = setup.continued {
      submission.title = continued.title
      submission.subtitle = Self.subtitle(continued, done: 0)
      submission.strategy = Cause(rawValue: continued.strategy.rawValue)
      submission.requiresGPU = continued.gpu
    }
    return submission
  }

  /// dasd gives every refresh the network as a requirement, though the API has no such field (scheduler facts 1.5).
  func requiresNetwork(_ task: Int) -> Bool { tasks[task].setup.kind == .refresh || tasks[task].setup.requiresNetwork }

  /// An activity of a Mac comes round once an interval, earlier or later by its tolerance (rule L9).
  private func activityWindow(_ setup: TaskSetup, from submitted: Instant) -> (Instant, TimeSpan) {
    let interval = setup.interval ?? .hours(1)
    let tolerance = min(setup.tolerance ?? interval / 2, interval)
    return (submitted + (interval - tolerance), max(.seconds(1), tolerance * 2))
  }

  static func priority(_ kind: TaskKind) -> ActivityPriority {
    switch kind {
    case .refresh, .processing, .push, .fetch: .background
    case .healthResearch: .utility
    case .continued: .userInitiated
    case .activity: .maintenance
    }
  }
}
