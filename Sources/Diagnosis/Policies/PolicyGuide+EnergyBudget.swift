internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let energyBudget = PolicyGuide(
    .energyBudget, brief: "energy budget",
    reason: Reason(
      words: "the energy budget of the day is spent",
      remedy: "Make each run shorter, and ask for fewer: launches and processor time are paid from it.",
      source: "WWDC20 10063; rule C6"),
    witness: { facts, input in
      guard let left = facts.number("com.apple.dasd.systemEnergy") else { return .untold(PolicyWitness.silent) }
      var input = input
      (input.system.energy, input.activity.requiresPower) = (left, false)
      return .inputs([input])
    })
}
