internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let energyBudget = PolicyGuide(
    .energyBudget, brief: "energy budget",
    reason: Reason(
      text: "the day's energy budget is used up",
      remedy: "Make each run shorter, and ask for fewer: launches and CPU time use it up.",
      source: "WWDC20 10063; rule C6"),
    evidence: ["com.apple.dasd."],
    loggedInput: { facts, input in
      guard let left = facts.number("com.apple.dasd.systemEnergy") else { return .notStated(LoggedPolicyInput.silent) }
      var input = input
      (input.system.energy, input.activity.requiresPower) = (left, false)
      return .inputs([input])
    })
}
