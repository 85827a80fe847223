internal import TaskTrace

extension Simulation {
  /// The smallest change of a score that is worth saying again.
  static let noticeable = 0.02

  /// Looks at whatever the agenda names, until nothing follows any more.
  ///
  /// Improvements and due times may start what waits; deteriorations only end what runs (rules C33, C34). A request is
  /// scored again after a deterioration too, so that what stands in its way is known, but it does not start for it.
  mutating func settle() {
    while !agenda.isEmpty {
      let agenda = self.agenda
      self.agenda = Agenda()
      if agenda.improved || agenda.worsened { judgeTransfers() }
      if agenda.worsened { judgeRuns() }
      if agenda.improved {
        for task in waiting { evaluate(task, mayStart: true) }
      } else {
        for task in agenda.tasks { evaluate(task, mayStart: true) }
        if agenda.worsened {
          for task in waiting where !agenda.tasks.contains(task) { evaluate(task, mayStart: false) }
        }
      }
    }
  }

  /// Scores a request, says what changed, and starts it if it may.
  private mutating func evaluate(_ task: Int, mayStart: Bool) {
    guard let pending = tasks[task].pending else { return }
    if let hold = hold(task, pending) {
      say(hold, task, pending)
      return
    }
    if tasks[task].pending?.saidHold != nil {
      tasks[task].pending?.saidHold = nil
      tasks[task].pending?.said = nil
    }
    if tasks[task].setup.kind != .continued, tasks[task].setup.kind != .push, pending.optimalUntil <= now,
      pending.windowStart < now
    {
      forecastOptimum(task)
    }
    guard let pending = tasks[task].pending else { return }
    let quick = QuickScore(policyInput(task, explains: false))
    let threshold = threshold(task, pending)
    let exceeds = Threshold.isPassed(by: quick.score, quick.decision, threshold: threshold.value)
    if mayStart, exceeds, let hold = companions(task) ?? contention(task) {
      sayScore(task, pending, quick, threshold, run: false)
      say(hold, task, pending)
      return
    }
    let starts = mayStart && exceeds
    sayScore(task, pending, quick, threshold, run: starts)
    if starts { launch(task, forced: false) } else { planLook(task, quick, threshold) }
  }

  private func threshold(_ task: Int, _ pending: Pending) -> Threshold {
    let priority = Self.priority(tasks[task].setup.kind)
    guard priority < .userInitiated, tasks[task].setup.kind != .push else {
      var fixed = Threshold(
        at: now, optimalScore: 1, optimalAt: now, window: pending.window, priority: priority, profile: profile)
      fixed.slot = 0
      fixed.value = profile[.continuedThreshold]
      return fixed
    }
    var threshold = Threshold(
      at: now, optimalScore: pending.optimalScore, optimalAt: pending.optimalAt, window: pending.window,
      priority: priority, profile: profile)
    if profile.isOn(.reliabilityCounts) {
      // More is asked of an app whose runs end badly (rules C36, E12; folklore).
      threshold.value *= 1 + profile[.reliabilityWeight] * (1 - apps[tasks[task].app].reliability)
    }
    return threshold
  }

  /// Says a score when it differs from what was said, and a comparison when it decides or its threshold moved.
  private mutating func sayScore(
    _ task: Int, _ pending: Pending, _ quick: QuickScore, _ threshold: Threshold, run: Bool
  ) {
    let reference = reference(task, pending)
    var changed = run
    if let said = pending.said {
      if said.decision != quick.decision || said.objections != quick.objections { changed = true }
      if (said.score - quick.score).magnitude >= Self.noticeable { changed = true }
    } else {
      changed = true
    }
    var score = quick.score
    if changed {
      let full = PolicyTable.score(policyInput(task, explains: true))
      score = full.score ?? score
      emit(.scored(reference, full))
      tasks[task].pending?.said = quick
    }
    guard !quick.decision.denies, changed || pending.saidSlot != threshold.slot else { return }
    emit(.compared(reference, score: score, threshold: threshold.value, run: run))
    tasks[task].pending?.saidSlot = threshold.slot
  }

  /// Says a hold when it differs from the last, and plans to look again when it ends.
  private mutating func say(_ hold: Hold, _ task: Int, _ pending: Pending) {
    if pending.saidHold != hold {
      tasks[task].pending?.saidHold = hold
      emit(.held(reference(task, pending), hold))
    }
    if let until = hold.until { look(task, at: until) }
  }

  /// What holds a request besides the policies, the most final reason first.
  private func hold(_ task: Int, _ pending: Pending) -> Hold? {
    let app = apps[tasks[task].app]
    let kind = tasks[task].setup.kind
    if app.state == .forceQuit {
      return Hold("forceQuit", detail: "nothing of it runs until it is opened")
    }
    if kind == .continued, tasks[task].setup.neverLaunches {
      return Hold("fault", detail: "accepted, and never launched: the device does not")
    }
    if kind == .refresh || kind == .fetch || kind == .push, !device.backgroundRefresh || !app.backgroundRefresh {
      return Hold("backgroundRefresh", detail: "Background App Refresh is off")
    }
    if now < pending.windowStart {
      return Hold("window", detail: "may not start earlier", until: pending.windowStart)
    }
    if tasks[task].run != nil { return Hold("running", detail: "the same task is still running") }
    if kind == .processing || kind == .healthResearch, now - app.lastOpened > profile.span(.unusedDays) * 86_400 {
      return Hold("unused", detail: "the app was not used for \((now - app.lastOpened).description)")
    }
    return kind == .push ? pushHold(tasks[task].app) : rateLimit(tasks[task].app, kind)
  }

  /// Launches of an app keep apart when there were many, and those of processing tasks always (scheduler facts 3.6).
  private func rateLimit(_ app: Int, _ kind: TaskKind) -> Hold? {
    guard kind != .continued, kind != .activity, let last = apps[app].launches.last else { return nil }
    guard kind == .processing || recentLaunches(app) > profile.count(.spacingLaunches) else { return nil }
    let until = last + profile.span(.spacingSeconds)
    guard now < until else { return nil }
    return Hold("rateLimit", detail: "launches of an app keep apart", until: until)
  }

  /// What already runs or is just being launched may keep a request from starting now (rules C32, C40, F3).
  private func companions(_ task: Int) -> Hold? {
    if tasks[task].setup.kind == .continued {
      let most = profile.count(.continuedConcurrency)
      guard continuedRuns >= most else { return nil }
      return Hold("concurrency", detail: "\(continuedRuns) continued tasks run; \(most) may")
    }
    let other = tasks.first { $0.run?.phase == .launching && $0.setup.kind == tasks[task].setup.kind }
    guard let other, let run = other.run else { return nil }
    let name = ActivityName(kind: other.setup.kind, task: other.setup.id, activity: run.reference.activity)
    return Hold(
      "compatibility", detail: "has compatibility score of -1.000000 with \(name)", until: run.startedAt)
  }

  /// Other apps want the same places: a request waits until those ahead of it are through (rule C35).
  ///
  /// It waits once. How many are ahead is drawn for each request; what they do is not simulated.
  private mutating func contention(_ task: Int) -> Hold? {
    let others = scenario.device.otherApps
    guard others > 0, let pending = tasks[task].pending, Self.priority(tasks[task].setup.kind) < .userInitiated else {
      return nil
    }
    if let until = pending.contendedUntil {
      return now < until ? Hold("contention", detail: "other apps go first", until: until) : nil
    }
    var generator = SeededGenerator(seed: seed, stream: .contention, task, Int64(pending.number))
    let most = max(1, Int64(2 * Double(others) * profile[.otherAppShare]))
    let ahead = generator.draw(in: 0...most)
    let group = ActivityGroup(kind: tasks[task].setup.kind, requiresNetwork: requiresNetwork(task))
    let turns = (ahead + Int64(group.limit(profile)) - 1) / Int64(max(1, group.limit(profile)))
    let until = now + profile.span(.otherAppSeconds) * turns
    tasks[task].pending?.contendedUntil = until
    guard ahead > 0 else { return nil }
    return Hold("contention", detail: "\(ahead) of \(others) other apps go first", until: until)
  }

  /// Plans the next time at which the answer can be another without anything happening in between.
  private mutating func planLook(_ task: Int, _ quick: QuickScore, _ threshold: Threshold) {
    guard let pending = tasks[task].pending, tasks[task].setup.kind != .continued else { return }
    // Forecasts change with the hour of now, and of both ends of the time that a refresh should come before.
    let near = profile.span(.usageLeadFrom)
    let far = near + profile.span(.usageLeadJitter)
    var next = [TimeSpan.zero, near, far].map { clock.nextHour(after: now + $0) - $0 }.min() ?? now
    if quick.decision.denies {
      // Only the limit on launches gives way by itself; everything else ends with an event.
      let limited = PolicyTable.all.firstIndex { $0.name == ActivityRateLimitPolicy.name } ?? 0
      guard quick.objections >> UInt32(limited) & 1 == 1 else { return }
    } else if let slot = threshold.nextSlotAt(
      optimalAt: pending.optimalAt, window: pending.window, profile: profile), slot > now
    {
      next = min(next, slot)
    }
    look(task, at: next)
  }

  mutating func look(_ task: Int, at instant: Instant) {
    guard let pending = tasks[task].pending else { return }
    if pending.dueAt == instant, instant > now { return }
    tasks[task].pending?.generation += 1
    tasks[task].pending?.dueAt = instant
    queue.insert(.look(task: task, generation: pending.generation + 1), at: instant)
  }

  /// What runs is asked again: an absolute objection ends it, and any objection ends processing (rules C11, C34).
  ///
  /// A refresh goes on when the device is picked up; a run that was launched by hand is nobody's business.
  private mutating func judgeRuns() {
    for task in tasks.indices {
      guard let run = tasks[task].run, run.isRunning, !run.forced else { continue }
      let quick = QuickScore(policyInput(task, explains: false))
      let strict = tasks[task].setup.kind == .processing || tasks[task].setup.kind == .healthResearch
      guard quick.decision == .absolutelyMustNotProceed || strict && quick.decision.denies else { continue }
      expire(task, cause: Self.cause(of: quick.objections))
    }
  }
}
