internal import SchedulerModel
internal import TaskTrace

/// Handlers that go about their work wrongly (rules D5–D14, E1–E18).
extension Check {
  /// An expiration handler that is set later leaves a run without one for too long (assumed; rule E9).
  static let maxHandlerDelay = TimeSpan.seconds(1)

  static let run: [Check] = [
    Check(
      "completion-missing", "setTaskCompleted is missing", .error,
      "a handler's work ends without setTaskCompleted(success:)",
      costs: "The task runs until its time is up and is then ended; the system launches such apps less often.",
      fix: "Call setTaskCompleted(success:) on every path: success, failure, and in the expiration handler.",
      "Apple, BGTask.setTaskCompleted(success:); rule D8",
      .complaint(.neverCompleted, "the task was released without being completed"),
      .declaration { declaration in
        declaration.tasks.filter { $0.handler.completes == .never && !$0.swiftUI }.map {
          Hit(task: $0.id, "its handler never calls setTaskCompleted(success:)")
        }
      }),
    Check(
      "completed-twice", "Completed twice", .error, "setTaskCompleted(success:) is called twice for one run",
      costs: "The second call is a programmer error, and what it reports is lost.",
      fix: "Complete the task in one place, whichever of success and expiration comes first.",
      "a library's lessons (said); rule D9",
      .complaint(.completedTwice, "completed a second time"),
      .task { task, history in
        guard !history.complaints.contains(where: { $0.about == .completedTwice && $0.task == task.task }) else {
          return []
        }
        return task.runs.filter { $0.completions.count > 1 }.map { Hit($0.completions[1], "completed a second time") }
      }),
    Check(
      "no-expiration-handler", "No expiration handler", .error,
      "a run was about to expire, and no expiration handler was set",
      costs:
        "The task is marked complete and unsuccessful without a warning, and its work is cut off at an arbitrary point.",
      fix: "Set expirationHandler in the first lines of the handler; cancel the work there and complete the task.",
      "Apple, BGTask.expirationHandler; rule E7",
      .task { task, _ in
        task.runs.filter { $0.end?.outcome == .unwarned && $0.handlerSet == nil }.map {
          Hit($0.ended ?? $0.started, "ended without a warning after \($0.length ?? .zero)")
        }
      },
      .declaration { declaration in
        declaration.tasks.filter { $0.handler.setsExpiration == nil && !$0.swiftUI }.map {
          Hit(task: $0.id, "its handler sets no expirationHandler")
        }
      }),
    Check(
      "expiration-handler-late", "The expiration handler is set late", .warning,
      "the expiration handler is set after the work has begun",
      costs: "If time runs out before that, the run is ended without a warning.",
      fix: "Set expirationHandler before starting the work.", "Apple, BGTask.expirationHandler; rule E9",
      .task { task, _ in
        task.runs.compactMap { run in
          guard let set = run.handlerSet else { return nil }
          let wait = set.at - run.started.at - (run.coldStart ?? .zero)
          return wait > maxHandlerDelay ? Hit(set, "set \(wait) after the handler was called") : nil
        }
      },
      .declaration { declaration in
        declaration.tasks.compactMap { task in
          guard let wait = task.handler.setsExpiration, wait > maxHandlerDelay, !task.swiftUI else { return nil }
          return Hit(task: task.id, "its handler sets expirationHandler after \(wait)")
        }
      }),
    Check(
      "expiration-overrun", "Not completed after the expiration handler", .error,
      "the expiration handler was called, and the task was not completed in time",
      costs: "The process is killed (0x2182bad2), with every other run of the app.",
      fix: "Cancel the work and call setTaskCompleted(success: false) at once; check for cancellation in every loop.",
      "Apple, Identify the cause of a SIGKILL; rules D14, E6, E10",
      .task { task, _ in
        task.runs.filter { $0.killCause == .overran || $0.killCode == 0x2182_BAD2 || $0.killCode == 0x2182_BAD4 }.map {
          Hit($0.ended ?? $0.started, "killed \(overrun($0))")
        }
      },
      .app { app, _ in kills(app, [.backgroundFetchCompletionTimeout], "killed: a fetch was not completed in time") }),
    Check(
      "work-too-long", "The work exceeds its time limit", .error, "a background run used all of its 30 seconds",
      costs: "The run is ended wherever it is, and counts as a failure.",
      fix: "Do less in a refresh; give network calls timeouts below the limit; move long work to a processing task.",
      "Apple, BGAppRefreshTask; WWDC19 707; rules D11, E1",
      .task { task, _ in
        guard task.kind == .refresh || task.kind == .push || task.kind == .fetch else { return [] }
        return task.runs.filter { ($0.warnedCause ?? $0.end?.cause) == .time && $0.wasCutOff }.map { run in
          let step = run.lastStep.map { "; it was in step \($0.index) of \($0.count), \($0.name)" } ?? ""
          return Hit(run.warned ?? run.ended ?? run.started, "all of \(run.limit ?? .seconds(30)) was used\(step)")
        }
      }),
    Check(
      "starts-over", "An expired run starts over", .warning,
      "a run repeats what an earlier run had done before it was cut off",
      costs: "Work that is longer than one run is never finished, however often it is launched.",
      fix: "Save a checkpoint after every step, and resume from it.", "WWDC25 227; rule D12",
      .task { task, _ in
        zip(task.runs, task.runs.dropFirst()).compactMap { run, next in
          guard run.end?.outcome == .expired || run.end?.outcome == .unwarned, let last = run.lastStep, last.index > 1,
            next.firstStep == 1
          else { return nil }
          return Hit(next.started, "step 1 again; the previous run had reached step \(last.index) of \(last.count)")
        }
      }),
    Check(
      "cpu-limit", "Ended by the CPU monitor", .error, "a run used more than 80% CPU for a minute",
      costs: "The process is killed.",
      fix: "Set requiresExternalPower, which turns the CPU monitor off; or spread the work out.",
      "Apple, BGProcessingTaskRequest.requiresExternalPower; WWDC19 707; rules C14, E16",
      .app { app, _ in kills(app, [.cpuResourceLimit], "ended by the CPU monitor") }),
    Check(
      "memory-limit", "Killed for its memory use", .error, "the app used too much memory in the background",
      costs: "The process is killed without a warning; this is the most common way for background work to end.",
      fix: "Stay below 50 MB: work in small pieces, and release what the UI needed.",
      "WWDC20 10078; rule E17",
      .complaint(.memoryIssue, "Xcode reports it"), .complaint(.memoryHighWater, "its memory limit was exceeded"),
      .app { app, _ in
        kills(app, [.memoryLimit, .memoryPressure, .memoryResourceLimit], "killed for its memory use")
      }),
    Check(
      "locked-file", "Suspended with a locked file", .error,
      "the app held a file or database lock when it was suspended",
      costs: "The process is killed (0xdead10cc).",
      fix: "Finish the transaction in the expiration handler before completing the task.",
      "Apple, Identify the cause of a SIGKILL; rule E18",
      .app { app, _ in
        app.kills.filter { $0.cause == .suspendedWithLockedFile || $0.code == 0xDEAD_10CC }.map {
          Hit($0.mark, "ended with 0xdead10cc" + $0.reportText)
        }
      }),
    Check(
      "protected-data", "Protected files are read while the device is locked", .error,
      "a run needs files that cannot be read while the device is locked",
      costs: "The work fails at night, when tasks run, and works whenever someone tries it manually.",
      fix:
        "Protect what background work needs with completeUntilFirstUserAuthentication; check isProtectedDataAvailable.",
      "Apple, FileProtectionType; rules D5, M6",
      .task { task, _ in
        task.runs.filter { $0.end?.cause == .protectedData }.map {
          Hit($0.ended ?? $0.started, "its files could not be read")
        }
      }),
    Check(
      "crash", "Crashed in the background", .error, "the app crashed in a run, or before its handler was reached",
      costs: "Everything reported scheduled and launched, but the work never finished.",
      fix:
        "Look for user-interface code, force-unwraps and main-thread assumptions in the code that a background launch runs.",
      "Axiom's symptom tree (said); rules D7, M6",
      .task { task, _ in
        task.runs.filter { $0.end?.outcome == .crashed && $0.end?.cause != .isolation && $0.end?.cause != .noHandler }
          .map {
            Hit($0.ended ?? $0.started, Causes.text($0.end?.cause, or: "the app crashed"))
          }
      },
      .app { app, _ in
        app.kills.filter(\.isCrash).map { Hit($0.mark, Causes.text($0.cause, or: "the app crashed") + $0.reportText) }
      }),
    Check(
      "watchdog", "Ended by the watchdog", .error, "the app took too long to launch, to change scenes, or to exit",
      costs: "The process is killed (0x8badf00d).",
      fix: "Move blocking work off the main thread; a processor time near zero means that it was waiting.",
      "Apple, Addressing watchdog terminations; rule E10",
      .app { app, _ in
        app.kills.filter { $0.cause == .watchdog || $0.cause?.rawValue.hasPrefix("watchdog:") ?? false }.map {
          Hit($0.mark, Causes.text($0.cause, or: "killed") + $0.reportText)
        }
      }),
    Check(
      "ui-off-main", "UIKit is used off the main thread", .warning,
      "code on a background queue reads or changes the user interface",
      costs: "What it reads can be wrong, and the app can crash.",
      fix: "Read it on the main actor, and pass the value on.", "Xcode's Main Thread Checker; rule M6",
      .complaint(.uiOffMain, "Main Thread Checker reports it")),
    Check(
      "call-unreported", "A VoIP push without a call", .error,
      "a VoIP push arrived, and no call was reported to CallKit",
      costs: "The process is killed (0xbaadca11); after a few times no VoIP push wakes the app anymore.",
      fix: "Report the call in the delegate of PKPushRegistry before it returns; use other pushes for everything else.",
      "Apple engineers, Developer Forums 817976; rule E10",
      .complaint(.noCallReported, "killed: no incoming call was reported"),
      .complaint(.noCallInTime, "killed: no incoming call was reported in time"),
      .app { app, _ in kills(app, [.noCallReportedForAPush], "killed: no call was reported for a push") }),
    Check(
      "activity-not-visible", "A Live Activity from the background", .warning,
      "a Live Activity is requested while the app is not in the foreground", costs: "It is not started.",
      fix: "Start it in the foreground, or with a push to its push-to-start token.",
      "Apple, ActivityAuthorizationError.visibility; rule F1",
      .complaint(.activityNotVisible, "the app is not in the foreground")),
    Check(
      "capability-missing", "An entitlement or an option is missing", .error,
      "a framework refuses background work that needs an entitlement or an option",
      costs: "The app is not woken for it.",
      fix: "Add HealthKit's Background Delivery entitlement, or CoreBluetooth's restore identifier, at every launch.",
      "messages of HealthKit and CoreBluetooth; rule A3",
      .complaint(.healthEntitlement, "the background-delivery entitlement is missing"),
      .complaint(.noRestoreIdentifier, "the manager has no restore identifier")),
    Check(
      "assertion-overdue", "A background task is not ended", .error,
      "endBackgroundTask(_:) is not called before the 30 s are up",
      costs: "The process is killed (0x8badf00d), and all of its runs end.",
      fix:
        "Call endBackgroundTask in the expiration handler and when the work is done; end every task that you begin.",
      "Apple, beginBackgroundTask(expirationHandler:); rule E15",
      .app { app, _ in
        kills(
          app, [.backgroundTaskAssertionTimeout, .assertionsBeyondPermittedTime],
          "killed because of a background task")
      }),
    Check(
      "assertion-old", "A background task is older than 30 s", .warning,
      "a background task that was begun more than 30 s ago is not ended",
      costs: "The app can be killed for it, unless something else keeps it running.",
      fix: "Call endBackgroundTask(_:) as soon as the work is done.",
      "Apple, UIApplication.endBackgroundTask(_:); rules E3, E15",
      .complaint(.oldAssertion, "UIKit warns about it"),
      .app { app, _ in
        // An app that is killed for it gets the more severe finding.
        app.assertions.filter { old in
          !app.kills.contains { $0.mark.at - old.mark.at <= .seconds(60) && $0.mark.at >= old.mark.at }
        }
        .map { Hit($0.mark, "\($0.name) is overdue") }
      }),
    Check(
      "network-not-required", "Needs the network but does not say so", .note,
      "a processing task transfers data but does not set requiresNetworkConnectivity",
      costs: "It may be launched without a network, and the launch is wasted.",
      fix: "Set requiresNetworkConnectivity to true.", "Apple, BGProcessingTaskRequest; rule C15",
      .declaration { declaration in
        declaration.tasks.filter { task in
          task.kind == .processing && !task.requiresNetwork && task.handler.steps.contains { $0.bytes > 0 }
        }.map { Hit(task: $0.id, "its steps transfer data") }
      }),
  ]

  private static func overrun(_ run: TaskHistory.Run) -> String {
    guard let called = run.handlerCalled else { return "after it had expired" }
    return "\((run.ended?.at ?? called.at) - called.at) after its expiration handler was called"
  }

  private static func kills(_ app: AppHistory, _ causes: [Cause], _ text: String) -> [Hit] {
    app.kills.filter { !$0.isUsual && $0.cause.map(causes.contains) ?? false }.map { kill in
      var hit = Hit(kill.mark, text + kill.reportText)
      hit.task = kill.task
      return hit
    }
  }
}
