internal import TaskTrace

extension Scheduling {
  /// Finds the best time in a request's window within a day, and reports it (scheduler facts 3.3).
  ///
  /// The forecast evaluates the same policies for a device as it usually is at that hour: in use or not, charging or
  /// not; everything that no habit predicts is assumed to be favorable. Complexity: O(hours of the horizon · policies).
  static func forecastOptimum(_ task: TaskIndex, in world: inout Simulation) {
    guard let pending = world.state.submissions.tasks[task].pending else { return }
    var input = usualInput(task, in: world)
    let from = max(world.now, pending.windowStart)
    let until = min(max(pending.windowEnd, from), from + world.profile.span(.optimalHorizon))
    let step = world.profile.span(stepKey(task, pending.window, in: world))
    var best: (score: Double, at: Instant) = (-1, from)
    var (at, hours) = (from, -1)
    while at <= until {
      let hour = world.clock.hourOfWeek(at)
      let near = at + world.profile.span(.usageLeadFrom)
      let key =
        hour << 16 | world.clock.hourOfWeek(near) << 8
        | world.clock.hourOfWeek(near + world.profile.span(.usageLeadJitter))
      // Nothing that a forecast sees changes within an hour.
      if hours != key {
        hours = key
        input.app.likelihood = Habits.likelihood(world.tasks[task].app, at: at, in: world)
        input.device.predictedUse = Habits.predictedUse(at: at, in: world)
        input.device.plugged = Habits.isUsuallyPlugged(at: at, in: world)
        let score = QuickScore(input)
        if score.score > best.score { best = (score.score, at) }
        if best.score > world.profile[.optimalEnough] { break }
      }
      at += step
    }
    let score = max(0, best.score)
    let valid = min(from + world.profile.span(.optimalHorizon), max(pending.windowEnd, from + step))
    world.state.scheduling.tasks[task].optimalScore = score
    world.state.scheduling.tasks[task].optimalAt = best.at
    world.state.scheduling.tasks[task].optimalUntil = valid
    world.emit(.optimal(Submissions.reference(task, pending, in: world), score: score, at: best.at, validUntil: valid))
  }

  private static func usualInput(_ task: TaskIndex, in world: Simulation) -> PolicyInput {
    var input = policyInput(task, explains: false, in: world)
    input.app.foreground = false
    input.app.launches = 0
    var usual = PolicyInput.Device()
    usual.battery = max(50, world.device.battery)
    usual.isPad = world.scenario.device.model == .pad
    usual.cpu = world.device.baseLoad
    input.device = usual
    input.system = PolicyInput.System()
    input.system.group = Runs.group(task, in: world)
    return input
  }

  private static func stepKey(_ task: TaskIndex, _ window: TimeSpan, in world: Simulation) -> ParameterKey {
    if window <= .seconds(900) { return .optimalStepShort }
    return world.tasks[task].setup.kind == .activity && window > .seconds(14_400)
      ? .optimalStepLong : .optimalStepLaunch
  }
}
