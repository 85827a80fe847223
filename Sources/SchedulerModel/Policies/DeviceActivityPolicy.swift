internal import TaskTrace

/// Use of the device (scheduler facts 3.4; rules C11, C12).
enum DeviceActivityPolicy {
  static let name = "DeviceActivityPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    guard input.activity.kind != .continued else { return nil }
    let (device, profile) = (input.device, input.profile)
    let weight = profile[weightKey(input.activity)]
    if input.activity.kind == .processing || input.activity.kind == .healthResearch, device.inUse {
      return Policy.decide(
        name, weight, .mustNotProceed, "[{launchType == PROCESSING AND deviceActive == 1}]", input)
    }
    let use = device.inUse ? max(device.predictedUse, profile[.activityInUse]) : device.predictedUse
    return Policy.proceed(name, weight, max(profile[.activityFloor], 1 - use), nil, input)
  }

  /// Processing tasks of apps have a weight of 5 in real logs: being an app launch takes precedence over needing an
  /// idle device.
  private static func weightKey(_ activity: PolicyInput.Activity) -> ParameterKey {
    if activity.isAppLaunch { return .deviceActivityWeightLaunch }
    return activity.requiresInactivity ? .deviceActivityWeightInactive : .deviceActivityWeight
  }
}
