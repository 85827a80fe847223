/// The response of one policy. Copies share one place in memory, so it is immutable.
public struct PolicyResponse: Hashable, Sendable {
  /// The name in the form of logs up to iOS 18: `BatteryLevelPolicy`.
  public var name: String { parts.value.name }
  public var weight: Double { parts.value.weight }
  public var decision: Decision { parts.value.decision }
  /// 0 to 1; nil if a log does not give it.
  public var score: Double? { parts.value.score }
  /// The text after `Rationale:`, brackets included; nil if there is none.
  public var rationale: String? { parts.value.rationale }

  private struct Parts: Hashable, Sendable {
    var name: String
    var rationale: String?
    var weight: Double
    var score: Double?
    var decision: Decision
  }

  private let parts: Shared<Parts>

  public init(name: String, weight: Double, decision: Decision, score: Double?, rationale: String? = nil) {
    parts = Shared(Parts(name: name, rationale: rationale, weight: weight, score: score, decision: decision))
  }

  /// The same response with another score.
  public func with(score: Double?) -> PolicyResponse {
    PolicyResponse(name: name, weight: weight, decision: decision, score: score, rationale: rationale)
  }

  /// Whether dasd prints this response: only those that object or score below 0.9 (reverse engineering, and the sums
  /// of real logs).
  public var isPrinted: Bool { decision != .canProceed || (score ?? 1) < 0.9 }
}

/// One scoring of an activity: what dasd logs as a block, and what the model computes. Copies share one place in
/// memory, so it is immutable.
public struct Score: Hashable, Sendable {
  /// The responses that are printed, in order.
  public var policies: [PolicyResponse] { parts.value.policies }
  /// The total number of policies that applied; nil if a log does not give it.
  public var applied: Int? { parts.value.applied }
  public var decision: Decision { parts.value.decision }
  /// Σ(weight·score)/Σ(weight), 0 to 1; nil if a log does not give it.
  public var score: Double? { parts.value.score }
  /// Σ(weight·score).
  public var sum: Double? { parts.value.sum }
  /// Σ(weight) over all policies that applied, printed or not.
  public var denominator: Double? { parts.value.denominator }

  private struct Parts: Hashable, Sendable {
    var policies: [PolicyResponse]
    var score: Double?
    var sum: Double?
    var denominator: Double?
    var applied: Int?
    var decision: Decision
  }

  private let parts: Shared<Parts>

  public init(
    policies: [PolicyResponse], applied: Int? = nil, decision: Decision, score: Double? = nil, sum: Double? = nil,
    denominator: Double? = nil
  ) {
    parts = Shared(
      Parts(policies: policies, score: score, sum: sum, denominator: denominator, applied: applied, decision: decision))
  }

  /// The responses that forbid the run, the strongest first, then in printed order.
  public var objections: [PolicyResponse] {
    let denials = policies.filter { $0.decision.denies }
    return denials.filter { $0.decision == .absolutelyMustNotProceed }
      + denials.filter { $0.decision == .mustNotProceed }
  }

  /// The first of the ``objections``, without the others.
  public var strongestObjection: PolicyResponse? {
    policies.first { $0.decision == .absolutelyMustNotProceed } ?? policies.first { $0.decision == .mustNotProceed }
  }

  /// Whether a log has lost the lines that contain the decision: nothing is known about this scoring except that it
  /// occurred.
  public var isCut: Bool { decision == .unknownProceed && score == nil }

  /// How many policies applied without being printed, each scoring 0.9 or more; nil if that is not known.
  public var quiet: Int? { applied.map { max(0, $0.saturatingSubtracting(policies.count)) } }
}

extension Score {
  /// Sums responses as dasd does (scheduler facts 3.2).
  ///
  /// The largest decision wins. MNP and AMNP score 0, MP and AMP score 1; otherwise the score is the weighted mean, 1
  /// when the weights sum to zero, and a score of 0 or less also means MNP. Complexity: O(responses).
  public init(summing responses: [PolicyResponse]) {
    var (sum, denominator, decision) = (0.0, 0.0, Decision.canProceed)
    for response in responses {
      sum += response.weight * (response.score ?? 0)
      denominator += response.weight
      decision = max(decision, response.decision)
    }
    var score: Double
    switch decision {
    case .mustNotProceed, .absolutelyMustNotProceed: score = 0
    case .mustProceed, .absolutelyMustProceed: score = 1
    case .canProceed, .unknownProceed: score = denominator > 0 ? sum / denominator : 1
    }
    if score <= 0, !decision.denies {
      decision = .mustNotProceed
      score = 0
    }
    self.init(
      policies: responses.filter(\.isPrinted), applied: responses.count, decision: decision, score: score, sum: sum,
      denominator: denominator)
  }
}
