internal import TaskTrace

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
    if tasks[task].setup.kind == .continued { registerHandler(task) }
    if let refusal = forbids(task) { return refuse(task, refusal) }
    guard tasks[task].registered || since != nil else {
      crash(task, "No launch handler registered for task with identifier \(tasks[task].setup.id.rawValue)")
      return Refusal(.notPermitted, "noHandler")
    }
    cancel(task, cause: "replaced")
    if isFull(task) { return refuse(task, Refusal(.tooManyPendingTaskRequests, "tooManyPending")) }
    let pending = makePending(task, at: since ?? now)
    if let refusal = cannotStartNow(task, pending) { return refuse(task, refusal) }
    tasks[task].pending = pending
    waiting.append(task)
    emit(.submitted(reference(task, pending), submission(task, pending)))
    if tasks[task].setup.kind != .continued { forecastOptimum(task) }
    agenda.tasks.append(task)
    return nil
  }

  private mutating func refuse(_ task: Int, _ refusal: Refusal) -> Refusal {
    emit(.refused(TaskReference(tasks[task].setup.id), code: refusal.code.rawValue, cause: refusal.cause))
    return refusal
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
    if !device.backgroundRefresh { return Refusal(.unavailable, "backgroundRefreshOff") }
    if !app.backgroundRefresh { return Refusal(.unavailable, "backgroundRefreshOffForApp") }
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
    let asked = submitted + (setup.earliest ?? .zero)
    let floor = submitted + profile.span(.startDelay)
    let (start, length): (Instant, TimeSpan)
    switch setup.kind {
    case .refresh, .fetch: (start, length) = (max(asked, floor), profile.span(.refreshWindow))
    case .processing: (start, length) = (max(asked, floor), profile.span(.processingWindow))
    case .healthResearch: (start, length) = (max(asked, floor), profile.span(.healthWindow))
    case .continued, .push, .activity: (start, length) = (now, profile.span(.refreshWindow))
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
      submission.earliest = setup.earliest.map { pending.submittedAt + $0 }
      submission.windowEnd = pending.windowEnd
    }
    submission.windowStart = pending.windowStart
    submission.priority = Self.priority(setup.kind).logged
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

  static func priority(_ kind: TaskKind) -> ActivityPriority {
    switch kind {
    case .refresh, .processing, .push, .fetch: .background
    case .healthResearch: .utility
    case .continued: .userInitiated
    case .activity: .maintenance
    }
  }
}
