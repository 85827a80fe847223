internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let chargerPluggedIn = PolicyGuide(
    .chargerPluggedIn, brief: "charger",
    reason: Reason(
      text: "it requires external power, and no charger is plugged in",
      remedy: "Set requiresExternalPower only for heavy work; without it the request may run sooner.",
      source: "Apple, requiresExternalPower; rule C14"),
    evidence: ["luggedIn"],
    when: [
      (
        "isCharging == 0",
        Reason(
          text: "it requires external power, and the device is not charging",
          remedy: "Set requiresExternalPower only for heavy work; without it the request may run sooner.",
          source: "a device's log; rule C14")
      )
    ],
    terms: [
      .whole("pluggedIn == 0", "not plugged in"),
      .whole("/device/system/isPluggedIn == 0", "not plugged in"),
      .name("pluggedIn", "plugged"),
    ],
    loggedInput: { facts, input in
      // Only a device without a charger is printed, since the policy scores 1 otherwise.
      guard facts.isEmpty || facts.flag("pluggedIn", "isPluggedIn") != nil else {
        return .notStated(LoggedPolicyInput.silent)
      }
      var input = input
      input.device.plugged = facts.flag("pluggedIn", "isPluggedIn") ?? false
      return .inputs(
        input.activity.requiresPower
          ? [input] : LoggedPolicyInput.each([false, true], input) { $0.activity.requiresPower = $1 })
    })
}
