/// The names of the model's constants, in the order of ``SchedulerProfile/all``.
public enum ParameterKey: Int, CaseIterable, Hashable, Sendable {
  // Limits
  case refreshLimit
  case processingLimit
  case continuedConcurrency
  case refreshGroupLimit
  case defaultGroupLimit
  case networkGroupLimit

  // Windows
  case startDelay
  case refreshWindow
  case processingWindow
  case healthWindow

  // Runs
  case refreshLimitSeconds
  case processingLimitSeconds
  case processingJitter
  case processingHeatShare
  case processingChargeShare
  case expirationGrace
  case launchLatency
  case earlyExpiryShare
  case earlyExpiryFrom
  case earlyExpiryTo
  case networkTimeout
  case cpuMonitorLevel
  case cpuMonitorSeconds

  // Continued processing
  case stallSeconds
  case stallSecondsIndeterminate
  case continuedThreshold

  // Life cycle
  case suspendSeconds
  case reclaimHours
  case useLoad
  case runDrain
  case unusedDays

  // Thresholds
  case slots
  case maintenanceFactor
  case backgroundFactor
  case utilityFactor
  case defaultFactor
  case userInitiatedFactor
  case maintenanceBase
  case backgroundBase
  case utilityBase
  case defaultBase
  case userInitiatedBase
  case maintenanceExponent
  case backgroundExponent
  case utilityExponent
  case defaultExponent
  case userInitiatedExponent

  // Optimal time
  case optimalHorizon
  case optimalStepShort
  case optimalStepLaunch
  case optimalStepLong
  case optimalEnough

  // Weights
  case applicationWeightLaunch
  case applicationWeight
  case bootTimeWeight
  case cpuWeight
  case deviceActivityWeightInactive
  case deviceActivityWeightLaunch
  case deviceActivityWeight
  case networkWeight
  case fileProtectionWeight
  case thermalWeight
  case lowPowerWeight
  case batteryWeight
  case chargerWeightRequired
  case chargerWeightLaunch
  case chargerWeight
  case rateLimitWeight
  case dataBudgetWeight
  case energyBudgetWeight
  case memoryWeight
  case herdWeight
  case groupWeight
  case progressWeight

  // Policies
  case usageCertain
  case usageScale
  case usageRecent
  case usageUnpredicted
  case usageLeadFrom
  case usageLeadJitter
  case extraRequest
  case bootHold
  case bootHoldNetwork
  case bootHoldUrgent
  case cpuMost
  case cpuMostUtility
  case activityFloor
  case activityInUse
  case wifiRequired
  case cellularRequired
  case wiredRequired
  case constrainedScore
  case thermalFair
  case thermalSerious
  case thermalCritical
  case thermalCeiling
  case thermalCeilingContinuedInUse
  case thermalCeilingContinuedIdle
  case lowPowerPluggedLevel
  case lowPowerEndsAt
  case batteryBase
  case batteryExponent
  case batteryBaseUtility
  case batteryExponentUtility
  case batteryPlugged
  case processingNeedsPower
  case processingPadLevel
  case chargerUnplugged
  case herdAfterHours
  case herdFrom
  case herdTo
  case rateLimitLaunches
  case spacingLaunches
  case spacingSeconds
  case spacingMemory

  // Budgets
  case energyCapacity
  case cellularCapacity
  case budgetSlot
  case energyLaunchCost
  case energyCPUCost
  case energyWiFiCost
  case energyCellularCost
  case energyUseCost

  // Registration and submission
  case lateRegistrationCrashes
  case duplicateRegistrationCrashes
  case farEarliestDays
  case farSkipShare
  case learningDays
  case usageMemoryWeeks
  case chargerHabitShare
  case otherAppShare
  case otherAppSeconds

  // Ends
  case memoryAim
  case memoryLimit
  case reliabilityCounts
  case reliabilityWeight
  case reliabilityGain
  case reliabilityLoss

  // Slow continued tasks
  case slowRule
  case warmUpSeconds
  case warmUpShare
  case deviationShare
  case deviationSeconds
  case extendedSeconds
  case answerSeconds
  case cardHours

  // Silent pushes
  case pushesPerHour
  case pushCapacity
  case pushSpacing
  case pushAttemptCost
  case pushNeedsPriorityFive

  // Assertions and transfers
  case assertionSeconds
  case assertionWarning
  case resumeDelay
  case resumeFactor
  case sessionSeconds
  case transferWiFi
  case transferCellular
  case backgroundDiscretionary
  case layerRunway
  case powerNap
  case powerNapWeight

  // Readings of the documents
  case lowPowerStrict
  case lowPowerScore
  case pressureByRate
}
