internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let bootTime = PolicyGuide(
    .bootTime, brief: "just booted",
    reason: Reason(
      text: "the device has just booted",
      remedy: "Wait: it ends within minutes.",
      source: "reverse engineering of iOS 26.1"),
    evidence: ["timeSinceBoot"],
    terms: [
      .beginning("timeSinceBoot < ", "seconds since boot: less than ")
    ],
    loggedInput: { facts, input in
      guard facts["timeSinceBoot"] != nil else { return .notStated(LoggedPolicyInput.silent) }
      var input = input
      input.device.sinceBoot = .zero
      return .inputs(
        LoggedPolicyInput.each([false, true], input) { $0.activity.requiresNetwork = $1 }.flatMap {
          LoggedPolicyInput.each([false, true], $0) { $0.activity.oneOff = $1 }
        })
    })
}
