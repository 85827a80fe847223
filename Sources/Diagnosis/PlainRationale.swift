internal import TaskTrace

/// Rationales in plain words, where they are known; else as dasd prints them.
enum PlainRationale {
  static func words(_ rationale: String) -> String {
    let terms = RationaleTerm.terms(of: rationale)
    // The subject of the point names what a single comparison is about.
    if terms.count == 1, case .comparison(let key, let required, let observed)? = terms.first {
      let what = flags.first { $0.key == key }.map { $0.words + ": " } ?? ""
      return what + "required \(short(required)), observed \(short(observed))"
    }
    return terms.map(words).joined(separator: "; ")
  }

  private static func words(_ term: RationaleTerm) -> String {
    guard case .expression(let text) = term else { return term.words }
    if let known = whole.first(where: { $0.expression == text }) { return known.words }
    if let known = beginnings.first(where: { text.hasPrefix($0.expression) }) {
      return known.words + text.dropFirst(known.expression.count)
    }
    let clauses = text.split(separator: " ").split(separator: "AND").map { parts -> String in
      guard parts.count >= 3, let name = names.first(where: { $0.key == parts[parts.startIndex] })?.words else {
        return parts.joined(separator: " ")
      }
      let sign = parts[parts.startIndex + 1]
      let value = parts.dropFirst(2).joined(separator: " ")
      return sign == "==" ? "\(name) \(value)" : "\(name) \(sign) \(value)"
    }
    return clauses.joined(separator: ", ")
  }

  private static func short(_ value: Double) -> String {
    fixed(value, decimals: value == value.rounded() ? 0 : 2)
  }

  private static let whole: [(expression: String, words: String)] = [
    ("launchType == PROCESSING AND deviceActive == 1", "processing while the device is in use"),
    ("lowPowerMode == 1", "Low Power Mode is on"), ("cameraIsActive == 1", "the camera is on"),
    ("timeSinceThunderingHerdTriggerEvent < 300", "less than 5 m since many tasks came due"),
    (
      "deviceInUse == 1 AND timeSinceThunderingHerdTriggerEvent < 900",
      "in use, less than 15 m since many tasks came due"
    ),
    ("pluggedIn == 0", "not plugged in"), ("/device/system/isPluggedIn == 0", "not plugged in"),
    ("batteryLevel == 1", "the battery is too low"), ("networkPathConstrained == 1", "Low Data Mode is on"),
    ("progressState == Stalled", "it has stopped making progress"),
    ("unlockedSinceBoot == 0", "not unlocked since the start"),
  ]

  /// Expressions that end in a number that is told.
  private static let beginnings: [(expression: String, words: String)] = [
    ("launchType == PROCESSING AND batteryLevel == ", "processing needs the charger: level "),
    ("timeSinceBoot < ", "the device started too little ago, in seconds: less than "),
    ("(inADarkWake == 0 AND darkWakeEligible == 1) AND wakeState == ", "the Mac sleeps: "),
  ]

  /// What a yes or no of the system is about, where the policy's name does not tell.
  private static let flags: [(key: String, words: String)] = [
    ("pushDisallowed", "pushes are disallowed"), ("ratelimited", "room for a launch"),
    ("appIsForeground", "app in front"),
    ("protectedDataAvailable", "files readable"), ("unlockedSinceBoot", "unlocked since the start"),
  ]

  private static let names: [(key: String, words: String)] = [
    ("batteryLevel", "level"), ("pluggedIn", "plugged"), ("thermalLevel", "level"), ("deviceActivity", "activity"),
    ("deviceActive", "in use"), ("launchType", "launch type"), ("lowPowerMode", "on"),
  ]
}
