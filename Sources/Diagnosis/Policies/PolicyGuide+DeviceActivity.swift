internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let deviceActivity = PolicyGuide(
    .deviceActivity, brief: "in use",
    reason: Reason(
      text: "someone is using the device, and processing waits until no one is",
      remedy:
        "Leave the request pending overnight; work that is needed sooner belongs in a refresh, or in the foreground.",
      source: "Apple, BGProcessingTask; rules C11, C12"),
    evidence: ["PROCESSING"],
    when: ["deviceActivity == 1", "deviceInUse == 1"].map { fact in
      (
        fact,
        Reason(
          text: "someone is using the device",
          remedy: "Leave the request pending until no one uses the device.",
          source: "a device's log; rules C11, C12")
      )
    },
    terms: [
      .whole("launchType == PROCESSING AND deviceActive == 1", "processing while the device is in use"),
      .name("deviceActivity", "activity"),
      .name("deviceActive", "in use"),
      .name("launchType", "launch type"),
    ],
    loggedInput: { facts, input in
      guard let inUse = facts.flag("deviceActive", "deviceInUse", "deviceActivity") else {
        return .notStated(facts.isEmpty ? "the log does not give the predicted device use" : LoggedPolicyInput.silent)
      }
      var input = input
      input.device.inUse = inUse
      if facts["launchType"]?.text == "PROCESSING", input.activity.kind == .activity {
        input.activity.kind = .processing
      }
      // A log shows the need for an idle device only by the policy's weight.
      if facts.weight == input.profile[.deviceActivityWeightInactive], !input.activity.isAppLaunch {
        input.activity.requiresInactivity = true
      }
      return .inputs([input])
    })
}
