internal import TaskTrace

/// Prevents all tasks that waited for the same change from starting together (scheduler facts 3.4; rule C23).
enum ThunderingHerdPolicy {
  static let name = "ThunderingHerdPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    guard !input.activity.running, input.activity.priority < .userInitiated else { return nil }
    let weight = input.profile[.herdWeight]
    guard let since = input.device.sinceHerd, since < input.device.herdHold else {
      return Policy.proceed(name, weight, 1, nil, input)
    }
    let hold = fixed(input.device.herdHold.seconds, decimals: 0)
    return Policy.decide(
      name, weight, .mustNotProceed, "[{timeSinceThunderingHerdTriggerEvent < \(hold)}]", input)
  }
}
