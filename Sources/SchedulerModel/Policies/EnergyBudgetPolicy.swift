internal import TaskTrace

/// The budget of energy (scheduler facts 3.4, 3.5; rule C6).
enum EnergyBudgetPolicy {
  static let name = "EnergyBudgetPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    let activity = input.activity
    guard !activity.requiresPower, activity.kind != .continued, !activity.running else { return nil }
    let weight = input.profile[.energyBudgetWeight]
    guard input.system.energy <= 0, !input.device.plugged else { return Policy.proceed(name, weight, 1, nil, input) }
    let rationale = comparison("com.apple.dasd.systemEnergy", required: 1, observed: input.system.energy)
    return Policy.decide(name, weight, .mustNotProceed, rationale, input)
  }
}
