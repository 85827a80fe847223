internal import SchedulerModel
internal import TaskTrace

/// Continued tasks, pushes, transfers and libraries (rules F1–F17, G1–G8, H1–H7, A14, A15, L6).
extension Check {
  /// Tasks that report nothing for 20 s or more have been ended in practice; at 30 s they count as stalled (rule F9;
  /// scheduler facts 1.6).
  static let coarseProgress = TimeSpan.seconds(20)
  /// More silent pushes in an hour are held back (Apple: two or three; rule G2).
  static let maxPushes = 3
  /// A library that tries more often in an hour is in a loop (assumed from the field reports of rule L6).
  static let maxRetries = 20

  static let continued: [Check] = [
    Check(
      "continued-in-background", "A continued task from the background", .error,
      "a continued task is submitted while the app is not in the foreground",
      costs: "submit throws notPermitted (code 3): it can start only from a user action.",
      fix: "Submit it from the action itself; use a processing task for work that the user did not start.",
      "Apple, BGContinuedProcessingTaskRequest; rule F1",
      .complaint(.notInForeground, "its app is not in the foreground"),
      .task { task, _ in refused(task, 3, .notForeground, "submitted in the background") }),
    Check(
      "gpu", "The GPU is not available", .error, "a request needs the GPU but may not use it",
      costs: "submit throws notPermitted (code 3).",
      fix: "Check BGTaskScheduler.supportedResources first, and add the Background GPU Access entitlement.",
      "Apple, BGContinuedProcessingTaskRequest.Resources; rule F4",
      .complaint(.gpuInBackground, "Metal refuses work from the background"),
      .complaint(.gpuUnsupported, "the request asks for resources that are not available"),
      .task { task, _ in
        refused(task, 3, .resourcesUnsupported, "the device does not offer it")
          + refused(task, 3, .entitlementMissing, "the entitlement is missing")
      }),
    Check(
      "immediate-or-never", "Refused because it will not wait", .note,
      "a continued task with strategy fail could not start immediately",
      costs: "submit throws immediateRunIneligible (code 4), and nothing runs.",
      fix: "Use strategy queue, or offer the action again later.", "Apple, BGTaskScheduler.Error.Code; rules B7, F3",
      .task { task, _ in
        task.refusals.filter { $0.code == 4 }.map {
          Hit($0.mark, "refused with code 4: \(Causes.text($0.cause, or: "it could not start immediately"))")
        }
      }),
    Check(
      "stalled", "Ended for lack of progress", .error, "a continued task reported no new progress for too long",
      costs: "The system ends it, and the app is not told why.",
      fix:
        "Increment completedUnitCount in small units, even while waiting for the network; end work that cannot continue.",
      "Apple, BGContinuedProcessingTask; rules F6, F9",
      .task { task, _ in
        task.runs.filter { ($0.warnedCause ?? $0.end?.cause) == .stalled }.map { run in
          let at = run.progress.map { "; it was at \($0.completed) of \($0.total)" } ?? ""
          return Hit(run.warned ?? run.ended ?? run.started, "no progress for 30 s or more\(at)")
        }
      }),
    Check(
      "progress-too-coarse", "Progress is too coarse", .warning,
      "20 s or more pass between two progress reports of a continued task",
      costs: "At 30 s it counts as stalled and is ended; a slow network is enough to cause that.",
      fix: "Use finer units: bytes instead of files, frames instead of clips.",
      "Apple, BGContinuedProcessingTask; Developer Forums 805554; rule F9",
      .task { task, _ in
        guard task.kind == .continued else { return [] }
        return task.runs.compactMap { run in
          guard let sum = run.progress, (run.warnedCause ?? run.end?.cause) != .stalled,
            sum.longestGap >= coarseProgress
          else { return nil }
          return Hit(sum.longestGapAt, "\(sum.longestGap) between two reports")
        }
      },
      .declaration { declaration in
        declaration.tasks.compactMap { task in
          guard let continued = task.continued, continued.every >= coarseProgress else { return nil }
          return Hit(task: task.id, "it reports every \(continued.every)")
        }
      }),
    Check(
      "progress-indeterminate", "Progress without a total", .warning, "a continued task never sets totalUnitCount",
      costs: "No one can tell how far along it is, and under pressure it is among the first to be ended.",
      fix: "Set progress.totalUnitCount before the first report; correct it later if you must.",
      "Apple, BGContinuedProcessingTask; rules F8, F13",
      .task { task, _ in
        guard task.kind == .continued else { return [] }
        return task.runs.compactMap { run in
          guard let sum = run.progress, sum.total <= 0 else { return nil }
          return Hit(sum.last, "\(sum.reports == 1 ? "one report" : "\(sum.reports) reports") without a total")
        }
      }),
    Check(
      "progress-slow", "The system asked the user about it", .note,
      "a continued task was so slow that the user was asked whether it may continue",
      costs: "If the user answers Stop, or does not answer, it ends.",
      fix: "Report real progress from the start, and split very long work.",
      "published reverse engineering of iOS 26.1 (observed); rule F6",
      .task { task, _ in
        task.library.filter { $0.what == .slow }.map { Hit($0.mark, "the user was asked whether it may continue") }
      }),
  ]

  static let push: [Check] = [
    Check(
      "push-priority", "Priority 10 for a silent push", .warning, "a silent push is sent with apns-priority 10",
      costs: "The push service refuses it, or the app is not launched.",
      fix: "Send apns-priority: 5 and apns-push-type: background.",
      "Apple, Pushing background updates to your App; WWDC19 707; rule G1",
      .app { app, _ in
        app.pushes.filter { ($0.state == .sent || $0.state == .received) && ($0.priority ?? 5) > 5 }.map {
          Hit($0.mark, "sent with priority \($0.priority ?? 10)")
        }
      }),
    Check(
      "push-flood", "Too many silent pushes", .warning, "more than three silent pushes are sent within an hour",
      costs: "They are held back and coalesced: a flood yields fewer launches, not more.",
      fix: "Send at most two or three an hour; combine several changes into one push.",
      "Apple, Pushing background updates to your App; rules G2, G4",
      .app { app, _ in
        var recent: [Instant] = []
        var hits: [Hit] = []
        for push in app.pushes where push.state == .sent {
          recent.removeAll { push.mark.at - $0 >= .hours(1) }
          recent.append(push.mark.at)
          if recent.count == maxPushes + 1 { hits.append(Hit(push.mark, "the fourth within an hour")) }
        }
        return hits
      }),
    Check(
      "push-unhandled", "Silent pushes without a handler", .error,
      "a silent push arrived, but the app has no handler for it",
      costs: "It is dropped.", fix: "Implement application(_:didReceiveRemoteNotification:fetchCompletionHandler:).",
      "Apple, Pushing background updates to your App; rule G5",
      .complaint(.pushHandlerMissing, "the push's completion handler was not called"),
      .app { app, _ in app.pushes.filter { $0.cause == .noHandler }.map { Hit($0.mark, "denied: no handler") } }),
  ]

  static let transfer: [Check] = [
    Check(
      "transfer-unsupported", "Not supported in a background session", .error,
      "a background session is used for data tasks, or with closures",
      costs: "The transfer fails at once.", fix: "Use download and upload tasks with a delegate.",
      "Apple, Downloading files in the background; rule H4",
      .complaint(.sessionUnsupported, "refused by the session"),
      .app { app, _ in transfers(app, .dataTaskUnsupported, "failed: data tasks are not supported") }),
    Check(
      "session-handler-missing", "The session's completion handler is not called", .error,
      "the handler of handleEventsForBackgroundURLSession is not called after the session's events",
      costs: "The process is killed (0x2182bad3), and later transfers are less likely to wake it.",
      fix: "Keep the handler, and call it on the main queue in urlSessionDidFinishEvents(forBackgroundURLSession:).",
      "Apple, Downloading files in the background; rule H5",
      .complaint(.sessionHandlerMissing, "UIKit reports it"),
      .app { app, _ in
        app.kills.filter { $0.cause == .backgroundURLSessionCompletionTimeout || $0.code == 0x2182_BAD3 }.map {
          Hit($0.mark, "ended with 0x2182bad3" + $0.reportText)
        }
      },
      .declaration { declaration in
        (declaration.app?.transfers ?? []).filter { !$0.callsCompletion }.map {
          Hit(task: nil, "\($0.name) is handled without calling it")
        }
      }),
    Check(
      "file-not-moved", "A downloaded file is not moved", .error,
      "the delegate returns from didFinishDownloadingTo without moving the file",
      costs: "The file is deleted, and the download is wasted.",
      fix: "Move the file to a location of your own before the method returns.",
      "Apple, urlSession(_:downloadTask:didFinishDownloadingTo:); rule H5",
      .app { app, _ in transfers(app, .fileNotMoved, "its file was deleted") }),
    Check(
      "transfer-timeout", "A transfer ran out of time", .warning,
      "a transfer did not finish within its session's timeout",
      costs: "It failed, and the received data is lost unless it can resume.",
      fix: "Raise timeoutIntervalForResource, and resume from the error's resume data.",
      "Apple, timeoutIntervalForResource; rules H6, H7",
      .app { app, _ in transfers(app, .timedOut, "failed: it timed out") }),
    Check(
      "transfer-chain", "Transfers created one after another", .warning,
      "each transfer is created in the background when the one before it has ended",
      costs: "Each wake doubles the delay of the next: 60 s, 120 s, 240 s, and so on.",
      fix: "Create all transfers at once while the app is in the foreground.", "Developer Forums 14854; rule H1",
      .app { app, _ in
        let delayed = app.transfers.filter { $0.transfer.state == .delayed }
        guard delayed.count >= 2 else { return [] }
        return delayed.map { Hit($0.mark, "\($0.transfer.name) waits for \($0.transfer.delay ?? .zero)") }
      }),
    Check(
      "no-launch-events", "Transfers that do not wake the app", .note, "sessionSendsLaunchEvents is off",
      costs: "The app learns that its transfers ended only when someone opens it.",
      fix: "Leave sessionSendsLaunchEvents on.", "Apple, sessionSendsLaunchEvents; rule H3",
      .declaration { declaration in
        (declaration.app?.transfers ?? []).filter { !$0.sendsLaunchEvents }.map {
          Hit(task: nil, "\($0.name) does not wake the app")
        }
      }),
  ]

  static let library: [Check] = [
    Check(
      "worker-missing", "Work without a worker", .error, "a library has work due for which no worker is registered",
      costs: "The work is skipped every time.", fix: "Register the worker before the library is started.",
      "a library's lessons (said); rule A15",
      .task { task, _ in
        task.library.filter { $0.what == .librarySkipped }.map {
          Hit($0.mark, $0.detail == "FactoryDeclined" ? "its factory returned no worker" : "no worker is registered")
        }
      }),
    Check(
      "retry-loop", "Retries in a loop", .warning, "a library retries a work item more than 20 times in an hour",
      costs: "It drains the battery and hurts the app's reputation.",
      fix: "Use an exponential back-off of 30 s or more, and give up after a few attempts.",
      "field reports of WorkManager (said); rule L6",
      .task { task, _ in
        var recent: [Instant] = []
        var hits: [Hit] = []
        for event in task.library where event.what == .libraryRetryScheduled {
          recent.removeAll { event.mark.at - $0 >= .hours(1) }
          recent.append(event.mark.at)
          if recent.count == maxRetries + 1 { hits.append(Hit(event.mark, "\(recent.count) retries within an hour")) }
        }
        return hits
      }),
    Check(
      "condition-passed-over", "A condition that is ignored", .note,
      "work sets conditions that its library does not honor on iOS",
      costs: "It runs whether they hold or not.",
      fix: "Use a processing request with requiresExternalPower, or check in the worker.",
      "a library's documentation (said); rules K10, L6",
      .declaration { declaration in
        guard let layer = declaration.app?.layer, !layer.keepsConditions else { return [] }
        return layer.works.filter { !$0.conditions.isEmpty }.map {
          Hit(task: $0.id, "asks for \($0.conditions.map(\.rawValue).joined(separator: ", "))")
        }
      }),
  ]

  private static func transfers(_ app: AppHistory, _ cause: Cause, _ text: String) -> [Hit] {
    app.transfers.filter { $0.transfer.cause == cause }.map { Hit($0.mark, "\($0.transfer.name) \(text)") }
  }
}
