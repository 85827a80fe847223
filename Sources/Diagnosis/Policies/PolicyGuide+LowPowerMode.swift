internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let lowPowerMode = PolicyGuide(
    .lowPowerMode, brief: "low power",
    reason: Reason(
      text: "Low Power Mode is on",
      remedy:
        "Nothing to fix in the app: the mode ends when it is turned off or the phone is charged. Leave the request pending.",
      source: "Apple, backgroundRefreshStatus; rule C2"),
    evidence: ["lowPowerMode"],
    terms: [
      .whole("lowPowerMode == 1", "Low Power Mode is on"),
      .name("lowPowerMode", "on"),
    ],
    loggedInput: { facts, input in
      guard let on = facts.flag("lowPowerMode") else { return .notStated(LoggedPolicyInput.silent) }
      var input = input
      input.device.lowPower = on
      return .inputs([input])
    })
}
