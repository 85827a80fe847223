internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let batteryLevel = PolicyGuide(
    .batteryLevel, brief: "battery",
    reason: Reason(
      text: "the battery is too low for it",
      remedy: Reason.patience,
      source: "WWDC20 10063; rules C1, C21"),
    evidence: ["batteryLevel"],
    when: [
      (
        "PROCESSING",
        Reason(
          text: "an iPhone runs processing tasks only on a charger",
          remedy: "Leave the request pending overnight; work that is needed sooner belongs in a refresh.",
          source: "reverse engineering of iOS 26.1; rule C13")
      )
    ],
    terms: [
      .whole("batteryLevel == 1", "the battery is too low"),
      .beginning("launchType == PROCESSING AND batteryLevel == ", "processing needs the charger: level "),
      .name("batteryLevel", "level"),
    ],
    loggedInput: { facts, input in
      guard let level = facts.number("batteryLevel"), (0...100).contains(level) else {
        return .notStated(LoggedPolicyInput.silent)
      }
      var input = input
      input.device.battery = Int(level)
      if facts["launchType"]?.text == "PROCESSING", input.activity.kind == .activity {
        input.activity.kind = .processing
      }
      let flag = facts.flag("pluggedIn", "isPluggedIn")
      guard flag != nil || facts["pluggedIn"] == nil && facts["isPluggedIn"] == nil else {
        return .notStated(LoggedPolicyInput.silent)
      }
      let plugged = flag.map { [$0] } ?? [false, true]
      // The log does not say whether it comes from an iPhone or an iPad.
      return .inputs(
        LoggedPolicyInput.each(plugged, input) { $0.device.plugged = $1 }.flatMap {
          LoggedPolicyInput.each([false, true], $0) { $0.device.isPad = $1 }
        })
    })
}
