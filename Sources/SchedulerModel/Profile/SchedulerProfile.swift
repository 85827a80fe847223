public import TaskTrace

/// Every constant of the model under one name.
public struct SchedulerProfile: Hashable, Sendable {
  /// `ios26`, `documented` or `macos`.
  public var name: String
  private var values: [Double]

  private init(name: String, changing changes: [(ParameterKey, Double)] = []) {
    self.name = name
    values = Self.all.map(\.value)
    for (key, value) in changes { self[key] = value }
  }

  /// One constant. Complexity: O(1).
  public subscript(key: ParameterKey) -> Double {
    get { values[key.rawValue] }
    set { values[key.rawValue] = newValue }
  }

  /// A constant in seconds, as a length of time.
  public func span(_ key: ParameterKey) -> TimeSpan { TimeSpan(seconds: self[key]) }

  /// A constant as a whole number.
  public func count(_ key: ParameterKey) -> Int { Int(self[key]) }

  /// A constant that is a switch.
  public func isOn(_ key: ParameterKey) -> Bool { self[key] != 0 }

  /// An iPad asks about slow continued tasks later (RE 26.1), unless a scenario specifies when.
  mutating func useTimes(ofPad given: [String]) {
    if !given.contains("warmUpSeconds") { self[.warmUpSeconds] = 600 }
    if !given.contains("extendedSeconds") { self[.extendedSeconds] = 28_800 }
  }

  /// Every constant with this profile's value; the source of an overridden value says that it was overridden.
  public var parameters: [Parameter] {
    Self.all.map { parameter in
      guard self[parameter.key] != parameter.value else { return parameter }
      var changed = parameter
      changed.value = self[parameter.key]
      changed.source = "changed by the profile or scenario; ios26 has \(parameter.value)"
      return changed
    }
  }

  /// The behavior of iOS 26 as far as it is known. The default.
  public static let ios26 = SchedulerProfile(name: "ios26")

  /// Only what Apple documents or its engineers stated, where that differs from what was observed.
  public static let documented = SchedulerProfile(
    name: "documented",
    changing: [(.processingNeedsPower, 0), (.startDelay, 0), (.earlyExpiryShare, 0), (.slowRule, 0)])

  /// A Mac: activities of NSBackgroundActivityScheduler and XPC, in dark wakes too, and without an iPhone's rules.
  public static let macos = SchedulerProfile(
    name: "macos",
    changing: [
      (.processingNeedsPower, 0), (.powerNap, 1), (.earlyExpiryShare, 0), (.slowRule, 0), (.defaultGroupLimit, 16),
      (.networkGroupLimit, 16),
    ])

  /// All profiles, the default first.
  public static let profiles = [ios26, documented, macos]
}
