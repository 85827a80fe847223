package import TaskTrace

/// A scoring without its text: what is compared with the last one and with the threshold.
///
/// The same sums as ``Score/init(summing:)``, in the same order, without a list of responses; a test compares the two.
package struct QuickScore: Hashable, Sendable {
  package var decision = Decision.canProceed
  package var score = 0.0
  /// One bit for each policy of the table that objects.
  package var objections: UInt32 = 0

  package init(_ input: PolicyInput) {
    var (sum, denominator, bit) = (0.0, 0.0, UInt32(1))
    for policy in PolicyTable.all {
      if let response = policy.evaluate(input) {
        sum += response.weight * (response.score ?? 0)
        denominator += response.weight
        decision = max(decision, response.decision)
        if response.decision.denies { objections |= bit }
      }
      bit <<= 1
    }
    switch decision {
    case .mustNotProceed, .absolutelyMustNotProceed: score = 0
    case .mustProceed, .absolutelyMustProceed: score = 1
    case .canProceed, .unknownProceed: score = denominator > 0 ? sum / denominator : 1
    }
    if score <= 0, !decision.denies { (decision, score) = (.mustNotProceed, 0) }
  }
}
