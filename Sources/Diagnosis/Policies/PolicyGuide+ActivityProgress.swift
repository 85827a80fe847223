internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let activityProgress = PolicyGuide(
    .activityProgress, brief: "no progress",
    reason: Reason(
      text: "it makes no progress",
      remedy: "Increment completedUnitCount in small units, even while waiting for the network.",
      source: "Apple, BGContinuedProcessingTask; rule F6"),
    evidence: ["progressState == Stalled"],
    terms: [
      .whole("progressState == Stalled", "it has stopped making progress")
    ],
    loggedInput: { facts, input in
      guard let state = facts["progressState"] else { return .notStated(LoggedPolicyInput.silent) }
      var input = input
      (input.activity.running, input.activity.stalled) = (true, state.text == "Stalled")
      return .inputs([input])
    })
}
