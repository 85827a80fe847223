internal import SchedulerModel
internal import TaskTrace

/// Questions about background URLSession (rules H1–H7, M3).
extension Question {
  static let sessionKind = Question(
    "session-kind", "Is it a download or upload task of a background configuration, with a delegate?",
    checks: ["transfer-unsupported"],
    find: "Look for URLSessionConfiguration.background, and for data tasks and completion handlers.",
    shows: { $0.transfer(.finished, "a transfer finished") })

  static let sessionOwn = Question(
    "session-own", "Does each session have its own identifier, and is it created once?",
    find: "Log the identifier where URLSession is created: two sessions with one identifier lose events.")

  static let sessionWakes = Question(
    "session-wakes", "Does the session wake the app?", checks: ["no-launch-events"],
    find: "Check sessionSendsLaunchEvents; it is on unless it was turned off.",
    isAnswered: { _ in true })

  static let sessionSwiped = Question(
    "session-swiped", "Was the app swiped away?", right: .no,
    find: "Log the error of didCompleteWithError: NSURLErrorCancelled with reason 0 means yes.",
    fails: { subject in
      let gone = subject.app?.transfers.last { $0.transfer.cause == .userForceQuitApplication }
      return gone.map {
        Fault(
          "forceQuit", subject.evidence($0.mark, "\($0.transfer.name) was canceled"),
          "the app was swiped away, which cancels all of its transfers",
          fix: "Create the transfers again when the app is opened; use resume data if there is any.",
          "Apple, NSURLErrorCancelledReasonUserForceQuitApplication; rules B20, H1")
      }
    }, isAnswered: { _ in true })

  static let sessionEnded = Question(
    "session-ended", "Do its transfers finish?", checks: ["transfer-timeout", "transfer-chain"],
    find: "Log every transfer as it is created and in didCompleteWithError.",
    shows: { $0.transfer(.finished, "finished") },
    fails: { subject in
      guard let app = subject.app, !app.transfers.contains(where: { $0.transfer.state == .finished }),
        let last = app.transfers.last(where: { $0.transfer.state == .waiting || $0.transfer.state == .delayed })
      else { return nil }
      let why = last.transfer.cause ?? (last.transfer.state == .delayed ? .resumeLimiter : nil)
      let cause = why.map { Self.waitText[$0.rawValue] ?? $0.spaced.lowercased() }
      let delay = last.transfer.delay.map { " for \($0)" } ?? ""
      return Fault(
        "transfer-waits", subject.evidence(last.mark, "\(last.transfer.name) waits\(delay)".trimmed),
        "a transfer is waiting\(delay)" + (cause.map { ": \($0)" } ?? ""),
        fix:
          "Create transfers while the app is in the foreground, and set isDiscretionary only for transfers that can wait for Wi-Fi and power.",
        "Apple, isDiscretionary; Developer Forums 14854; rules H1, H2")
    })

  private static let waitText = [
    "network": "there is no network", "discretionaryNetwork": "it is discretionary, and there is no Wi-Fi",
    "discretionaryPower": "it is discretionary, and no charger is plugged in",
    "resumeLimiter": "each wake in the background doubles the delay of the next transfer",
  ]

  static let sessionMoves = Question(
    "session-moves", "Is a downloaded file moved before the delegate returns?", checks: ["file-not-moved"],
    find: "Move it in didFinishDownloadingTo itself, not in a task that it starts.",
    shows: { $0.transfer(.handled, "the app handled it") })

  static let sessionCompletes = Question(
    "session-completes", "Is the handler of handleEventsForBackgroundURLSession kept, and called after the events?",
    checks: ["session-handler-missing"],
    find: "Log handleEventsForBackgroundURLSession and urlSessionDidFinishEvents.",
    shows: { $0.transfer(.handled, "the app handled it") })

  static let sessionDelegate = Question(
    "session-delegate", "Is the session recreated, with its delegate, on a background launch?",
    find:
      "Create the session in handleEventsForBackgroundURLSession; a lazy one is not created until something uses it.",
    shows: { $0.transfer(.handled, "the app handled it") })
}

extension Subject {
  /// The last transfer that reached a state.
  func transfer(_ state: Cause, _ text: String) -> Finding.Evidence? {
    app?.transfers.last { $0.transfer.state == state }.map { evidence($0.mark, "\($0.transfer.name): \(text)") }
  }
}
