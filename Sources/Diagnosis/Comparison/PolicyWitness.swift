internal import SchedulerModel
internal import TaskTrace

/// What a rationale tells of the inputs of its policy.
enum PolicyWitness {
  /// Every input of the model that fits what is told.
  case inputs([PolicyInput])
  /// Why the policy cannot be asked.
  case untold(String)

  /// What is read from the facts of a rationale: the inputs that fit, starting from what is known of the activity.
  private typealias Reader = @Sendable (Facts, PolicyInput) -> PolicyWitness

  /// Finds the inputs that a response's rationale leaves possible, for any of the activities that it may be about.
  static func of(_ response: PolicyResponse, activities: [PolicyInput]) -> PolicyWitness {
    guard let reader = readers[response.name] else {
      let reason = PolicyTable.unmodelled.first { $0.name == response.name }?.reason
      return .untold(reason.map { "the model has no such policy: \($0)" } ?? "the model knows no policy of this name")
    }
    let facts = Facts(response.rationale ?? "")
    // No device can be so.
    guard !facts.hasImpossibleSwitch else { return .inputs([]) }
    var all: [PolicyInput] = []
    for activity in activities {
      switch reader(facts, activity) {
      case .inputs(let inputs): all += inputs
      case .untold(let reason): return .untold(reason)
      }
    }
    return .inputs(all)
  }

  /// The statements of a rationale by their keys.
  struct Facts {
    var all: [RationaleFact]

    init(_ rationale: String) { all = RationaleFact.all(in: rationale) }

    var isEmpty: Bool { all.isEmpty }
    subscript(key: String) -> RationaleFact? { all.first { $0.key == key } }

    /// Whether a switch is told to be neither off nor on.
    var hasImpossibleSwitch: Bool {
      all.contains { fact in
        Self.switches.contains(fact.key) && fact.relation == .equal && fact.number.map { $0 != 0 && $0 != 1 } ?? false
      }
    }

    private static let switches: Set<String> = [
      "pluggedIn", "isPluggedIn", "deviceActive", "deviceInUse", "cameraIsActive", "appIsForeground",
    ]

    /// A switch that is told, by any of its names.
    func flag(_ keys: String...) -> Bool? {
      for key in keys {
        if let fact = self[key], fact.relation == .equal, let number = fact.number, number == 0 || number == 1 {
          return number == 1
        }
      }
      return nil
    }

    func number(_ key: String) -> Double? { self[key].flatMap { $0.relation == .equal ? $0.number : nil } }
  }

  private static let silent = "its rationale tells no input"

  private static func each<Value>(_ values: [Value], _ input: PolicyInput, _ set: (inout PolicyInput, Value) -> Void)
    -> [PolicyInput]
  {
    values.map { value in
      var copy = input
      set(&copy, value)
      return copy
    }
  }

  private static let readers: [String: Reader] = [
    "BatteryLevelPolicy": battery, "ChargerPluggedInPolicy": charger, "CPUUsagePolicy": processor,
    "ThermalPolicy": thermal, "DeviceActivityPolicy": activity, "NetworkQualityPolicy": network,
    "ApplicationPolicy": application, "ThunderingHerdPolicy": herd, "ActivityRateLimitPolicy": rateLimit,
    "MemoryPressurePolicy": memory, "ActivityGroupPolicy": group, "PowerNapPolicy": powerNap,
    "FileProtectionPolicy": protection, "BootTimePolicy": boot, "EnergyBudgetPolicy": energy,
    "DataBudgetPolicy": data, "LowPowerModePolicy": lowPower, "ActivityProgressPolicy": progress,
  ]

  // MARK: Power

  @Sendable private static func battery(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard let level = facts.number("batteryLevel"), (0...100).contains(level) else { return .untold(silent) }
    var input = input
    input.device.battery = Int(level)
    if facts["launchType"]?.text == "PROCESSING", input.activity.kind == .activity { input.activity.kind = .processing }
    let flag = facts.flag("pluggedIn", "isPluggedIn")
    guard flag != nil || facts["pluggedIn"] == nil && facts["isPluggedIn"] == nil else { return .untold(silent) }
    let plugged = flag.map { [$0] } ?? [false, true]
    // Whether a phone or an iPad speaks is not told.
    return .inputs(
      each(plugged, input) { $0.device.plugged = $1 }.flatMap { each([false, true], $0) { $0.device.isPad = $1 } })
  }

  /// Only a device without a charger is printed, since the policy scores 1 otherwise.
  @Sendable private static func charger(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard facts.isEmpty || facts.flag("pluggedIn", "isPluggedIn") != nil else { return .untold(silent) }
    var input = input
    input.device.plugged = facts.flag("pluggedIn", "isPluggedIn") ?? false
    return .inputs(
      input.activity.requiresPower ? [input] : each([false, true], input) { $0.activity.requiresPower = $1 })
  }

  @Sendable private static func lowPower(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard let on = facts.flag("lowPowerMode") else { return .untold(silent) }
    var input = input
    input.device.lowPower = on
    return .inputs([input])
  }

  @Sendable private static func energy(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard let left = facts.number("com.apple.dasd.systemEnergy") else { return .untold(silent) }
    var input = input
    (input.system.energy, input.activity.requiresPower) = (left, false)
    return .inputs([input])
  }

  // MARK: Heat, processor, memory

  @Sendable private static func processor(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard let load = facts.number("Max allowed CPU Usage level") else { return .untold(silent) }
    var input = input
    input.device.cpu = Int(load.rounded())
    return .inputs([input])
  }

  /// Levels count 0, 10, 20 … since iOS 26 and 0, 1, 2 … before.
  @Sendable private static func thermal(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard let fact = facts["thermalLevel"], let level = fact.number else { return .untold(silent) }
    let scale = level >= 10 || fact.relation == .equal && level == 0 ? 10.0 : 1.0
    let fitting = ThermalState.allCases.filter { fact.relation.holds(Double($0.rawValue) * scale, level) }
    // Levels above the four states of ProcessInfo count as the hottest of them.
    let states = fitting.isEmpty ? [.critical] : fitting
    return .inputs(
      each(states, input) { $0.device.thermal = $1 }.flatMap { each([false, true], $0) { $0.device.inUse = $1 } })
  }

  @Sendable private static func memory(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    let level = facts.number("memoryPressureLevel").flatMap { MemoryPressure(rawValue: Int($0)) }
    let camera = facts.flag("cameraIsActive")
    guard level != nil || camera != nil else { return .untold(silent) }
    var input = input
    input.device.camera = camera ?? false
    input.device.memoryPressure = level ?? .normal
    input.device.inUse = facts.flag("deviceInUse") ?? input.device.inUse
    return .inputs([input])
  }

  // MARK: Use

  @Sendable private static func activity(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard let inUse = facts.flag("deviceActive", "deviceInUse") else {
      return .untold(facts.isEmpty ? "the predicted use of the device is not told" : silent)
    }
    var input = input
    input.device.inUse = inUse
    if facts["launchType"]?.text == "PROCESSING", input.activity.kind == .activity { input.activity.kind = .processing }
    return .inputs([input])
  }

  @Sendable private static func application(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    var input = input
    if let disallowed = facts.number("pushDisallowed") {
      input.app.pushDisallowed = disallowed != 0
    } else if let foreground = facts.number("appIsForeground") {
      input.app.foreground = foreground != 0
    } else if let unlocked = facts.flag("unlockedSinceBoot") {
      input.device.unlockedSinceBoot = unlocked
    } else if let root = facts.number("usageLikelihood") {
      input.app.likelihood = root * root
      return .inputs(
        each([false, true], input) { $0.app.recent = $1 }.flatMap {
          each(Array(0...9), $0) { $0.app.furtherRequests = $1 }
        })
    } else {
      return .untold(facts.isEmpty ? "how likely the app is used is not told" : silent)
    }
    return .inputs([input])
  }

  @Sendable private static func rateLimit(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard let fact = facts["ratelimited"], let observed = fact.number else { return .untold(silent) }
    var input = input
    input.app.launches = observed == fact.required ? 0 : input.profile.count(.rateLimitLaunches)
    return .inputs([input])
  }

  @Sendable private static func progress(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard let state = facts["progressState"] else { return .untold(silent) }
    var input = input
    (input.activity.running, input.activity.stalled) = (true, state.text == "Stalled")
    return .inputs([input])
  }

  // MARK: Network

  @Sendable private static func network(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    var input = input
    input.activity.requiresNetwork = true
    let qualities: [(String, NetworkPath.Transport)] = [
      ("wiredQuality", .wired), ("wifiQuality", .wifi), ("cellQuality", .cellular),
    ]
    let told = qualities.compactMap { key, transport in
      facts.number(key).map { NetworkPath(transport, quality: Int($0.rounded())) }
    }
    if facts.flag("networkPathConstrained") == true {
      input.device.network = NetworkPath(.wifi, quality: 100, constrained: true)
      return .inputs([input])
    }
    guard !told.isEmpty || facts["networkPathAvailability"] != nil else { return .untold(silent) }
    let paths = told.filter { $0.quality > 0 }
    guard facts.number("networkPathAvailability") != 0, !paths.isEmpty else {
      input.device.network = NetworkPath(.none, quality: 0)
      return .inputs([input])
    }
    return .inputs(each(paths, input) { $0.device.network = $1 })
  }

  @Sendable private static func data(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard let left = facts.number("com.apple.dasd.systemCellular") else { return .untold(silent) }
    var input = input
    input.activity.requiresNetwork = true
    (input.device.network, input.system.cellular) = (NetworkPath(.cellular, quality: 100), left)
    return .inputs([input])
  }

  // MARK: Boot, sleep, locks, groups

  @Sendable private static func boot(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard facts["timeSinceBoot"] != nil else { return .untold(silent) }
    var input = input
    input.device.sinceBoot = .zero
    return .inputs(
      each([false, true], input) { $0.activity.requiresNetwork = $1 }.flatMap {
        each([false, true], $0) { $0.activity.oneOff = $1 }
      })
  }

  @Sendable private static func herd(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard let fact = facts["timeSinceThunderingHerdTriggerEvent"], let limit = fact.number else {
      return .untold(silent)
    }
    var input = input
    (input.device.sinceHerd, input.device.herdHold) = (.zero, TimeSpan(seconds: limit))
    return .inputs([input])
  }

  @Sendable private static func protection(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    var input = input
    if let available = facts.flag("protectedDataAvailable") {
      (input.activity.protection, input.device.locked) = (.complete, !available)
    } else if let unlocked = facts.flag("unlockedSinceBoot") {
      input.device.unlockedSinceBoot = unlocked
    } else {
      return .untold(silent)
    }
    return .inputs([input])
  }

  @Sendable private static func powerNap(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    guard let state = facts["wakeState"] else { return .untold(silent) }
    var input = input
    input.profile = .macos
    input.device.darkWake = facts.flag("inADarkWake") == true || state.text.hasPrefix("Sleep")
    return .inputs(each([false, true], input) { $0.device.plugged = $1 })
  }

  @Sendable private static func group(_ facts: Facts, _ input: PolicyInput) -> PolicyWitness {
    let suffix = ".currentAvailableLimit"
    guard let fact = facts.all.first(where: { $0.key.hasSuffix(suffix) }), let free = fact.number else {
      return .untold(silent)
    }
    let name = fact.key.dropLast(suffix.count).filter { $0 != "\"" }
    guard let group = ActivityGroup.allCases.first(where: { $0.name == name }) else {
      return .untold("the model has no group \(name)")
    }
    var input = input
    input.system.group = group
    input.system.runningInGroup = max(0, group.limit(input.profile) - Int(free))
    return .inputs([input])
  }
}
