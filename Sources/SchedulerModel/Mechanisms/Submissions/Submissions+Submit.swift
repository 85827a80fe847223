internal import TaskTrace

/// The life cycle of apps (rule I1).
extension Submissions {
  static func submitAll(_ app: AppIndex, on trigger: TaskSetup.Trigger, in world: inout Simulation) {
    for task in world.apps[app].tasks where world.tasks[task].setup.submits.contains(trigger) {
      submit(task, in: &world)
      guard world.apps[app].isAlive else { return }
    }
  }

  /// Why a submission fails: the code that the app gets, and the true cause.
  struct Refusal: Error, Hashable {
    var code: SubmissionError
    var cause: Cause

    init(_ code: SubmissionError, _ cause: Cause) { (self.code, self.cause) = (code, cause) }
  }

  /// An app submits a request; nil when it is accepted.
  ///
  /// dasd removes a pending request of the same name first and counts the limit afterwards (scheduler facts 1.1), so a
  /// refusal because of too many requests can lose the old one. `since` is when it was submitted, for requests older
  /// than the run.
  @discardableResult
  static func submit(_ task: TaskIndex, since: Instant? = nil, in world: inout Simulation) -> Refusal? {
    let setup = world.tasks[task].setup
    // An app that keeps pending requests checks first, and does nothing else (rules B17, B18).
    if setup.conflict == .keep, world.state.submissions.tasks[task].pending != nil { return nil }
    guard let wait = setup.verdict, since == nil else { return submitNow(task, since: since, in: &world) }
    world.emit(
      .layer(name: "BackgroundTasks", what: .submitting, TaskReference(setup.id), detail: "submitTaskRequest"))
    world.queue.insert(
      .submissions(.verdict(task, process: world.apps[world.tasks[task].app].process)), at: world.now + wait)
    return nil
  }

  /// A library submits with an earliest begin date of its own, which its later requests keep.
  static func submit(_ task: TaskIndex, earliest: Instant, in world: inout Simulation) {
    world.state.submissions.tasks[task].earliestAt = earliest
    submit(task, in: &world)
  }

  /// The verdict of `submitTaskRequest` arrives later, on any queue, and not in a process that has ended (rule B8).
  static func returnVerdict(_ task: TaskIndex, process: Int, in world: inout Simulation) {
    let app = world.tasks[task].app
    guard world.apps[app].process == process, world.apps[app].isAlive else { return }
    submitNow(task, since: nil, in: &world)
  }

  /// An app whose request was refused tries again, and doubles the delay each time (rule F17).
  static func tryAgain(_ task: TaskIndex, process: Int, in world: inout Simulation) {
    let app = world.tasks[task].app
    guard world.apps[app].process == process, world.apps[app].isAlive,
      world.state.submissions.tasks[task].pending == nil, world.state.runs.tasks[task].run == nil
    else {
      return
    }
    submit(task, in: &world)
  }

  @discardableResult
  private static func submitNow(_ task: TaskIndex, since: Instant?, in world: inout Simulation) -> Refusal? {
    if world.tasks[task].setup.kind == .continued { Registrations.registerHandler(task, in: &world) }
    if let refusal = forbids(task, in: world) { return refuse(task, refusal, in: &world) }
    guard world.state.registrations.isRegistered[task] || since != nil || isSystems(task, in: world) else {
      Processes.crash(
        task, "No launch handler registered for task with identifier \(world.tasks[task].setup.id.rawValue)", in: &world
      )
      return Refusal(.notPermitted, .noHandler)
    }
    cancel(task, cause: .replaced, in: &world)
    if isFull(task, in: world) {
      return refuse(task, Refusal(.tooManyPendingTaskRequests, .tooManyPending), in: &world)
    }
    let pending = makePending(task, at: since ?? world.now, in: &world)
    if let refusal = cannotStartNow(task, pending, in: &world) { return refuse(task, refusal, in: &world) }
    world.state.submissions.tasks[task].pending = pending
    world.state.submissions.waiting.append(task)
    world.state.submissions.tasks[task].retries = 0
    world.notify(.filed(task))
    world.emit(.submitted(reference(task, pending, in: world), submission(task, pending, in: world)))
    pruneFar(task, pending, in: &world)
    if Self.priority(world.tasks[task].setup.kind) < .userInitiated, world.tasks[task].setup.kind != .push {
      Scheduling.forecastOptimum(task, in: &world)
    }
    world.agenda.tasks.append(task)
    return nil
  }

  private static func refuse(_ task: TaskIndex, _ refusal: Refusal, in world: inout Simulation) -> Refusal {
    world.emit(.refused(TaskReference(world.tasks[task].setup.id), code: refusal.code.rawValue, cause: refusal.cause))
    if let wait = world.tasks[task].setup.retry, world.apps[world.tasks[task].app].isAlive {
      let factor = Int64(1) << min(world.state.submissions.tasks[task].retries, 12)
      world.state.submissions.tasks[task].retries += 1
      world.queue.insert(
        .submissions(.retry(task, process: world.apps[world.tasks[task].app].process)), at: world.now + wait * factor)
    }
    return refusal
  }

  /// Whether the system submits it automatically: its app is not involved.
  static func isSystems(_ task: TaskIndex, in world: Simulation) -> Bool {
    switch world.tasks[task].setup.kind {
    case .push, .fetch, .activity: true
    case .refresh, .processing, .healthResearch, .continued: false
    }
  }

  /// A request for a day too far in the future may be skipped: the app is not notified (rules B11, B21).
  private static func pruneFar(_ task: TaskIndex, _ pending: Pending, in world: inout Simulation) {
    guard !isSystems(task, in: world), world.tasks[task].setup.kind != .continued,
      pending.windowStart - pending.submittedAt > world.profile.span(.farEarliestDays) * 86_400
    else { return }
    var generator = SeededGenerator(seed: world.seed, stream: .prune, task.rawValue, Int64(pending.number))
    guard generator.fraction() < world.profile[.farSkipShare] else { return }
    world.queue.insert(.submissions(.prune(task, number: pending.number)), at: max(world.now, pending.windowStart))
  }

  /// Removes a pending request, if there is one.
  static func cancel(_ task: TaskIndex, cause: Cause, in world: inout Simulation) {
    guard let pending = world.state.submissions.tasks[task].pending else { return }
    remove(task, in: &world)
    world.emit(.cancelled(reference(task, pending, in: world), cause: cause))
  }

  /// Removes a request from the list without an event: it was launched or canceled.
  static func remove(_ task: TaskIndex, in world: inout Simulation) {
    world.state.submissions.tasks[task].pending = nil
    world.state.submissions.waiting.removeAll { $0 == task }
  }

  static func reference(_ task: TaskIndex, _ pending: Pending, in world: Simulation) -> TaskReference {
    TaskReference(world.tasks[task].setup.id, pending.id)
  }

  /// The window is dasd's: no earlier than 450 s from now, and as long as the kind has it (scheduler facts 1.5).
  private static func makePending(_ task: TaskIndex, at submitted: Instant, in world: inout Simulation) -> Pending {
    let setup = world.tasks[task].setup
    let asked = world.state.submissions.tasks[task].earliestAt ?? submitted + (setup.earliest ?? .zero)
    let floor = submitted + world.profile.span(.startDelay)
    let (start, length): (Instant, TimeSpan)
    switch setup.kind {
    case .refresh, .fetch: (start, length) = (max(asked, floor), world.profile.span(.refreshWindow))
    case .activity: (start, length) = activityWindow(setup, from: submitted, in: world)
    case .processing: (start, length) = (max(asked, floor), world.profile.span(.processingWindow))
    case .healthResearch: (start, length) = (max(asked, floor), world.profile.span(.healthWindow))
    case .continued, .push: (start, length) = (world.now, world.profile.span(.refreshWindow))
    }
    world.state.submissions.count += 1
    return Pending(
      id: ActivityID(rawValue: UInt32(truncatingIfNeeded: world.state.submissions.ids.draw(below: 1 << 24))),
      number: world.state.submissions.count,
      submittedAt: submitted, windowStart: start, windowEnd: start + length, inLowPower: world.device.lowPower)
  }

  private static func submission(_ task: TaskIndex, _ pending: Pending, in world: Simulation) -> Submission {
    let setup = world.tasks[task].setup
    var submission = Submission(kind: setup.kind)
    submission.bundle = world.apps[world.tasks[task].app].setup.bundle
    if setup.kind != .continued {
      submission.earliest =
        world.state.submissions.tasks[task].earliestAt ?? setup.earliest.map { pending.submittedAt + $0 }
      submission.windowEnd = pending.windowEnd
    }
    submission.windowStart = pending.windowStart
    submission.priority = Self.priority(setup.kind).logged
    if setup.kind == .push, let stated = world.state.pushes.apps[world.tasks[task].app].priority {
      submission.priority = stated
    }
    submission.interval = setup.interval
    submission.requiresNetwork = requiresNetwork(task, in: world)
    submission.requiresPower = setup.requiresPower
    if let continued = setup.continued {
      submission.title = continued.title
      submission.subtitle = ContinuedTasks.subtitle(continued, done: 0)
      submission.strategy = Cause(rawValue: continued.strategy.rawValue)
      submission.requiresGPU = continued.gpu
    }
    return submission
  }

  /// dasd gives every refresh the network as a requirement, though the API has no such field (scheduler facts 1.5).
  static func requiresNetwork(_ task: TaskIndex, in world: Simulation) -> Bool {
    world.tasks[task].setup.kind == .refresh || world.tasks[task].setup.requiresNetwork
  }

  /// A Mac's activity recurs once per interval, earlier or later by its tolerance (rule L9).
  private static func activityWindow(_ setup: TaskSetup, from submitted: Instant, in world: Simulation) -> (
    Instant, TimeSpan
  ) {
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

  /// At instant zero: what the system submits automatically, and what was submitted before.
  static func submitWhatIsPending(_ app: AppIndex, in world: inout Simulation) {
    for task in world.apps[app].tasks {
      switch world.tasks[task].setup.kind {
      case .fetch: if fetches(app, in: world) { submit(task, in: &world) }
      case .activity: submit(task, in: &world)
      case .refresh, .processing, .healthResearch, .continued, .push: break
      }
    }
    for task in world.apps[app].tasks {
      guard let ago = world.tasks[task].setup.pendingFor, world.tasks[task].setup.kind != .continued else { continue }
      submit(task, since: .zero - ago, in: &world)
    }
  }

  /// The system fetches for apps that have the mode and no identifiers of their own (scheduler facts 3.7).
  private static func fetches(_ app: AppIndex, in world: Simulation) -> Bool {
    world.apps[app].setup.modes.contains("fetch") && world.apps[app].setup.permitted.isEmpty
  }
}
