internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let thunderingHerd = PolicyGuide(
    .thunderingHerd, brief: "herd hold",
    reason: Reason(
      text: "many tasks just came due at once, and they are taking turns",
      remedy: "Wait: it ends within 15 minutes.",
      source: "device logs; rule C23"),
    evidence: ["timeSinceThunderingHerd"],
    terms: [
      .whole("timeSinceThunderingHerdTriggerEvent < 300", "less than 5 m since many tasks came due"),
      .whole(
        "deviceInUse == 1 AND timeSinceThunderingHerdTriggerEvent < 900",
        "in use, less than 15 m since many tasks came due"),
    ],
    loggedInput: { facts, input in
      guard let fact = facts["timeSinceThunderingHerdTriggerEvent"], let limit = fact.number else {
        return .notStated(LoggedPolicyInput.silent)
      }
      var input = input
      (input.device.sinceHerd, input.device.herdHold) = (.zero, TimeSpan(seconds: limit))
      return .inputs([input])
    })
}
