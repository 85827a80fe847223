internal import TaskTrace

/// The budget of cellular data (scheduler facts 3.5; rule C6).
enum DataBudgetPolicy {
  static let name = "DataBudgetPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    let activity = input.activity
    guard activity.requiresNetwork, activity.kind != .continued, !activity.running else { return nil }
    let weight = input.profile[.dataBudgetWeight]
    guard input.device.network.transport == .cellular, input.system.cellular <= 0 else {
      return Policy.proceed(name, weight, 1, nil, input)
    }
    let rationale = comparison("com.apple.dasd.systemCellular", required: 1, observed: input.system.cellular)
    return Policy.decide(name, weight, .mustNotProceed, rationale, input)
  }
}
