internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let fileProtection = PolicyGuide(
    .fileProtection, brief: "protection",
    reason: Reason(
      text: "no one has unlocked the device since it booted",
      remedy: "Nothing to fix in the app: it ends with the first unlock.",
      source: "WWDC19 707; rule D5"),
    evidence: ["unlockedSinceBoot"],
    when: [
      (
        "protectedDataAvailable",
        Reason(
          text: "the files that it needs are locked with the device",
          remedy: "Nothing to fix in the app: it ends when someone unlocks the device.",
          source: "WWDC19 707; rule D5")
      )
    ],
    terms: [
      .whole("unlockedSinceBoot == 0", "not unlocked since boot"),
      .flag("protectedDataAvailable", "files readable"),
      .flag("unlockedSinceBoot", "unlocked since boot"),
    ],
    loggedInput: { facts, input in
      var input = input
      if let available = facts.flag("protectedDataAvailable") {
        (input.activity.protection, input.device.locked) = (.complete, !available)
      } else if let unlocked = facts.flag("unlockedSinceBoot") {
        input.device.unlockedSinceBoot = unlocked
      } else {
        return .notStated(LoggedPolicyInput.silent)
      }
      return .inputs([input])
    })
}
