internal import TaskTrace

/// Files of class C stay closed until the first unlock after a boot (scheduler facts 1.10; rules D5, D6, I5).
enum FileProtectionPolicy {
  static let name = "FileProtectionPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    let weight = input.profile[.fileProtectionWeight]
    if input.activity.protection == .complete, input.device.locked {
      return Policy.decide(
        name, weight, .mustNotProceed, comparison("protectedDataAvailable", required: 1, observed: 0), input)
    }
    guard !input.device.unlockedSinceBoot else { return Policy.proceed(name, weight, 1, nil, input) }
    let rationale = comparison("unlockedSinceBoot", required: 1, observed: 0)
    return Policy.decide(name, weight, .mustNotProceed, rationale, input)
  }
}
