internal import TaskTrace

/// The device while a simulation runs.
struct DeviceState: Hashable, Sendable {
  /// Percent at `chargeAt`, from where it moves with `chargeRate`.
  var charge: Double
  var chargeAt = Instant.zero
  /// Percent an hour.
  var chargeRate = 0.0
  /// Counts the changes of the rate, so that an older forecast of the next percent is passed over.
  var chargeGeneration = 0
  /// The percent that was shown last.
  var battery: Int
  var extraDrain = 0.0
  var plugged: Bool
  var charging = false
  /// Since when the charger's time is not counted yet; nil while it is unplugged.
  var pluggedSince: Instant?
  var lowPower: Bool
  var lowPowerSince: Instant?
  var thermal: ThermalState
  var network: NetworkPath
  var inUse: Bool
  var unlockedSinceBoot: Bool
  /// Without what use of the device adds.
  var baseLoad: Int
  var memoryPressure: MemoryPressure
  var camera: Bool
  var backgroundRefresh: Bool
  var bootedAt: Instant
  /// When the device was locked; nil while it is in use.
  var lockedSince: Instant?
  var offlineSince: Instant?
  /// The last change that many may have waited for, and for how long it holds them back (rule C23).
  var herdAt: Instant?
  var herdHold = TimeSpan.zero
  /// How many habits use the device now.
  var users = 0
  /// The part of the current budget slot in which the device was in use.
  var usedInSlot = TimeSpan.zero
  var usedSince: Instant?

  init(_ setup: DeviceSetup) {
    charge = setup.battery
    battery = Int(setup.battery.rounded(.down))
    plugged = setup.plugged
    pluggedSince = setup.plugged ? .zero : nil
    lowPower = setup.lowPower
    lowPowerSince = setup.lowPower ? .zero : nil
    thermal = setup.thermal
    network = setup.network
    inUse = setup.inUse
    unlockedSinceBoot = setup.unlockedSinceBoot || setup.inUse
    baseLoad = setup.cpu
    memoryPressure = setup.memoryPressure
    camera = setup.camera
    backgroundRefresh = setup.backgroundRefresh
    bootedAt = .zero - setup.up
    lockedSince = setup.inUse ? nil : .zero
    offlineSince = setup.network.isReachable ? nil : .zero
    usedSince = setup.inUse ? .zero : nil
  }
}
