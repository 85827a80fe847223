internal import TaskTrace

/// Progress of continued-processing tasks (scheduler facts 1.6; rule F6).
enum ActivityProgressPolicy {
  static let name = "ActivityProgressPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    guard input.activity.kind == .continued, input.activity.running else { return nil }
    let weight = input.profile[.progressWeight]
    guard input.activity.stalled else { return Policy.proceed(name, weight, 1, nil, input) }
    return Policy.decide(name, weight, .absolutelyMustNotProceed, "[{progressState == Stalled}]", input)
  }
}
