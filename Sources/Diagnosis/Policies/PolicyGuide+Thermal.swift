internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let thermal = PolicyGuide(
    .thermal, brief: "thermal",
    reason: Reason(
      text: "the device is too hot",
      remedy: "Do less work at a time in the app itself, and leave the request pending.",
      source: "device logs; rule C10"),
    evidence: ["thermalLevel"],
    terms: [
      .name("thermalLevel", "level")
    ],
    loggedInput: { facts, input in
      // Levels count 0, 10, 20 … since iOS 26 and 0, 1, 2 … before.
      guard let fact = facts["thermalLevel"], let level = fact.number else {
        return .notStated(LoggedPolicyInput.silent)
      }
      let scale = level >= 10 || fact.relation == .equal && level == 0 ? 10.0 : 1.0
      let fitting = ThermalState.allCases.filter { fact.relation.holds(Double($0.rawValue) * scale, level) }
      // Levels above the four states of ProcessInfo count as the hottest of them.
      let states = fitting.isEmpty ? [.critical] : fitting
      return .inputs(
        LoggedPolicyInput.each(states, input) { $0.device.thermal = $1 }.flatMap {
          LoggedPolicyInput.each([false, true], $0) { $0.device.inUse = $1 }
        })
    })
}
