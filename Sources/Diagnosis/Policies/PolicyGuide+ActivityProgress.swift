internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let activityProgress = PolicyGuide(
    .activityProgress, brief: "no progress",
    reason: Reason(
      words: "it makes no progress",
      remedy: "Increment completedUnitCount in small units, even while waiting for the network.",
      source: "Apple, BGContinuedProcessingTask; rule F6"),
    terms: [
      .whole("progressState == Stalled", "it has stopped making progress")
    ],
    witness: { facts, input in
      guard let state = facts["progressState"] else { return .untold(PolicyWitness.silent) }
      var input = input
      (input.activity.running, input.activity.stalled) = (true, state.text == "Stalled")
      return .inputs([input])
    })
}
