import SchedulerModel
import TaskTrace
import Testing

/// One row of a policy's table: a question and the answer.
struct PolicyCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var policy: String
  var input: PolicyInput
  /// Decision, weight, score and rationale; nil if the policy does not apply.
  var expected: PolicyResponse?

  init(
    _ words: String, _ policy: String, _ kind: TaskKind = .refresh, network: Bool = false, power: Bool = false,
    when change: (inout PolicyInput) -> Void,
    gives expected: (decision: Decision, weight: Double, score: Double, String?)?
  ) {
    testDescription = words
    self.policy = policy + "Policy"
    let priority: ActivityPriority =
      kind == .continued ? .userInitiated : kind == .healthResearch ? .utility : .background
    input = PolicyInput(activity: .init(kind: kind, priority: priority, requiresNetwork: network, requiresPower: power))
    change(&input)
    self.expected = expected.map {
      PolicyResponse(
        name: policy + "Policy", weight: $0.weight, decision: $0.decision, score: $0.score, rationale: $0.3)
    }
  }
}

@Suite("Every policy by its table (scheduler facts 3.4)")
struct PolicyTests {
  static let cases: [PolicyCase] = [
    // Application
    .init(
      "C39: an app in front gets no refresh", "Application", when: { $0.app.foreground = true },
      gives: (.mustNotProceed, 50, 0, "[{[appIsForeground]: Required:0.00, Observed:1.00},]")),
    .init(
      "C22: a push to an app in front proceeds at once", "Application", .push, when: { $0.app.foreground = true },
      gives: (.absolutelyMustProceed, 50, 1, "[{[appIsForeground]: Required:1.00, Observed:1.00},]")),
    .init(
      "1.12: a push that is not allowed is refused for good", "Application", .push,
      when: { $0.app.pushDisallowed = true },
      gives: (.absolutelyMustNotProceed, 50, 0, "[{[pushDisallowed]: Required:0.00, Observed:1.00},]")),
    .init(
      "C3: an app that is likely used soon scores 1", "Application", when: { $0.app.likelihood = 0.5 },
      gives: (.canProceed, 50, 1, nil)),
    .init(
      "C3: an app without a prediction scores little", "Application", when: { $0.app.recent = false },
      gives: (.canProceed, 50, 0.05 * 0.65, "[{[usageLikelihood]: Required:0.25, Observed:0.05},]")),
    .init(
      "3.4: further requests of the app add a tenth each", "Application",
      when: {
        $0.app.recent = false
        $0.app.furtherRequests = 2
      }, gives: (.canProceed, 50, 0.05 * 0.65 + 0.2, "[{[usageLikelihood]: Required:0.25, Observed:0.05},]")),
    .init(
      "3.4: does not apply to processing", "Application", .processing, when: { $0.app.foreground = true }, gives: nil),
    // BootTime
    .init(
      "1.10: nothing in 300 s after a boot", "BootTime", when: { $0.device.sinceBoot = .seconds(299) },
      gives: (.mustNotProceed, 1, 0, "[{timeSinceBoot < 300}]")),
    .init(
      "1.10: 120 s for work that needs the network", "BootTime", network: true,
      when: { $0.device.sinceBoot = .seconds(121) }, gives: (.canProceed, 1, 1, nil)),
    .init(
      "1.10: 15 s for urgent work", "BootTime", .healthResearch, when: { $0.device.sinceBoot = .seconds(14) },
      gives: (.mustNotProceed, 1, 0, "[{timeSinceBoot < 15}]")),
    // CPUUsage
    .init(
      "C18: a load of 90 blocks", "CPUUsage", when: { $0.device.cpu = 90 },
      gives: (.mustNotProceed, 5, 0, "[{[Max allowed CPU Usage level]: Required:50.00, Observed:90.00},]")),
    .init(
      "C18: a load of 50 does not", "CPUUsage", when: { $0.device.cpu = 50 },
      gives: (.canProceed, 5, 0.5, "[{[Max allowed CPU Usage level]: Required:50.00, Observed:50.00},]")),
    .init(
      "3.4: running work is spared", "CPUUsage",
      when: {
        $0.device.cpu = 90
        $0.activity.running = true
      }, gives: nil),
    // DeviceActivity
    .init(
      "C12: processing waits for an idle device", "DeviceActivity", .processing, when: { $0.device.inUse = true },
      gives: (.mustNotProceed, 5, 0, "[{launchType == PROCESSING AND deviceActive == 1}]")),
    .init(
      "C11: a refresh only scores less", "DeviceActivity", when: { $0.device.inUse = true },
      gives: (.canProceed, 5, 1 - 0.8, nil)),
    .init(
      "3.4: never less than 0.05", "DeviceActivity", when: { $0.device.predictedUse = 1 },
      gives: (.canProceed, 5, 0.05, nil)),
    .init(
      "3.4: weight 20 for work that needs inactivity", "DeviceActivity", .activity,
      when: { $0.activity.requiresInactivity = true }, gives: (.canProceed, 20, 1, nil)),
    // NetworkQuality
    .init(
      "C15: no network, no start", "NetworkQuality", network: true,
      when: { $0.device.network = NetworkPath(.none, quality: 0) },
      gives: (
        .mustNotProceed, 8.4, 0,
        "[{[wiredQuality]: Required:20.00, Observed:0.00},{[wifiQuality]: Required:50.00, Observed:0.00},"
          + "{[cellQuality]: Required:50.00, Observed:0.00},{[networkPathAvailability]: Required:1.00, Observed:0.00},]"
      )),
    .init(
      "C19: a poor network is none", "NetworkQuality", network: true,
      when: { $0.device.network = NetworkPath(.wifi, quality: 40) },
      gives: (
        .mustNotProceed, 8.4, 0,
        "[{[wiredQuality]: Required:20.00, Observed:0.00},{[wifiQuality]: Required:50.00, Observed:40.00},"
          + "{[cellQuality]: Required:50.00, Observed:0.00},{[networkPathAvailability]: Required:1.00, Observed:1.00},]"
      )),
    .init(
      "C42: Low Data Mode scores half", "NetworkQuality", network: true, when: { $0.device.network.constrained = true },
      gives: (.canProceed, 8.4, 0.5, "[{networkPathConstrained == 1}]")),
    .init(
      "C15: not asked for, not looked at", "NetworkQuality", .processing,
      when: { $0.device.network = NetworkPath(.none, quality: 0) }, gives: nil),
    // FileProtection
    .init(
      "D5: nothing before the first unlock", "FileProtection", when: { $0.device.unlockedSinceBoot = false },
      gives: (.mustNotProceed, 1, 0, "[{[unlockedSinceBoot]: Required:1.00, Observed:0.00},]")),
    // Thermal
    .init(
      "C10: fair lowers the score", "Thermal", when: { $0.device.thermal = .fair },
      gives: (.canProceed, 5, 0.6, "[{thermalLevel == 10}]")),
    .init(
      "C10: serious blocks for good", "Thermal", when: { $0.device.thermal = .serious },
      gives: (.absolutelyMustNotProceed, 5, 0, "[{thermalLevel > 10}]")),
    .init(
      "1.6: a continued task on an idle device may go on at serious", "Thermal", .continued,
      when: { $0.device.thermal = .serious }, gives: (.canProceed, 5, 0.2, "[{thermalLevel == 20}]")),
    .init(
      "1.6: in use it may not", "Thermal", .continued,
      when: {
        $0.device.thermal = .serious
        $0.device.inUse = true
      }, gives: (.absolutelyMustNotProceed, 5, 0, "[{thermalLevel > 10}]")),
    // LowPowerMode
    .init(
      "C2: Low Power Mode holds", "LowPowerMode", when: { $0.device.lowPower = true },
      gives: (.mustNotProceed, 1, 0, "[{lowPowerMode == 1}]")),
    .init(
      "1.13: not when plugged in and at 30 %", "LowPowerMode",
      when: {
        $0.device.lowPower = true
        $0.device.plugged = true
        $0.device.battery = 30
      }, gives: (.canProceed, 1, 1, nil)),
    .init(
      "1.13: but at 29 %", "LowPowerMode",
      when: {
        $0.device.lowPower = true
        $0.device.plugged = true
        $0.device.battery = 29
      }, gives: (.mustNotProceed, 1, 0, "[{lowPowerMode == 1}]")),
    .init(
      "1.6: a running continued task goes on", "LowPowerMode", .continued,
      when: {
        $0.device.lowPower = true
        $0.activity.running = true
      }, gives: (.canProceed, 1, 1, nil)),
    // BatteryLevel
    .init(
      "C1: 20 % is too little below Utility", "BatteryLevel", when: { $0.device.battery = 20 },
      gives: (.mustNotProceed, 1, 0, "[{batteryLevel == 20}]")),
    .init(
      "3.4: 84 % scores the root of four fifths", "BatteryLevel", when: { $0.device.battery = 84 },
      gives: (.canProceed, 1, 0.8.squareRoot(), "[{batteryLevel == 84}]")),
    .init(
      "1.13: an iPhone on battery starts no processing", "BatteryLevel", .processing, when: { $0.device.battery = 71 },
      gives: (.mustNotProceed, 1, 0, "[{launchType == PROCESSING AND batteryLevel == 71}]")),
    .init(
      "1.13: unless the switch is off", "BatteryLevel", .processing,
      when: {
        $0.device.battery = 100
        $0.profile[.processingNeedsPower] = 0
      }, gives: (.canProceed, 1, 1, nil)),
    // ChargerPluggedIn
    .init(
      "C14: required power is a gate", "ChargerPluggedIn", .processing, power: true, when: { _ in },
      gives: (.mustNotProceed, 20, 0, "[{[pluggedIn]: Required:1.00, Observed:0.00},]")),
    .init("C13: otherwise a half", "ChargerPluggedIn", when: { _ in }, gives: (.canProceed, 2, 0.5, nil)),
    .init(
      "3.4: weight 10 for work without an app", "ChargerPluggedIn", .activity, when: { $0.device.plugged = true },
      gives: (.canProceed, 10, 1, nil)),
    // ActivityRateLimit
    .init(
      "C25: too many launches", "ActivityRateLimit", when: { $0.app.launches = 48 },
      gives: (.mustNotProceed, 1, 0, "[{[ratelimited]: Required:1.00, Observed:0.00},]")),
    // DataBudget
    .init(
      "C6: no data left on cellular", "DataBudget", network: true,
      when: {
        $0.system.cellular = 0
        $0.device.network = NetworkPath(.cellular, quality: 80, expensive: true)
      }, gives: (.mustNotProceed, 1, 0, "[{[com.apple.dasd.systemCellular]: Required:1.00, Observed:0.00},]")),
    .init(
      "C6: on Wi-Fi it does not matter", "DataBudget", network: true, when: { $0.system.cellular = 0 },
      gives: (.canProceed, 1, 1, nil)),
    // EnergyBudget
    .init(
      "C6: no energy left", "EnergyBudget", when: { $0.system.energy = 0 },
      gives: (.mustNotProceed, 1, 0, "[{[com.apple.dasd.systemEnergy]: Required:1.00, Observed:0.00},]")),
    .init(
      "3.4: on a charger it does not matter", "EnergyBudget",
      when: {
        $0.system.energy = 0
        $0.device.plugged = true
      }, gives: (.canProceed, 1, 1, nil)),
    .init(
      "3.4: work that requires power is not budgeted", "EnergyBudget", power: true, when: { $0.system.energy = 0 },
      gives: nil),
    // MemoryPressure
    .init(
      "C24: the camera holds", "MemoryPressure", when: { $0.device.camera = true },
      gives: (.mustNotProceed, 5, 0, "[{cameraIsActive == 1}]")),
    .init(
      "3.4: level 4 holds", "MemoryPressure", when: { $0.device.memoryPressure = .critical },
      gives: (.mustNotProceed, 5, 0, "[{memoryPressureLevel == 4}]")),
    .init(
      "3.4: level 2 holds while in use", "MemoryPressure",
      when: {
        $0.device.memoryPressure = .warning
        $0.device.inUse = true
      }, gives: (.mustNotProceed, 5, 0, "[{memoryPressureLevel == 2 AND deviceInUse == 1}]")),
    .init(
      "3.4: level 2 does not when idle", "MemoryPressure", when: { $0.device.memoryPressure = .warning },
      gives: (.canProceed, 5, 1, nil)),
    // ThunderingHerd
    .init(
      "C23: a long lock has just ended", "ThunderingHerd",
      when: {
        $0.device.sinceHerd = .seconds(40)
        $0.device.herdHold = .seconds(90)
      }, gives: (.mustNotProceed, 1, 0, "[{timeSinceThunderingHerdTriggerEvent < 90}]")),
    .init(
      "D6: health research waits for files that are closed while the device is locked", "FileProtection",
      .healthResearch,
      when: {
        $0.activity.protection = .complete
        $0.device.locked = true
      }, gives: (.mustNotProceed, 1, 0, "[{[protectedDataAvailable]: Required:1.00, Observed:0.00},]")),
    // ActivityGroup
    .init(
      "C26: no slot in the group", "ActivityGroup",
      when: {
        $0.system.group = .backgroundAppRefresh
        $0.system.runningInGroup = 3
      }, gives: (.mustNotProceed, 0.5, 0, "[{\"com.apple.backgroundAppRefresh\".currentAvailableLimit == 0}]")),
    // ActivityProgress
    .init(
      "F6: a stalled task must end", "ActivityProgress", .continued,
      when: {
        $0.activity.running = true
        $0.activity.stalled = true
      }, gives: (.absolutelyMustNotProceed, 1, 0, "[{progressState == Stalled}]")),
    .init(
      "C2: where Low Power Mode is not strict, it lowers the score", "LowPowerMode",
      when: {
        $0.device.lowPower = true
        $0.profile[.lowPowerStrict] = 0
      }, gives: (.canProceed, 1, 0.3, "[{lowPowerMode == 1}]")),
    // PowerNap
    .init(
      "C27: a Mac that sleeps on battery takes up no activities", "PowerNap", .activity,
      when: {
        $0.profile = .macos
        $0.device.darkWake = true
      },
      gives: (
        .mustNotProceed, 5, 0, "[{(inADarkWake == 0 AND darkWakeEligible == 1) AND wakeState == \"Sleep:<off> \"}]"
      )),
    .init(
      "C27: there are no dark wakes on a phone", "PowerNap", .activity, when: { $0.device.darkWake = true }, gives: nil),
    .init("F6: only continued tasks", "ActivityProgress", when: { $0.activity.stalled = true }, gives: nil),
  ]

  @Test("Each row", arguments: cases)
  func row(_ row: PolicyCase) throws {
    let policy = try #require(PolicyTable.all.first { $0.name == row.policy })
    var answer = policy.evaluate(row.input)
    if let expected = row.expected?.score, let score = answer?.score, (score - expected).magnitude < 1e-12 {
      answer = answer?.with(score: expected)
    }
    #expect(answer == row.expected)
  }

  @Test("Every policy of the table has a row")
  func complete() {
    for policy in PolicyTable.all { #expect(Self.cases.contains { $0.policy == policy.name }, "\(policy.name)") }
  }
}
