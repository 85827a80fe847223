/// What a policy, or all of them together, decides about an activity.
///
/// Raw values are dasd's own (reverse engineering of iOS 26.1; the words are in every log). The largest value of all
/// policies that apply is the final decision.
public enum Decision: UInt8, CaseIterable, Hashable, Comparable, Sendable {
  case canProceed = 0
  /// A value that dasd itself does not know; it proceeds.
  case unknownProceed = 1
  case mustNotProceed = 33
  case mustProceed = 67
  case absolutelyMustNotProceed = 100
  case absolutelyMustProceed = 200

  public static func < (a: Decision, b: Decision) -> Bool { a.rawValue < b.rawValue }

  /// Whether work with this final decision must not start.
  public var denies: Bool { self == .mustNotProceed || self == .absolutelyMustNotProceed }

  /// The short form: `CP`, `MNP`, `MP`, `AMNP`, `AMP`, `UD(P)`; iOS 26 prints it, and trace files use it.
  public var code: String {
    switch self {
    case .canProceed: "CP"
    case .unknownProceed: "UD(P)"
    case .mustNotProceed: "MNP"
    case .mustProceed: "MP"
    case .absolutelyMustNotProceed: "AMNP"
    case .absolutelyMustProceed: "AMP"
    }
  }

  /// The long form, which logs up to iOS 18 print.
  public var text: String {
    switch self {
    case .canProceed: "Can Proceed"
    case .unknownProceed: "Unknown Decision (Proceed)"
    case .mustNotProceed: "Must Not Proceed"
    case .mustProceed: "Must Proceed"
    case .absolutelyMustNotProceed: "Absolutely Must Not Proceed"
    case .absolutelyMustProceed: "Absolutely Must Proceed"
    }
  }

  /// Finds a decision by either form, or by the bare number that iOS 26 prints inside responses.
  public init?(_ text: some StringProtocol) {
    let found = Decision.allCases.first { $0.code == text || $0.text == text || String($0.rawValue) == text }
    guard let found else { return nil }
    self = found
  }
}
