public import TaskTrace

/// The policies that the model knows, as data.
public enum PolicyTable {
  /// In the order in which dasd registers them (scheduler facts 3.4).
  public static let all: [Policy] = [
    Policy(
      ApplicationPolicy.name,
      "Foreground apps get no refresh; apps likely to be used come first; pushes to running apps go at once.",
      ApplicationPolicy.evaluate),
    Policy(BootTimePolicy.name, "Nothing starts in the first minutes after a boot.", BootTimePolicy.evaluate),
    Policy(
      CPUUsagePolicy.name, "A busy CPU lowers the score; above 50% nothing starts.", CPUUsagePolicy.evaluate),
    Policy(
      DeviceActivityPolicy.name, "Processing waits for an idle device; other work scores by the predicted use.",
      DeviceActivityPolicy.evaluate),
    Policy(
      NetworkQualityPolicy.name, "Work that needs the network waits for one that is good enough.",
      NetworkQualityPolicy.evaluate),
    Policy(
      FileProtectionPolicy.name, "Nothing in an app starts before the first unlock after a boot.",
      FileProtectionPolicy.evaluate),
    Policy(
      ThermalPolicy.name, "Heat lowers the score; above a ceiling nothing may run at all.", ThermalPolicy.evaluate),
    Policy(
      LowPowerModePolicy.name,
      "Low Power Mode holds everything below user-initiated work, unless plugged in and charged to 30%.",
      LowPowerModePolicy.evaluate),
    Policy(
      BatteryLevelPolicy.name,
      "A low battery lowers the score and, at its base, holds work back; an iPhone on battery holds processing.",
      BatteryLevelPolicy.evaluate),
    Policy(
      ChargerPluggedInPolicy.name, "Work that requires power waits for the charger; other work scores half without it.",
      ChargerPluggedInPolicy.evaluate),
    Policy(
      ActivityRateLimitPolicy.name,
      "An app that was launched too often in a day waits until its recent launches are fewer.",
      ActivityRateLimitPolicy.evaluate),
    Policy(
      DataBudgetPolicy.name, "Work that needs the network waits on cellular until the data budget refills.",
      DataBudgetPolicy.evaluate),
    Policy(
      EnergyBudgetPolicy.name, "With no energy left, only work on a charger, or that requires one, continues.",
      EnergyBudgetPolicy.evaluate),
    Policy(
      MemoryPressurePolicy.name, "Little free memory, or the camera, holds work back.", MemoryPressurePolicy.evaluate),
    Policy(
      ThunderingHerdPolicy.name, "After hours locked or offline, a change holds everything for a minute or three.",
      ThunderingHerdPolicy.evaluate),
    Policy(
      ActivityGroupPolicy.name, "An activity waits while all slots of its group are taken.",
      ActivityGroupPolicy.evaluate),
    Policy(
      ActivityProgressPolicy.name, "A continued task that stopped making progress must end.",
      ActivityProgressPolicy.evaluate),
    Policy(
      PowerNapPolicy.name, "A Mac that sleeps on battery starts no activities; on a charger it wakes for them.",
      PowerNapPolicy.evaluate),
  ]

  /// Policies that dasd has and the model does not, each with the reason.
  public static let unmodeled: [(name: String, reason: String)] = [
    ("CallInProgressPolicy", "calls are not simulated"),
    ("PhotosPolicy", "no rule is known"),
    ("RequiresBuddyCompletePolicy", "Setup Assistant is not simulated"),
    ("RequiresRestartPolicy", "updates are not simulated"),
    ("CarPlayPolicy", "weight 0.01, no rule is known"),
    ("WidgetRefreshBudgetPolicy", "widgets are not simulated"),
    ("DefaultPairedPolicy", "watches are not simulated"),
    ("RemoteDeviceNearbyPolicy", "other devices are not simulated"),
    ("ConsoleModePolicy", "no rule is known"),
    ("UrgencyOverridePolicy", "no rule is known"),
    ("DiskSpacePolicy", "no rule is known"),
    ("MotionStatePolicy", "no rule is known"),
    ("CustomSystemConstraintsPolicy", "no rule is known"),
    ("UserRequestedBackupPolicy", "backups are not simulated"),
    ("PeakPowerPressurePolicy", "no rule is known"),
    ("SmartPowerNapPolicy", "macOS only"),
    ("ViewfinderPolicy", "the camera acts through MemoryPressure"),
    ("InCarPolicy", "weight 2, no rule is known"),
    ("RemoteWidgetBudgetPolicy", "widgets are not simulated"),
    ("NetworkSynchronizationPolicy", "no rule is known"),
    ("RemoteDeviceWakePolicy", "other devices are not simulated"),
    ("InternetSharingPolicy", "no rule is known"),
    ("ResultDependencyPolicy", "activities that depend on others are not simulated"),
    ("FastPassPolicy", "no rule is known"),
    ("EnvironmentalPolicy", "no rule is known"),
    ("CPMModePolicy", "no rule is known"),
  ]

  /// Every response to one input, in the order of the table. Complexity: O(policies).
  public static func responses(_ input: PolicyInput) -> [PolicyResponse] {
    all.compactMap { $0.evaluate(input) }
  }

  /// One scoring, as dasd logs it. Complexity: O(policies).
  public static func score(_ input: PolicyInput) -> Score { Score(summing: responses(input)) }
}
