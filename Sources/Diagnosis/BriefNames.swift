internal import TaskTrace

extension PolicyResponse {
  /// What the policy is about in a word or two, for a column of a table.
  var briefName: String { Self.briefNames.first { $0.policy == shortName }?.brief ?? plainName.lowercased() }

  private static let briefNames: [(policy: String, brief: String)] = [
    ("ActivityGroup", "group full"), ("ActivityProgress", "no progress"), ("ActivityRateLimit", "rate limit"),
    ("Application", "app"), ("BatteryLevel", "battery"), ("BootTime", "just booted"), ("ChargerPluggedIn", "charger"),
    ("CPUUsage", "cpu"), ("DataBudget", "data budget"), ("DeviceActivity", "in use"),
    ("EnergyBudget", "energy budget"), ("FileProtection", "locked"), ("LowPowerMode", "low power"),
    ("MemoryPressure", "memory"), ("NetworkQuality", "network"), ("PowerNap", "asleep"), ("Thermal", "thermal"),
    ("ThunderingHerd", "herd hold"),
  ]
}
