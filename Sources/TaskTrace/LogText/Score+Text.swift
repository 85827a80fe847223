extension Score {
  /// The block that dasd logs for this score, in the grammar of logs up to iOS 18; several lines.
  ///
  /// A score that the model made and one that was read from a device log print alike.
  public func block(named name: ActivityName) -> String {
    var text = "\(name):[\n"
    for policy in policies { text += "\t\(policy.text)\n" }
    return text + " ]\(tail)"
  }

  /// The score on one line: the policies that were printed, with their decisions in short.
  public func summary(named name: ActivityName) -> String {
    let list = policies.map { policy in
      let detail = policy.decision == .canProceed ? policy.score.map { fixed($0, decimals: 2) } : nil
      return "\(policy.shortName) \(detail ?? policy.decision.code)"
    }
    let inner = list.isEmpty ? " " : " \(list.joined(separator: ", ")) "
    return "\(name):[\(inner)]\(tail)"
  }

  private var tail: String {
    if isCut { return " … (cut in the log)" }
    var text = ""
    if let sum, let denominator, !decision.denies {
      text += " sumScores:\(fixed(sum, decimals: 6)), denominator:\(fixed(denominator, decimals: 6))"
    }
    text += ", FinalDecision: \(decision.words)"
    if let score, !decision.denies { text += " FinalScore: \(fixed(score, decimals: 6))" }
    return text + "}"
  }
}

extension PolicyResponse {
  /// The response as dasd prints it, without its line's indent.
  public var text: String {
    var response = "Decision: \(decision.words)"
    if let score { response += ", Score: \(fixed(score, decimals: 2))" }
    if let rationale { response += ", Rationale: \(rationale)" }
    return "{name: \(name), policyWeight: \(fixed(weight, decimals: 3)), response: {\(response)}}"
  }

  /// The name without its last word: `BatteryLevel`.
  public var shortName: String { name.hasSuffix("Policy") ? String(name.dropLast(6)) : name }

  /// The name in separate words, as a person reads it: `Battery level`.
  public var plainName: String { Self.plainNames[name] ?? Self.plain(shortName) }

  /// The policies of `scheduler facts 3.4` that logs speak of most, so that a screen full of them costs little.
  private static let plainNames: [String: String] = {
    let short = [
      "ActivityGroup", "ActivityProgress", "ActivityRateLimit", "Application", "BatteryLevel", "BootTime",
      "ChargerPluggedIn", "CPUUsage", "DataBudget", "DeviceActivity", "EnergyBudget", "FileProtection",
      "LowPowerMode", "MemoryPressure", "NetworkQuality", "PowerNap", "Thermal", "ThunderingHerd",
    ]
    return Dictionary(uniqueKeysWithValues: short.map { ($0 + "Policy", plain($0)) })
  }()

  private static func plain(_ name: String) -> String {
    let letters = Array(name)
    var words: [String] = []
    for (index, letter) in letters.enumerated() {
      let endsRun = index > 0 && letters[index - 1].isLowercase
      let endsCapitals = index > 0 && index + 1 < letters.count && letters[index + 1].isLowercase
      if words.isEmpty || (letter.isUppercase && (endsRun || endsCapitals)) { words.append("") }
      words[words.count - 1].append(letter)
    }
    let lowered = words.enumerated().map { index, word in
      index == 0 || word.allSatisfy(\.isUppercase) ? word : word.lowercased()
    }
    return lowered.joined(separator: " ")
  }
}
