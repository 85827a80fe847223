internal import TaskTrace

/// Something that a rationale reveals about the device at the time of a scoring.
enum Observation: Hashable, Sendable {
  case condition(Condition)
  /// Whether the app of the activity is in front.
  case foreground(Bool)

  /// Everything that a rationale tells, in its order.
  static func all(in rationale: String) -> [Observation] {
    let facts = RationaleFact.all(in: rationale)
    var found: [Observation] = []
    if let load = number("Max allowed CPU Usage level", facts).flatMap(percent) { found.append(.condition(.cpu(load))) }
    if let inFront = number("appIsForeground", facts) { found.append(.foreground(inFront != 0)) }
    let plugged = number("pluggedIn", facts) ?? number("isPluggedIn", facts)
    let battery = number("batteryLevel", facts)
    // A level of 1 without charger information may be a flag.
    if let battery, plugged != nil || battery > 1, let level = percent(battery) {
      found.append(.condition(.battery(level: level)))
    }
    if let plugged {
      let full = battery.map { $0 >= 100 } ?? false
      found.append(.condition(.charger(plugged: plugged != 0, charging: plugged != 0 && !full)))
    }
    let use = ["deviceActive", "deviceInUse", "deviceActivity"].lazy.compactMap { number($0, facts) }.first
    if let use, use <= 1 { found.append(.condition(.deviceUse(use != 0))) }
    if let camera = number("cameraIsActive", facts) { found.append(.condition(.camera(camera != 0))) }
    if let level = hottest(facts) { found.append(.condition(.thermal(thermal(level)))) }
    if let path = network(facts) { found.append(.condition(.network(path))) }
    return found
  }

  /// Equations are facts.
  private static func number(_ key: String, _ facts: [RationaleFact]) -> Double? {
    facts.first { $0.key == key && $0.relation == .equal }?.number
  }

  /// Inequalities of the thermal level are at least bounds.
  private static func hottest(_ facts: [RationaleFact]) -> Double? {
    guard let fact = facts.last(where: { $0.key == "thermalLevel" }), let level = fact.number else { return nil }
    switch fact.relation {
    case .equal, .atLeast: return level
    case .greater: return level + 1
    case .atMost, .less, .unequal: return nil
    }
  }

  private static func percent(_ value: Double) -> Int? {
    (0...100).contains(value) ? Int(value.rounded()) : nil
  }

  /// dasd counts 0, 10, 20 … since iOS 26 and 0, 1, 2 … before.
  private static func thermal(_ level: Double) -> ThermalState {
    switch level >= 10 ? level / 10 : level {
    case ..<1: .nominal
    case ..<2: .fair
    case ..<3: .serious
    default: .critical
    }
  }

  /// The path, if one quality is above zero or there is no path at all.
  private static func network(_ facts: [RationaleFact]) -> NetworkPath? {
    if number("networkPathAvailability", facts) == 0 { return NetworkPath(.none, quality: 0) }
    let paths: [(String, NetworkPath.Transport)] = [
      ("wiredQuality", .wired), ("wifiQuality", .wifi), ("cellQuality", .cellular),
    ]
    for (key, transport) in paths {
      if let quality = number(key, facts).flatMap(percent), quality > 0 {
        return NetworkPath(transport, quality: quality, expensive: transport == .cellular)
      }
    }
    return nil
  }
}
