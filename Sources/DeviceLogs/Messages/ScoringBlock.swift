internal import TaskTrace

/// Policy lines that were read already: a log repeats the same few.
struct PolicyCache {
  /// The contents of one line.
  struct Policy {
    var response: PolicyResponse
    /// What its rationale reveals about the device.
    var observations: [Observation]
  }

  private var known = FingerprintTable()
  private var kept: [(text: [UInt8], policy: Policy)] = []
  private var observed: [String: [Observation]] = [:]
  private static let limit = 1 << 14

  mutating func policy(_ text: Text, names: inout NameTable) -> Policy? {
    let key = text.fingerprint
    if let found = known[key].map(Int.init), text.equals(kept[found].text) { return kept[found].policy }
    guard let response = ScoringBlock.response(text, names: &names) else { return nil }
    let policy = Policy(response: response, observations: response.rationale.map { observations(in: $0) } ?? [])
    if known.count < Self.limit, text.count <= 512 {
      known.set(key, to: UInt32(kept.count))
      kept.append((text.bytes[text.start..<text.end].array, policy))
    }
    return policy
  }

  /// What a rationale reveals, read once for each text.
  private mutating func observations(in rationale: String) -> [Observation] {
    if let known = observed[rationale] { return known }
    let found = Observation.all(in: rationale)
    if observed.count < 1 << 12 { observed[rationale] = found }
    return found
  }
}

/// dasd's scoring block, in the grammar of logs up to iOS 18 and in that of iOS 26.
///
/// The parts are found by their text, not by their lines, so that a block that was truncated anywhere, has lost lines,
/// or was joined into one line still yields what it contains.
struct ScoringBlock {
  var score: Score
  /// What its rationales reveal about the device.
  var observations: [Observation]

  /// A block of some policies and the text after them.
  ///
  /// A block without a decision has `unknownProceed`, or the decision that its responses imply.
  init(_ policies: Policies, _ tail: Tail) {
    var decision = tail.decision
    if decision == nil {
      let strongest = policies.responses.map(\.decision).max() ?? .unknownProceed
      decision = strongest.denies ? strongest : .unknownProceed
    }
    score = Score(
      policies: policies.responses, decision: decision ?? .unknownProceed, score: tail.score, sum: tail.sum,
      denominator: tail.denominator)
    observations = policies.observations
  }

  /// The policies of a block, and what they reveal about the device.
  struct Policies {
    var responses: [PolicyResponse] = []
    private(set) var observations: [Observation] = []

    mutating func append(_ policy: PolicyCache.Policy) {
      responses.append(policy.response)
      guard !policy.observations.isEmpty else { return }
      // Usually one policy reveals everything, and its list is shared.
      if observations.isEmpty { observations = policy.observations } else { observations += policy.observations }
    }
  }

  /// The text after the policies.
  struct Tail {
    var decision: Decision?
    var score: Double?
    var sum: Double?
    var denominator: Double?

    /// Reads up to the second decision, if there is one: that is of another block.
    init(_ text: Text) {
      var text = text
      if let first = text.find("Decision: "), let second = text.find("Decision: ", from: first + 10) {
        text = text.upTo(text.find(0x0A, from: first).map { min($0, second) } ?? second)
      }
      decision = text.after("Decision: ").flatMap { ScoringBlock.decision($0)?.decision }
      score = text.after("Score: ")?.number
      sum = text.after("sumScores:")?.trimmed.number
      denominator = text.after("denominator:")?.trimmed.number
    }
  }

  /// Reads what follows `NAME:[`.
  static func block(_ text: Text, policies cache: inout PolicyCache, names: inout NameTable) -> ScoringBlock {
    var policies = Policies()
    var index = text.start
    while let (part, _) = nextPolicy(text, from: index) {
      // The text after the decision belongs to another block, whose lines are interleaved with those of this one.
      if text[index, part.start].find("Decision: ") != nil {
        return ScoringBlock(policies, Tail(text[index, part.start]))
      }
      if let policy = cache.policy(part, names: &names) { policies.append(policy) }
      index = max(part.end, part.start + 7)
    }
    return ScoringBlock(policies, Tail(text.from(index)))
  }

  /// The first policy from a place on, and whether its braces close.
  static func nextPolicy(_ text: Text, from index: Int) -> (text: Text, isWhole: Bool)? {
    guard let open = text.find("{name: ", from: index) else { return nil }
    let (end, isWhole) = closing(text, from: open)
    return (text[open, end], isWhole)
  }

  /// Where a policy's braces close; a policy that was cut ends before the next one or with the text, and is not whole.
  private static func closing(_ text: Text, from open: Int) -> (end: Int, isWhole: Bool) {
    var depth = 0
    var index = open
    while index < text.end {
      switch text.bytes[index] {
      case UInt8(ascii: "{"):
        if index > open, text.matches("{name: ", at: index) { return (index, false) }
        depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return (index + 1, true) }
      case 0x0A:
        // A policy is on one line; the text after a truncated one is read separately.
        let next = text.from(index + 1).trimmed
        if next.first == UInt8(ascii: "]") || next.first == UInt8(ascii: ",") { return (index, false) }
      default: break
      }
      index += 1
    }
    return (text.end, false)
  }

  /// One policy's response; nil if it did not answer or was cut before its decision.
  static func response(_ text: Text, names: inout NameTable) -> PolicyResponse? {
    guard let named = text.after("{name: "), let comma = named.find(UInt8(ascii: ",")) else { return nil }
    let name = names.string(named.upTo(comma))
    let weight = named.after("policyWeight: ")?.number ?? 0
    guard let inner = named.after("response: ") else { return nil }
    guard inner.first == UInt8(ascii: "{") else { return nil }
    let body = inner.from(inner.start + 1)
    let labeled = body.hasPrefix("Decision: ")
    guard let decision = decision(labeled ? body.from(body.start + 10) : body) else { return nil }
    let rest = body.from(decision.end)
    let score = rest.after("Score: ") ?? (rest.hasPrefix(", ") ? rest.from(rest.start + 2) : nil)
    var rationale = rest.after("Rationale: ")
    if rationale == nil, !labeled, let list = rest.find("[{") { rationale = rest.from(list) }
    return PolicyResponse(
      name: name.contains(" ") ? name.filter { $0 != " " } : name, weight: weight, decision: decision.decision,
      score: score?.number, rationale: rationale.map { names.string(closed($0)) })
  }

  /// A rationale without the braces that close its response and its policy.
  private static func closed(_ text: Text) -> Text {
    var text = text.trimmed
    for _ in 0..<2 where text.last == UInt8(ascii: "}") {
      // A rationale that is a list ends in a bracket: braces behind it are not its own.
      text = text.upTo(text.end - 1).trimmed
    }
    return text
  }

  /// A decision in words, in short, or as a number, and where it ends.
  private static func decision(_ text: Text) -> (decision: Decision, end: Int)? {
    for (word, decision) in words where text.matches(word, at: text.start) {
      return (decision, text.start + word.utf8CodeUnitCount)
    }
    guard let number = text.integer else { return nil }
    var end = text.start
    while end < text.end, text.bytes[end].isDigit { end += 1 }
    return (UInt8(exactly: number).flatMap { Decision(rawValue: $0) } ?? .unknownProceed, end)
  }

  /// Longer words precede their own prefixes.
  private static let words: [(StaticString, Decision)] = [
    ("Can Proceed", .canProceed), ("Must Not Proceed", .mustNotProceed), ("Must Proceed", .mustProceed),
    ("Absolutely Must Not Proceed", .absolutelyMustNotProceed),
    ("Absolutely Must Proceed", .absolutelyMustProceed), ("Unknown Decision", .unknownProceed),
    ("CP", .canProceed), ("MNP", .mustNotProceed), ("MP", .mustProceed), ("AMNP", .absolutelyMustNotProceed),
    ("AMP", .absolutelyMustProceed), ("UD(P)", .unknownProceed),
  ]
}
