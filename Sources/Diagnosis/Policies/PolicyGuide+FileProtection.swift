internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let fileProtection = PolicyGuide(
    .fileProtection, brief: "locked",
    reason: Reason(
      words: "nobody has unlocked the device since it started",
      remedy: "Nothing in the app: it ends with the first unlock.",
      source: "WWDC19 707; rule D5"),
    terms: [
      .whole("unlockedSinceBoot == 0", "not unlocked since the start"),
      .flag("protectedDataAvailable", "files readable"),
      .flag("unlockedSinceBoot", "unlocked since the start"),
    ],
    witness: { facts, input in
      var input = input
      if let available = facts.flag("protectedDataAvailable") {
        (input.activity.protection, input.device.locked) = (.complete, !available)
      } else if let unlocked = facts.flag("unlockedSinceBoot") {
        input.device.unlockedSinceBoot = unlocked
      } else {
        return .untold(PolicyWitness.silent)
      }
      return .inputs([input])
    })
}
