internal import TaskTrace

/// What stands against a run, as a person would say it, and who says that it does.
struct Reason: Hashable, Sendable {
  /// The rest of a sentence: "It does not run: …".
  var words: String
  /// What an app, or somebody, can do about it, in a sentence.
  var remedy: String
  /// The public name of the source, and the rule's number.
  var source: String

  /// The reason behind a policy's objection.
  static func of(_ response: PolicyResponse, _ kind: TaskKind) -> Reason {
    let rationale = response.rationale ?? ""
    if response.shortName == "Application", rationale.holds("pushDisallowed") {
      return Reason(
        words: "its app may get no pushes: it was swiped away, or not opened since the device started",
        remedy: "Nothing in the app: somebody has to open it.",
        source: "a device's log; rules C22, G6")
    }
    if response.shortName == "BatteryLevel", rationale.holds("PROCESSING") {
      return Reason(
        words: "an iPhone runs processing only on a charger",
        remedy: "Leave the request pending for the night; what is needed sooner belongs in a refresh.",
        source: "reverse engineering of iOS 26.1; rule C13")
    }
    if response.shortName == "MemoryPressure", rationale.holds("camera") {
      return Reason(words: "the camera is on", remedy: patience, source: "a device's log; rule C24")
    }
    return named(response.shortName)
      ?? Reason(
        words: "\(response.plainName) says \(response.decision.words)", remedy: patience,
        source: "dasd's own answer; rule C28")
  }

  /// The reason behind a hold.
  static func of(_ hold: Hold) -> Reason {
    named(hold.what.rawValue)
      ?? Reason(words: hold.detail ?? hold.what.spaced.lowercased(), remedy: patience, source: "dasd; rule C28")
  }

  private static func named(_ name: String) -> Reason? {
    table.first { $0.name == name }.map { Reason(words: $0.words, remedy: $0.remedy, source: $0.source) }
  }

  /// What a request needs and an app cannot bring about.
  private static let patience =
    "Nothing in the app: leave the request pending, and do what is due when the app is opened."

  private static let table: [(name: String, words: String, remedy: String, source: String)] = [
    (
      "LowPowerMode", "Low Power Mode is on",
      "Nothing in the app: it ends with the switch, or when the phone is charged. Leave the request pending.",
      "Apple, backgroundRefreshStatus; rule C2"
    ),
    (
      "DeviceActivity", "somebody uses the device, and processing waits until nobody does",
      "Leave the request pending for the night; what is needed sooner belongs in a refresh, or in the foreground.",
      "Apple, BGProcessingTask; rules C11, C12"
    ),
    (
      "ChargerPluggedIn", "it requires external power, and no charger is plugged in",
      "Set requiresExternalPower only for heavy work; without it the request may run sooner.",
      "Apple, requiresExternalPower; rule C14"
    ),
    ("BatteryLevel", "the battery is too low for it", patience, "WWDC20 10063; rules C1, C21"),
    (
      "Thermal", "the device is too hot", "Do less at a time in the app itself, and leave the request pending.",
      "device logs; rule C10"
    ),
    (
      "NetworkQuality", "it needs a network, and there is none that is good enough",
      "Set requiresNetworkConnectivity only where the work needs it; leave large transfers to a background URLSession.",
      "device logs; rules C15, C19"
    ),
    ("CPUUsage", "the processor is too busy", patience, "a device's log; rule C18"),
    ("MemoryPressure", "memory is short", patience, "reverse engineering of iOS 26.1; rule C24"),
    (
      "Application", "its app is in front, and refreshes itself", "Do the work in the app itself while it is in front.",
      "device logs; rules C22, C39"
    ),
    (
      "ActivityRateLimit", "its app was launched too often of late",
      "Ask less often: set earliestBeginDate further ahead, and send fewer pushes.",
      "Apple's technote on dasd; rule C25"
    ),
    (
      "FileProtection", "nobody has unlocked the device since it started",
      "Nothing in the app: it ends with the first unlock.", "WWDC19 707; rule D5"
    ),
    ("BootTime", "the device has just started", "Nothing: it ends within minutes.", "reverse engineering of iOS 26.1"),
    (
      "EnergyBudget", "the energy budget of the day is spent",
      "Make each run shorter, and ask for fewer: launches and processor time are paid from it.", "WWDC20 10063; rule C6"
    ),
    (
      "DataBudget", "the cellular budget of the day is spent",
      "Move fewer bytes in the background, or leave them to a discretionary transfer over Wi-Fi.",
      "WWDC20 10063; rule C6"
    ),
    (
      "ThunderingHerd", "many tasks came due at once a moment ago, and they take turns",
      "Nothing: it ends within 15 minutes.",
      "device logs; rule C23"
    ),
    (
      "ActivityGroup", "all places of its group are taken", "Nothing: it ends with the run before it.",
      "Apple's technote on dasd; rule C26"
    ),
    (
      "ActivityProgress", "it makes no progress",
      "Count completedUnitCount up in fine units, also while waiting for the network.",
      "Apple, BGContinuedProcessingTask; rule F6"
    ),
    ("PowerNap", "the Mac sleeps", "Nothing: it runs when the Mac wakes.", "a Mac's log; rule C27"),
    (
      "forceQuit", "its app was swiped away in the App Switcher: nothing of it runs until somebody opens it",
      "Nothing in the app: tell people that swiping it away stops its background work; submit a request at every launch.",
      "Apple engineers, Developer Forums 719222; rule C4"
    ),
    (
      "backgroundRefresh", "Background App Refresh is off",
      "Look at UIApplication.backgroundRefreshStatus, and say in the app what is missing and where the switch is.",
      "Apple, backgroundRefreshStatus; rule C5"
    ),
    (
      "running", "its last run still goes on", "Complete each run as soon as its work is done.",
      "a library's documentation; rule C40"
    ),
    (
      "unused", "its app has not been opened for two weeks", "Nothing in the app: somebody has to open it.",
      "reverse engineering of iOS 26.1; rule C17"
    ),
    (
      "rateLimit", "launches of an app keep apart",
      "Set earliestBeginDate 15 minutes or more ahead, and put what belongs together into one run.",
      "WWDC20 10063; rule C7"
    ),
    ("contention", "other apps go first", patience, "a library's documentation; rule C35"),
    (
      "concurrency", "as many continued tasks run as may run",
      "Use strategy queue, which waits for its turn, or offer the action again later.",
      "Apple, BGContinuedProcessingTaskRequest; rule F3"
    ),
    (
      "compatibility", "another launch goes on, and the two do not go together", "Nothing: it ends with that launch.",
      "a Mac's log; rule C32"
    ),
    (
      "fault", "the device took the request and launches nothing",
      "Show the user that nothing has begun after 10 s, and offer the action again; restart the device.",
      "Developer Forums 805088; rule F14"
    ),
  ]
}
