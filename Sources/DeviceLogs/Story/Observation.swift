internal import TaskTrace

/// Something that a rationale tells of the device at the time of a scoring.
enum Observation: Hashable, Sendable {
  case condition(Condition)
  /// Whether the app of the activity is in front.
  case foreground(Bool)

  /// Everything that a rationale tells, in its order.
  static func all(in rationale: String) -> [Observation] {
    var found: [Observation] = []
    var qualities: [String: Double] = [:]
    for term in RationaleTerm.terms(of: rationale) {
      switch term {
      case .comparison(let key, _, let observed):
        qualities[key] = observed
        found += comparison(key, observed)
      case .expression(let text): found += expression(text)
      }
    }
    if let path = network(qualities) { found.append(.condition(.network(path))) }
    return found
  }

  private static func comparison(_ key: String, _ observed: Double) -> [Observation] {
    switch key {
    case "Max allowed CPU Usage level": percent(observed).map { [.condition(.cpu($0))] } ?? []
    case "appIsForeground": [.foreground(observed != 0)]
    default: []
    }
  }

  /// `batteryLevel == 26 AND pluggedIn == 1`: equations are facts, inequalities at least bounds.
  private static func expression(_ text: String) -> [Observation] {
    var facts: [String: Double] = [:]
    var thermal: Double?
    for part in text.split(separator: " AND ") {
      let words = part.split(separator: " ").map { $0.drop { $0 == "(" } }
      guard words.count == 3, let value = number(words[2]) else { continue }
      let key = String(words[0].split(separator: "/").last ?? words[0])
      if words[1] == "==" { facts[key] = value }
      if key == "thermalLevel", words[1] == ">=" || words[1] == "==" { thermal = value }
      if key == "thermalLevel", words[1] == ">" { thermal = value + 1 }
    }
    var found: [Observation] = []
    // A level of 1 without the charger beside it may be a flag.
    if let level = facts["batteryLevel"], facts["pluggedIn"] != nil || level > 1, let level = percent(level) {
      found.append(.condition(.battery(level: level)))
    }
    if let plugged = facts["pluggedIn"] ?? facts["isPluggedIn"] {
      let full = facts["batteryLevel"].map { $0 >= 100 } ?? false
      found.append(.condition(.charger(plugged: plugged != 0, charging: plugged != 0 && !full)))
    }
    if let active = facts["deviceActive"] ?? facts["deviceInUse"] ?? facts["deviceActivity"], active <= 1 {
      found.append(.condition(.deviceUse(active != 0)))
    }
    if let camera = facts["cameraIsActive"] { found.append(.condition(.camera(camera != 0))) }
    if let level = thermal { found.append(.condition(.thermal(Self.thermal(level)))) }
    return found
  }

  private static func number(_ text: Substring) -> Double? {
    Double(text.last == ")" ? text.dropLast() : text)
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

  /// The path, where one quality is above zero or no path is there at all.
  private static func network(_ observed: [String: Double]) -> NetworkPath? {
    if let available = observed["networkPathAvailability"], available == 0 { return NetworkPath(.none, quality: 0) }
    let paths: [(String, NetworkPath.Transport)] = [
      ("wiredQuality", .wired), ("wifiQuality", .wifi), ("cellQuality", .cellular),
    ]
    for (key, transport) in paths {
      if let quality = observed[key].flatMap(percent), quality > 0 {
        return NetworkPath(transport, quality: quality, expensive: transport == .cellular)
      }
    }
    return nil
  }
}
