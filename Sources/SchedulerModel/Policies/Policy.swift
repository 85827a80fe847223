public import TaskTrace

/// One of dasd's policies: its name, and a pure function from its input to its response.
public struct Policy: Sendable {
  /// As logs up to iOS 18 print it: `BatteryLevelPolicy`.
  public var name: String
  /// The rule in one sentence, for lists.
  public var summary: String
  /// The response; nil if the policy does not apply.
  public var evaluate: @Sendable (PolicyInput) -> PolicyResponse?

  init(_ name: String, _ summary: String, _ evaluate: @escaping @Sendable (PolicyInput) -> PolicyResponse?) {
    (self.name, self.summary, self.evaluate) = (name, summary, evaluate)
  }

  /// A response that lets the work proceed with a score.
  static func proceed(
    _ name: String, _ weight: Double, _ score: Double, _ rationale: @autoclosure () -> String? = nil,
    _ input: PolicyInput
  ) -> PolicyResponse {
    let explained = input.explains && score < 0.9
    return PolicyResponse(
      name: name, weight: weight, decision: .canProceed, score: score, rationale: explained ? rationale() : nil)
  }

  /// A response with a decision.
  static func decide(
    _ name: String, _ weight: Double, _ decision: Decision, _ rationale: @autoclosure () -> String, _ input: PolicyInput
  ) -> PolicyResponse {
    let score = decision.denies ? 0.0 : 1.0
    return PolicyResponse(
      name: name, weight: weight, decision: decision, score: score, rationale: input.explains ? rationale() : nil)
  }
}

/// A rationale in the form of Required and Observed.
func comparison(_ key: String, required: Double, observed: Double) -> String {
  "[\(term(key, required: required, observed: observed))]"
}

/// One term of such a rationale; dasd puts a comma after every term, including the last.
func term(_ key: String, required: Double, observed: Double) -> String {
  "{[\(key)]: Required:\(fixed(required, decimals: 2)), Observed:\(fixed(observed, decimals: 2))},"
}
