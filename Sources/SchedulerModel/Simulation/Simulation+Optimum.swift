internal import TaskTrace

extension Simulation {
  /// Seeks the best time of a request's window within a day, and says it (scheduler facts 3.3).
  ///
  /// The forecast asks the same policies about a device as it usually is at that hour: in use or not, on the charger or
  /// not; everything that no habit tells is taken to be fine. Complexity: O(hours of the horizon · policies).
  mutating func forecastOptimum(_ task: Int) {
    guard let pending = tasks[task].pending else { return }
    var input = usualInput(task)
    let from = max(now, pending.windowStart)
    let until = min(max(pending.windowEnd, from), from + profile.span(.optimalHorizon))
    let step = profile.span(stepKey(task, pending.window))
    var best: (score: Double, at: Instant) = (-1, from)
    var (at, hours) = (from, -1)
    while at <= until {
      let hour = clock.hourOfWeek(at)
      let near = at + profile.span(.usageLeadFrom)
      let key = hour << 16 | clock.hourOfWeek(near) << 8 | clock.hourOfWeek(near + profile.span(.usageLeadJitter))
      // Nothing that a forecast sees changes within an hour.
      if hours != key {
        hours = key
        input.app.likelihood = likelihood(tasks[task].app, at: at)
        input.device.predictedUse = predictedUse(at: at)
        input.device.plugged = isUsuallyPlugged(at: at)
        let score = QuickScore(input)
        if score.score > best.score { best = (score.score, at) }
        if best.score > profile[.optimalEnough] { break }
      }
      at += step
    }
    let score = max(0, best.score)
    let valid = min(from + profile.span(.optimalHorizon), max(pending.windowEnd, from + step))
    tasks[task].pending?.optimalScore = score
    tasks[task].pending?.optimalAt = best.at
    tasks[task].pending?.optimalUntil = valid
    emit(.optimal(reference(task, pending), score: score, at: best.at, validUntil: valid))
  }

  private func usualInput(_ task: Int) -> PolicyInput {
    var input = policyInput(task, explains: false)
    input.app.foreground = false
    input.app.launches = 0
    var usual = PolicyInput.Device()
    usual.battery = max(50, device.battery)
    usual.isPad = scenario.device.model == .pad
    usual.cpu = device.baseLoad
    input.device = usual
    input.system = PolicyInput.System()
    input.system.group = ActivityGroup(kind: tasks[task].setup.kind, requiresNetwork: requiresNetwork(task))
    return input
  }

  private func stepKey(_ task: Int, _ window: TimeSpan) -> ParameterKey {
    if window <= .seconds(900) { return .optimalStepShort }
    return tasks[task].setup.kind == .activity && window > .seconds(14_400) ? .optimalStepLong : .optimalStepLaunch
  }
}
