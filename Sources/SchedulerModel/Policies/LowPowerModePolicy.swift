internal import TaskTrace

/// Low Power Mode (scheduler facts 1.13, 1.6; rule C2).
enum LowPowerModePolicy {
  static let name = "LowPowerModePolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    let (device, profile) = (input.device, input.profile)
    let weight = profile[.lowPowerWeight]
    let charged = device.plugged && Double(device.battery) >= profile[.lowPowerPluggedLevel]
    guard device.lowPower, !charged, !isSpared(input.activity) else {
      return Policy.proceed(name, weight, 1, nil, input)
    }
    guard profile.isOn(.lowPowerStrict) else {
      return Policy.proceed(name, weight, profile[.lowPowerScore], "[{lowPowerMode == 1}]", input)
    }
    return Policy.decide(name, weight, .mustNotProceed, "[{lowPowerMode == 1}]", input)
  }

  /// A continued task continues if it is already running, and starts if the user requested it while aware of the mode.
  private static func isSpared(_ activity: PolicyInput.Activity) -> Bool {
    guard activity.kind == .continued else { return activity.priority >= .userInitiated }
    return activity.running || activity.submittedInLowPower
  }
}
