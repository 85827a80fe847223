internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let dataBudget = PolicyGuide(
    .dataBudget, brief: "data budget",
    reason: Reason(
      text: "the day's cellular budget is used up",
      remedy: "Move fewer bytes in the background, or leave them to a discretionary transfer over Wi-Fi.",
      source: "WWDC20 10063; rule C6"),
    evidence: ["com.apple.dasd."],
    loggedInput: { facts, input in
      guard let left = facts.number("com.apple.dasd.systemCellular") else {
        return .notStated(LoggedPolicyInput.silent)
      }
      var input = input
      input.activity.requiresNetwork = true
      (input.device.network, input.system.cellular) = (NetworkPath(.cellular, quality: 100), left)
      return .inputs([input])
    })
}
