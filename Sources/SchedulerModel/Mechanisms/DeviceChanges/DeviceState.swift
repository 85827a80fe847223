internal import TaskTrace

/// The device while a simulation runs.
struct DeviceState: Hashable, Sendable {
  /// The percent that was shown last.
  var battery: Int
  var plugged: Bool
  var charging = false
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

  init(_ setup: DeviceSetup) {
    battery = Int(setup.battery.rounded(.down))
    plugged = setup.plugged
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
  }
}
