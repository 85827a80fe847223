internal import TaskTrace

/// Dark wakes of a Mac (scheduler facts 3.4; rule C27). Applies if the profile has any.
enum PowerNapPolicy {
  static let name = "PowerNapPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    guard input.profile.isOn(.powerNap), input.activity.kind == .activity else { return nil }
    let weight = input.profile[.powerNapWeight]
    // A dark wake serves work on a charger; on battery the Mac sleeps on.
    guard input.device.darkWake, !input.device.plugged else { return Policy.proceed(name, weight, 1, nil, input) }
    let rationale = "[{(inADarkWake == 0 AND darkWakeEligible == 1) AND wakeState == \"Sleep:<off> \"}]"
    return Policy.decide(name, weight, .mustNotProceed, rationale, input)
  }
}
