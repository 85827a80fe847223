internal import TaskTrace

/// Nothing starts in the first minutes after a boot (scheduler facts 1.10).
enum BootTimePolicy {
  static let name = "BootTimePolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    guard !input.activity.running else { return nil }
    let weight = input.profile[.bootTimeWeight]
    let hold = hold(input)
    guard input.device.sinceBoot < hold else { return Policy.proceed(name, weight, 1, nil, input) }
    return Policy.decide(
      name, weight, .mustNotProceed, "[{timeSinceBoot < \(fixed(hold.seconds, decimals: 0))}]", input)
  }

  /// How long after a boot an activity is held.
  static func hold(_ input: PolicyInput) -> TimeSpan {
    let activity = input.activity
    if activity.oneOff, activity.priority >= .utility { return input.profile.span(.bootHoldUrgent) }
    return input.profile.span(activity.requiresNetwork ? .bootHoldNetwork : .bootHold)
  }
}
