/// A reason in one word or a few, from an open set: trace files use the same words.
///
/// The values that bgtop itself writes or compares with are declared here by name, so that a misspelled one does not
/// compile. A log may contain any other value.
public struct Cause: Hashable, Sendable, RawRepresentable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The word, which is in camel case, as separate words with a capital: `rateLimit` is `Rate limit`.
  public var spaced: String {
    var words = ""
    for character in rawValue {
      if character.isUppercase, !words.isEmpty {
        words += " " + character.lowercased()
      } else {
        words += words.isEmpty ? character.uppercased() : String(character)
      }
    }
    return words
  }
}

/// Why a request or a registration is refused.
extension Cause {
  public static let backgroundRefreshOff = Cause(rawValue: "backgroundRefreshOff")
  public static let backgroundRefreshOffForApp = Cause(rawValue: "backgroundRefreshOffForApp")
  public static let simulator = Cause(rawValue: "simulator")
  public static let extensionWithoutOpenAccess = Cause(rawValue: "extensionWithoutOpenAccess")
  public static let reservedPrefix = Cause(rawValue: "reservedPrefix")
  public static let notInInfoPlist = Cause(rawValue: "notInInfoPlist")
  public static let notAdvertised = Cause(rawValue: "notAdvertised")
  public static let modeFetchMissing = Cause(rawValue: "modeFetchMissing")
  public static let modeProcessingMissing = Cause(rawValue: "modeProcessingMissing")
  public static let modeRemoteNotificationMissing = Cause(rawValue: "modeRemoteNotificationMissing")
  public static let notForeground = Cause(rawValue: "notForeground")
  public static let resourcesUnsupported = Cause(rawValue: "resourcesUnsupported")
  public static let entitlementMissing = Cause(rawValue: "entitlementMissing")
  public static let tooManyPending = Cause(rawValue: "tooManyPending")
  public static let busy = Cause(rawValue: "busy")
  public static let alreadyRunning = Cause(rawValue: "alreadyRunning")
  public static let late = Cause(rawValue: "late")
  public static let alreadyRegistered = Cause(rawValue: "alreadyRegistered")
  public static let registeredTwice = Cause(rawValue: "registeredTwice")
  public static let notRegistered = Cause(rawValue: "notRegistered")
  public static let noHandler = Cause(rawValue: "noHandler")
}

/// What holds a request, other than the policies (``Hold/what``).
extension Cause {
  public static let window = Cause(rawValue: "window")
  public static let running = Cause(rawValue: "running")
  public static let unused = Cause(rawValue: "unused")
  public static let rateLimit = Cause(rawValue: "rateLimit")
  public static let contention = Cause(rawValue: "contention")
  public static let concurrency = Cause(rawValue: "concurrency")
  public static let compatibility = Cause(rawValue: "compatibility")
  public static let fault = Cause(rawValue: "fault")
  public static let backgroundRefresh = Cause(rawValue: "backgroundRefresh")
}

/// Why a request is removed.
extension Cause {
  public static let replaced = Cause(rawValue: "replaced")
  public static let pruned = Cause(rawValue: "pruned")
  public static let app = Cause(rawValue: "app")
  public static let uninstalled = Cause(rawValue: "uninstalled")
  public static let updated = Cause(rawValue: "updated")
  public static let installed = Cause(rawValue: "installed")
  public static let reclaimed = Cause(rawValue: "reclaimed")
}

/// How a run or a process ends.
extension Cause {
  public static let completed = Cause(rawValue: "completed")
  public static let time = Cause(rawValue: "time")
  public static let early = Cause(rawValue: "early")
  public static let stalled = Cause(rawValue: "stalled")
  public static let userCancel = Cause(rawValue: "userCancel")
  public static let simulated = Cause(rawValue: "simulated")
  public static let overran = Cause(rawValue: "overran")
  public static let cpuResourceLimit = Cause(rawValue: "cpuResourceLimit")
  public static let memoryLimit = Cause(rawValue: "memoryLimit")
  public static let memoryPressure = Cause(rawValue: "memoryPressure")
  public static let suspendedWithLockedFile = Cause(rawValue: "suspendedWithLockedFile")
  public static let protectedData = Cause(rawValue: "protectedData")
  public static let isolation = Cause(rawValue: "isolation")
  public static let killed = Cause(rawValue: "killed")
  public static let crash = Cause(rawValue: "crash")
  public static let crashed = Cause(rawValue: "crashed")
  public static let beforeBody = Cause(rawValue: "beforeBody")
  public static let forceQuit = Cause(rawValue: "forceQuit")
  public static let reboot = Cause(rawValue: "reboot")
  public static let thermal = Cause(rawValue: "thermal")
  public static let deviceInUse = Cause(rawValue: "deviceInUse")
  public static let lowPower = Cause(rawValue: "lowPower")
  public static let power = Cause(rawValue: "power")
  public static let network = Cause(rawValue: "network")
  public static let timedOut = Cause(rawValue: "timedOut")
}

/// What an app sees at the end of its run (``RunEnd/seen``).
extension Cause {
  public static let nothing = Cause(rawValue: "nothing")
  public static let expirationHandler = Cause(rawValue: "expirationHandler")
  public static let exception = Cause(rawValue: "exception")
  public static let completion = Cause(rawValue: "completion")
}

/// States of an expiration handler.
extension Cause {
  public static let set = Cause(rawValue: "set")
  public static let called = Cause(rawValue: "called")
  public static let cleared = Cause(rawValue: "cleared")
}

/// States of a push.
extension Cause {
  public static let sent = Cause(rawValue: "sent")
  public static let delivered = Cause(rawValue: "delivered")
  public static let coalesced = Cause(rawValue: "coalesced")
  public static let denied = Cause(rawValue: "denied")
  public static let launched = Cause(rawValue: "launched")
  public static let received = Cause(rawValue: "received")
}

/// States of a transfer; `failed` and `cancelled` end it too.
extension Cause {
  public static let created = Cause(rawValue: "created")
  public static let waiting = Cause(rawValue: "waiting")
  public static let delayed = Cause(rawValue: "delayed")
  public static let finished = Cause(rawValue: "finished")
  public static let handled = Cause(rawValue: "handled")
  public static let failed = Cause(rawValue: "failed")
  public static let cancelled = Cause(rawValue: "cancelled")
  public static let reset = Cause(rawValue: "reset")
}

/// States of an assertion.
extension Cause {
  public static let acquired = Cause(rawValue: "acquired")
  public static let expiring = Cause(rawValue: "expiring")
  public static let ended = Cause(rawValue: "ended")
  public static let overdue = Cause(rawValue: "overdue")
}

/// What triggers something, or prevents it.
extension Cause {
  public static let abnormal = Cause(rawValue: "abnormal")
  public static let assertionTimeout = Cause(rawValue: "assertionTimeout")
  public static let backgroundTaskAssertionTimeout = Cause(rawValue: "backgroundTaskAssertionTimeout")
  public static let backgroundURLSessionCompletionTimeout = Cause(rawValue: "backgroundURLSessionCompletionTimeout")
  public static let backoff = Cause(rawValue: "backoff")
  public static let badAccess = Cause(rawValue: "badAccess")
  public static let boot = Cause(rawValue: "boot")
  public static let charger = Cause(rawValue: "charger")
  public static let `continue` = Cause(rawValue: "continue")
  public static let continuedProcessing = Cause(rawValue: "continuedProcessing")
  public static let cpuLimit = Cause(rawValue: "cpuLimit")
  public static let dataTaskUnsupported = Cause(rawValue: "dataTaskUnsupported")
  public static let deviating = Cause(rawValue: "deviating")
  public static let disconnected = Cause(rawValue: "disconnected")
  public static let discretionaryNetwork = Cause(rawValue: "discretionaryNetwork")
  public static let discretionaryPower = Cause(rawValue: "discretionaryPower")
  public static let duet = Cause(rawValue: "duet")
  public static let extended = Cause(rawValue: "extended")
  public static let fail = Cause(rawValue: "fail")
  public static let fetchTimeout = Cause(rawValue: "fetchTimeout")
  public static let fileNotMoved = Cause(rawValue: "fileNotMoved")
  public static let idle = Cause(rawValue: "idle")
  public static let illegalInstruction = Cause(rawValue: "illegalInstruction")
  public static let lateRegistration = Cause(rawValue: "lateRegistration")
  public static let launch = Cause(rawValue: "launch")
  public static let lockedFile = Cause(rawValue: "lockedFile")
  public static let missing = Cause(rawValue: "missing")
  public static let normal = Cause(rawValue: "normal")
  public static let nothingScheduled = Cause(rawValue: "nothingScheduled")
  public static let notUnlocked = Cause(rawValue: "notUnlocked")
  public static let observed = Cause(rawValue: "observed")
  public static let offline = Cause(rawValue: "offline")
  public static let policy = Cause(rawValue: "policy")
  public static let prewarm = Cause(rawValue: "prewarm")
  public static let priority = Cause(rawValue: "priority")
  public static let pushDisallowed = Cause(rawValue: "pushDisallowed")
  public static let queue = Cause(rawValue: "queue")
  public static let refill = Cause(rawValue: "refill")
  public static let resume = Cause(rawValue: "resume")
  public static let resumeLimiter = Cause(rawValue: "resumeLimiter")
  public static let retry = Cause(rawValue: "retry")
  public static let run = Cause(rawValue: "run")
  public static let secondCard = Cause(rawValue: "secondCard")
  public static let sessionTimeout = Cause(rawValue: "sessionTimeout")
  public static let shutdown = Cause(rawValue: "shutdown")
  public static let skipped = Cause(rawValue: "skipped")
  public static let slow = Cause(rawValue: "slow")
  public static let start = Cause(rawValue: "start")
  public static let stop = Cause(rawValue: "stop")
  public static let submitting = Cause(rawValue: "submitting")
  public static let terminated = Cause(rawValue: "terminated")
  public static let transfer = Cause(rawValue: "transfer")
  public static let user = Cause(rawValue: "user")
  public static let userForceQuitApplication = Cause(rawValue: "userForceQuitApplication")
  public static let watchdog = Cause(rawValue: "watchdog")
}

/// What RunningBoard and others report about an end, in their own words.
extension Cause {
  public static let assertionsBeyondPermittedTime = Cause(rawValue: "assertions beyond permitted time")
  public static let backgroundFetchDidNotCompleteInTime = Cause(rawValue: "background fetch did not complete in time")
  public static let backgroundTaskDidNotCompleteInTime = Cause(rawValue: "background task did not complete in time")
  public static let backgroundUrlSessionDidNotCompleteInTime = Cause(
    rawValue: "background URL session did not complete in time")
  public static let diskSpace = Cause(rawValue: "disk space")
  public static let heldAFileLockWhileBeingSuspended = Cause(rawValue: "held a file lock while being suspended")
  public static let messagesLost = Cause(rawValue: "messages lost")
  public static let noCallReportedForAPush = Cause(rawValue: "no call reported for a push")
  public static let noLog = Cause(rawValue: "no log")
  public static let resumedTooOften = Cause(rawValue: "resumed too often")
  public static let tooHot = Cause(rawValue: "too hot")
}

/// What a library on top of the scheduler reports, in Backgrounder's terms.
extension Cause {
  public static let libraryAttemptDeferred = Cause(rawValue: "AttemptDeferred")
  public static let libraryAttemptFailed = Cause(rawValue: "AttemptFailed")
  public static let libraryCancelled = Cause(rawValue: "Cancelled")
  public static let libraryLibraryError = Cause(rawValue: "LibraryError")
  public static let libraryRetryScheduled = Cause(rawValue: "RetryScheduled")
  public static let libraryScheduled = Cause(rawValue: "Scheduled")
  public static let librarySkipped = Cause(rawValue: "Skipped")
  public static let libraryStale = Cause(rawValue: "Stale")
  public static let libraryWorkCompleted = Cause(rawValue: "WorkCompleted")
  public static let libraryWorkStarted = Cause(rawValue: "WorkStarted")
  public static let backgroundFetchCompletionTimeout = Cause(rawValue: "backgroundFetchCompletionTimeout")
  public static let memoryResourceLimit = Cause(rawValue: "memoryResourceLimit")
  public static let memory = Cause(rawValue: "memory")
  public static let mode = Cause(rawValue: "mode")
  public static let rotated = Cause(rawValue: "rotated")
  public static let notPermitted = Cause(rawValue: "notPermitted")
  public static let brandNew = Cause(rawValue: "brandNew")
  public static let cumulativeBrandNewExitCount = Cause(rawValue: "cumulativeBrandNewExitCount")
}
