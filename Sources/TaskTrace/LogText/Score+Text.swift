extension Score {
  /// The block that dasd logs for this score, in the grammar of logs up to iOS 18; several lines.
  ///
  /// A score from the model and one from a device log are printed in the same form.
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
    text += ", FinalDecision: \(decision.text)"
    if let score, !decision.denies { text += " FinalScore: \(fixed(score, decimals: 6))" }
    return text + "}"
  }
}

extension PolicyResponse {
  /// The response as dasd prints it, without its line's indent.
  public var text: String {
    var response = "Decision: \(decision.text)"
    if let score { response += ", Score: \(fixed(score, decimals: 2))" }
    if let rationale { response += ", Rationale: \(rationale)" }
    return "{name: \(name), policyWeight: \(fixed(weight, decimals: 3)), response: {\(response)}}"
  }

  /// The policy that responds.
  public var policy: PolicyName { PolicyName(name) }

  /// The name without its last word: `BatteryLevel`.
  public var shortName: String { policy.rawValue }

  /// The name as separate words for display: `Battery level`.
  public var plainName: String { policy.plain }
}
