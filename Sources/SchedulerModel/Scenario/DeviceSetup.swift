public import TaskTrace

/// The device as a scenario begins.
public struct DeviceSetup: Hashable, Sendable {
  /// Percent.
  public var battery = 80.0
  /// Percent per hour while no one uses the device.
  public var idleDrain = 0.7
  /// Percent per hour while someone does.
  public var useDrain = 9.0
  /// Percent an hour on the charger.
  public var charge = 38.0
  /// The charge at which charging stops, percent.
  public var chargeLimit = 100
  public var plugged = false
  public var lowPower = false
  /// The charge at which Low Power Mode turns on automatically; nil means never.
  public var lowPowerAt: Int?
  public var thermal = ThermalState.nominal
  public var network = NetworkPath(.wifi, quality: 90)
  public var inUse = false
  public var unlockedSinceBoot = true
  /// Load in percent, of everything that the scenario does not describe.
  public var cpu = 6
  public var memoryPressure = MemoryPressure.normal
  public var camera = false
  public var backgroundRefresh = true
  /// How long before instant zero the device was started.
  public var up = TimeSpan.days(3)
  /// Whether it can run continued tasks on its graphics processor.
  public var gpu = false
  /// A device, or the Simulator, where nothing can be scheduled (rules B6, C41).
  public var environment = Environment.device
  public var model = Model.phone
  /// How many other apps compete for the same places (rule C35).
  public var otherApps = 0
  /// What is left of the day's energy budget, in dasd's units; nil means the amount for the battery's level (scheduler
  /// facts 3.5).
  public var energy: Double?
  /// What is left of the budget for cellular data, in bytes; nil means all of it.
  public var cellular: Double?

  /// What the system knows about its use when the scenario begins.
  public var usage = UsageStart.learned

  /// Which rules hold for it (scheduler facts 1.13); a Mac's are a profile.
  public enum Model: String, CaseIterable, Hashable, Sendable {
    case phone = "iPhone"
    case pad = "iPad"
  }

  public enum Environment: String, CaseIterable, Hashable, Sendable { case device, simulator }

  public init() {}
}

/// What is known about the user's habits when a scenario begins.
public enum UsageStart: String, CaseIterable, Hashable, Sendable {
  /// As much as if the habits had been followed for weeks, or since the app was installed.
  case learned
  /// Nothing.
  case empty
}

/// A change of the device that happens at its time.
public struct TimelineEntry: Hashable, Sendable {
  public enum Change: Hashable, Sendable {
    case battery(Int)
    case charger(Bool)
    case lowPower(Bool)
    case thermal(ThermalState)
    case network(NetworkPath)
    case inUse(Bool)
    /// Someone uses the device for a while without using any app of the scenario.
    case use(TimeSpan)
    case cpu(Int)
    case memoryPressure(MemoryPressure)
    case camera(Bool)
    case backgroundRefresh(Bool)
    /// Percent an hour on top of the usual drain: navigation, a hotspot.
    case drain(Double)
    case reboot
    /// A user action, as a command.
    case act(Command)
    case pushes(PushBurst)
  }

  /// Silent pushes that a server sends.
  public struct PushBurst: Hashable, Sendable {
    public var bundle: String
    /// `apns-priority`: 5, or 10, which is wrong for them (rule G1).
    public var priority = 5
    public var count = 1
    public var every = TimeSpan.zero
  }

  public var when: Recurrence
  public var changes: [Change]
}
