internal import TaskTrace

/// The network (scheduler facts 3.4; rules C15, C19, C42). Applies to work that requires it; a refresh always does.
enum NetworkQualityPolicy {
  static let name = "NetworkQualityPolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    guard input.activity.requiresNetwork else { return nil }
    let (path, profile) = (input.device.network, input.profile)
    let weight = profile[.networkWeight]
    let quality = Double(path.quality)
    guard path.isReachable else {
      return Policy.decide(name, weight, .mustNotProceed, rationale(path, profile), input)
    }
    let required = required(path.transport, profile)
    guard quality >= required || input.activity.priority >= .userInitiated else {
      return Policy.decide(name, weight, .mustNotProceed, rationale(path, profile), input)
    }
    let score = path.constrained ? profile[.constrainedScore] : 1
    return Policy.proceed(name, weight, score, "[{networkPathConstrained == 1}]", input)
  }

  private static func required(_ transport: NetworkPath.Transport, _ profile: SchedulerProfile) -> Double {
    switch transport {
    case .none: 0
    case .wifi: profile[.wifiRequired]
    case .cellular: profile[.cellularRequired]
    case .wired: profile[.wiredRequired]
    }
  }

  private static func rationale(_ path: NetworkPath, _ profile: SchedulerProfile) -> String {
    func observed(_ transport: NetworkPath.Transport) -> Double {
      path.transport == transport ? Double(path.quality) : 0
    }
    let terms = [
      term("wiredQuality", required: profile[.wiredRequired], observed: observed(.wired)),
      term("wifiQuality", required: profile[.wifiRequired], observed: observed(.wifi)),
      term("cellQuality", required: profile[.cellularRequired], observed: observed(.cellular)),
      term("networkPathAvailability", required: 1, observed: path.isReachable ? 1 : 0),
    ]
    return "[\(terms.joined())]"
  }
}
