public import TaskTrace

/// Watches the events of a run for what a scenario expects of it.
///
/// It keeps counts, not events, so that a run of years needs no memory. Events must come in the order of time.
public struct ExpectationCheck: Sendable {
  /// What was seen for one expectation.
  struct Watch: Sendable {
    var expectation: Scenario.Expectation
    var count = 0
    var last: Instant?
    var shortest: TimeSpan?
    var longest: TimeSpan?
    var least: Double?
    var most: Double?
  }

  private var watches: [Watch]

  public init(_ expectations: [Scenario.Expectation]) { watches = expectations.map { Watch(expectation: $0) } }

  /// Takes in the next event. Complexity: O(expectations).
  public mutating func observe(_ event: TraceEvent) {
    for index in watches.indices { watches[index].observe(event) }
  }

  /// How everything came out, when the run ended at an instant.
  ///
  /// `findings` has, for every check that was made, its name and how often it found something, so that a check without
  /// findings stands there with 0; nil when none was made.
  public func verdicts(until end: Instant, findings: [String: Int]? = nil) -> [Scenario.Expectation.Verdict] {
    watches.map { $0.verdict(until: end, findings: findings) }
  }

  /// How the events of a whole run came out.
  public static func verdicts(
    _ expectations: [Scenario.Expectation], _ events: [TraceEvent], until end: Instant, findings: [String: Int]? = nil
  ) -> [Scenario.Expectation.Verdict] {
    var check = ExpectationCheck(expectations)
    for event in events { check.observe(event) }
    return check.verdicts(until: end, findings: findings)
  }
}

extension ExpectationCheck.Watch {
  mutating func observe(_ event: TraceEvent) {
    if let after = expectation.after, event.at < .zero + after { return }
    if let before = expectation.before, event.at >= .zero + before { return }
    switch expectation.claim {
    case .count(let pattern, _, _): if pattern.matches(event) { count += 1 }
    case .spacing(let pattern, _, _): if pattern.matches(event) { space(event.at) }
    case .order(let patterns): if count < patterns.count, patterns[count].matches(event) { count += 1 }
    case .budget(let name, _, _):
      guard case .budget(name, let value, _, _) = event.event else { return }
      count += 1
      least = min(least ?? value, value)
      most = max(most ?? value, value)
    case .findings: break
    }
  }

  private mutating func space(_ at: Instant) {
    if let last {
      shortest = min(shortest ?? at - last, at - last)
      longest = max(longest ?? at - last, at - last)
    }
    count += 1
    last = at
  }

  func verdict(until end: Instant, findings: [String: Int]?) -> Scenario.Expectation.Verdict {
    typealias Verdict = Scenario.Expectation.Verdict
    if case .findings(let name, let least, let most) = expectation.claim, findings?[name] == nil {
      let wanted = "expected \(Self.bounds(least.map(String.init), most.map(String.init))) \(Self.findingWords(name))"
      guard let findings else { return Verdict(expectation: expectation, state: .notChecked, sentence: wanted) }
      if name != Scenario.Expectation.anyFinding {
        let hint = nearestName(to: name, among: findings.keys.sorted()).map { "; did you mean \"\($0)\"?" } ?? ""
        return Verdict(
          expectation: expectation, state: .failed, sentence: "\(wanted), and there is no such check\(hint)")
      }
    }
    let (met, certain, sentence) = outcome(findings ?? [:])
    // A bound that is broken stays broken; one that is not reached may yet be, until its time is over.
    let over = expectation.due.map { end >= .zero + $0 } ?? true
    let state: Verdict.State =
      met ? (over || certain ? .met : .open) : (over || certain ? .failed : .open)
    return Verdict(expectation: expectation, state: state, sentence: sentence)
  }

  /// Whether it holds so far, whether later events can no longer change that, and both in words.
  private func outcome(_ findings: [String: Int]) -> (met: Bool, certain: Bool, sentence: String) {
    switch expectation.claim {
    case .count(let pattern, let least, let most):
      let enough = count >= least ?? 0
      let tooMany = count > most ?? .max
      let bounds = Self.bounds(least.map(String.init), most.map(String.init))
      return (
        enough && !tooMany, tooMany || enough && most == nil,
        "expected \(bounds) \(pattern.words)\(period); there \(count == 1 ? "was" : "were") \(count)"
      )
    case .spacing(let pattern, let least, let most):
      let near = shortest.map { $0 < least ?? .zero } ?? false
      let far = longest.map { $0 > most ?? TimeSpan(microseconds: .max) } ?? false
      let came = "\(shortest?.description ?? "none") to \(longest?.description ?? "none")"
      let bounds = Self.bounds(least?.description, most?.description)
      return (
        !near && !far && count > 1, near || far,
        "expected \(bounds) between two \(pattern.words)\(period); it was \(came), with \(count) events"
      )
    case .order(let patterns):
      let words = patterns.map(\.words).joined(separator: ", then ")
      let missing = count < patterns.count ? "; \(patterns[count].words) did not occur" : ""
      return (count == patterns.count, count == patterns.count, "expected \(words)\(period)\(missing)")
    case .budget(let name, let low, let high):
      let below = least.map { $0 < low ?? -.infinity } ?? false
      let above = most.map { $0 > high ?? .infinity } ?? false
      let came = "\(fixed(least ?? 0, decimals: 1)) to \(fixed(most ?? 0, decimals: 1))"
      let bounds = Self.bounds(low.map { fixed($0, decimals: 1) }, high.map { fixed($0, decimals: 1) })
      return (!below && !above && count > 0, below || above, "expected \(bounds) of \(name)\(period); it was \(came)")
    case .findings(let name, let least, let most):
      let count = findings[name] ?? findings.values.reduce(0, +)
      let bounds = Self.bounds(least.map(String.init), most.map(String.init))
      return (
        count >= least ?? 0 && count <= most ?? .max, false,
        "expected \(bounds) \(Self.findingWords(name)); there \(count == 1 ? "was" : "were") \(count)"
      )
    }
  }

  private static func findingWords(_ name: String) -> String {
    name == Scenario.Expectation.anyFinding ? "findings of any kind" : "findings of \(name)"
  }

  private static func bounds(_ least: String?, _ most: String?) -> String {
    switch (least, most) {
    case (let least?, let most?): least == most ? "exactly \(least)" : "\(least) to \(most)"
    case (let least?, nil): "at least \(least)"
    case (nil, let most?): "at most \(most)"
    case (nil, nil): "any"
    }
  }

  private var period: String {
    let from = expectation.after.map { " after \($0)" } ?? ""
    return from + (expectation.before.map { " before \($0)" } ?? "")
  }
}
