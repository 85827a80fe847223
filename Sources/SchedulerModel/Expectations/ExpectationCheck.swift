public import TaskTrace

/// Watches the events of a run for what a scenario expects of it.
///
/// It stores counts, not events, so that a run of years needs no additional memory. Events must arrive in time order.
public struct ExpectationCheck: Sendable {
  /// What was seen for one expectation.
  struct Watch: Sendable {
    var expectation: Scenario.Expectation
    var count = 0
    var last: Instant?
    var shortest: TimeSpan?
    var longest: TimeSpan?
    var lower: Double?
    var upper: Double?
  }

  private var watches: [Watch]

  public init(_ expectations: [Scenario.Expectation]) { watches = expectations.map { Watch(expectation: $0) } }

  /// Applies the next event. Complexity: O(expectations).
  public mutating func observe(_ event: TraceEvent) {
    for index in watches.indices { watches[index].observe(event) }
  }

  /// The results, when the run ended at an instant.
  ///
  /// `findings` maps each check that was made to the number of its findings, so that a check without findings is listed
  /// with 0; nil if none was made.
  public func verdicts(until end: Instant, findings: [String: Int]? = nil) -> [Scenario.Expectation.Verdict] {
    watches.map { $0.verdict(until: end, findings: findings) }
  }

  /// The results for the events of a whole run.
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
      lower = min(lower ?? value, value)
      upper = max(upper ?? value, value)
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
    if case .findings(let name, let lower, let upper) = expectation.claim, findings?[name] == nil {
      let wanted = "expected \(Self.bounds(lower.map(String.init), upper.map(String.init))) \(Self.findingText(name))"
      guard let findings else { return Verdict(expectation: expectation, state: .notChecked, sentence: wanted) }
      if name != Scenario.Expectation.anyFinding {
        let hint = nearestName(to: name, among: findings.keys.sorted()).map { "; did you mean \"\($0)\"?" } ?? ""
        return Verdict(
          expectation: expectation, state: .failed, sentence: "\(wanted), and there is no such check\(hint)")
      }
    }
    let (met, certain, sentence) = outcome(findings ?? [:])
    // A violated bound stays violated; one that is not reached can still be, until its time is over.
    let over = expectation.due.map { end >= .zero + $0 } ?? true
    let state: Verdict.State =
      met ? (over || certain ? .met : .open) : (over || certain ? .failed : .open)
    return Verdict(expectation: expectation, state: state, sentence: sentence)
  }

  /// Whether it holds so far, whether later events can no longer change that, and both in words.
  private func outcome(_ findings: [String: Int]) -> (met: Bool, certain: Bool, sentence: String) {
    switch expectation.claim {
    case .count(let pattern, let lower, let upper):
      let enough = count >= lower ?? 0
      let tooMany = count > upper ?? .max
      let bounds = Self.bounds(lower.map(String.init), upper.map(String.init))
      return (
        enough && !tooMany, tooMany || enough && upper == nil,
        "expected \(bounds) \(pattern.text)\(period); there \(count == 1 ? "was" : "were") \(count)"
      )
    case .spacing(let pattern, let lower, let upper):
      let near = shortest.map { $0 < lower ?? .zero } ?? false
      let far = longest.map { $0 > upper ?? TimeSpan(microseconds: .max) } ?? false
      let came = "\(shortest?.description ?? "none") to \(longest?.description ?? "none")"
      let bounds = Self.bounds(lower?.description, upper?.description)
      return (
        !near && !far && count > 1, near || far,
        "expected \(bounds) between two \(pattern.text)\(period); it was \(came), with \(count) events"
      )
    case .order(let patterns):
      let words = patterns.map(\.text).joined(separator: ", then ")
      let missing = count < patterns.count ? "; \(patterns[count].text) did not occur" : ""
      return (count == patterns.count, count == patterns.count, "expected \(words)\(period)\(missing)")
    case .budget(let name, let low, let high):
      let below = lower.map { $0 < low ?? -.infinity } ?? false
      let above = upper.map { $0 > high ?? .infinity } ?? false
      let came = "\(fixed(lower ?? 0, decimals: 1)) to \(fixed(upper ?? 0, decimals: 1))"
      let bounds = Self.bounds(low.map { fixed($0, decimals: 1) }, high.map { fixed($0, decimals: 1) })
      return (!below && !above && count > 0, below || above, "expected \(bounds) of \(name)\(period); it was \(came)")
    case .findings(let name, let lower, let upper):
      let count = findings[name] ?? findings.values.reduce(0, +)
      let bounds = Self.bounds(lower.map(String.init), upper.map(String.init))
      return (
        count >= lower ?? 0 && count <= upper ?? .max, false,
        "expected \(bounds) \(Self.findingText(name)); there \(count == 1 ? "was" : "were") \(count)"
      )
    }
  }

  private static func findingText(_ name: String) -> String {
    name == Scenario.Expectation.anyFinding ? "findings of any kind" : "findings of \(name)"
  }

  private static func bounds(_ lower: String?, _ upper: String?) -> String {
    switch (lower, upper) {
    case (let lower?, let upper?): lower == upper ? "exactly \(lower)" : "\(lower) to \(upper)"
    case (let lower?, nil): "at least \(lower)"
    case (nil, let upper?): "at most \(upper)"
    case (nil, nil): "any"
    }
  }

  private var period: String {
    let from = expectation.after.map { " after \($0)" } ?? ""
    return from + (expectation.before.map { " before \($0)" } ?? "")
  }
}
