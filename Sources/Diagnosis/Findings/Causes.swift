internal import TaskTrace

/// Causes of traces in plain words.
enum Causes {
  static func text(_ cause: Cause?, or unknown: String) -> String {
    // A log contains the code, and its name for a cause.
    guard let cause, !SubmissionError.allCases.contains(where: { $0.name == cause.rawValue }) else { return unknown }
    return table.first { $0.cause == cause.rawValue }?.text ?? cause.spaced.lowercased()
  }

  /// Whether a refusal includes its true cause, as in simulations; logs contain only the code.
  static func known(_ cause: Cause?) -> Bool {
    cause.map { cause in table.contains { $0.cause == cause.rawValue } } ?? false
  }

  /// What an app saw of the end of its run, behind the words "the app saw" (rule E13).
  static func seen(_ cause: Cause) -> String {
    switch cause {
    case .nothing: "no sign that it ended"
    case .expirationHandler: "its expiration handler called, without a reason"
    case .exception: "an exception"
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
    case .unknown, nil: "ended"
    }
  }

  private static let table: [(cause: String, text: String)] = [
    ("backgroundRefreshOff", "Background App Refresh is off on this device"),
    ("backgroundRefreshOffForApp", "Background App Refresh is off for this app"),
    ("simulator", "the Simulator does not schedule tasks"),
    ("extensionWithoutOpenAccess", "an extension cannot schedule without open access"),
    ("reservedPrefix", "identifiers that begin with com.apple. are reserved for the system"),
    ("notInInfoPlist", "the identifier is not in BGTaskSchedulerPermittedIdentifiers"),
    ("notAdvertised", "the identifier is not in BGTaskSchedulerPermittedIdentifiers"),
    ("modeFetchMissing", "UIBackgroundModes lacks fetch"),
    ("modeProcessingMissing", "UIBackgroundModes lacks processing"),
    ("modeRemoteNotificationMissing", "UIBackgroundModes lacks remote-notification"),
    ("notForeground", "a continued task can start only from an action in the foreground"),
    ("resourcesUnsupported", "this device cannot use the GPU in the background"),
    ("entitlementMissing", "the app lacks the background GPU entitlement"),
    ("tooManyPending", "the maximum number of requests of its kind is pending"),
    ("busy", "the maximum number of continued tasks is running"), ("alreadyRunning", "it is already running"),
    ("late", "it was registered after launch had finished"), ("alreadyRegistered", "it is already registered"),
    ("notRegistered", "no launch handler is registered"), ("noHandler", "no launch handler is registered"),
    ("time", "its time ran out"),
    ("early", "the system ended it early without giving a reason"), ("stalled", "it made no progress for too long"),
    ("userCancel", "the user stopped it"), ("overran", "it was not completed before the expiration grace period ended"),
    ("cpuResourceLimit", "it used too much CPU for too long"),
    ("memoryLimit", "it used more memory than a background app is allowed"),
    ("memoryPressure", "memory was low, and its app was the largest"),
    ("suspendedWithLockedFile", "the app held a file lock when it was suspended"),
    ("protectedData", "a protected file could not be read"),
    ("isolation", "the main actor was expected on another queue"),
    ("killed", "its process was killed because of something else running in it"), ("crash", "the app crashed"),
    ("beforeBody", "the app crashed before its handler was reached"),
    ("forceQuit", "the app was swiped away in the App Switcher"), ("reboot", "the device restarted"),
    ("completed", "the app completed it"), ("simulated", "it was expired manually"),
    ("thermal", "the device was too hot"), ("deviceInUse", "someone started using the device"),
    ("lowPower", "Low Power Mode was turned on"), ("power", "the charger was unplugged, or the battery was too low"),
    ("network", "the network was lost"),
  ]
}
