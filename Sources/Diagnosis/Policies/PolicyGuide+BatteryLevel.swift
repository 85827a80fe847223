internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let batteryLevel = PolicyGuide(
    .batteryLevel, brief: "battery",
    reason: Reason(
      words: "the battery is too low for it",
      remedy: Reason.patience,
      source: "WWDC20 10063; rules C1, C21"),
    when: [
      (
        "PROCESSING",
        Reason(
          words: "an iPhone runs processing tasks only on a charger",
          remedy: "Leave the request pending overnight; work that is needed sooner belongs in a refresh.",
          source: "reverse engineering of iOS 26.1; rule C13")
      )
    ],
    terms: [
      .whole("batteryLevel == 1", "the battery is too low"),
      .beginning("launchType == PROCESSING AND batteryLevel == ", "processing needs the charger: level "),
      .name("batteryLevel", "level"),
    ],
    witness: { facts, input in
      guard let level = facts.number("batteryLevel"), (0...100).contains(level) else {
        return .untold(PolicyWitness.silent)
      }
      var input = input
      input.device.battery = Int(level)
      if facts["launchType"]?.text == "PROCESSING", input.activity.kind == .activity {
        input.activity.kind = .processing
      }
      let flag = facts.flag("pluggedIn", "isPluggedIn")
      guard flag != nil || facts["pluggedIn"] == nil && facts["isPluggedIn"] == nil else {
        return .untold(PolicyWitness.silent)
      }
      let plugged = flag.map { [$0] } ?? [false, true]
      // Whether a phone or an iPad speaks is not told.
      return .inputs(
        PolicyWitness.each(plugged, input) { $0.device.plugged = $1 }.flatMap {
          PolicyWitness.each([false, true], $0) { $0.device.isPad = $1 }
        })
    })
}
