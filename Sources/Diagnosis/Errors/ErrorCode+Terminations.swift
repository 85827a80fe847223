internal import TaskTrace

/// How processes end: the codes of crash reports, and the counters of MetricKit (scheduler facts 1.8; rules E10–E18).
extension ErrorCode {
  static let terminations: [ErrorCode] = [
    termination(
      0x8BAD_F00D, "badFood", ["watchdog"],
      "The watchdog killed the app: it hung, or a task begun with beginBackgroundTask was not ended within 30 s.",
      fix: "Call endBackgroundTask in the expiration handler and when the work is done; do not block the main thread.",
      "Apple, Identify the cause of a SIGKILL; rules E10, E15",
      [.backgroundTaskAssertionTimeout, .assertionsBeyondPermittedTime, .watchdog], [.killedForTime]),
    termination(
      0x2182_BAD2, "backgroundTask", [], "A background task was not completed in time.",
      fix: "Cancel the work in the expiration handler, and call setTaskCompleted(success: false) at once.",
      "Apple, Identify the cause of a SIGKILL; rules D14, E6", [.overran],
      [.expirationHandler, .stopsInTime, .completes, .fitsLimit]),
    termination(
      0x2182_BAD3, "backgroundURLSession", [], "The events of a background URL session were not handled in time.",
      fix: "Call the handler of handleEventsForBackgroundURLSession in urlSessionDidFinishEvents.",
      "Apple, Identify the cause of a SIGKILL; rule H5", [.backgroundURLSessionCompletionTimeout], [.sessionCompletes]),
    termination(
      0x2182_BAD4, "backgroundFetch", [], "A background fetch was not completed in time.",
      fix: "Call the completion handler of performFetch on every path, within 30 s.",
      "Apple, Identify the cause of a SIGKILL; rule D15", [.backgroundFetchCompletionTimeout],
      [.stopsInTime, .fitsLimit]),
    termination(
      0xDEAD_10CC, "deadlock", [], "The app held a file or database lock when it was suspended.",
      fix: "Finish the transaction in the expiration handler before completing the task.",
      "Apple, Identify the cause of a SIGKILL; rule E18", [.suspendedWithLockedFile], [.killedForLock]),
    termination(
      0xC000_10FF, "coolOff", [], "The system terminated the app because the device was too hot.",
      fix: "Do less work at a time, and monitor ProcessInfo.thermalState.",
      "Apple, Identify the cause of a SIGKILL; rule C10",
      [.thermal], []),
    termination(
      0xDEAD_FA11, "deadFall", [], "Someone swiped the app away in the App Switcher.",
      fix: "Nothing to fix: this is not a crash. Nothing in the app runs until it is opened.",
      "a library's fixture (said); rules C4, E11", [.forceQuit], [.swiped]),
    termination(
      0xBAAD_CA11, "badCall", [], "A PushKit push arrived, and no call was reported.",
      fix: "Report every VoIP push to CallKit.", "an older list of Apple's, secondhand (said)", [], []),
    termination(
      0xBAD2_2222, "badVoIP", [], "A VoIP app was resumed too often.", fix: "Use PushKit instead of keeping a socket.",
      "an older list of Apple's, secondhand (said)", [], []),
    termination(
      0xBADD_D15C, "badDisk", [], "The app was terminated to free the space used by its caches.",
      fix: "Keep caches small.",
      "an older list of Apple's, secondhand (said)", [], []),
    termination(
      0xC51B_AD01, "watchOSProcessor", [], "A watchOS background task used too much CPU.",
      fix: "Do less in a background task.", "Apple's release notes, quoted in Developer Forums 208952", [], []),
    termination(
      0xC51B_AD02, "watchOSTime", [], "A watchOS background task was not completed in time.",
      fix: "Complete the task sooner.", "Apple's release notes, quoted in Developer Forums 208952", [], []),
    termination(
      0xC51B_AD03, "watchOSRuntime", [],
      "A watchOS background task did not get enough runtime because other work was running.",
      fix: "Nothing: it will be launched again.", "Apple's release notes, quoted in Developer Forums 208952", [], []),
  ]

  /// What MetricKit counts, by the name of its counter without `cumulative` and `ExitCount`.
  static let exits: [ErrorCode] = [
    exit(
      "memoryPressure",
      "Memory was low, and the system terminated the app (jetsam): normal for a suspended app, lost work in a run.",
      "memory-limit", [.killedForMemory]),
    exit(
      "memoryResourceLimit", also: ["memoryLimit"], "The app used more memory than a background app is allowed.",
      "memory-limit", [.killedForMemory]),
    exit("cpuResourceLimit", also: ["cpuLimit"], "The CPU monitor killed the app.", "cpu-limit", [.killedForProcessor]),
    exit(
      "suspendedWithLockedFile", also: ["lockedFile"], "The app held a file lock when it was suspended (0xdead10cc).",
      "locked-file", [.killedForLock]),
    exit(
      "backgroundTaskAssertionTimeout", also: ["assertionTimeout"],
      "A task begun with beginBackgroundTask was not ended within 30 s.", "assertion-overdue",
      [.killedForTime]),
    exit(
      "backgroundURLSessionCompletionTimeout", also: ["sessionTimeout"],
      "The handler of handleEventsForBackgroundURLSession was not called (0x2182bad3).", "session-handler-missing",
      [.sessionCompletes]),
    exit(
      "backgroundFetchCompletionTimeout", also: ["fetchTimeout"],
      "A background fetch was not completed in time (0x2182bad4).",
      "expiration-overrun", [.stopsInTime, .fitsLimit]),
    exit(
      "appWatchdog", "The watchdog killed the app: it hung for too long (0x8badf00d).", "assertion-overdue",
      [.killedForTime]),
    exit("badAccess", "The app crashed: it accessed invalid memory.", "crash", [.crashFree]),
    exit(
      "abnormal", "The app crashed: it terminated itself, for example with abort or an exception.", "crash",
      [.crashFree]),
    exit("illegalInstruction", "The app crashed in a trap, such as a force-unwrap of nil.", "crash", [.crashFree]),
  ]

  private static func termination(
    _ code: UInt32, _ name: String, _ aliases: [String], _ meaning: String, fix remedy: String, _ source: String,
    _ causes: [Cause], _ questions: [Question]
  ) -> ErrorCode {
    ErrorCode(
      .termination, Int64(code), name, also: aliases, meaning, fix: remedy, source,
      shows: { subject in
        // For a task, its own run counts; for an app, the ends that name no task.
        if let run = subject.past?.runs.last(where: { $0.killCode == UInt64(code) }) {
          return subject.evidence(run.ended ?? run.started, "the run was killed with this code")
        }
        guard subject.task == nil else { return nil }
        let kill = subject.app?.kills.last { kill in
          kill.task == nil && (kill.code.map { $0 == UInt64(code) } ?? kill.cause.map(causes.contains) ?? false)
        }
        return kill.map {
          subject.evidence($0.mark, "\(Causes.text($0.cause, or: "the process was terminated"))\($0.reportText)")
        }
      }, questions)
  }

  /// A counter; its fix is the remedy of a check.
  private static func exit(
    _ name: String, also aliases: [String] = [], _ meaning: String, _ check: String, _ questions: [Question]
  ) -> ErrorCode {
    ErrorCode(
      .exit, nil, name, also: aliases, meaning, fix: Check.named(check)?.remedy ?? "",
      "Apple, MXBackgroundExitData; \(Check.named(check)?.source ?? "")",
      shows: { subject in
        guard subject.task == nil else { return nil }
        let causes = ([name] + aliases).map { Cause(rawValue: $0) }
        return subject.app?.kills.last { $0.task == nil && $0.cause.map(causes.contains) ?? false }.map {
          subject.evidence($0.mark, "\(Causes.text($0.cause, or: name))\($0.reportText)")
        }
      }, questions)
  }
}

/// Questions that occur only for errors.
extension Question {
  /// A cause that the refusal itself names.
  static func refused(_ id: String, _ ask: String, _ cause: Cause, find: String, rule: String) -> Question {
    Question(
      id, ask, right: .no, find: find,
      fails: { subject in
        subject.past?.refusals.last { $0.cause == cause }.map {
          let text = Causes.text(cause, or: "")
          return Fault(
            cause.rawValue, subject.evidence($0.mark, "refused: \(text)"), text, fix: find,
            "Apple, BGTaskScheduler.Error.Code; rule \(rule)")
        }
      }, isAnswered: { _ in true })
  }

  static let room = Question(
    "room", "Is there room for another request of its kind?", checks: ["too-many-pending"],
    find: "Log getPendingTaskRequests before every submit.", shows: { $0.accepted })
  static let foreground = Question(
    "foreground", "Was it submitted in the foreground, if its kind requires that?", checks: ["continued-in-background"],
    find: "Log UIApplication.shared.applicationState at submit.", of: { $0.kind == .continued },
    isAnswered: { _ in true })
  static let processor = Question(
    "gpu", "May it use the GPU, if it requests that?", checks: ["gpu"],
    find: "Log BGTaskScheduler.supportedResources, and check the entitlement.", of: { $0.kind == .continued },
    isAnswered: { _ in true })
  static let denied = Question(
    "denied", "Has the user denied background launches to the app?", right: .no,
    find: "The header lists it as a cause, and no API reports it: check Background App Refresh in Settings.")
  static let doesNotWait = Question(
    "strategy", "Could it wait for its turn?", checks: ["immediate-or-never"],
    find: "Log request.strategy, and how many continued tasks are running.")
}
