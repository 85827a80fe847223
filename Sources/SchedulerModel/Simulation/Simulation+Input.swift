internal import TaskTrace

extension Simulation {
  /// What the policies look at for a task that waits or runs.
  func policyInput(_ task: Int, explains: Bool, pending: Pending? = nil) -> PolicyInput {
    let runtime = tasks[task]
    var activity = PolicyInput.Activity(
      kind: runtime.setup.kind, priority: Self.priority(runtime.setup.kind), requiresNetwork: requiresNetwork(task),
      requiresPower: runtime.setup.requiresPower)
    activity.protection = runtime.setup.protection
    if let run = runtime.run {
      activity.running = true
      activity.stalled = run.stalled
      activity.submittedInLowPower = run.inLowPower
    }
    if let pending = pending ?? runtime.pending { activity.submittedInLowPower = pending.inLowPower }
    var input = PolicyInput(activity: activity, profile: profile)
    input.explains = explains
    input.app = appInput(runtime.app, besides: task)
    input.device = deviceInput()
    input.system.energy = energy
    input.system.cellular = cellular
    input.system.group = ActivityGroup(kind: runtime.setup.kind, requiresNetwork: activity.requiresNetwork)
    input.system.runningInGroup = running[input.system.group.rawValue]
    return input
  }

  private func appInput(_ index: Int, besides task: Int) -> PolicyInput.App {
    let app = apps[index]
    var input = PolicyInput.App()
    input.foreground = app.state == .foreground
    input.likelihood = likelihood(index, at: now)
    input.furtherRequests = waiting.count { $0 != task && tasks[$0].app == index }
    input.launches = recentLaunches(index)
    return input
  }

  private func deviceInput() -> PolicyInput.Device {
    var input = PolicyInput.Device()
    input.battery = device.battery
    input.plugged = device.plugged
    input.isPad = scenario.device.model == .pad
    input.lowPower = device.lowPower
    input.thermal = device.thermal
    input.network = device.network
    input.inUse = device.inUse
    input.locked = !device.inUse
    input.darkWake = profile.isOn(.powerNap) && !device.inUse
    input.predictedUse = predictedUse(at: now)
    input.unlockedSinceBoot = device.unlockedSinceBoot
    input.cpu = load
    input.memoryPressure = device.memoryPressure
    input.camera = device.camera
    input.sinceBoot = now - device.bootedAt
    input.sinceHerd = device.herdAt.map { now - $0 }
    input.herdHold = device.herdHold
    return input
  }

  /// How likely an app is opened in the time that a refresh should come before: 450 s, and up to 1,350 s more.
  func likelihood(_ app: Int, at instant: Instant) -> Double? {
    let from = instant + profile.span(.usageLeadFrom)
    let to = from + profile.span(.usageLeadJitter)
    let (usage, current) = (apps[app].usage, clock.hour(now))
    var value = max(usage.share(in: clock.hour(from), now: current), usage.share(in: clock.hour(to), now: current))
    if let installedAt = apps[app].installedAt {
      // Nobody knows yet when a new app is used (rule C37).
      let known = (instant - installedAt).seconds / max(1, profile[.learningDays] * 86_400)
      value *= min(1, max(0, known))
    }
    return value > 0 ? value : nil
  }

  /// How likely the device is in use then.
  func predictedUse(at instant: Instant) -> Double {
    min(Forecast.most, deviceUsage.share(in: clock.hour(instant), now: clock.hour(now)))
  }

  /// Whether the device is more often than not on its charger then (rule C13).
  func isUsuallyPlugged(at instant: Instant) -> Bool {
    chargerUsage.share(in: clock.hour(instant), now: clock.hour(now)) >= profile[.chargerHabitShare]
  }

  /// Something went on since then, up to now: every hour gets its part.
  mutating func learn(_ habit: WritableKeyPath<Simulation, UsageHistogram>, since start: Instant) {
    var from = start
    while from < now {
      let to = min(now, clock.nextHour(after: from))
      self[keyPath: habit].use((to - from).seconds / 3_600, in: clock.hour(from))
      from = to
    }
  }

  /// Launches of an app that the rate limits remember.
  func recentLaunches(_ app: Int) -> Int {
    let oldest = now - profile.span(.spacingMemory)
    return apps[app].launches.count { $0 > oldest }
  }

  /// Runs of continued tasks.
  var continuedRuns: Int { tasks.count { $0.setup.kind == .continued && $0.run != nil } }

  /// The first objecting policy of the table, in a word.
  static func cause(of objections: UInt32) -> Cause {
    for (index, policy) in PolicyTable.all.enumerated() where objections >> UInt32(index) & 1 == 1 {
      switch policy.name {
      case DeviceActivityPolicy.name: return "deviceInUse"
      case ThermalPolicy.name: return "thermal"
      case LowPowerModePolicy.name: return "lowPower"
      case BatteryLevelPolicy.name, ChargerPluggedInPolicy.name: return "power"
      case NetworkQualityPolicy.name: return "network"
      case MemoryPressurePolicy.name: return "memoryPressure"
      case ActivityProgressPolicy.name: return "stalled"
      default: return Cause(rawValue: policy.name)
      }
    }
    return "policy"
  }
}
