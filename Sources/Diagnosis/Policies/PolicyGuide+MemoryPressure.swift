internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let memoryPressure = PolicyGuide(
    .memoryPressure, brief: "memory",
    reason: Reason(
      text: "memory is low",
      remedy: Reason.patience,
      source: "reverse engineering of iOS 26.1; rule C24"),
    evidence: ["emoryPressure"],
    when: [
      (
        "camera",
        Reason(
          text: "the camera is on",
          remedy: Reason.patience,
          source: "a device's log; rule C24")
      )
    ],
    terms: [
      .whole("cameraIsActive == 1", "the camera is on")
    ],
    loggedInput: { facts, input in
      let level = facts.number("memoryPressureLevel").flatMap { MemoryPressure(rawValue: Int($0)) }
      let camera = facts.flag("cameraIsActive")
      guard level != nil || camera != nil else { return .notStated(LoggedPolicyInput.silent) }
      var input = input
      input.device.camera = camera ?? false
      input.device.memoryPressure = level ?? .normal
      input.device.inUse = facts.flag("deviceInUse") ?? input.device.inUse
      return .inputs([input])
    })
}
