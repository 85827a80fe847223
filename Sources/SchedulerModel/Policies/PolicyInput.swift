public import TaskTrace

/// All input that a policy can use: one activity, its app, and the device, at one instant.
///
/// Policies are pure functions of this value, so the same code scores a live request, forecasts a time of day, and
/// recomputes the decisions in a device log.
public struct PolicyInput: Hashable, Sendable {
  /// The parameters of the request.
  public struct Activity: Hashable, Sendable {
    public var kind: TaskKind
    public var priority: ActivityPriority
    public var requiresNetwork: Bool
    public var requiresPower: Bool
    /// Work that macOS or iOS itself schedules and that requires an idle device; false for BGTasks, which are app
    /// launches.
    public var requiresInactivity = false
    /// One request, not a periodic activity.
    public var oneOff = true
    /// Whether it is already running, which exempts it from some policies.
    public var running = false
    /// Whether a continued task has stopped making progress.
    public var stalled = false
    /// Whether it was submitted after Low Power Mode was turned on.
    public var submittedInLowPower = false
    /// How the files that it needs are protected; health research only.
    public var protection = FileProtection.none

    public init(kind: TaskKind, priority: ActivityPriority, requiresNetwork: Bool, requiresPower: Bool) {
      (self.kind, self.priority) = (kind, priority)
      (self.requiresNetwork, self.requiresPower) = (requiresNetwork, requiresPower)
    }

    /// Whether running it means launching an app.
    public var isAppLaunch: Bool { kind != .activity }
  }

  /// The app that the work belongs to.
  public struct App: Hashable, Sendable {
    public var foreground = false
    /// How likely the user opens it soon, 0 to 1; nil without any prediction.
    public var likelihood: Double?
    /// Whether it is among the 25 apps used last.
    public var recent = true
    /// How many further requests of the same app are pending.
    public var furtherRequests = 0
    /// Whether pushes may not launch it.
    public var pushDisallowed = false
    /// Its launches within the memory of the rate limit.
    public var launches = 0

    public init() {}
  }

  /// The state of the device.
  public struct Device: Hashable, Sendable {
    /// Percent.
    public var battery = 100
    public var plugged = false
    /// An iPad, which may process on battery.
    public var isPad = false
    public var lowPower = false
    public var thermal = ThermalState.nominal
    public var network = NetworkPath(.wifi, quality: 100)
    public var inUse = false
    /// Whether files of complete protection are closed.
    public var locked = false
    /// Whether a Mac is in a dark wake or asleep (rule C27).
    public var darkWake = false
    /// How likely the device is used soon, 0 to 1.
    public var predictedUse = 0.0
    public var unlockedSinceBoot = true
    /// Percent.
    public var cpu = 0
    public var memoryPressure = MemoryPressure.normal
    public var camera = false
    public var sinceBoot = TimeSpan.days(1)
    /// Time since something ended a long lock or a long time offline; nil when no hold is on.
    public var sinceHerd: TimeSpan?
    /// How long that hold lasts.
    public var herdHold = TimeSpan.zero

    public init() {}
  }

  /// The remaining budgets, and what is already running.
  public struct System: Hashable, Sendable {
    /// Units.
    public var energy = 200.0
    /// Bytes.
    public var cellular = 52_428_800.0
    public var group = ActivityGroup.default
    public var runningInGroup = 0

    public init() {}
  }

  public var activity: Activity
  public var app = App()
  public var device = Device()
  public var system = System()
  public var profile: SchedulerProfile
  /// Whether rationales are wanted; forecasts leave them out.
  public var explains = true

  public init(activity: Activity, profile: SchedulerProfile = .ios26) {
    (self.activity, self.profile) = (activity, profile)
  }
}

/// A group of activities that share a number of slots (scheduler facts 3.9).
public enum ActivityGroup: Int, CaseIterable, Hashable, Sendable {
  case `default`, network, backgroundAppRefresh

  /// dasd's name.
  public var name: String {
    switch self {
    case .default: "com.apple.dasd.default"
    case .network: "com.apple.dasd.defaultNetwork"
    case .backgroundAppRefresh: "com.apple.backgroundAppRefresh"
    }
  }

  /// The group that an activity belongs to.
  public init(kind: TaskKind, requiresNetwork: Bool) {
    switch kind {
    case .refresh, .fetch: self = .backgroundAppRefresh
    case .processing, .healthResearch, .continued, .push, .activity: self = requiresNetwork ? .network : .default
    }
  }

  /// How many activities may run in it at the same time.
  public func limit(_ profile: SchedulerProfile) -> Int {
    switch self {
    case .default: profile.count(.defaultGroupLimit)
    case .network: profile.count(.networkGroupLimit)
    case .backgroundAppRefresh: profile.count(.refreshGroupLimit)
    }
  }
}
