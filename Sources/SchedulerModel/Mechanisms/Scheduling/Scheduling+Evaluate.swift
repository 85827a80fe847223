internal import TaskTrace

extension Scheduling {
  /// The smallest change of a score that is worth saying again.
  static let noticeable = 0.02

  /// Looks at the requests that an agenda concerns.
  ///
  /// Improvements and due times may start what waits; deteriorations only end what runs (rules C33, C34). A request is
  /// scored again after a deterioration too, so that what stands in its way is known, but it does not start for it.
  static func consider(_ agenda: Simulation.Agenda, in world: inout Simulation) {
    if agenda.improved {
      for task in world.state.submissions.waiting { evaluate(task, mayStart: true, in: &world) }
      return
    }
    for task in agenda.tasks { evaluate(task, mayStart: true, in: &world) }
    guard agenda.worsened else { return }
    for task in world.state.submissions.waiting where !agenda.tasks.contains(task) {
      evaluate(task, mayStart: false, in: &world)
    }
  }

  /// Scores a request, says what changed, and starts it if it may.
  private static func evaluate(_ task: TaskIndex, mayStart: Bool, in world: inout Simulation) {
    guard let pending = world.state.submissions.tasks[task].pending else { return }
    if let hold = hold(task, pending, in: world) {
      say(hold, task, pending, in: &world)
      return
    }
    if world.state.scheduling.tasks[task].saidHold != nil {
      world.state.scheduling.tasks[task].saidHold = nil
      world.state.scheduling.tasks[task].said = nil
    }
    if world.tasks[task].setup.kind != .continued, world.tasks[task].setup.kind != .push,
      world.state.scheduling.tasks[task].optimalUntil <= world.now,
      pending.windowStart < world.now
    {
      forecastOptimum(task, in: &world)
    }
    guard let pending = world.state.submissions.tasks[task].pending else { return }
    let quick = QuickScore(policyInput(task, explains: false, in: world))
    let threshold = threshold(task, pending, in: world)
    let exceeds = Threshold.isPassed(by: quick.score, quick.decision, threshold: threshold.value)
    if mayStart, exceeds, let hold = companions(task, in: world) ?? contention(task, in: &world) {
      sayScore(task, pending, quick, threshold, run: false, in: &world)
      say(hold, task, pending, in: &world)
      return
    }
    let starts = mayStart && exceeds
    sayScore(task, pending, quick, threshold, run: starts, in: &world)
    if starts { Runs.launch(task, forced: false, in: &world) } else { planLook(task, quick, threshold, in: &world) }
  }

  private static func threshold(_ task: TaskIndex, _ pending: Pending, in world: Simulation) -> Threshold {
    let priority = Submissions.priority(world.tasks[task].setup.kind)
    guard priority < .userInitiated, world.tasks[task].setup.kind != .push else {
      var fixed = Threshold(
        at: world.now, optimalScore: 1, optimalAt: world.now, window: pending.window, priority: priority,
        profile: world.profile)
      fixed.slot = 0
      fixed.value = world.profile[.continuedThreshold]
      return fixed
    }
    let outlook = world.state.scheduling.tasks[task]
    var threshold = Threshold(
      at: world.now, optimalScore: outlook.optimalScore, optimalAt: outlook.optimalAt, window: pending.window,
      priority: priority, profile: world.profile)
    if world.profile.isOn(.reliabilityCounts) {
      // More is asked of an app whose runs end badly (rules C36, E12; folklore).
      threshold.value *=
        1 + world.profile[.reliabilityWeight] * (1 - world.state.runs.apps[world.tasks[task].app].reliability)
    }
    return threshold
  }

  /// Says a score when it differs from what was said, and a comparison when it decides or its threshold moved.
  private static func sayScore(
    _ task: TaskIndex, _ pending: Pending, _ quick: QuickScore, _ threshold: Threshold, run: Bool,
    in world: inout Simulation
  ) {
    let reference = Submissions.reference(task, pending, in: world)
    var changed = run
    if let said = world.state.scheduling.tasks[task].said {
      if said.decision != quick.decision || said.objections != quick.objections { changed = true }
      if (said.score - quick.score).magnitude >= Self.noticeable { changed = true }
    } else {
      changed = true
    }
    var score = quick.score
    if changed {
      let full = PolicyTable.score(policyInput(task, explains: true, in: world))
      score = full.score ?? score
      world.emit(.scored(reference, full))
      world.state.scheduling.tasks[task].said = quick
    }
    guard !quick.decision.denies, changed || world.state.scheduling.tasks[task].saidSlot != threshold.slot else {
      return
    }
    world.emit(.compared(reference, score: score, threshold: threshold.value, run: run))
    world.state.scheduling.tasks[task].saidSlot = threshold.slot
  }

  /// Says a hold when it differs from the last, and plans to look again when it ends.
  private static func say(_ hold: Hold, _ task: TaskIndex, _ pending: Pending, in world: inout Simulation) {
    if world.state.scheduling.tasks[task].saidHold != hold {
      world.state.scheduling.tasks[task].saidHold = hold
      world.emit(.held(Submissions.reference(task, pending, in: world), hold))
    }
    if let until = hold.until { look(task, at: until, in: &world) }
  }

  /// Plans the next time at which the answer can be another without anything happening in between.
  private static func planLook(
    _ task: TaskIndex, _ quick: QuickScore, _ threshold: Threshold, in world: inout Simulation
  ) {
    guard let pending = world.state.submissions.tasks[task].pending, world.tasks[task].setup.kind != .continued else {
      return
    }
    // Forecasts change with the hour of now, and of both ends of the time that a refresh should come before.
    let near = world.profile.span(.usageLeadFrom)
    let far = near + world.profile.span(.usageLeadJitter)
    var next = [TimeSpan.zero, near, far].map { world.clock.nextHour(after: world.now + $0) - $0 }.min() ?? world.now
    if quick.decision.denies {
      // Only the limit on launches gives way by itself; everything else ends with an event.
      let limited = PolicyTable.all.firstIndex { $0.name == ActivityRateLimitPolicy.name } ?? 0
      guard quick.objections >> UInt32(limited) & 1 == 1 else { return }
    } else if let slot = threshold.nextSlotAt(
      optimalAt: world.state.scheduling.tasks[task].optimalAt, window: pending.window, profile: world.profile),
      slot > world.now
    {
      next = min(next, slot)
    }
    look(task, at: next, in: &world)
  }

  /// Plans to look at a request again, unless that is planned already.
  static func look(_ task: TaskIndex, at instant: Instant, in world: inout Simulation) {
    guard world.state.submissions.tasks[task].pending != nil else { return }
    let outlook = world.state.scheduling.tasks[task]
    if outlook.dueAt == instant, instant > world.now { return }
    world.state.scheduling.tasks[task].generation += 1
    world.state.scheduling.tasks[task].dueAt = instant
    world.queue.insert(.scheduling(.look(task, generation: outlook.generation + 1)), at: instant)
  }
}
