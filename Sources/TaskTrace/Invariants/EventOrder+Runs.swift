extension EventOrder {
  /// What is known about a task at an instant.
  struct Life: Sendable {
    var bundle: String?
    var request: Request?
    var run: Run?
    /// Runs whose end was reported; stored so that a later report about one of them is detected.
    var ended: ActivityID?
  }

  struct Request: Sendable {
    var activity: ActivityID?
    var windowStart: Instant?
  }

  struct Run: Sendable {
    enum Phase: Sendable { case launching, running, expiring }

    var activity: ActivityID?
    var phase = Phase.launching
    /// Whether it was launched before its window: only a manual launch can be.
    var isEarly = false
    var completed: Bool?
    var isCompleted = false
    var hasHandler = false
  }

  // MARK: Requests

  mutating func submit(_ reference: TaskReference, _ submission: Submission, at instant: Instant) {
    let name = reference.task.rawValue
    if lives[reference.task]?.request != nil, reportsAll {
      found.append("\(name) is submitted while its request waits")
    }
    if let start = submission.windowStart {
      if let end = submission.windowEnd, end < start { found.append("the window of \(name) ends before it begins") }
      if let earliest = submission.earliest, start < earliest {
        found.append("the window of \(name) begins before its earliest begin date")
      }
    }
    lives[reference.task, default: Life()].request = Request(
      activity: reference.activity, windowStart: submission.windowStart)
    guard let bundle = submission.bundle else { return }
    lives[reference.task]?.bundle = bundle
    tasks[bundle, default: []].insert(reference.task)
  }

  mutating func cancel(_ reference: TaskReference) {
    checkPending(reference, "is cancelled")
    lives[reference.task]?.request = nil
  }

  /// An event is about a request: the request must be waiting.
  mutating func checkPending(_ reference: TaskReference, _ what: String) {
    guard let request = lives[reference.task]?.request else {
      if reportsAll { found.append("\(reference.task.rawValue) \(what) although no request of it waits") }
      return
    }
    if differ(request.activity, reference.activity), reportsAll {
      found.append("\(reference.task.rawValue) \(what) under another activity than was submitted")
    }
  }

  // MARK: Runs

  mutating func launch(_ reference: TaskReference, at instant: Instant) {
    checkPending(reference, "is launched")
    let life = lives[reference.task] ?? Life()
    if life.run != nil, reportsAll { found.append("\(reference.task.rawValue) is launched while it runs") }
    var run = Run(activity: reference.activity)
    if let start = life.request?.windowStart, instant < start { run.isEarly = true }
    lives[reference.task, default: life].request = nil
    lives[reference.task]?.run = run
    lives[reference.task]?.ended = nil
  }

  mutating func start(_ reference: TaskReference, _ start: RunStart) {
    let name = reference.task.rawValue
    let run = self.run(of: reference, "starts", mayLaunch: true)
    if let run {
      if run.phase != .launching { found.append("\(name) starts twice") }
      if run.isEarly, !start.forced { found.append("\(name) starts before its window begins") }
    }
    if reportsAll, let bundle = lives[reference.task]?.bundle, let state = states[bundle], state != .foreground,
      state != .background
    {
      found.append("\(name) starts although \(bundle) is \(state.word)")
    }
    if !reportsAll { lives[reference.task, default: Life()].ended = nil }
    var started = run ?? Run(activity: reference.activity)
    started.phase = .running
    lives[reference.task, default: Life()].run = started
  }

  /// An event is about a run: the run must be in progress, and must have started unless the start can still follow.
  mutating func checkRunning(_ reference: TaskReference, _ what: String, mayLaunch: Bool = false) {
    guard let run = run(of: reference, what, mayLaunch: mayLaunch) else { return }
    if run.isCompleted, what == "works" || what == "reports progress" {
      found.append("\(reference.task.rawValue) \(what) although it is complete")
    }
  }

  private mutating func run(of reference: TaskReference, _ what: String, mayLaunch: Bool) -> Run? {
    let name = reference.task.rawValue
    guard let life = lives[reference.task], let run = life.run else {
      if let ended = lives[reference.task]?.ended, ended == reference.activity {
        found.append("\(name) \(what) although its run has ended")
      } else if reportsAll {
        found.append("\(name) \(what) although it was not launched")
      }
      return nil
    }
    if differ(run.activity, reference.activity) {
      if reportsAll { found.append("\(name) \(what) under another activity than was launched") }
      return nil
    }
    if !mayLaunch, run.phase == .launching, reportsAll { found.append("\(name) \(what) before it has started") }
    return run
  }

  mutating func handle(_ reference: TaskReference, _ what: Cause) {
    guard let run = run(of: reference, "has its handler \(what.rawValue)", mayLaunch: false) else { return }
    switch what {
    case .set: lives[reference.task]?.run?.hasHandler = true
    case .called, .cleared:
      if !run.hasHandler, reportsAll {
        found.append("\(reference.task.rawValue) has no handler to be \(what.rawValue)")
      }
      if what == .cleared { lives[reference.task]?.run?.hasHandler = false }
    default: break
    }
  }

  mutating func warn(_ reference: TaskReference, _ deadline: Instant?, at instant: Instant) {
    guard let run = run(of: reference, "is warned", mayLaunch: false) else { return }
    if run.phase == .expiring, reportsAll { found.append("\(reference.task.rawValue) is warned twice") }
    if let deadline, deadline < instant { found.append("the grace of \(reference.task.rawValue) is over as it begins") }
    lives[reference.task]?.run?.phase = .expiring
  }

  mutating func complete(_ reference: TaskReference, _ success: Bool?) {
    guard let run = run(of: reference, "is completed", mayLaunch: false) else { return }
    if run.isCompleted { found.append("\(reference.task.rawValue) is completed twice") }
    lives[reference.task]?.run?.isCompleted = true
    lives[reference.task]?.run?.completed = success
  }

  mutating func end(_ reference: TaskReference, _ end: RunEnd) {
    if let run = run(of: reference, "ends", mayLaunch: true), reportsAll { checkOutcome(reference, run, end) }
    lives[reference.task, default: Life()].run = nil
    lives[reference.task]?.ended = reference.activity
  }

  /// The outcome is what the events before it say.
  private mutating func checkOutcome(_ reference: TaskReference, _ run: Run, _ end: RunEnd) {
    let fits =
      switch end.outcome {
      case .succeeded: run.completed == true
      case .failed: run.completed == false && run.phase == .running
      case .expired: run.completed == false && run.phase == .expiring
      case .unwarned: run.completed == nil && run.phase == .running
      case .killed, .crashed: run.completed == nil
      case .unknown: true
      }
    if !fits { found.append("\(reference.task.rawValue) ends as \(end.outcome.rawValue), and nothing before says so") }
  }

  /// Whether two activities are known to be different ones.
  private func differ(_ one: ActivityID?, _ other: ActivityID?) -> Bool {
    guard let one, let other else { return false }
    return one != other
  }
}
