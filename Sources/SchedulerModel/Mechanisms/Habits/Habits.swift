internal import TaskTrace

/// When people use the device and its apps, and what the device has learned of it (rules C3, C13, C37, C38).
struct Habits: Mechanism {
  enum Moment: Sendable {
    /// A habit recurs: the user opens an app.
    case session(AppIndex, index: Int, day: Int64)
    case sessionStart(TaskIndex, app: AppIndex, session: Int)
    case sessionEnd(AppIndex, session: Int)
    /// Someone who used the device without using a simulated app stops.
    case useEnd
  }

  /// What is known about the use of an app.
  struct State: Hashable, Sendable {
    /// Counts openings by habits, so that the end of an older session is ignored.
    var session = 0
    /// How likely it is opened, for every hour of the week.
    var usage: UsageHistogram
  }

  var apps: Table<AppIndex, State>
  /// When the device is usually in use, and when it is usually on its charger.
  var deviceUsage: UsageHistogram
  var chargerUsage: UsageHistogram
  /// How many habits use the device now.
  var users = 0
  /// The part of the current budget slot in which the device was in use.
  var usedInSlot = TimeSpan.zero
  /// The start of the present use, and of the charging time, that are not counted yet; nil if there is none.
  var usedSince: Instant?
  var pluggedSince: Instant?

  init(_ scenario: Scenario, _ entities: Entities) {
    let forecast = Forecast(scenario)
    let (hour, memory) = (entities.clock.hour(.zero), Int64(scenario.profile.count(.usageMemoryWeeks)))
    let watched: Int64? = scenario.device.usage == .empty ? 0 : nil
    deviceUsage = UsageHistogram(forecast.use, at: hour, watched: watched, memory: memory)
    chargerUsage = UsageHistogram(forecast.plugged, at: hour, watched: watched, memory: memory)
    apps = Table(
      entities.apps.map { app in
        State(
          usage: UsageHistogram(
            Forecast.usage(app.setup), at: hour, watched: app.setup.watchedHours, memory: memory))
      })
    usedSince = scenario.device.inUse ? .zero : nil
    pluggedSince = scenario.device.plugged ? .zero : nil
  }

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .session(let app, let index, let day): session(app, index, day: day, in: &world)
    case .sessionStart(let task, let app, let session): sessionStart(task, app: app, session: session, in: &world)
    case .sessionEnd(let app, let session): sessionEnd(app, session: session, in: &world)
    case .useEnd: endUse(in: &world)
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    switch notice {
    case .scenarioBegan: planSessions(in: &world)
    case .opened(let app): world.state.habits.apps[app].usage.use(1, in: world.clock.hour(world.now))
    case .installed(let app):
      world.state.habits.apps[app].usage = UsageHistogram(
        Forecast.usage(world.apps[app].setup), at: world.clock.hour(world.now), watched: 0,
        memory: Int64(world.profile.count(.usageMemoryWeeks)))
    default: break
    }
  }
}
