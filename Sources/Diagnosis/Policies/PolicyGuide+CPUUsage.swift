internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let cpuUsage = PolicyGuide(
    .cpuUsage, brief: "cpu",
    reason: Reason(
      text: "the CPU is too busy",
      remedy: Reason.patience,
      source: "a device's log; rule C18"),
    evidence: ["CPU Usage level", "cpuLevel"],
    loggedInput: { facts, input in
      guard let load = facts.number("Max allowed CPU Usage level") ?? facts.number("cpuLevel") else {
        return .notStated(LoggedPolicyInput.silent)
      }
      var input = input
      input.device.cpu = Int(saturating: load)
      return .inputs([input])
    })
}
