/// How hot the device is, in the four steps of `ProcessInfo.ThermalState`.
public enum ThermalState: Int, CaseIterable, Hashable, Comparable, Sendable {
  case nominal, fair, serious, critical

  public static func < (a: ThermalState, b: ThermalState) -> Bool { a.rawValue < b.rawValue }

  public var word: String {
    switch self {
    case .nominal: "nominal"
    case .fair: "fair"
    case .serious: "serious"
    case .critical: "critical"
    }
  }

  public init?(word: String) {
    guard let found = ThermalState.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }
}

/// How the device reaches the network.
public struct NetworkPath: Hashable, Sendable {
  public enum Transport: String, CaseIterable, Hashable, Sendable { case none, wifi, cellular, wired }

  public var transport: Transport
  /// 0 to 100, dasd's scale (`wifiQuality`, `cellQuality`, `wiredQuality`).
  public var quality: Int
  /// Cellular, or a personal hotspot.
  public var expensive: Bool
  /// Low Data Mode.
  public var constrained: Bool

  public init(_ transport: Transport, quality: Int, expensive: Bool = false, constrained: Bool = false) {
    (self.transport, self.quality, self.expensive, self.constrained) = (transport, quality, expensive, constrained)
  }

  /// Whether there is any connection.
  public var isReachable: Bool { transport != .none && quality > 0 }
}

/// The kernel's levels of memory pressure.
public enum MemoryPressure: Int, CaseIterable, Hashable, Comparable, Sendable {
  case normal = 1
  case warning = 2
  case critical = 4

  public static func < (a: MemoryPressure, b: MemoryPressure) -> Bool { a.rawValue < b.rawValue }

  public var word: String {
    switch self {
    case .normal: "normal"
    case .warning: "warning"
    case .critical: "critical"
    }
  }

  public init?(word: String) {
    guard let found = MemoryPressure.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }
}

/// The life-cycle state of an app (rule I1).
public enum AppState: String, CaseIterable, Hashable, Sendable {
  case notRunning
  case foreground
  case background
  case suspended
  /// Ended by the system; its requests stay.
  case terminated
  /// Swiped away in the App Switcher; nothing runs until the user opens it (rule C4).
  case forceQuit

  public var word: String {
    switch self {
    case .notRunning: "not running"
    case .forceQuit: "force-quit"
    case .foreground, .background, .suspended, .terminated: rawValue
    }
  }
}

/// One condition of the device, with its new value.
public enum Condition: Hashable, Sendable {
  /// Percent, 0 to 100.
  case battery(level: Int)
  /// A full phone on a charger is plugged and not charging (rule J3).
  case charger(plugged: Bool, charging: Bool)
  case lowPower(Bool)
  case thermal(ThermalState)
  case network(NetworkPath)
  case deviceUse(Bool)
  /// Class-C files open only after the first unlock since boot.
  case lock(locked: Bool, unlockedSinceBoot: Bool)
  /// Load in percent, 0 to 100.
  case cpu(Int)
  case memoryPressure(MemoryPressure)
  case camera(Bool)
  /// The Background App Refresh switch: of one app, or of the whole device.
  case backgroundRefresh(Bool, bundle: String?)
  case boot

  /// A number for each kind of condition, below ``count``.
  @inlinable package var number: Int {
    switch self {
    case .battery: 0
    case .charger: 1
    case .lowPower: 2
    case .thermal: 3
    case .network: 4
    case .deviceUse: 5
    case .lock: 6
    case .cpu: 7
    case .memoryPressure: 8
    case .camera: 9
    case .backgroundRefresh: 10
    case .boot: 11
    }
  }

  @inlinable package static var count: Int { 12 }
}

/// All conditions of the device at an instant; nil is not known.
public struct DeviceConditions: Hashable, Sendable {
  public var battery: Int?
  public var plugged: Bool?
  public var charging: Bool?
  public var lowPower: Bool?
  public var thermal: ThermalState?
  public var network: NetworkPath?
  public var inUse: Bool?
  public var locked: Bool?
  public var unlockedSinceBoot: Bool?
  public var cpu: Int?
  public var memoryPressure: MemoryPressure?
  public var camera: Bool?
  public var backgroundRefresh: Bool?
  public var bootedAt: Instant?

  public init() {}

  /// Marks a condition as unknown, given the name of its event.
  mutating func forget(_ name: String) {
    switch name {
    case "battery": battery = nil
    case "charger": (plugged, charging) = (nil, nil)
    case "lowPower": lowPower = nil
    case "thermal": thermal = nil
    case "network": network = nil
    case "deviceUse": inUse = nil
    case "lock": (locked, unlockedSinceBoot) = (nil, nil)
    case "cpu": cpu = nil
    case "memoryPressure": memoryPressure = nil
    case "camera": camera = nil
    case "backgroundRefresh": backgroundRefresh = nil
    default: break
    }
  }

  /// Whether a condition equals what is already known.
  package func reports(_ condition: Condition) -> Bool {
    switch condition {
    case .battery(let level): battery == level
    case .charger(let plugged, let charging): self.plugged == plugged && self.charging == charging
    case .lowPower(let on): lowPower == on
    case .thermal(let state): thermal == state
    case .network(let path): network == path
    case .deviceUse(let inUse): self.inUse == inUse
    case .lock(let locked, let unlocked): self.locked == locked && unlockedSinceBoot == unlocked
    case .cpu(let level): cpu == level
    case .memoryPressure(let level): memoryPressure == level
    case .camera(let on): camera == on
    case .backgroundRefresh(let on, nil): backgroundRefresh == on
    case .backgroundRefresh(_, .some): true
    case .boot: bootedAt != nil
    }
  }

  /// Applies one change.
  public mutating func apply(_ condition: Condition, at instant: Instant) {
    switch condition {
    case .battery(let level): battery = level
    case .charger(let plugged, let charging): (self.plugged, self.charging) = (plugged, charging)
    case .lowPower(let on): lowPower = on
    case .thermal(let state): thermal = state
    case .network(let path): network = path
    case .deviceUse(let inUse): self.inUse = inUse
    case .lock(let locked, let unlocked): (self.locked, unlockedSinceBoot) = (locked, unlocked)
    case .cpu(let level): cpu = level
    case .memoryPressure(let level): memoryPressure = level
    case .camera(let on): camera = on
    case .backgroundRefresh(let on, nil): backgroundRefresh = on
    case .backgroundRefresh(_, .some): break
    case .boot: bootedAt = instant
    }
  }
}
