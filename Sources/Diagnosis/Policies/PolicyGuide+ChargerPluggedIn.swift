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
      .whole("\"externalConnected\" == 0", "not plugged in"),
      .whole("isCharging == 0 AND notChargingReason == 0", "not plugged in"),
      .name("pluggedIn", "plugged"),
    ],
    loggedInput: { facts, input in
      guard let plugged = isPlugged(facts) else { return .notStated(LoggedPolicyInput.silent) }
      var input = input
      input.device.plugged = plugged
      return .inputs(
        input.activity.requiresPower
          ? [input] : LoggedPolicyInput.each([false, true], input) { $0.activity.requiresPower = $1 })
    })

  /// Whether a charger is connected, from any of the forms in which iOS and macOS print it; nil if the log does not say.
  private static func isPlugged(_ facts: LoggedPolicyInput.Facts) -> Bool? {
    if let plugged = facts.flag("pluggedIn", "isPluggedIn", "externalConnected") { return plugged }
    if let charging = facts.flag("isCharging") {
      // A device on a charger that does not charge has a reason for it, such as a full battery.
      return charging ? true : facts.number("notChargingReason") == 0 ? false : nil
    }
    // Only a device without a charger is printed, since the policy scores 1 otherwise.
    return facts.isEmpty ? false : nil
  }
}
