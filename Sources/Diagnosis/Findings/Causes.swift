internal import TaskTrace

/// Causes of traces in plain words.
enum Causes {
  static func words(_ cause: Cause?, or unknown: String) -> String {
    // A log tells the code, and its name for a cause.
    guard let cause, !SubmissionError.allCases.contains(where: { $0.name == cause.rawValue }) else { return unknown }
    return table.first { $0.cause == cause.rawValue }?.words ?? cause.spaced.lowercased()
  }

  /// Whether a refusal tells its true cause, as simulations do; logs tell only the code.
  static func known(_ cause: Cause?) -> Bool {
    cause.map { cause in table.contains { $0.cause == cause.rawValue } } ?? false
  }

  /// What an app saw of the end of its run, behind the words "the app saw" (rule E13).
  static func seen(_ cause: Cause) -> String {
    switch cause {
    case "nothing": "nothing of its end"
    case "expirationHandler": "its expiration handler called, and no reason"
    case "exception": "an exception"
    default: cause.spaced.lowercased()
    }
  }

  /// What became of a run, behind the words "the run".
  static func verb(_ end: RunEnd?) -> String {
    switch end?.outcome {
    case .succeeded: "completed"
    case .failed: "completed without success"
    case .expired: "expired"
    case .unwarned: "was ended without a warning"
    case .killed: "was killed"
    case .crashed: "crashed"
    case .unknown, nil: "was over"
    }
  }

  private static let table: [(cause: String, words: String)] = [
    ("backgroundRefreshOff", "Background App Refresh is off on this device"),
    ("backgroundRefreshOffForApp", "Background App Refresh is off for this app"),
    ("simulator", "the Simulator schedules nothing"),
    ("extensionWithoutOpenAccess", "an extension may not schedule without open access"),
    ("reservedPrefix", "identifiers that begin with com.apple. are the system's"),
    ("notInInfoPlist", "the identifier is not in BGTaskSchedulerPermittedIdentifiers"),
    ("notAdvertised", "the identifier is not in BGTaskSchedulerPermittedIdentifiers"),
    ("modeFetchMissing", "UIBackgroundModes lacks fetch"),
    ("modeProcessingMissing", "UIBackgroundModes lacks processing"),
    ("modeRemoteNotificationMissing", "UIBackgroundModes lacks remote-notification"),
    ("notForeground", "a continued task starts only from an action in the foreground"),
    ("resourcesUnsupported", "this device cannot use its graphics processor in the background"),
    ("entitlementMissing", "the app lacks the entitlement for the graphics processor"),
    ("tooManyPending", "as many requests of its kind are pending as may be"),
    ("busy", "as many continued tasks run as may run"), ("alreadyRunning", "it runs already"),
    ("late", "it was registered after the launch had finished"), ("alreadyRegistered", "it is registered already"),
    ("notRegistered", "no launch handler is registered"), ("noHandler", "no launch handler is registered"),
    ("time", "its time was over"),
    ("early", "the system ended it early, and tells nobody why"), ("stalled", "it made no progress for too long"),
    ("userCancel", "the user stopped it"), ("overran", "it was not completed when the time for expiring was over"),
    ("cpuResourceLimit", "it used too much of the processor for too long"),
    ("memoryLimit", "it used more memory than an app in the background may have"),
    ("memoryPressure", "memory was short, and its app was the largest"),
    ("suspendedWithLockedFile", "the app held a file lock as it was suspended"),
    ("protectedData", "a protected file could not be read"),
    ("isolation", "the main actor was expected on another queue"),
    ("killed", "its process was killed for something else that ran in it"), ("crash", "the app crashed"),
    ("beforeBody", "the app crashed before its handler was reached"),
    ("forceQuit", "the app was swiped away in the App Switcher"), ("reboot", "the device restarted"),
    ("completed", "the app completed it"), ("simulated", "it was expired by hand"),
    ("thermal", "the device was too hot"), ("deviceInUse", "somebody began to use the device"),
    ("lowPower", "Low Power Mode went on"), ("power", "the charger was unplugged, or the battery too low"),
    ("network", "the network was gone"),
  ]
}
