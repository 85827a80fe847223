internal import TaskTrace

extension Scheduling {
  /// The smallest change of a score that is worth reporting.
  static let noticeable = 0.02

  /// Evaluates the requests that an agenda affects.
  ///
  /// Improvements and due times may start waiting requests; deteriorations only end running ones (rules C33, C34). A
  /// request is also scored again after a deterioration, so that its holds are known, but it does not start because of
  /// one.
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

  /// Scores a request, reports what changed, and starts it if allowed.
  private static func evaluate(_ task: TaskIndex, mayStart: Bool, in world: inout Simulation) {
    guard let pending = world.state.submissions.tasks[task].pending else { return }
    if let hold = hold(task, pending, in: world) {
      emit(hold, task, pending, in: &world)
      return
    }
    if world.state.scheduling.tasks[task].lastReportedHold != nil {
      world.state.scheduling.tasks[task].lastReportedHold = nil
      world.state.scheduling.tasks[task].lastReported = nil
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
      emitScore(task, pending, quick, threshold, run: false, in: &world)
      emit(hold, task, pending, in: &world)
      return
    }
    let starts = mayStart && exceeds
    emitScore(task, pending, quick, threshold, run: starts, in: &world)
    if starts {
      Runs.launch(task, forced: false, in: &world)
    } else {
      planEvaluation(task, quick, threshold, in: &world)
    }
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
      // The threshold is higher for an app whose runs end badly (rules C36, E12; folklore).
      threshold.value *=
        1 + world.profile[.reliabilityWeight] * (1 - world.state.runs.apps[world.tasks[task].app].reliability)
    }
    return threshold
  }

  /// Emits a score when it differs from the last one reported, and a comparison when it decides or its threshold moved.
  private static func emitScore(
    _ task: TaskIndex, _ pending: Pending, _ quick: QuickScore, _ threshold: Threshold, run: Bool,
    in world: inout Simulation
  ) {
    let reference = Submissions.reference(task, pending, in: world)
    var changed = run
    if let lastReported = world.state.scheduling.tasks[task].lastReported {
      if lastReported.decision != quick.decision || lastReported.objections != quick.objections { changed = true }
      if (lastReported.score - quick.score).magnitude >= Self.noticeable { changed = true }
    } else {
      changed = true
    }
    var score = quick.score
    if changed {
      let full = PolicyTable.score(policyInput(task, explains: true, in: world))
      score = full.score ?? score
      world.emit(.scored(reference, full))
      world.state.scheduling.tasks[task].lastReported = quick
    }
    guard !quick.decision.denies, changed || world.state.scheduling.tasks[task].lastReportedSlot != threshold.slot
    else {
      return
    }
    world.emit(.compared(reference, score: score, threshold: threshold.value, run: run))
    world.state.scheduling.tasks[task].lastReportedSlot = threshold.slot
  }

  /// Emits a hold when it differs from the last, and plans an evaluation for when it ends.
  private static func emit(_ hold: Hold, _ task: TaskIndex, _ pending: Pending, in world: inout Simulation) {
    if world.state.scheduling.tasks[task].lastReportedHold != hold {
      world.state.scheduling.tasks[task].lastReportedHold = hold
      world.emit(.held(Submissions.reference(task, pending, in: world), hold))
    }
    if let until = hold.until { evaluate(task, at: until, in: &world) }
  }

  /// Plans the next time at which the result can differ without an event in between.
  private static func planEvaluation(
    _ task: TaskIndex, _ quick: QuickScore, _ threshold: Threshold, in world: inout Simulation
  ) {
    guard let pending = world.state.submissions.tasks[task].pending, world.tasks[task].setup.kind != .continued else {
      return
    }
    // Forecasts change with the present hour, and with the hours at both ends of the time that a refresh should
    // precede.
    let near = world.profile.span(.usageLeadFrom)
    let far = near + world.profile.span(.usageLeadJitter)
    var next = [TimeSpan.zero, near, far].map { world.clock.nextHour(after: world.now + $0) - $0 }.min() ?? world.now
    if quick.decision.denies {
      // Only the launch limit ends without an event; everything else ends with one.
      let limited = PolicyTable.all.firstIndex { $0.name == ActivityRateLimitPolicy.name } ?? 0
      guard quick.objections >> UInt32(limited) & 1 == 1 else { return }
    } else if let slot = threshold.nextSlotAt(
      optimalAt: world.state.scheduling.tasks[task].optimalAt, window: pending.window, profile: world.profile),
      slot > world.now
    {
      next = min(next, slot)
    }
    evaluate(task, at: next, in: &world)
  }

  /// Plans another evaluation of a request, unless one is already planned.
  static func evaluate(_ task: TaskIndex, at instant: Instant, in world: inout Simulation) {
    guard world.state.submissions.tasks[task].pending != nil else { return }
    let outlook = world.state.scheduling.tasks[task]
    if outlook.dueAt == instant, instant > world.now { return }
    world.state.scheduling.tasks[task].generation += 1
    world.state.scheduling.tasks[task].dueAt = instant
    world.queue.insert(.scheduling(.evaluate(task, generation: outlook.generation + 1)), at: instant)
  }
}
