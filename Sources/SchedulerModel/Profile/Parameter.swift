/// One constant of the model: its name, its value, and its source.
public struct Parameter: Hashable, Sendable {
  /// How sure a number is.
  public enum Confidence: String, CaseIterable, Hashable, Sendable {
    /// Apple's documentation or header text.
    case documented = "A"
    /// An Apple engineer, in a talk or a forum.
    case engineer = "E"
    /// Observed: real logs, device tests, published reverse engineering of one build.
    case observed = "R"
    /// Observed, and reproduced numerically from independent real logs.
    case reproduced = "R✓"
    /// Folklore: reported by libraries and their users.
    case folklore = "F"
    /// No source; our own guess that makes the rest plausible.
    case assumed

    /// The grade in a word.
    public var word: String {
      switch self {
      case .documented: "documented"
      case .engineer: "engineer"
      case .observed: "observed"
      case .reproduced: "reproduced"
      case .folklore: "folklore"
      case .assumed: "assumed"
      }
    }
  }

  public var key: ParameterKey
  /// The name that scenarios and lists use.
  public var name: String
  public var value: Double
  /// `s`, `%`, `units`, `bytes`, `count`, `switch` (0 or 1), or nothing for a plain number.
  public var unit: String
  /// Where the number comes from.
  public var source: String
  public var confidence: Confidence
  /// What the number does, in a few words.
  public var meaning: String

  /// The values that a scenario may give it: wide enough for any experiment, narrow enough for the arithmetic.
  public var range: ClosedRange<Double> {
    switch unit {
    case "switch": 0...1
    case "s": Self.steps.contains(key) ? 1...1e9 : 0...1e9
    case "h": 0...1e5
    case "d": 0...1e4
    case "bytes": 0...1e12
    default: 0...1e6
    }
  }

  /// Lengths by which time advances, which must not be zero.
  private static let steps: [ParameterKey] = [
    .budgetSlot, .optimalStepShort, .optimalStepLaunch, .optimalStepLong, .stallSeconds, .stallSecondsIndeterminate,
    .deviationSeconds, .answerSeconds, .otherAppSeconds,
  ]
}
