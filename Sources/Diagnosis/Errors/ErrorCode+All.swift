internal import TaskTrace

extension ErrorCode {
  /// Everything that is decoded, by family.
  public static let all: [ErrorCode] = scheduler + activityScheduler + session + cancelReasons + terminations + exits

  // MARK: BGTaskScheduler.Error (scheduler facts 1.2)

  private static let scheduler: [ErrorCode] = [
    ErrorCode(
      .scheduler, 1, "unavailable", "Scheduling is not available to this app, or not on this device.",
      fix: "Check backgroundRefreshStatus and inform the user; test on a device; give an extension open access.",
      "Apple, BGTaskScheduler.Error.Code.unavailable; rule B6", shows: refusal(1),
      [
        .refused("simulator", "Was it in the Simulator?", .simulator, find: "Try it on a device.", rule: "C41"),
        .refreshSwitch,
        .refused(
          "extension", "Was it an extension without open access?", .extensionWithoutOpenAccess,
          find: "Check RequestsOpenAccess in the extension's Info.plist, and at Full Access in Settings.", rule: "A13"
        ),
      ]),
    ErrorCode(
      .scheduler, 2, "tooManyPendingTaskRequests", also: ["tooManyPending"],
      "The app already has the maximum of pending requests: one refresh and ten processing.",
      fix: "Use one identifier for all refresh work, and check getPendingTaskRequests before submitting.",
      "Apple, BGTaskScheduler.submit(_:); rule B2", shows: refusal(2), [.room, .submitsOnce]),
    ErrorCode(
      .scheduler, 3, "notPermitted", "The app may not schedule this task.",
      fix: "Check the identifier in the Info.plist, then UIBackgroundModes, then the required resources.",
      "Apple, BGTaskScheduler.Error.Code.notPermitted; rules A1, A2, B5", shows: refusal(3),
      [.permitted, .mode, .foreground, .processor, .denied]),
    ErrorCode(
      .scheduler, 4, "immediateRunIneligible", "A continued task with strategy fail could not start immediately.",
      fix: "Use strategy queue, or offer the action again later.",
      "Apple, BGTaskScheduler.Error.Code.immediateRunIneligible; rules B7, F3", shows: refusal(4), [.doesNotWait]),
  ]

  private static func refusal(_ code: Int) -> @Sendable (Subject) -> Finding.Evidence? {
    { subject in
      subject.past?.refusals.last { $0.code == code }.map {
        subject.evidence($0.mark, "refused with code \(code): \(Causes.text($0.cause, or: "the cause is not given"))")
      }
    }
  }

  private static let activityScheduler: [ErrorCode] = [
    (0, "unavailable", 1), (2, "mode or identifier", 3), (4, "too many", 2),
  ].map { code, text, made in
    ErrorCode(
      .activityScheduler, Int64(code), "dasd\(code)",
      "dasd refused the activity (\(text)); the app sees code \(made).",
      fix: "Look up the code that the app sees: bgtop error Code=\(made).",
      "reverse engineering of iOS 26.1; scheduler facts 1.2")
  }

  // MARK: Background sessions

  private static let session: [ErrorCode] = [
    ErrorCode(
      .session, -995, "backgroundSessionRequiresSharedContainer",
      "An extension's background session has no shared container.",
      fix: "Set the configuration's sharedContainerIdentifier to an app group shared by the app and its extension.",
      "Apple, NSURLErrorBackgroundSessionRequiresSharedContainer"),
    ErrorCode(
      .session, -996, "backgroundSessionInUseByAnotherProcess",
      "Another process of the app or of its extension has connected to the background session.",
      fix: "Give the app and each extension its own session identifier.",
      "Apple, NSURLErrorBackgroundSessionInUseByAnotherProcess", [.sessionOwn]),
    ErrorCode(
      .session, -997, "backgroundSessionWasDisconnected",
      "The app was suspended or terminated while a data task of a background session was running.",
      fix: "Use download and upload tasks with a delegate.",
      "Apple, NSURLErrorBackgroundSessionWasDisconnected; rule H4",
      shows: failure(.dataTaskUnsupported), [.sessionKind]),
    ErrorCode(
      .session, -999, "cancelled",
      "The transfer was canceled by the app, or by the system, which gives a reason.",
      fix: "Check NSURLErrorBackgroundTaskCancelledReasonKey in the error's userInfo: 0, 1 or 2.",
      "Apple, NSURLErrorCancelled", shows: failure(.userForceQuitApplication), [.sessionSwiped]),
    ErrorCode(
      .session, -1001, "timedOut", "The transfer did not finish within its session's timeout.",
      fix: "Raise timeoutIntervalForResource, and resume from the error's resume data.",
      "Apple, NSURLErrorTimedOut; rules H6, H7", shows: failure(.timedOut), [.sessionEnded]),
  ]

  private static let cancelReasons: [ErrorCode] = [
    ErrorCode(
      .cancelReason, 0, "cancelledReasonUserForceQuitApplication",
      "The app was swiped away in the App Switcher, which cancels its transfers.",
      fix: "Create the transfers again when the app is opened.",
      "Apple, NSURLErrorCancelledReasonUserForceQuitApplication",
      shows: failure(.userForceQuitApplication), [.sessionSwiped]),
    ErrorCode(
      .cancelReason, 1, "cancelledReasonBackgroundUpdatesDisabled", "Background App Refresh is off for the app.",
      fix: "Check backgroundRefreshStatus, and inform the user.",
      "Apple, NSURLErrorCancelledReasonBackgroundUpdatesDisabled", [.refreshSwitch]),
    ErrorCode(
      .cancelReason, 2, "cancelledReasonInsufficientSystemResources",
      "The system lacked the resources to continue the transfer.",
      fix: "Create it again later; continue from resume data.",
      "Apple, NSURLErrorCancelledReasonInsufficientSystemResources"),
  ]

  private static func failure(_ cause: Cause) -> @Sendable (Subject) -> Finding.Evidence? {
    { subject in
      guard subject.task == nil else { return nil }
      return subject.app?.transfers.last { $0.transfer.cause == cause }.map {
        subject.evidence($0.mark, "\($0.transfer.name) \($0.transfer.state.rawValue)")
      }
    }
  }
}
