internal import SchedulerModel
internal import TaskTrace

extension Symptom {
  /// All symptoms, the most common questions first (rules M1–M7).
  public static let all: [Symptom] = [
    neverRuns, endsEarly, delegateSilent, developmentOnly, irregular, crashes, severalTimes,
  ]

  private static let neverRuns = Symptom(
    id: "never-runs", title: "it never runs",
    what: "A task was requested, or refused, and was never launched by the system.",
    source: "Axiom's symptom tree (said); rule M1",
    shows: { subject in
      guard let past = subject.past, subject.task != nil else {
        return (subject.facts.history == nil ? .unknown : .no, nil)
      }
      if let run = subject.ownRuns.last { return (.no, subject.evidence(run.started, "it was launched")) }
      if let refusal = past.registrationRefusals.first {
        return (.yes, subject.evidence(refusal.mark, Headline.registration(refusal.cause)))
      }
      if let refusal = past.refusals.first { return (.yes, subject.evidence(refusal.mark, "its request was refused")) }
      if let seen = subject.seen("window-pushed-on") { return (.yes, seen) }
      if let gone = past.requests.last, let mark = gone.cancelled, gone.cancelCause != .replaced {
        return (.yes, subject.evidence(mark, "its last request was removed"))
      }
      guard let history = subject.facts.history else { return (.unknown, nil) }
      if let request = past.requests.first(where: { $0.wasOpen(until: history.end) >= patience }) {
        let text = "no launch in the \(history.end - request.submitted.at) since it was submitted"
        return (.yes, subject.evidence(request.submitted, text))
      }
      // A log has an arbitrary length: the questions concern what it contains.
      guard !subject.isComplete, let objection = subject.strongest else {
        return (subject.isComplete ? .no : .unknown, nil)
      }
      return (.yes, subject.evidence(objection))
    },
    questions: [
      .permitted, .mode, .registered, .swiped, .refreshSwitch, .submitted, .undisturbed, .manual, .opened, .conditions,
      .score,
    ],
    otherwise: Verdict(
      id: "patience", text: "nothing in the input speaks against it",
      remedy:
        "Wait for a day that includes charging; earliestBeginDate guarantees nothing. Then look into the unknown answers below.",
      source: "Apple, earliestBeginDate; rule B9"))

  private static let endsEarly = Symptom(
    id: "ends-early", title: "it ends early", what: "A run was cut off before its work was done.",
    source: "Axiom's symptom tree (said); rule M2",
    shows: { subject in
      guard let runs = subject.past?.runs, let last = runs.last else {
        return (subject.isComplete || subject.task == nil ? .no : .unknown, nil)
      }
      let cut = runs.filter(\.wasCutOff)
      guard let worst = cut.last else {
        return last.end == nil || last.end?.outcome == .unknown
          ? (.unknown, nil) : (.no, subject.evidence(last.ended ?? last.started, "its runs finished"))
      }
      let length = worst.length.map { " after \($0)" } ?? ""
      let share = runs.count == 1 ? "it is the only one" : "\(cut.count) of \(runs.count) were cut off"
      let text = "the run \(Causes.verb(worst.end))\(length); \(share)"
      return (.yes, subject.evidence(worst.ended ?? worst.started, text))
    },
    questions: [
      .queue, .progress, .expirationHandler, .stopsInTime, .completes, .fitsLimit, .killedForMemory,
      .killedForProcessor,
      .killedForLock,
      .killedForTime, .crashFree, .undone, .continues,
    ],
    otherwise: Verdict(
      id: "any-time", text: "nothing in the input is wrong with it",
      remedy: "Expect an end at any time: save a checkpoint after every step, and resume from it in the next run.",
      source: "Apple, BGTask.expirationHandler; rule E5"))

  private static let delegateSilent = Symptom(
    id: "delegate-silent", title: "its URLSession delegate is not called",
    what: "A background transfer failed, is waiting, or finished and was never handled.",
    source: "Axiom's symptom tree (said); rule M3",
    shows: { subject in
      guard subject.task == nil else { return (.no, nil) }
      // The outcome of each transfer; the app handles its whole session in one call.
      let transfers = subject.app?.transfers ?? []
      guard let last = transfers.last else { return (subject.isComplete ? .no : .unknown, nil) }
      if let seen = subject.seen("session-handler-missing", "file-not-moved") { return (.yes, seen) }
      guard last.transfer.state != .handled else { return (.no, subject.transfer(.handled, "the app handled it")) }
      let isAnswered: [Cause] = [.finished, .failed, .cancelled, .waiting, .delayed]
      guard isAnswered.contains(last.transfer.state) else {
        return (.unknown, nil)
      }
      return (.yes, subject.evidence(last.mark, "\(last.transfer.name) \(last.transfer.state.rawValue)".trimmed))
    },
    questions: [
      .sessionKind, .sessionOwn, .sessionWakes, .sessionSwiped, .sessionEnded, .sessionMoves, .sessionCompletes,
      .sessionDelegate,
    ],
    otherwise: Verdict(
      id: "delegate", text: "nothing in the input is wrong with it",
      remedy: "Create the session in handleEventsForBackgroundURLSession, with its delegate, and keep it.",
      source: "Apple, Downloading files in the background; rule H5"))

  private static let developmentOnly = Symptom(
    id: "development-only", title: "it runs only in development",
    what: "A task ran when it was launched manually, but not on its own; or the Simulator refused it.",
    source: "Axiom's symptom tree (said); rule M4",
    shows: { subject in
      guard let past = subject.past, subject.task != nil else {
        return (subject.facts.history == nil ? .unknown : .no, nil)
      }
      if let refusal = past.refusals.first(where: { $0.cause == .simulator }) {
        return (.yes, subject.evidence(refusal.mark, "the Simulator refused it"))
      }
      guard let forced = past.runs.last(where: { $0.forced && !$0.wasCutOff }), let history = subject.facts.history
      else {
        return (.unknown, nil)
      }
      if let run = subject.ownRuns.last(where: { !$0.wasCutOff }) {
        return (.no, subject.evidence(run.started, "it was launched by the system"))
      }
      // There must have been enough time for an automatic launch.
      let waited = past.requests.contains { $0.wasOpen(until: history.end) >= patience }
      guard !subject.ownRuns.isEmpty || waited || !past.objections.isEmpty else { return (.unknown, nil) }
      return (.yes, subject.evidence(forced.started, "launched manually; on its own it has not finished"))
    },
    questions: [
      .permitted, .registered, simulator,
      .condition(
        "low-power", "Did Low Power Mode block it?", right: .no,
        find: "Ask whoever has the device, or log ProcessInfo.isLowPowerModeEnabled.", .lowPowerMode),
      .refreshSwitch,
      .condition(
        "battery", "Was the battery too low, or was there no charger?", right: .no,
        find: "Log UIDevice.batteryLevel and batteryState with every launch.", .batteryLevel, .chargerPluggedIn),
      .swiped, .opened,
      .condition(
        "in-use", "Was the device in use whenever it could have run?", right: .no,
        find: "Collect a night of dasd logs.", .deviceActivity),
      .readable, .queue, .crashFree, build,
    ],
    otherwise: Verdict(
      id: "patience", text: "nothing in the input speaks against it",
      remedy: "Manual launches bypass every policy: compare with a device that spent a night on its charger.",
      source: "Apple, Starting and terminating tasks during development; rules N2, N6"))

  private static let irregular = Symptom(
    id: "irregular", title: "it runs irregularly",
    what: "Some intervals between runs are more than twice the median, or its runs have stopped.",
    source: "Axiom's symptom tree (said); rule M5",
    shows: { subject in
      guard let past = subject.past, subject.isSubmitted, subject.kind != .continued else {
        return (subject.task != nil && !subject.isComplete ? .unknown : .no, nil)
      }
      if let seen = subject.seen("chain-broken", "ran-once", "window-pushed-on") { return (.yes, seen) }
      let intervals = Statistics.Task(past).intervals
      guard intervals.count >= minIntervals, let median = intervals.median, let longest = intervals.values.last,
        let run = subject.ownRuns.last
      else { return (.unknown, nil) }
      guard longest > median + median else {
        return (.no, subject.evidence(run.started, "the longest of \(intervals.count) intervals is \(longest)"))
      }
      return (.yes, subject.evidence(run.started, "half of its intervals are within \(median), and one is \(longest)"))
    },
    questions: [
      .rearms, .submitsOnce, .reasonableRequests, .undisturbed, .ownIdentifier, .refreshSwitch, .swiped, waitsLong,
      follows,
    ],
    otherwise: Verdict(
      id: "floor",
      text: "nothing in the input is wrong with it: earliestBeginDate is a lower bound, and no interval is guaranteed",
      remedy: "Design for late runs: do overdue work when the app is opened, and use a push for what must be on time.",
      source: "Apple, earliestBeginDate; rules B9, C38"))

  private static let crashes = Symptom(
    id: "crashes", title: "it crashes, or is killed, in the background",
    what: "The process of a task or app ended by a crash, or was killed.",
    source: "Axiom's symptom tree (said); rule M6",
    shows: { subject in
      if let run = subject.past?.runs.last(where: { $0.end?.outcome == .crashed || $0.wasKilled }) {
        return (.yes, subject.evidence(run.ended ?? run.started, "the run \(Causes.verb(run.end))"))
      }
      if let seen = subject.seen("registered-late", "registered-twice", "no-handler") { return (.yes, seen) }
      if subject.task == nil,
        let kill = subject.app?.kills.last(where: { $0.task == nil && !$0.isUserInitiated && !$0.isUsual })
      {
        return (.yes, subject.evidence(kill.mark, "it was killed: \(Causes.text(kill.cause, or: "no reason given"))"))
      }
      return (subject.isComplete ? .no : .unknown, nil)
    },
    questions: [
      .registered, .queue, .readable, .killedForLock, .killedForMemory, .killedForProcessor, .killedForTime, .crashFree,
      alongside,
    ],
    otherwise: Verdict(
      id: "report", text: "the input does not say why",
      remedy: "Read the crash report: 'bgtop error CODE' decodes its termination code.",
      source: "Apple, Identify the cause of a SIGKILL; rule E10"))

  private static let severalTimes = Symptom(
    id: "several-times", title: "it runs several times",
    what: "Runs of a refresh or processing task begin within 15 minutes of each other, or it is submitted in a loop.",
    source: "Axiom's symptom tree (said); rule M7",
    shows: { subject in
      guard let past = subject.past, subject.task != nil else {
        return (subject.facts.history == nil ? .unknown : .no, nil)
      }
      if let seen = subject.seen("submit-loop", "one-identifier-two-kinds", "completed-twice", "retry-loop") {
        return (.yes, seen)
      }
      guard subject.kind == .refresh || subject.kind == .processing else { return (.no, nil) }
      let runs = past.runs
      let near = zip(runs.dropFirst(), runs).reversed().first {
        $0.started.at - $1.started.at < Check.minRefreshInterval
      }
      guard let near else { return (runs.count < 2 && !subject.isComplete ? .unknown : .no, nil) }
      return (
        .yes,
        subject.evidence(near.0.started, "launched \(near.0.started.at - near.1.started.at) after the previous launch")
      )
    },
    questions: [
      .submitsOnce, .ownIdentifier, .reasonableRequests, spaced, .completes, .continues, retries, pushes,
      launchedManually,
    ],
    otherwise: Verdict(
      id: "idempotent", text: "nothing in the input is wrong with it",
      remedy: "Have the work itself detect that it was just done, and complete immediately.",
      source: "Axiom's symptom tree (said); rule M7"))

  /// A request that could have run for this long and has not is reported as one that never runs (assumed).
  private static let patience = TimeSpan.days(1)

  /// dasd opens no window sooner after a request (reverse engineering of iOS 26.1; scheduler facts 1.5).
  private static let minDelay = TimeSpan.seconds(450)

  /// Fewer intervals say nothing of how they are spread (assumed).
  private static let minIntervals = 3

  // MARK: Questions that one symptom alone asks

  private static let simulator = Question(
    "simulator", "Was it tried in the Simulator?", right: .no, find: "Try it on a device.",
    fails: { subject in
      subject.past?.refusals.first { $0.cause == .simulator }.map {
        Question.Fault(
          "simulator", subject.evidence($0.mark, "refused with code 1"), "the Simulator does not schedule tasks",
          fix: "Test on a device; in the Simulator only manual launches work.",
          "Apple, BGTaskScheduler.Error.Code.unavailable; rules B6, C41")
      }
    }, isAnswered: { _ in true })

  private static let build = Question(
    "build", "Does the released build have the same identifiers, modes, and #if DEBUG parts?",
    find: "Run 'bgtop check' on the Info.plist inside the released app, and search the code for #if DEBUG.")

  private static let waitsLong = Question(
    "waits", "Did the device hold it longer than its own window did?", right: .no,
    find: "Collect a day of dasd logs.", of: { $0.task != nil },
    fails: { subject in
      guard subject.isComplete, let strongest = subject.strongest,
        subject.held(strongest.holder) > subject.held(.window), subject.held(strongest.holder) > .minutes(15)
      else { return nil }
      return Question.Fault(strongest, of: subject)
    }, isAnswered: { _ in true })

  private static let follows = Question(
    "follows", "Does it follow the use of its app, as a refresh does?", right: .no,
    find: "Compare its launches with the hours in which the app is opened.",
    of: { $0.kind == .refresh },
    fails: { subject in
      guard let share = subject.waits.first(where: { $0.holder == .belowThreshold }), share.span > .minutes(15) else {
        return nil
      }
      return Question.Fault(
        "score", subject.evidence("below the threshold for \(share.span) of its wait"),
        "its score decides, and the score follows app use",
        fix: "Expect runs before the hours in which the app is opened, and few for an app that is rarely opened.",
        "WWDC20 10063; rules C3, C38")
    }, isAnswered: { _ in true })

  /// Its process was killed for another of its runs.
  private static let alongside = Question(
    "beside", "Was its process killed because of something else running in it?", right: .no,
    find: "Compare the time of the kill with the other tasks of the app.", of: { $0.task != nil },
    fails: { subject in
      subject.past?.runs.last { $0.end?.outcome == .killed && $0.end?.cause == .killed }.map {
        Question.Fault(
          "beside", subject.evidence($0.ended ?? $0.started, "killed with it"),
          "its process was killed because of another run in it",
          fix: "Fix the task that was killed: all of an app's runs end with its process.",
          "Apple, BGTask.expirationHandler; rule E6")
      }
    }, isAnswered: { $0.hasRun })

  private static let spaced = Question(
    "spaced", "Does each request set an earliestBeginDate?", find: "Log earliestBeginDate at every submit.",
    of: { $0.kind == .refresh || $0.kind == .processing },
    shows: { subject in
      subject.past?.requests.last { $0.earliest != nil }.map { subject.evidence($0.submitted, "the last one does") }
    },
    fails: { subject in
      // In a log it appears only in the app's own line; the window that dasd logs also reveals it.
      subject.past?.requests.last { request in
        guard request.launched != nil else { return false }
        let asked = request.earliest ?? (subject.isComplete ? request.submitted.at : request.windowStart)
        return asked.map { $0 - request.submitted.at <= minDelay } ?? false
      }.map {
        Question.Fault(
          "no-earliest", subject.evidence($0.submitted, "submitted without one"),
          "requests are submitted without earliestBeginDate, so they can run immediately",
          fix: "Set earliestBeginDate to when the work is due again, 15 minutes ahead or more.",
          "Apple, earliestBeginDate; rules B9, B12")
      }
    })

  private static let launchedManually = Question(
    "hand-launched", "Was it also launched manually?", right: .no, find: "Ask whoever ran it from Xcode.",
    fails: { subject in
      let forced = subject.past?.runs.filter(\.forced) ?? []
      return forced.last.map {
        Question.Fault(
          "forced",
          subject.evidence(
            $0.started, "\(forced.count) of its \(subject.past?.runs.count ?? 0) runs were launched manually"),
          "manual launches add to its own", fix: "Leave them out of the count.",
          "Apple, Starting and terminating tasks during development; rule N2")
      }
    }, isAnswered: { _ in true })

  private static let retries = Question(
    "retries", "Does a library on top of it keep retrying?", right: .no, checks: ["retry-loop"],
    find: "Log the attempts of the library with their back-off.", isAnswered: { _ in true })

  private static let pushes = Question(
    "pushes", "Do silent pushes also wake the app?", right: .no, checks: ["push-flood"],
    find: "Log didReceiveRemoteNotification with the time.",
    fails: { subject in
      let launches = subject.app?.pushes.filter { $0.state == .launched } ?? []
      return launches.last.map {
        Question.Fault(
          "push",
          subject.evidence($0.mark, "\(launches.count) \(launches.count == 1 ? "push" : "pushes") launched the app"),
          "silent pushes launch the app in addition to its tasks",
          fix: "Have both check in one place whether there is work to do.",
          "Apple, Pushing background updates to your App; rule G2")
      }
    }, isAnswered: { _ in true })
}

extension TaskHistory.Run {
  /// Whether the system killed it: if the user swipes the app away or restarts the device, the app is not at fault.
  var wasKilled: Bool { end?.outcome == .killed && end?.cause != .forceQuit && end?.cause != .reboot }
}

extension AppHistory.Kill {
  /// Whether the user ended it (rule E11).
  var isUserInitiated: Bool { cause == .forceQuit || cause == .reboot || code == 0xDEAD_FA11 }
}

extension TaskHistory.Request {
  /// For how long it might have run, and did not.
  func wasOpen(until end: Instant) -> TimeSpan {
    let open = max(submitted.at, windowStart ?? earliest ?? submitted.at)
    return max(.zero, min(endedAt ?? end, end) - open)
  }
}
