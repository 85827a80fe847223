internal import TaskTrace

/// Too many launches of one app (rule C25). Logs show the refusal and that it can last hours; the numbers are assumed.
enum ActivityRateLimitPolicy {
  static let name = "ActivityRateLimitPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    guard input.activity.isAppLaunch, input.activity.kind != .continued, !input.activity.running else { return nil }
    let weight = input.profile[.rateLimitWeight]
    guard input.app.launches >= input.profile.count(.rateLimitLaunches) else {
      return Policy.proceed(name, weight, 1, nil, input)
    }
    let rationale = comparison("ratelimited", required: 1, observed: 0)
    return Policy.decide(name, weight, .mustNotProceed, rationale, input)
  }
}
