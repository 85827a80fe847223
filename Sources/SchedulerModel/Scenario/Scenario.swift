public import TaskTrace

/// A story as data: a device, what happens to it, and its apps with their habits and handlers.
///
/// Scenarios are JSON5 texts (`Docs/Scenarios.md`); with a seed, one decides everything that a simulation does.
public struct Scenario: Hashable, Sendable {
  public var name: String
  /// What it shows, in a sentence.
  public var summary: String
  /// What the wall clock shows at instant zero.
  public var epoch: Epoch
  /// The seed that is used unless another is asked for.
  public var seed: UInt64
  /// How many seconds of the simulation pass in a second, unless another speed is asked for.
  public var speed: Double
  /// Where the view starts; the simulation itself begins at instant zero.
  public var start: Instant
  /// The suggested length of a run; a simulation has no end.
  public var length: TimeSpan
  /// The profile with the scenario's own parameters.
  public var profile: SchedulerProfile
  public var device: DeviceSetup
  public var timeline: [TimelineEntry]
  public var apps: [AppSetup]
  public var captions: [Caption]
  /// The required results.
  public var expectations: [Expectation] = []
  /// The scenario's own text if it is not built in, for the header of traces.
  public var text: String?
  /// The positions of names in that text; empty for a built-in scenario.
  public var places = ScenarioPlaces()

  /// Words that are shown at a time.
  public struct Caption: Hashable, Sendable {
    public var at: TimeSpan
    public var text: String
    /// Whether a tour stops here until a key.
    public var waits: Bool
  }

  /// The scenarios inside the program, the default first.
  public static let builtIn: [(name: String, text: [UInt8])] = [
    ("day", PackageResources.day_json5),
    ("tour", PackageResources.tour_json5),
    ("factor-battery", PackageResources.factor_battery_json5),
    ("factor-low-power", PackageResources.factor_low_power_json5),
    ("factor-usage", PackageResources.factor_usage_json5),
    ("factor-app-switcher", PackageResources.factor_app_switcher_json5),
    ("factor-refresh-switch", PackageResources.factor_refresh_switch_json5),
    ("factor-budgets", PackageResources.factor_budgets_json5),
    ("factor-rate-limit", PackageResources.factor_rate_limit_json5),
    ("overnight", PackageResources.overnight_json5),
    ("broken-chain", PackageResources.broken_chain_json5),
    ("force-quit", PackageResources.force_quit_json5),
    ("error-codes", PackageResources.error_codes_json5),
    ("registration", PackageResources.registration_json5),
    ("ends", PackageResources.ends_json5),
    ("leaving", PackageResources.leaving_json5),
    ("push-burst", PackageResources.push_burst_json5),
    ("resume-limiter", PackageResources.resume_limiter_json5),
    ("stall", PackageResources.stall_json5),
    ("pressure-order", PackageResources.pressure_order_json5),
    ("shared-grace", PackageResources.shared_grace_json5),
    ("reboot", PackageResources.reboot_json5),
    ("late-periodic", PackageResources.late_periodic_json5),
    ("mac", PackageResources.mac_json5),
  ]

  /// Reads one of the built-in scenarios; nil if there is none with this name.
  /// - Throws: what is wrong with its text, which the tests exclude.
  public static func builtIn(named name: String) throws(ScenarioError) -> Scenario? {
    guard let found = builtIn.first(where: { $0.name == name }) else { return nil }
    var scenario = try parse(found.text, named: name)
    (scenario.text, scenario.places) = (nil, ScenarioPlaces())
    return scenario
  }
}

/// Everything that is wrong with a scenario's text, in the order of the text.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
  public var problems: [TextProblem]

  public init(_ problems: [TextProblem]) { self.problems = problems }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
