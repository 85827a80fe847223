internal import TaskTrace

/// Memory and the camera (scheduler facts 3.4; rule C24).
enum MemoryPressurePolicy {
  static let name = "MemoryPressurePolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    let (device, weight) = (input.device, input.profile[.memoryWeight])
    if device.camera, input.activity.priority < .userInitiated {
      return Policy.decide(name, weight, .mustNotProceed, "[{cameraIsActive == 1}]", input)
    }
    let level = device.memoryPressure
    if level >= .critical || level >= .warning && device.inUse && input.activity.priority < .userInitiated {
      let use = level >= .critical ? "" : " AND deviceInUse == 1"
      return Policy.decide(
        name, weight, .mustNotProceed, "[{memoryPressureLevel == \(level.rawValue)\(use)}]", input)
    }
    return Policy.proceed(name, weight, 1, nil, input)
  }
}
