internal import TaskTrace

/// The charger (scheduler facts 3.4; rules C13, C14, C20).
enum ChargerPluggedInPolicy {
  static let name = "ChargerPluggedInPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    let (activity, profile) = (input.activity, input.profile)
    let weight = profile[weightKey(activity)]
    guard !input.device.plugged else { return Policy.proceed(name, weight, 1, nil, input) }
    if activity.requiresPower {
      let rationale = comparison("pluggedIn", required: 1, observed: 0)
      return Policy.decide(name, weight, .mustNotProceed, rationale, input)
    }
    return Policy.proceed(name, weight, profile[.chargerUnplugged], nil, input)
  }

  private static func weightKey(_ activity: PolicyInput.Activity) -> ParameterKey {
    if activity.requiresPower { return .chargerWeightRequired }
    return activity.isAppLaunch ? .chargerWeightLaunch : .chargerWeight
  }
}
