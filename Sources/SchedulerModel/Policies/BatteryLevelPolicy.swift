internal import TaskTrace

/// The charge (scheduler facts 3.4, 3.8, 1.13; rules C1, C13, C21).
enum BatteryLevelPolicy {
  static let name = "BatteryLevelPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    let (device, profile) = (input.device, input.profile)
    let weight = profile[.batteryWeight]
    let suffices = device.isPad && device.battery >= profile.count(.processingPadLevel)
    if isProcessing(input.activity.kind), !device.plugged, profile.isOn(.processingNeedsPower), !suffices {
      let rationale = "[{launchType == PROCESSING AND batteryLevel == \(device.battery)}]"
      return Policy.decide(name, weight, .mustNotProceed, rationale, input)
    }
    let score = score(battery: device.battery, plugged: device.plugged, input.activity.priority, profile)
    guard score > 0 || input.activity.priority >= .userInitiated else {
      return Policy.decide(name, weight, .mustNotProceed, rationale(device), input)
    }
    return Policy.proceed(name, weight, score, rationale(device), input)
  }

  private static func rationale(_ device: PolicyInput.Device) -> String {
    "[{batteryLevel == \(device.battery)\(device.plugged ? " AND pluggedIn == 1" : "")}]"
  }

  /// min(1, ((L−b)/(100−b))^p × (1.2 if plugged)), reproduced to six digits from a log.
  static func score(battery: Int, plugged: Bool, _ priority: ActivityPriority, _ profile: SchedulerProfile) -> Double {
    let utility = priority >= .utility
    let base = profile[utility ? .batteryBaseUtility : .batteryBase]
    let exponent = profile[utility ? .batteryExponentUtility : .batteryExponent]
    let share = (Double(battery) - base) / (100 - base)
    guard share > 0 else { return 0 }
    return min(1, power(share, exponent) * (plugged ? profile[.batteryPlugged] : 1))
  }

  private static func isProcessing(_ kind: TaskKind) -> Bool { kind == .processing || kind == .healthResearch }
}
