internal import TaskTrace

/// Heat (scheduler facts 3.4, 1.6; rules C10, J1). dasd counts in levels of ten, one for every thermal state.
enum ThermalPolicy {
  static let name = "ThermalPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    let weight = input.profile[.thermalWeight]
    let level = input.device.thermal.rawValue * 10
    let ceiling = Int(input.profile[ceilingKey(input)])
    guard level <= ceiling else {
      return Policy.decide(name, weight, .absolutelyMustNotProceed, "[{thermalLevel > \(ceiling)}]", input)
    }
    return Policy.proceed(name, weight, score(input), "[{thermalLevel == \(level)}]", input)
  }

  private static func ceilingKey(_ input: PolicyInput) -> ParameterKey {
    guard input.activity.kind == .continued else { return .thermalCeiling }
    return input.device.inUse ? .thermalCeilingContinuedInUse : .thermalCeilingContinuedIdle
  }

  private static func score(_ input: PolicyInput) -> Double {
    switch input.device.thermal {
    case .nominal: 1
    case .fair: input.profile[.thermalFair]
    case .serious: input.profile[.thermalSerious]
    case .critical: input.profile[.thermalCritical]
    }
  }
}
