internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let bootTime = PolicyGuide(
    .bootTime, brief: "just booted",
    reason: Reason(
      words: "the device has just booted",
      remedy: "Wait: it ends within minutes.",
      source: "reverse engineering of iOS 26.1"),
    terms: [
      .beginning("timeSinceBoot < ", "seconds since boot: less than ")
    ],
    witness: { facts, input in
      guard facts["timeSinceBoot"] != nil else { return .untold(PolicyWitness.silent) }
      var input = input
      input.device.sinceBoot = .zero
      return .inputs(
        PolicyWitness.each([false, true], input) { $0.activity.requiresNetwork = $1 }.flatMap {
          PolicyWitness.each([false, true], $0) { $0.activity.oneOff = $1 }
        })
    })
}
