extension SchedulerProfile {
  /// Every constant of the model with the values of the profile `ios26`, in a fixed order.
  ///
  /// Sources: DOC Apple's web documentation, HDR the header text of the iOS 26 SDK, WWDC a session, forums a thread of
  /// Apple's forums, RE 26.1 published reverse engineering of iOS 26.1, log a captured device log. Numbers that were
  /// observed in one build are defaults and no promises: Apple's servers tune many of them.
  public static let all: [Parameter] = [
    // Limits
    row(
      .refreshLimit, "refreshLimit", 1, "count", .documented, "pending refresh requests of one app",
      "DOC submit(_:), HDR"),
    row(
      .processingLimit, "processingLimit", 10, "count", .documented,
      "pending processing and health research requests of one app", "DOC submit(_:), HDR"),
    row(
      .continuedConcurrency, "continuedConcurrency", 2, "count", .assumed,
      "continued-processing tasks that run at the same time", "not published; two at a time were seen on devices"),
    row(
      .refreshGroupLimit, "refreshGroupLimit", 3, "count", .observed, "refreshes of all apps that run at the same time",
      "RE 26.1"),
    row(
      .defaultGroupLimit, "defaultGroupLimit", 4, "count", .assumed,
      "activities without network that run at the same time", "not found"),
    row(
      .networkGroupLimit, "networkGroupLimit", 4, "count", .assumed,
      "activities with network that run at the same time", "not found"),

    // Windows
    row(
      .startDelay, "startDelay", 450, "s", .observed,
      "the earliest start after a submission, regardless of earliestBeginDate",
      "RE 26.1"),
    row(
      .refreshWindow, "refreshWindow", 86400, "s", .reproduced, "length of the window of a refresh",
      "RE 26.1, log of a device"),
    row(
      .processingWindow, "processingWindow", 604800, "s", .observed, "length of the window of a processing task",
      "RE 26.1"),
    row(
      .healthWindow, "healthWindow", 600, "s", .observed, "length of the window of a health research task", "RE 26.1"),

    // Runs
    row(.refreshLimitSeconds, "refreshLimitSeconds", 30, "s", .engineer, "time limit of a refresh", "WWDC19"),
    row(
      .processingLimitSeconds, "processingLimitSeconds", 300, "s", .engineer,
      "time limit of a processing or health research task", "forums 119758: about 5 minutes"),
    row(
      .processingJitter, "processingJitter", 0, "", .assumed,
      "fraction by which a run's time limit varies, drawn per run", "libraries report 1 to 10 minutes"),
    row(
      .processingHeatShare, "processingHeatShare", 0, "", .assumed,
      "fraction of that time lost per thermal state above nominal", "not found"),
    row(
      .processingChargeShare, "processingChargeShare", 0, "", .assumed,
      "fraction of that time lost off the charger with an empty battery (half of it when half full)", "not found"),
    row(
      .expirationGrace, "expirationGrace", 0.5, "s", .folklore, "time shared by all expiration handlers of an app",
      "libraries report some hundred milliseconds"),
    row(
      .launchLatency, "launchLatency", 0.12, "s", .observed, "time from the decision until the task starts",
      "log of macOS: 0.10 s from the request to the start"),
    row(
      .earlyExpiryShare, "earlyExpiryShare", 0.01, "", .assumed,
      "share of refreshes that expire early without a visible cause",
      "engineers speak of expiry after 2 to 5 s, not how often"),
    row(.earlyExpiryFrom, "earlyExpiryFrom", 2, "s", .engineer, "the shortest early expiry", "forums 780956"),
    row(.earlyExpiryTo, "earlyExpiryTo", 5, "s", .engineer, "the longest early expiry", "forums 780956"),
    row(
      .networkTimeout, "networkTimeout", 60, "s", .documented, "how long a transfer waits for a lost network",
      "the default of URLSession"),
    row(
      .cpuMonitorLevel, "cpuMonitorLevel", 80, "%", .engineer, "load above which the CPU monitor counts",
      "forums 690666"),
    row(
      .cpuMonitorSeconds, "cpuMonitorSeconds", 60, "s", .engineer,
      "how long a background process may stay above that load", "forums 690666"),

    // Continued processing
    row(
      .stallSeconds, "stallSeconds", 30, "s", .observed,
      "time without valid progress after which a continued task counts as stalled", "RE 26.1"),
    row(
      .stallSecondsIndeterminate, "stallSecondsIndeterminate", 45, "s", .observed,
      "the same for a task that never reported and is indeterminate", "RE 26.1"),
    row(.continuedThreshold, "continuedThreshold", 0.01, "", .observed, "threshold of user-initiated work", "RE 26.1"),

    // Life cycle
    row(
      .suspendSeconds, "suspendSeconds", 5, "s", .assumed, "time from the background to suspension",
      "forums 685525: soon"),
    row(
      .reclaimHours, "reclaimHours", 5, "h", .assumed,
      "time after which a suspended app is terminated to reclaim its memory", "not found"),
    row(.useLoad, "useLoad", 18, "%", .assumed, "CPU load added by someone using the device", "not found"),
    row(.runDrain, "runDrain", 5, "%/h", .assumed, "battery charge that a running task uses", "not found"),
    row(
      .unusedDays, "unusedDays", 14, "d", .observed, "days without use after which an app's processing is held",
      "RE 26.1"),

    // Thresholds
    row(.slots, "slots", 10, "count", .observed, "slots of a window", "RE 26.1"),
    row(
      .maintenanceFactor, "maintenanceFactor", 0.975, "", .observed,
      "share of the optimal score required in slot 0", "RE 26.1"),
    row(
      .backgroundFactor, "backgroundFactor", 0.95, "", .observed,
      "share of the optimal score required in slot 0", "RE 26.1"),
    row(
      .utilityFactor, "utilityFactor", 0.925, "", .observed, "share of the optimal score required in slot 0",
      "RE 26.1"),
    row(
      .defaultFactor, "defaultFactor", 0.9, "", .observed, "share of the optimal score required in slot 0",
      "RE 26.1"),
    row(
      .userInitiatedFactor, "userInitiatedFactor", 0.75, "", .observed,
      "share of the optimal score required in slot 0", "RE 26.1"),
    row(.maintenanceBase, "maintenanceBase", 130, "", .observed, "base of the fall across the window", "RE 26.1"),
    row(.backgroundBase, "backgroundBase", 120, "", .observed, "base of the fall across the window", "RE 26.1"),
    row(.utilityBase, "utilityBase", 110, "", .observed, "base of the fall across the window", "RE 26.1"),
    row(.defaultBase, "defaultBase", 105, "", .observed, "base of the fall across the window", "RE 26.1"),
    row(.userInitiatedBase, "userInitiatedBase", 100, "", .observed, "base of the fall across the window", "RE 26.1"),
    row(
      .maintenanceExponent, "maintenanceExponent", 1.7, "", .observed, "exponent of the fall across the window",
      "RE 26.1"),
    row(
      .backgroundExponent, "backgroundExponent", 1.5, "", .observed, "exponent of the fall across the window", "RE 26.1"
    ),
    row(.utilityExponent, "utilityExponent", 1.35, "", .observed, "exponent of the fall across the window", "RE 26.1"),
    row(.defaultExponent, "defaultExponent", 1.2, "", .observed, "exponent of the fall across the window", "RE 26.1"),
    row(
      .userInitiatedExponent, "userInitiatedExponent", 1, "", .observed, "exponent of the fall across the window",
      "RE 26.1"),

    // Optimal time
    row(
      .optimalHorizon, "optimalHorizon", 86400, "s", .observed, "how far ahead the best time is searched for", "RE 26.1"
    ),
    row(
      .optimalStepShort, "optimalStepShort", 300, "s", .observed, "step of that search in windows up to 900 s",
      "RE 26.1"),
    row(
      .optimalStepLaunch, "optimalStepLaunch", 900, "s", .observed,
      "step in windows up to 14,400 s, and for app launches", "RE 26.1"),
    row(.optimalStepLong, "optimalStepLong", 1800, "s", .observed, "step in all other windows", "RE 26.1"),
    row(.optimalEnough, "optimalEnough", 0.9, "", .observed, "score at which that search stops", "RE 26.1"),

    // Weights
    row(
      .applicationWeightLaunch, "applicationWeightLaunch", 50, "", .reproduced,
      "weight of Application for app launches", "RE 26.1, logs"),
    row(.applicationWeight, "applicationWeight", 25, "", .observed, "weight of Application otherwise", "RE 26.1, logs"),
    row(.bootTimeWeight, "bootTimeWeight", 1, "", .assumed, "weight of BootTime", "not found"),
    row(.cpuWeight, "cpuWeight", 5, "", .reproduced, "weight of CPUUsage", "RE 26.1, logs"),
    row(
      .deviceActivityWeightInactive, "deviceActivityWeightInactive", 20, "", .reproduced,
      "weight of DeviceActivity for work that needs an idle device", "RE 26.1, logs"),
    row(
      .deviceActivityWeightLaunch, "deviceActivityWeightLaunch", 5, "", .reproduced,
      "weight of DeviceActivity for app launches", "RE 26.1, logs"),
    row(
      .deviceActivityWeight, "deviceActivityWeight", 10, "", .observed, "weight of DeviceActivity otherwise", "RE 26.1"),
    row(.networkWeight, "networkWeight", 8.4, "", .observed, "weight of NetworkQuality", "log of macOS"),
    row(.fileProtectionWeight, "fileProtectionWeight", 1, "", .assumed, "weight of FileProtection", "not found"),
    row(.thermalWeight, "thermalWeight", 5, "", .reproduced, "weight of Thermal", "RE 26.1, logs"),
    row(.lowPowerWeight, "lowPowerWeight", 1, "", .assumed, "weight of LowPowerMode", "not found"),
    row(.batteryWeight, "batteryWeight", 1, "", .reproduced, "weight of BatteryLevel", "RE 26.1, logs"),
    row(
      .chargerWeightRequired, "chargerWeightRequired", 20, "", .observed,
      "weight of ChargerPluggedIn for work that requires power", "RE 26.1, logs"),
    row(
      .chargerWeightLaunch, "chargerWeightLaunch", 2, "", .observed, "weight of ChargerPluggedIn for app launches",
      "RE 26.1"),
    row(.chargerWeight, "chargerWeight", 10, "", .observed, "weight of ChargerPluggedIn otherwise", "RE 26.1, logs"),
    row(.rateLimitWeight, "rateLimitWeight", 1, "", .assumed, "weight of ActivityRateLimit", "not found"),
    row(.dataBudgetWeight, "dataBudgetWeight", 1, "", .assumed, "weight of DataBudget", "not found"),
    row(.energyBudgetWeight, "energyBudgetWeight", 1, "", .assumed, "weight of EnergyBudget", "not found"),
    row(.memoryWeight, "memoryWeight", 5, "", .observed, "weight of MemoryPressure", "RE 26.1, logs"),
    row(.herdWeight, "herdWeight", 1, "", .observed, "weight of ThunderingHerd", "RE 26.1, logs"),
    row(.groupWeight, "groupWeight", 0.5, "", .observed, "weight of ActivityGroup", "RE 26.1, logs"),
    row(.progressWeight, "progressWeight", 1, "", .assumed, "weight of ActivityProgress", "not found"),

    // Policies
    row(
      .usageCertain, "usageCertain", 0.25, "", .observed, "likelihood (its root) above which Application scores 1",
      "RE 26.1"),
    row(.usageScale, "usageScale", 0.65, "", .observed, "what a smaller root is multiplied by", "RE 26.1"),
    row(.usageRecent, "usageRecent", 0.35, "", .observed, "bonus for a recently used app", "RE 26.1"),
    row(
      .usageUnpredicted, "usageUnpredicted", 0.0025, "", .observed, "likelihood of an app without a prediction",
      "RE 26.1"),
    row(
      .usageLeadFrom, "usageLeadFrom", 450, "s", .observed,
      "minimum lead of a refresh before the predicted use", "RE 26.1"),
    row(.usageLeadJitter, "usageLeadJitter", 1350, "s", .observed, "maximum additional lead", "RE 26.1"),
    row(
      .extraRequest, "extraRequest", 0.1, "", .observed, "score that each further request of the same app adds",
      "RE 26.1"),
    row(.bootHold, "bootHold", 300, "s", .observed, "time after a boot in which nothing starts", "RE 26.1"),
    row(
      .bootHoldNetwork, "bootHoldNetwork", 120, "s", .observed, "the same for work that needs the network", "RE 26.1"),
    row(
      .bootHoldUrgent, "bootHoldUrgent", 15, "s", .observed, "the same for one-off work with priority Utility or above",
      "RE 26.1"),
    row(
      .cpuMost, "cpuMost", 50, "%", .reproduced, "load above which no work below utility priority starts",
      "RE 26.1, logs"),
    row(
      .cpuMostUtility, "cpuMostUtility", 90, "%", .reproduced,
      "load above which no work of utility priority or above starts",
      "a device's log of iOS 15: priorities 30 and 50 proceed at a load of 90 with a score of 0.10"),
    row(.activityFloor, "activityFloor", 0.05, "", .observed, "minimum DeviceActivity score", "RE 26.1"),
    row(
      .activityInUse, "activityInUse", 0.8, "", .assumed, "predicted use of a device that is in use now", "not found"),
    row(.wifiRequired, "wifiRequired", 50, "", .observed, "required Wi-Fi quality", "log of macOS"),
    row(
      .cellularRequired, "cellularRequired", 50, "", .observed, "required cellular quality", "logs"),
    row(.wiredRequired, "wiredRequired", 20, "", .observed, "required wired quality", "log of macOS"),
    row(.constrainedScore, "constrainedScore", 0.5, "", .assumed, "score of a network in Low Data Mode", "not found"),
    row(.thermalFair, "thermalFair", 0.6, "", .observed, "score at thermal level 10", "RE 26.1"),
    row(.thermalSerious, "thermalSerious", 0.2, "", .observed, "score at thermal level 20", "RE 26.1"),
    row(.thermalCritical, "thermalCritical", 0.1, "", .observed, "score at thermal level 30 and above", "RE 26.1"),
    row(
      .thermalCeiling, "thermalCeiling", 10, "", .observed, "highest thermal level of work below UserInitiated",
      "logs: level 2 and above refuse"),
    row(
      .thermalCeilingContinuedInUse, "thermalCeilingContinuedInUse", 10, "", .observed,
      "highest thermal level of continued tasks while the device is in use", "RE 26.1"),
    row(
      .thermalCeilingContinuedIdle, "thermalCeilingContinuedIdle", 20, "", .observed,
      "highest thermal level of continued tasks while the device is idle", "RE 26.1"),
    row(
      .lowPowerPluggedLevel, "lowPowerPluggedLevel", 30, "%", .observed,
      "charge from which a plugged device in Low Power Mode lets work through", "RE 26.1"),
    row(
      .lowPowerEndsAt, "lowPowerEndsAt", 80, "%", .documented,
      "charge at which Low Power Mode ends by itself on a charger", "DOC: Low Power Mode ends when sufficiently charged"
    ),
    row(
      .batteryBase, "batteryBase", 20, "%", .reproduced, "charge below which work under Utility does not start",
      "RE 26.1, log"),
    row(
      .batteryExponent, "batteryExponent", 0.5, "", .observed, "exponent of the battery curve below Utility", "RE 26.1"),
    row(.batteryBaseUtility, "batteryBaseUtility", 10, "%", .reproduced, "the same from Utility on", "RE 26.1, log"),
    row(
      .batteryExponentUtility, "batteryExponentUtility", 0.4, "", .reproduced,
      "exponent of the battery curve from Utility on", "RE 26.1, log"),
    row(.batteryPlugged, "batteryPlugged", 1.2, "", .reproduced, "factor while plugged in", "RE 26.1, log"),
    row(
      .processingNeedsPower, "processingNeedsPower", 1, "switch", .observed,
      "whether an iPhone never starts processing on battery", "RE 26.1, one source"),
    row(
      .processingPadLevel, "processingPadLevel", 75, "%", .observed,
      "charge from which an iPad starts processing on battery after all", "RE 26.1, one source"),
    row(
      .chargerUnplugged, "chargerUnplugged", 0.5, "", .observed,
      "score of an unplugged device when power is not required", "RE 26.1"),
    row(
      .herdAfterHours, "herdAfterHours", 4, "h", .observed,
      "time locked or offline after which a change holds everything back", "RE 26.1"),
    row(.herdFrom, "herdFrom", 60, "s", .observed, "the shortest such hold", "RE 26.1"),
    row(.herdTo, "herdTo", 180, "s", .observed, "the longest such hold", "RE 26.1"),
    row(
      .rateLimitLaunches, "rateLimitLaunches", 48, "count", .assumed,
      "launches of an app in a day from which ActivityRateLimit refuses", "not found"),
    row(
      .spacingLaunches, "spacingLaunches", 9, "count", .observed,
      "recent launches of an app above which they are spaced", "RE 26.1"),
    row(
      .spacingSeconds, "spacingSeconds", 450, "s", .observed, "that spacing; always applied to processing tasks",
      "RE 26.1"),
    row(
      .spacingMemory, "spacingMemory", 86400, "s", .assumed, "how long a launch counts as recent",
      "RE 26.1 says only: recently"),

    // Budgets
    row(.energyCapacity, "energyCapacity", 200, "units", .observed, "capacity of the energy budget", "RE 26.1, log"),
    row(
      .cellularCapacity, "cellularCapacity", 52428800, "bytes", .observed, "capacity of the cellular budget", "RE 26.1"),
    row(.budgetSlot, "budgetSlot", 1800, "s", .observed, "time between refills of both budgets", "RE 26.1"),
    row(.energyLaunchCost, "energyLaunchCost", 1.5, "units", .assumed, "what a launch costs", "not found"),
    row(
      .energyCPUCost, "energyCPUCost", 0.04, "units/s", .assumed, "what a second of a fully used processor costs",
      "not found"),
    row(
      .energyWiFiCost, "energyWiFiCost", 0.02, "units/MiB", .assumed, "what a mebibyte over Wi-Fi costs", "not found"),
    row(
      .energyCellularCost, "energyCellularCost", 0.3, "units/MiB", .assumed, "what a mebibyte over cellular costs",
      "not found; cellular costs more (WWDC20)"),
    row(
      .energyUseCost, "energyUseCost", 4, "units/h", .assumed, "what an hour of use costs",
      "not found; heavy use drains (WWDC20)"),

    // Registration and submission
    row(
      .lateRegistrationCrashes, "lateRegistrationCrashes", 1, "switch", .observed,
      "whether a handler that is registered too late crashes the app",
      "exceptions in the field; RE 26.1 has no such check"),
    row(
      .duplicateRegistrationCrashes, "duplicateRegistrationCrashes", 1, "switch", .documented,
      "whether registering an identifier twice crashes the app",
      "HDR: the system kills the app on the second registration"),
    row(
      .farEarliestDays, "farEarliestDays", 7, "d", .engineer,
      "earliestBeginDate beyond which the system may skip a task", "WWDC19: within a week"),
    row(
      .farSkipShare, "farSkipShare", 0.5, "", .assumed, "share of such requests that are silently skipped",
      "not found"),
    row(
      .learningDays, "learningDays", 4, "d", .folklore,
      "days after an install until the use of an app is fully predicted", "users report days without events"),
    row(
      .usageMemoryWeeks, "usageMemoryWeeks", 10, "", .assumed,
      "how many weeks an hour of the week is remembered: each week counts as one part of this number", "not found"),
    row(
      .chargerHabitShare, "chargerHabitShare", 0.5, "", .assumed,
      "fraction of an hour of the week on the charger from which the forecast treats it as plugged in", "not found"),
    row(
      .otherAppShare, "otherAppShare", 0.02, "", .assumed,
      "places ahead of a request that each other app takes, on average", "not found"),
    row(.otherAppSeconds, "otherAppSeconds", 20, "s", .assumed, "how long such a place is taken", "not found"),

    // Ends
    row(
      .memoryAim, "memoryAim", 52428800, "bytes", .engineer,
      "memory above which a running app is terminated first under pressure",
      "WWDC20 10078: under 50 MB in the background"),
    row(
      .memoryLimit, "memoryLimit", 209715200, "bytes", .assumed,
      "memory above which a background app is terminated immediately", "not found"),
    row(
      .reliabilityCounts, "reliabilityCounts", 0, "switch", .folklore,
      "whether how an app's runs end changes its required score", "libraries say that misbehaviour costs launches"),
    row(
      .reliabilityWeight, "reliabilityWeight", 0.5, "", .assumed,
      "increase of the required score for an app that always fails",
      "not found"),
    row(
      .reliabilityGain, "reliabilityGain", 0.1, "", .assumed,
      "fraction of the lost reliability that a clean end restores", "not found"),
    row(
      .reliabilityLoss, "reliabilityLoss", 0.3, "", .assumed, "fraction of the reliability that a kill costs",
      "not found"),

    // Slow continued tasks
    row(
      .slowRule, "slowRule", 1, "switch", .observed, "whether the system asks the user about slow continued tasks",
      "RE 26.1; device reports"),
    row(
      .warmUpSeconds, "warmUpSeconds", 300, "s", .observed,
      "time after which the first question can come; 600 s on an iPad", "RE 26.1"),
    row(
      .warmUpShare, "warmUpShare", 0.5, "", .observed, "fraction of the work expected within that time", "RE 26.1"),
    row(
      .deviationShare, "deviationShare", 0.8, "", .observed, "fraction of its initial pace below which a task deviates",
      "RE 26.1: 20% below the baseline"),
    row(
      .deviationSeconds, "deviationSeconds", 60, "s", .observed, "how long it may deviate before the second question",
      "RE 26.1"),
    row(
      .extendedSeconds, "extendedSeconds", 3600, "s", .observed,
      "time after which the last question comes; 28,800 s on an iPad", "RE 26.1"),
    row(.answerSeconds, "answerSeconds", 12, "s", .assumed, "how long the user takes to answer", "not found"),
    row(
      .cardHours, "cardHours", 4, "h", .assumed, "how long the card of a failed task stays",
      "not found; other Live Activities stay so long"),

    // Silent pushes
    row(
      .pushesPerHour, "pushesPerHour", 3, "", .documented, "launches for silent pushes that an app earns in an hour",
      "DOC: two or three per hour"),
    row(.pushCapacity, "pushCapacity", 3, "count", .assumed, "launches that it can save up", "not found"),
    row(
      .pushSpacing, "pushSpacing", 900, "s", .engineer, "time between two launches for pushes",
      "WWDC20, from notes: about 15 minutes"),
    row(
      .pushAttemptCost, "pushAttemptCost", 0.05, "", .assumed,
      "fraction of a launch that a push costs if it launches nothing", "not found: a flood gives fewer launches"),
    row(
      .pushNeedsPriorityFive, "pushNeedsPriorityFive", 1, "switch", .documented,
      "whether a silent push of priority 10 launches nothing", "WWDC19; logs show some that were queued"),

    // Assertions and transfers
    row(
      .assertionSeconds, "assertionSeconds", 30, "s", .engineer,
      "time that beginBackgroundTask gives an app after the user leaves it", "forums; logs of iOS 9 and 10 show 180 s"),
    row(
      .assertionWarning, "assertionWarning", 4, "s", .observed,
      "how long before its end the expiration handlers are called", "log: after 26 s"),
    row(
      .resumeDelay, "resumeDelay", 60, "s", .observed, "the first delay of the resume rate limiter",
      "forums 128813, log of iOS 12"),
    row(
      .resumeFactor, "resumeFactor", 2, "", .engineer, "growth factor per resume or launch", "forums 14854"),
    row(
      .sessionSeconds, "sessionSeconds", 30, "s", .assumed,
      "time to call the completion handler of a background session", "not found"),
    row(
      .transferWiFi, "transferWiFi", 4000000, "bytes", .assumed,
      "bytes per second of a transfer over good Wi-Fi or a wired network", "not found"),
    row(
      .transferCellular, "transferCellular", 1500000, "bytes", .assumed,
      "bytes per second of a transfer over a good cellular network", "not found"),
    row(
      .backgroundDiscretionary, "backgroundDiscretionary", 1, "switch", .documented,
      "whether transfers that are created in the background are discretionary", "DOC isDiscretionary"),
    row(
      .layerRunway, "layerRunway", 30, "s", .engineer,
      "time that a library's foreground work has after the user leaves the app", "as assertionSeconds"),
    row(.powerNap, "powerNap", 0, "switch", .observed, "whether dark wakes hold work back: macOS only", "log of macOS"),
    row(.powerNapWeight, "powerNapWeight", 5, "", .observed, "weight of PowerNap", "log of macOS"),

    // Readings of the documents
    row(
      .lowPowerStrict, "lowPowerStrict", 1, "switch", .observed,
      "whether Low Power Mode holds work back altogether, or only lowers its score", "RE 26.1; sources disagree"),
    row(
      .lowPowerScore, "lowPowerScore", 0.3, "", .assumed, "score in Low Power Mode if that is not strict",
      "not found"),
    row(
      .pressureByRate, "pressureByRate", 0, "switch", .assumed,
      "whether the least progress under pressure is the slowest, instead of the smallest share",
      "DOC says only: the least progress"),
  ]

  private static func row(
    _ key: ParameterKey, _ name: String, _ value: Double, _ unit: String, _ confidence: Parameter.Confidence,
    _ meaning: String, _ source: String
  ) -> Parameter {
    Parameter(
      key: key, name: name, value: value, unit: unit, source: source, confidence: confidence, meaning: meaning)
  }
}
