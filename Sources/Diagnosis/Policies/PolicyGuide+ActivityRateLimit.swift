internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let activityRateLimit = PolicyGuide(
    .activityRateLimit, brief: "rate limit",
    reason: Reason(
      text: "its app was launched too often recently",
      remedy: "Ask less often: set earliestBeginDate further ahead, and send fewer pushes.",
      source: "Apple's technote on dasd; rule C25"),
    evidence: ["ratelimited"],
    terms: [
      .flag("ratelimited", "room for a launch")
    ],
    loggedInput: { facts, input in
      guard let fact = facts["ratelimited"], let observed = fact.number else {
        return .notStated(LoggedPolicyInput.silent)
      }
      // The system's own activities carry the name of a limit, such as CloudKit's, which the model does not have.
      guard input.activity.isAppLaunch else {
        return .notStated("the log does not give the limit that the activity names")
      }
      var input = input
      input.app.launches = observed == fact.required ? 0 : input.profile.count(.rateLimitLaunches)
      return .inputs([input])
    })
}
