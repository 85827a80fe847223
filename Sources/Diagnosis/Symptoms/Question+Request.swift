internal import SchedulerModel
internal import TaskTrace

/// Questions about what precedes a run: declaration, registration, request, and what holds it.
extension Question {
  static let permitted = Question(
    "permitted", "Is its identifier in BGTaskSchedulerPermittedIdentifiers, spelled exactly the same?",
    checks: ["key-type", "identifiers-missing", "identifier-case", "not-permitted", "identifier-form", "wildcard"],
    find: "Run 'bgtop check' on the Info.plist of the built app.", of: { $0.isSubmitted },
    shows: { $0.accepted ?? $0.listed })

  static let mode = Question(
    "mode", "Does UIBackgroundModes have the mode that its kind needs?", checks: ["mode-missing", "mode-unknown"],
    find: "Check Signing & Capabilities, Background Modes, of the built app.", of: { $0.isSubmitted },
    shows: { $0.accepted ?? $0.declaredMode })

  static let registered = Question(
    "registered", "Is its launch handler registered once, before the app finishes launching?",
    checks: ["registered-late", "registered-twice", "no-handler", "never-registered"],
    find: "Log what register(forTaskWithIdentifier:) returns, at every launch.", of: { $0.isSubmitted },
    shows: { $0.registration })

  static let swiped = Question(
    "swiped", "Was its app swiped away in the App Switcher?", right: .no,
    find: "Ask whoever has the device; a log shows it only if dasd says so.",
    of: { $0.task != nil },
    fails: { subject in
      let reason = Reason.of(Hold(.forceQuit))
      let cancelled = subject.past?.requests.last { $0.cancelCause == .forceQuit }?.cancelled
      guard let mark = subject.objection(.hold(.forceQuit))?.first ?? cancelled ?? subject.stillSwiped else {
        return nil
      }
      // An app that has been opened again and has submitted again has another reason.
      guard
        subject.stillSwiped != nil || subject.past?.requests.last?.cancelCause == .forceQuit
          || subject.mainHolder == .hold(.forceQuit)
      else { return nil }
      return Fault(
        "forceQuit", subject.evidence(mark, "its app was swiped away"),
        reason.text, fix: reason.remedy, reason.source)
    }, isAnswered: { _ in true })

  static let refreshSwitch = Question(
    "refresh-switch", "Is Background App Refresh on, for the device and for the app?",
    find: "Log UIApplication.shared.backgroundRefreshStatus at every launch.", of: { $0.task != nil },
    shows: { subject in
      subject.kind == .refresh
        ? subject.past?.requests.first.map {
          subject.evidence($0.submitted, "its request was accepted; otherwise submit throws code 1")
        }
        : nil
    },
    fails: { subject in
      let reason = Reason.of(Hold(.backgroundRefresh))
      if let objection = subject.objection(.hold(.backgroundRefresh)) { return Fault(objection, of: subject) }
      let off = subject.past?.refusals.first { $0.cause?.rawValue.hasPrefix("backgroundRefreshOff") ?? false }
      return off.map {
        Fault(
          "backgroundRefresh", subject.evidence($0.mark, "refused with code 1: \(Causes.text($0.cause, or: ""))"),
          "Background App Refresh is off", fix: reason.remedy, reason.source)
      }
    }, isAnswered: { _ in true })

  static let submitted = Question(
    "submitted", "Was a request submitted, and did the system accept it?",
    checks: [
      "unavailable", "too-many-pending", "not-permitted-otherwise", "continued-in-background", "gpu",
      "immediate-or-never",
    ],
    find: "Print the error from submit, and the result of getPendingTaskRequests after it.", of: { $0.isSubmitted },
    shows: { $0.accepted },
    fails: { subject in
      guard subject.isComplete, subject.past?.requests.isEmpty ?? true, subject.past?.refusals.isEmpty ?? true,
        subject.past?.registrationRefusals.isEmpty ?? true, let history = subject.facts.history
      else { return nil }
      return Fault(
        "never-submitted", subject.evidence("no request for it in \(history.end - .zero)"), "nothing submits a request",
        fix:
          "Submit a request at every launch or when the app goes to the background, and in the first line of the handler.",
        "Apple, BGTaskScheduler.submit(_:); rule B14")
    })

  static let undisturbed = Question(
    "left-alone", "Is its request left pending until it can run?",
    checks: ["window-pushed-on", "submit-loop", "pruned", "earliest-too-far"],
    find: "Log every submit with the time, and the pending requests at every launch.", of: { $0.isSubmitted },
    shows: { subject in
      guard let history = subject.facts.history else { return nil }
      let open = subject.past?.requests.first { request in
        (request.windowStart ?? request.earliest).map { $0 < request.endedAt ?? history.end } ?? false
      }
      return open.map { subject.evidence($0.submitted, "this request was pending when its window opened") }
    },
    fails: { subject in
      guard let request = subject.past?.requests.last, request.cancelCause == .app else { return nil }
      return Fault(
        "cancelled", subject.evidence(request.cancelled ?? request.submitted, "the app canceled it"),
        "the app cancels its own request",
        fix: "Look for cancel(taskRequestWithIdentifier:) and cancelAllTaskRequests().",
        "Apple, BGTaskScheduler.cancel(taskRequestWithIdentifier:); rule B19")
    })

  static let manual = Question(
    "by-hand", "Does a manual launch reach its handler?", checks: ["wrong-queue"],
    find:
      "On a device, pause in Xcode and call _simulateLaunchForTaskWithIdentifier: if the handler runs, it is wired correctly.",
    of: { $0.isSubmitted },
    shows: { subject in
      let run = subject.past?.runs.first { $0.forced && ($0.handlerSet ?? $0.completions.first) != nil }
      return run.map { subject.evidence($0.started, "launched manually, and its handler ran") }
    },
    fails: { subject in
      let run = subject.past?.runs.first { $0.forced && $0.end?.outcome == .crashed && $0.handlerSet == nil }
      return run.map {
        Fault(
          "by-hand", subject.evidence($0.ended ?? $0.started, Causes.text($0.end?.cause, or: "the app crashed")),
          "a manual launch crashes before its handler",
          fix: "Fix the registration first; conditions do not matter yet.",
          "Apple, Starting and terminating tasks during development; rule N2")
      }
    })

  static let opened = Question(
    "opened", "Was its app opened in the last two weeks?", find: "Ask whoever has the device.", of: { $0.task != nil },
    shows: { subject in subject.app?.opened.last.map { subject.evidence($0, "opened") } },
    fails: { subject in subject.objection(.hold(.unused)).map { Fault($0, of: subject) } }, isAnswered: { _ in true })

  /// A condition of the device, given by the policy that depends on it.
  static func condition(_ id: String, _ ask: String, right: Answer.Reply, find: String, _ policies: PolicyName...)
    -> Question
  {
    Question(
      id, ask, right: right, find: find, of: { $0.task != nil },
      fails: { subject in
        let found = subject.past?.objections.first { objection in
          policies.contains { objection.holder == .policy($0) }
        }
        return found.map { Fault($0, of: subject) }
      }, isAnswered: { _ in true })
  }

  static let conditions = Question(
    "conditions", "Does the device let it run?",
    find: "Collect a day of dasd logs: 'bgtop why LOG' lists every denial.", of: { $0.task != nil },
    shows: { subject in
      subject.ownRuns.first.map { subject.evidence($0.started, "it was launched") }
    },
    fails: { subject in
      // A launch shows that conditions do not always hold it.
      guard subject.ownRuns.isEmpty, let strongest = subject.strongest else { return nil }
      return Fault(strongest, of: subject)
    })

  static let score = Question(
    "score", "Is its score high enough?", find: "Collect a day of dasd logs: they contain score and threshold.",
    of: { $0.task != nil },
    shows: { subject in subject.ownRuns.first.map { subject.evidence($0.started, "it was launched") } },
    fails: { subject in
      guard subject.ownRuns.isEmpty, let share = subject.waits.first(where: { $0.holder == .belowThreshold }) else {
        return nil
      }
      return Fault(
        "score", subject.evidence("below the threshold for \(share.span)"),
        "nothing forbids it, but its score is too low",
        fix:
          "Leave the request pending: the threshold falls as its window passes. Apps that are used often score higher.",
        "dasd's logs; rules C3, C31")
    })
}

extension Subject {
  var listed: Finding.Evidence? {
    let entry = declaration?.permitted?.first { $0.text == task?.rawValue }
    return entry.map { Finding.Evidence(mark: nil, place: $0.place, text: "\"\($0.text)\" is listed") }
  }

  var declaredMode: Finding.Evidence? {
    guard let mode = kind.flatMap(Declaration.mode(for:)) else { return nil }
    let entry = declaration?.modes?.first { $0.text == mode }
    return entry.map { Finding.Evidence(mark: nil, place: $0.place, text: "\(mode) is listed") }
  }

  var registration: Finding.Evidence? {
    if let mark = past?.registrations.first { return evidence(mark, "registered") }
    let run = past?.runs.first { ($0.handlerSet ?? $0.completions.first) != nil }
    return run.map { evidence($0.started, "a run reached its handler") }
  }

  /// When its app was swiped away, if it has not been opened since.
  var stillSwiped: History.Mark? { app?.state == .forceQuit ? app?.swiped.last : nil }

  /// What held it longest, except the time until its window opens.
  var mainHolder: Holder? { strongest?.holder }

  /// What prevented it for the longest time. Of a log, which knows little about the time between its lines, what the
  /// newest report says.
  var strongest: TaskHistory.Objection? {
    let objections = (past?.objections ?? []).filter { $0.holder != .window }
    guard isComplete else {
      return past?.newest.lazy.compactMap { holder in objections.first { $0.holder == holder } }.first
    }
    guard !objections.isEmpty else { return nil }
    // The first of equals: dasd lists its strongest responses first.
    return objections.max { (held($0.holder), $0.count) < (held($1.holder), $1.count) }
  }
}
