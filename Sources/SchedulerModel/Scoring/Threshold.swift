public import TaskTrace

/// The score that a request must exceed: a share of the best one forecast, falling across the window (facts 3.3).
public struct Threshold: Hashable, Sendable {
  /// 0 before the optimal time, then one more for every tenth of the window, at most 10.
  public var slot: Int
  public var value: Double

  /// The threshold at an instant of a window.
  public init(
    at now: Instant, optimalScore: Double, optimalAt: Instant, window: TimeSpan, priority: ActivityPriority,
    profile: SchedulerProfile
  ) {
    let slots = profile[.slots]
    let length = max(1, window.seconds / slots)
    // The slot counts as an integer conversion does: toward zero.
    let raw = (now - optimalAt).seconds / length + 1
    slot = Int(min(max(raw, 0), slots))
    value = optimalScore * Self.share(slot: slot, priority: priority, profile: profile)
  }

  /// Whether a score lets a request run: it is above the threshold, or its decision forces the run.
  public static func isPassed(by score: Double, _ decision: Decision, threshold: Double) -> Bool {
    !decision.denies && (decision >= .mustProceed || score > threshold)
  }

  /// What share of the optimal score is asked for in a slot.
  public static func share(slot: Int, priority: ActivityPriority, profile: SchedulerProfile) -> Double {
    let (factor, base, exponent): (ParameterKey, ParameterKey, ParameterKey)
    switch priority {
    case .maintenance: (factor, base, exponent) = (.maintenanceFactor, .maintenanceBase, .maintenanceExponent)
    case .background: (factor, base, exponent) = (.backgroundFactor, .backgroundBase, .backgroundExponent)
    case .utility: (factor, base, exponent) = (.utilityFactor, .utilityBase, .utilityExponent)
    case .default: (factor, base, exponent) = (.defaultFactor, .defaultBase, .defaultExponent)
    case .userInitiated: (factor, base, exponent) = (.userInitiatedFactor, .userInitiatedBase, .userInitiatedExponent)
    }
    guard slot > 0 else { return profile[factor] }
    return profile[factor] * (1 - power(min(1, 10 * Double(slot) / profile[base]), profile[exponent]))
  }

  /// When the slot after this one begins; nil in the last.
  func nextSlotAt(optimalAt: Instant, window: TimeSpan, profile: SchedulerProfile) -> Instant? {
    guard slot < profile.count(.slots) else { return nil }
    return optimalAt + TimeSpan(seconds: window.seconds / profile[.slots] * Double(slot))
  }
}
