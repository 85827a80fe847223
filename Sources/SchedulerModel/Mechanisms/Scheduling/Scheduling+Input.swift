internal import TaskTrace

extension Scheduling {
  /// The input of the policies for a task that waits or runs.
  static func policyInput(_ task: TaskIndex, explains: Bool, pending: Pending? = nil, in world: Simulation)
    -> PolicyInput
  {
    let runtime = world.tasks[task]
    var activity = PolicyInput.Activity(
      kind: runtime.setup.kind, priority: Submissions.priority(runtime.setup.kind),
      requiresNetwork: Submissions.requiresNetwork(task, in: world),
      requiresPower: runtime.setup.requiresPower)
    activity.protection = runtime.setup.protection
    if let run = world.state.runs.tasks[task].run {
      activity.running = true
      activity.stalled = world.state.continued.tasks[task].stalled
      activity.submittedInLowPower = run.inLowPower
    }
    if let pending = pending ?? world.state.submissions.tasks[task].pending {
      activity.submittedInLowPower = pending.inLowPower
    }
    var input = PolicyInput(activity: activity, profile: world.profile)
    input.explains = explains
    input.app = appInput(runtime.app, besides: task, in: world)
    input.device = deviceInput(in: world)
    input.system.energy = world.state.budgets.energy
    input.system.cellular = world.state.budgets.cellular
    input.system.group = ActivityGroup(kind: runtime.setup.kind, requiresNetwork: activity.requiresNetwork)
    input.system.runningInGroup = world.state.runs.running[input.system.group.rawValue]
    return input
  }

  private static func appInput(_ index: AppIndex, besides task: TaskIndex, in world: Simulation) -> PolicyInput.App {
    let app = world.apps[index]
    var input = PolicyInput.App()
    input.foreground = app.state == .foreground
    input.likelihood = Habits.likelihood(index, at: world.now, in: world)
    input.furtherRequests = world.state.submissions.waiting.count { $0 != task && world.tasks[$0].app == index }
    input.launches = Runs.recentLaunches(index, in: world)
    return input
  }

  private static func deviceInput(in world: Simulation) -> PolicyInput.Device {
    var input = PolicyInput.Device()
    input.battery = world.device.battery
    input.plugged = world.device.plugged
    input.isPad = world.scenario.device.model == .pad
    input.lowPower = world.device.lowPower
    input.thermal = world.device.thermal
    input.network = world.device.network
    input.inUse = world.device.inUse
    input.locked = !world.device.inUse
    input.darkWake = world.profile.isOn(.powerNap) && !world.device.inUse
    input.predictedUse = Habits.predictedUse(at: world.now, in: world)
    input.unlockedSinceBoot = world.device.unlockedSinceBoot
    input.cpu = DeviceChanges.load(in: world)
    input.memoryPressure = world.device.memoryPressure
    input.camera = world.device.camera
    input.sinceBoot = world.now - world.device.bootedAt
    input.sinceHerd = world.device.herdAt.map { world.now - $0 }
    input.herdHold = world.device.herdHold
    return input
  }

  /// The first objecting policy of the table, in a word.
  static func cause(of objections: UInt32) -> Cause {
    for (index, policy) in PolicyTable.all.enumerated() where objections >> UInt32(index) & 1 == 1 {
      switch policy.name {
      case DeviceActivityPolicy.name: return .deviceInUse
      case ThermalPolicy.name: return .thermal
      case LowPowerModePolicy.name: return .lowPower
      case BatteryLevelPolicy.name, ChargerPluggedInPolicy.name: return .power
      case NetworkQualityPolicy.name: return .network
      case MemoryPressurePolicy.name: return .memoryPressure
      case ActivityProgressPolicy.name: return .stalled
      default: return Cause(rawValue: policy.name)
      }
    }
    return .policy
  }
}
