internal import TaskTrace

/// What stands against a run, as a person would say it, and who says that it does.
struct Reason: Hashable, Sendable {
  /// The rest of a sentence: "It does not run: …".
  var words: String
  /// The public name of the source, and the rule's number.
  var source: String

  /// The reason behind a policy's objection.
  static func of(_ response: PolicyResponse, _ kind: TaskKind) -> Reason {
    let rationale = response.rationale ?? ""
    if response.shortName == "Application", rationale.holds("pushDisallowed") {
      return Reason(
        words: "its app may get no pushes: it was swiped away, or not opened since the device started",
        source: "a device's log; rules C22, G6")
    }
    if response.shortName == "BatteryLevel", rationale.holds("PROCESSING") {
      return Reason(
        words: "an iPhone runs processing only on a charger", source: "reverse engineering of iOS 26.1; rule C13")
    }
    if response.shortName == "MemoryPressure", rationale.holds("camera") {
      return Reason(words: "the camera is on", source: "a device's log; rule C24")
    }
    return named(response.shortName)
      ?? Reason(words: "\(response.plainName) says \(response.decision.words)", source: "dasd's own answer; rule C28")
  }

  /// The reason behind a hold.
  static func of(_ hold: Hold) -> Reason {
    named(hold.what.rawValue) ?? Reason(words: hold.detail ?? hold.what.spaced.lowercased(), source: "dasd; rule C28")
  }

  private static func named(_ name: String) -> Reason? {
    table.first { $0.name == name }.map { Reason(words: $0.words, source: $0.source) }
  }

  private static let table: [(name: String, words: String, source: String)] = [
    ("LowPowerMode", "Low Power Mode is on", "Apple, backgroundRefreshStatus; rule C2"),
    (
      "DeviceActivity", "somebody uses the device, and processing waits until nobody does",
      "Apple, BGProcessingTask; rules C11, C12"
    ),
    (
      "ChargerPluggedIn", "it requires external power, and no charger is plugged in",
      "Apple, requiresExternalPower; rule C14"
    ),
    ("BatteryLevel", "the battery is too low for it", "WWDC20 10063; rules C1, C21"),
    ("Thermal", "the device is too hot", "device logs; rule C10"),
    ("NetworkQuality", "it needs a network, and there is none that is good enough", "device logs; rules C15, C19"),
    ("CPUUsage", "the processor is too busy", "a device's log; rule C18"),
    ("MemoryPressure", "memory is short", "reverse engineering of iOS 26.1; rule C24"),
    ("Application", "its app is in front, and refreshes itself", "device logs; rules C22, C39"),
    ("ActivityRateLimit", "its app was launched too often of late", "Apple's technote on dasd; rule C25"),
    (
      "FileProtection", "nobody has unlocked the device since it started", "WWDC19 707; rule D5"
    ),
    ("BootTime", "the device has just started", "reverse engineering of iOS 26.1"),
    ("EnergyBudget", "the energy budget of the day is spent", "WWDC20 10063; rule C6"),
    ("DataBudget", "the cellular budget of the day is spent", "WWDC20 10063; rule C6"),
    ("ThunderingHerd", "everybody's work woke a moment ago, and waits its turn", "device logs; rule C23"),
    ("ActivityGroup", "all places of its group are taken", "Apple's technote on dasd; rule C26"),
    ("ActivityProgress", "it makes no progress", "Apple, BGContinuedProcessingTask; rule F6"),
    ("PowerNap", "the Mac sleeps", "a Mac's log; rule C27"),
    (
      "forceQuit", "its app was swiped away in the App Switcher: nothing of it runs until somebody opens it",
      "Apple engineers, Developer Forums 719222; rule C4"
    ),
    (
      "backgroundRefresh", "Background App Refresh is off", "Apple, backgroundRefreshStatus; rule C5"
    ),
    ("running", "its last run still goes on", "a library's documentation; rule C40"),
    (
      "unused", "its app has not been opened for two weeks", "reverse engineering of iOS 26.1; rule C17"
    ),
    ("rateLimit", "launches of an app keep apart", "WWDC20 10063; rule C7"),
    ("contention", "other apps go first", "a library's documentation; rule C35"),
    ("concurrency", "as many continued tasks run as may run", "Apple, BGContinuedProcessingTaskRequest; rule F3"),
    ("compatibility", "another launch goes on, and the two do not go together", "a Mac's log; rule C32"),
    ("fault", "the device took the request and launches nothing", "Developer Forums 805088; rule F14"),
  ]
}
