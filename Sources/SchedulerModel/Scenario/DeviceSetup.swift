public import TaskTrace

/// The device as a scenario begins.
public struct DeviceSetup: Hashable, Sendable {
  /// Percent.
  public var battery = 80.0
  /// Percent an hour while nobody uses the device.
  public var idleDrain = 0.7
  /// Percent an hour while somebody does.
  public var useDrain = 9.0
  /// Percent an hour on the charger.
  public var charge = 38.0
  /// The charge at which charging stops, percent.
  public var chargeLimit = 100
  public var plugged = false
  public var lowPower = false
  /// The charge at which Low Power Mode goes on by itself; nil is never.
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
  /// What is left of the day's energy budget, in dasd's units; nil is what the battery's level gives (scheduler facts 3.5).
  public var energy: Double?
  /// What is left of the budget for cellular data, in bytes; nil is all of it.
  public var cellular: Double?

  /// What the system knows of its use as the scenario begins.
  public var usage = UsageStart.learned

  /// Which rules hold for it (scheduler facts 1.13); a Mac's are a profile.
  public enum Model: String, CaseIterable, Hashable, Sendable {
    case phone = "iPhone"
    case pad = "iPad"
  }

  public enum Environment: String, CaseIterable, Hashable, Sendable { case device, simulator }

  public init() {}
}

/// What is known of somebody's use as a scenario begins.
public enum UsageStart: String, CaseIterable, Hashable, Sendable {
  /// As much as if the habits had been lived for weeks, or since the app was installed.
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
    /// Somebody uses the device for a while, without any app of the scenario.
    case use(TimeSpan)
    case cpu(Int)
    case memoryPressure(MemoryPressure)
    case camera(Bool)
    case backgroundRefresh(Bool)
    /// Percent an hour on top of the usual drain: navigation, a hotspot.
    case drain(Double)
    case reboot
    /// What a person does, as a command.
    case act(Command)
    case pushes(PushBurst)
  }

  /// Silent pushes that somebody sends.
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
