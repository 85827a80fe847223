internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let powerNap = PolicyGuide(
    .powerNap, brief: "asleep",
    reason: Reason(
      text: "the Mac is asleep",
      remedy: "Wait: it runs when the Mac wakes.",
      source: "a Mac's log; rule C27"),
    evidence: ["wakeState", "DarkWake"],
    terms: [
      .beginning("(inADarkWake == 0 AND darkWakeEligible == 1) AND wakeState == ", "the Mac is asleep: ")
    ],
    loggedInput: { facts, input in
      guard let state = facts["wakeState"] else { return .notStated(LoggedPolicyInput.silent) }
      var input = input
      input.profile = .macos
      input.device.darkWake = facts.flag("inADarkWake") == true || state.text.hasPrefix("Sleep")
      return .inputs(LoggedPolicyInput.each([false, true], input) { $0.device.plugged = $1 })
    })
}
