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
  public var plainName: String { Self.plain(shortName) }

  private static func plain(_ name: String) -> String {
    // Bytes, not characters: dasd's names are ASCII, and the tables of Unicode are slow to wake.
    func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    let letters = Array(name.utf8)
    var words: [[UInt8]] = []
    for (index, letter) in letters.enumerated() {
      let endsRun = index > 0 && isSmall(letters[index - 1])
      let endsCapitals = index > 0 && index + 1 < letters.count && isSmall(letters[index + 1])
      if words.isEmpty || (isCapital(letter) && (endsRun || endsCapitals)) { words.append([]) }
      words[words.count - 1].append(letter)
    }
    for index in words.indices.dropFirst() where !words[index].allSatisfy(isCapital) {
      for place in words[index].indices where isCapital(words[index][place]) { words[index][place] |= 0x20 }
    }
    return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
  }
}
