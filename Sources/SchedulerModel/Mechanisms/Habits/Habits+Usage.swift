internal import TaskTrace

extension Habits {
  /// The likelihood that an app is opened in the period that a refresh should precede: 450 s, and up to 1,350 s more.
  static func likelihood(_ app: AppIndex, at instant: Instant, in world: Simulation) -> Double? {
    let from = instant + world.profile.span(.usageLeadFrom)
    let to = from + world.profile.span(.usageLeadJitter)
    let (usage, current) = (world.state.habits.apps[app].usage, world.clock.hour(world.now))
    var value = max(
      usage.share(in: world.clock.hour(from), now: current), usage.share(in: world.clock.hour(to), now: current))
    if let installedAt = world.apps[app].installedAt {
      // It is not known yet when a new app is used (rule C37).
      let known = (instant - installedAt).seconds / max(1, world.profile[.learningDays] * 86_400)
      value *= min(1, max(0, known))
    }
    return value > 0 ? value : nil
  }

  /// How likely the device is in use then.
  static func predictedUse(at instant: Instant, in world: Simulation) -> Double {
    min(
      Forecast.limit,
      world.state.habits.deviceUsage.share(in: world.clock.hour(instant), now: world.clock.hour(world.now)))
  }

  /// Whether the device is more often than not on its charger then (rule C13).
  static func isUsuallyPlugged(at instant: Instant, in world: Simulation) -> Bool {
    world.state.habits.chargerUsage.share(in: world.clock.hour(instant), now: world.clock.hour(world.now))
      >= world.profile[.chargerHabitShare]
  }

  /// Someone starts or stops using the device.
  static func useChanged(_ inUse: Bool, in world: inout Simulation) {
    countUse(in: &world)
    world.state.habits.usedSince = inUse ? world.now : nil
  }

  /// The charger is plugged in or out.
  static func chargerChanged(_ plugged: Bool, in world: inout Simulation) {
    countCharge(in: &world)
    world.state.habits.pluggedSince = plugged ? world.now : nil
  }

  /// How long the device was used since this was asked last; use and charge are learned up to now.
  static func collectUse(in world: inout Simulation) -> TimeSpan {
    countUse(in: &world)
    countCharge(in: &world)
    defer { world.state.habits.usedInSlot = .zero }
    return world.state.habits.usedInSlot
  }

  private static func countUse(in world: inout Simulation) {
    guard let since = world.state.habits.usedSince else { return }
    world.state.habits.usedInSlot += world.now - since
    learn(\.deviceUsage, since: since, in: &world)
    world.state.habits.usedSince = world.now
  }

  private static func countCharge(in world: inout Simulation) {
    guard let since = world.state.habits.pluggedSince else { return }
    learn(\.chargerUsage, since: since, in: &world)
    world.state.habits.pluggedSince = world.now
  }

  /// The use lasted from then until now: every hour gets its part.
  private static func learn(
    _ habit: WritableKeyPath<Habits, UsageHistogram>, since start: Instant, in world: inout Simulation
  ) {
    var from = start
    while from < world.now {
      let to = min(world.now, world.clock.nextHour(after: from))
      world.state.habits[keyPath: habit].use((to - from).seconds / 3_600, in: world.clock.hour(from))
      from = to
    }
  }
}
