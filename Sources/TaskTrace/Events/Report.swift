/// What a device reports about an app for a whole period, usually a day: that something happened, not when.
public struct Report: Hashable, Sendable {
  /// How often the app's process ended in one way.
  public struct Exits: Hashable, Sendable {
    /// `memoryPressure`, `watchdog`, `assertionTimeout` …
    public var cause: Cause
    /// Time in the background and in the foreground; 0 if nothing is reported, because zeros are omitted.
    public var background: Int
    public var foreground: Int

    public init(_ cause: Cause, background: Int, foreground: Int) {
      (self.cause, self.background, self.foreground) = (cause, background, foreground)
    }

    /// Whether an app should not end in this way.
    public var isBad: Bool { cause != .normal }
  }

  /// A quantity in the words of the device's language.
  public struct Measure: Hashable, Sendable {
    public var name: String
    public var value: Double
    /// As it was written: `sec`, `秒`, `kB`.
    public var unit: String

    public init(name: String, value: Double, unit: String) {
      (self.name, self.value, self.unit) = (name, value, unit)
    }
  }

  /// Who reports: `MetricKit`.
  public var from: String
  /// The bundle identifier, if given.
  public var bundle: String?
  /// The end of the span; it begins with the event.
  public var until: Instant
  public var exits: [Exits] = []
  public var measures: [Measure] = []
  /// Crashes, hangs and the like, a sentence each.
  public var diagnostics: [String] = []

  public init(from: String, bundle: String?, until: Instant) {
    (self.from, self.bundle, self.until) = (from, bundle, until)
  }

  /// The report in one line.
  public var text: String {
    let bad = exits.filter(\.isBad).map { exit -> String in
      let places = [(exit.background, "in the background"), (exit.foreground, "in the foreground")].filter { $0.0 > 0 }
      return "\(exit.cause.rawValue) " + places.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
    let parts = bad + diagnostics
    return (bundle.map { "\($0): " } ?? "") + (parts.isEmpty ? "no bad exits" : parts.joined(separator: "; "))
  }
}
