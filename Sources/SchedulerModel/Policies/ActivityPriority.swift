/// The classes of urgency that dasd orders work by.
///
/// The order is from reverse engineering of iOS 26.1; the numbers 5, 10, and 30 appear in logs, larger ones have not
/// been observed (scheduler facts 3.1).
public enum ActivityPriority: Int, CaseIterable, Hashable, Comparable, Sendable {
  case maintenance, background, utility, `default`, userInitiated

  public static func < (a: ActivityPriority, b: ActivityPriority) -> Bool { a.rawValue < b.rawValue }

  /// The number that logs print; nil if it has not been observed in a log.
  public var logged: Int? {
    switch self {
    case .maintenance: 5
    case .background: 10
    case .utility: 30
    case .default, .userInitiated: nil
    }
  }
}
