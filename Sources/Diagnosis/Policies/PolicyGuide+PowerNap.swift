internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let powerNap = PolicyGuide(
    .powerNap, brief: "asleep",
    reason: Reason(
      words: "the Mac is asleep",
      remedy: "Wait: it runs when the Mac wakes.",
      source: "a Mac's log; rule C27"),
    terms: [
      .beginning("(inADarkWake == 0 AND darkWakeEligible == 1) AND wakeState == ", "the Mac is asleep: ")
    ],
    witness: { facts, input in
      guard let state = facts["wakeState"] else { return .untold(PolicyWitness.silent) }
      var input = input
      input.profile = .macos
      input.device.darkWake = facts.flag("inADarkWake") == true || state.text.hasPrefix("Sleep")
      return .inputs(PolicyWitness.each([false, true], input) { $0.device.plugged = $1 })
    })
}
