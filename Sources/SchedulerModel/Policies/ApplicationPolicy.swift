internal import TaskTrace

/// How much an app's use favors a launch (scheduler facts 3.4; rules C3, C22, C38, C39).
///
/// Does not apply to processing, health research and continued tasks.
enum ApplicationPolicy {
  static let name = "ApplicationPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    let weight = input.profile[input.activity.isAppLaunch ? .applicationWeightLaunch : .applicationWeight]
    switch input.activity.kind {
    case .processing, .healthResearch, .continued, .activity: return nil
    case .push:
      if input.app.pushDisallowed {
        let rationale = comparison("pushDisallowed", required: 0, observed: 1)
        return Policy.decide(name, weight, .absolutelyMustNotProceed, rationale, input)
      }
      if input.app.foreground {
        let rationale = comparison("appIsForeground", required: 1, observed: 1)
        return Policy.decide(name, weight, .absolutelyMustProceed, rationale, input)
      }
    case .refresh, .fetch:
      if input.app.foreground, !input.activity.running {
        let rationale = comparison("appIsForeground", required: 0, observed: 1)
        return Policy.decide(name, weight, .mustNotProceed, rationale, input)
      }
    }
    guard input.device.unlockedSinceBoot else {
      return Policy.proceed(name, weight, 0.5, "[{unlockedSinceBoot == 0}]", input)
    }
    let score = usageScore(input)
    return Policy.proceed(
      name, weight, score,
      comparison("usageLikelihood", required: input.profile[.usageCertain], observed: root(input)), input)
  }

  private static func root(_ input: PolicyInput) -> Double {
    (input.app.likelihood ?? input.profile[.usageUnpredicted]).squareRoot()
  }

  private static func usageScore(_ input: PolicyInput) -> Double {
    let profile = input.profile
    let root = root(input)
    var score = 1.0
    if root <= profile[.usageCertain] {
      score = root * profile[.usageScale] + (input.app.recent ? profile[.usageRecent] : 0)
    }
    return min(1, score + profile[.extraRequest] * Double(input.app.furtherRequests))
  }
}
