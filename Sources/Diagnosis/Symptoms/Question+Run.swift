internal import SchedulerModel
internal import TaskTrace

/// Questions about runs: how they begin, how they end, and how they follow each other.
extension Question {
  static let expirationHandler = Question(
    "expiration-handler", "Is the expiration handler set before the work begins?",
    checks: ["no-expiration-handler", "expiration-handler-late"],
    find: "Set task.expirationHandler in the first lines of the handler, and log that.",
    shows: { subject in
      subject.past?.runs.last { $0.handlerSet != nil }.flatMap { run in
        run.handlerSet.map { subject.evidence($0, "set \($0.at - run.started.at) after the launch") }
      }
    })

  static let stopsInTime = Question(
    "stops", "Does the work stop when it is told to, and then complete the task?", checks: ["expiration-overrun"],
    find: "Log the call of the expiration handler and of setTaskCompleted, with the time.",
    shows: { subject in
      let run = subject.past?.runs.last { $0.handlerCalled != nil && $0.end?.outcome == .expired }
      return run.flatMap { run in
        run.handlerCalled.map { subject.evidence($0, "called, and the task was completed in time") }
      }
    })

  static let completes = Question(
    "completes", "Is the task completed once, on every path?", checks: ["completion-missing", "completed-twice"],
    find: "Log setTaskCompleted(success:), with the identifier.",
    shows: { subject in
      let ended = subject.past?.runs.filter { $0.ended != nil } ?? []
      guard !ended.isEmpty, ended.allSatisfy({ $0.completions.count == 1 }) else { return nil }
      return ended.last?.completions.first.map {
        subject.evidence($0, ended.count == 1 ? "its one run was" : "all of its \(ended.count) runs were")
      }
    })

  static let fitsLimit = Question(
    "fits", "Does the work fit within its time limit?", checks: ["work-too-long"],
    find: "Log the time of each step; a refresh has 30 s, including the app launch.",
    shows: { subject in
      let lengths = subject.ownRuns.filter { !$0.wasCutOff }.compactMap(\.length)
      guard let longest = lengths.max() else { return nil }
      return subject.evidence("the longest run that finished took \(longest)")
    },
    fails: { subject in
      guard subject.kind == .processing || subject.kind == .healthResearch,
        let run = subject.ownRuns.last(where: { ($0.warnedCause ?? $0.end?.cause) == .time && $0.wasCutOff })
      else { return nil }
      return Fault(
        "work-too-long",
        subject.evidence(run.warned ?? run.started, "all of \(run.limit ?? run.length ?? .zero) was used"),
        "a run used all of the minutes that processing gets",
        fix:
          "Save a checkpoint after every step, and resume from it in the next run: processing gets minutes, not hours.",
        "Apple, BGProcessingTask; WWDC19 707; rules D12, E2")
    })

  /// The device took the time back.
  static let undone = Question(
    "taken-back", "Did the device or someone cut the time short?", right: .no,
    find: "No API reports it; a dasd and runningboardd log of that time may.",
    of: { $0.task != nil },
    fails: { subject in
      let causes: [Cause] = [
        .deviceInUse, .thermal, .lowPower, .power, .network, .early, .userCancel, .memoryPressure, .forceQuit,
        .reboot, .killed, .simulated,
      ]
      func cause(_ run: TaskHistory.Run) -> Cause? {
        [run.end?.cause, run.warnedCause].compactMap(\.self).first(where: causes.contains)
      }
      let cut = subject.past?.runs.filter(\.wasCutOff) ?? []
      guard let run = cut.last(where: { cause($0) != nil }), let cause = cause(run) else { return nil }
      let text = Causes.text(cause, or: "")
      return Fault(
        cause.rawValue,
        subject.evidence(run.warned ?? run.ended ?? run.started, "after \(run.length ?? .zero): \(text)"),
        text,
        fix: "Expect it: work in small steps, save a checkpoint after each, and resume from it in the next run.",
        cause == .deviceInUse
          ? "Apple, BGProcessingTask; rules C11, D12" : "Apple, BGTask.expirationHandler; rules E5, E13")
    }, isAnswered: { $0.hasRun })

  static let progress = Question(
    "progress", "Does it report progress often, and with a total?",
    checks: ["stalled", "progress-too-coarse", "progress-indeterminate", "progress-slow"],
    find: "Log every change of progress.completedUnitCount, with the time.", of: { $0.kind == .continued },
    shows: { subject in
      subject.past?.runs.last { $0.progress != nil }?.progress.map {
        subject.evidence(
          $0.last, "\($0.completed) of \($0.total) after \($0.reports == 1 ? "one report" : "\($0.reports) reports")")
      }
    })

  static let continues = Question(
    "goes-on", "Does a run resume where the previous one was cut off?", checks: ["starts-over"],
    find: "Log the step that each run begins with.", isAnswered: { $0.hasRun })

  /// Ends from outside.
  static func killed(
    _ id: String, _ ask: String, _ checks: [String], find: String
  ) -> Question {
    Question(id, ask, right: .no, checks: checks, find: find, isAnswered: { $0.hasRun || $0.task == nil })
  }

  static let killedForTime = killed(
    "killed-for-time", "Was it killed for not ending in time?",
    ["expiration-overrun", "assertion-overdue", "session-handler-missing", "watchdog"],
    find: "Look for 0x2182bad2, 0x2182bad3 and 0x8badf00d in the crash reports of the device.")
  static let killedForMemory = killed(
    "killed-for-memory", "Was it killed for its memory use?", ["memory-limit"],
    find: "Check MetricKit's background exits, or for JetsamEvent files on the device.")
  static let killedForProcessor = killed(
    "killed-for-cpu", "Was it killed for its CPU use?", ["cpu-limit"],
    find: "Look for cpu_resource files on the device, or check MetricKit's background exits.")
  static let killedForLock = killed(
    "killed-for-lock", "Was it suspended while holding a file lock?", ["locked-file"],
    find: "Look for 0xdead10cc in the crash reports of the device.")

  static let queue = Question(
    "queue", "Is the handler called on the queue that its code expects?", checks: ["wrong-queue"],
    find: "Look for _dispatch_assert_queue_fail in the crash report; register with using: .main to be sure.",
    of: { $0.task != nil },
    shows: { subject in
      subject.past?.runs.first { $0.handlerSet != nil }.map {
        subject.evidence($0.started, "a run reached its handler")
      }
    })

  static let readable = Question(
    "readable", "Can the files that it needs be read while the device is locked?", checks: ["protected-data"],
    find: "Lock the device, launch the task manually, and log isProtectedDataAvailable.", of: { $0.task != nil },
    isAnswered: { $0.hasRun })

  static let crashFree = Question(
    "sound", "Does its own code survive a launch without a UI?", checks: ["crash"],
    find: "Look for force-unwraps, windows and view controllers in the crash report's stack.",
    shows: { subject in
      subject.past?.runs.last { !$0.completions.isEmpty }.map { subject.evidence($0.started, "this run was completed") }
    },
    fails: { subject in
      guard subject.task == nil, let kill = subject.app?.kills.last(where: \.isCrash) else { return nil }
      return Fault(
        "crash", subject.evidence(kill.mark, "ended by \(kill.cause?.rawValue ?? "a signal")"),
        "the app crashed in its own code", fix: "Read the stack of the crash report of that time.",
        "Apple, Understanding the exception types in a crash report; rule D7")
    })

  static let rearms = Question(
    "rearms", "Does each run submit the next request before its work?", checks: ["chain-broken", "ran-once"],
    find: "Log submit in the first line of the handler.", of: { $0.isSubmitted && $0.kind != .continued },
    shows: { subject in
      let ended = subject.past?.runs.filter { $0.ended != nil } ?? []
      guard let last = ended.last?.rearmed, ended.allSatisfy({ $0.rearmed != nil }) else { return nil }
      return subject.evidence(last, ended.count == 1 ? "its one run did" : "all of its \(ended.count) runs did")
    })

  static let reasonableRequests = Question(
    "modest", "Does it ask for no more than the system gives?", checks: ["asks-too-often", "earliest-too-far"],
    find: "Log earliestBeginDate at every submit.", of: { $0.isSubmitted && $0.kind != .continued },
    shows: { subject in
      subject.past?.requests.last.flatMap { request in
        request.earliest.map {
          subject.evidence(request.submitted, "it asks to run no sooner than \($0 - request.submitted.at) after that")
        }
      }
    })

  static let submitsOnce = Question(
    "once", "Is its request submitted in one place, once for each run?", checks: ["submit-loop", "window-pushed-on"],
    find: "Log every submit with the line that calls it.", of: { $0.isSubmitted },
    shows: { subject in
      guard let requests = subject.past?.requests, let last = requests.last else { return nil }
      let replaced = requests.count { $0.cancelCause == .replaced }
      return subject.evidence(last.submitted, "\(requests.count) submitted, \(replaced) replaced")
    })

  static let ownIdentifier = Question(
    "own-identifier", "Does its identifier stand for one kind of work?",
    checks: ["one-identifier-two-kinds", "identifier-case"], find: "Search the code for the identifier.",
    of: { $0.isSubmitted },
    shows: { subject in
      guard let requests = subject.past?.requests, let first = requests.first else { return nil }
      let same = requests.allSatisfy { $0.kind == first.kind }
      return same ? subject.evidence(first.submitted, "always submitted as \(first.kind.word)") : nil
    })
}

extension Subject {
  var hasRun: Bool { past?.runs.isEmpty == false }
}

extension AppHistory.Kill {
  /// Whether its own code raised the signal: all but those that request termination from outside.
  var isCrash: Bool {
    guard let cause else { return false }
    if [.badAccess, .abnormal, .illegalInstruction].contains(cause) { return true }
    if cause.rawValue.hasPrefix("uncaught exception") { return true }
    return cause.rawValue.hasPrefix("signal ") && ![" 9", " 15"].contains { cause.rawValue.hasSuffix($0) }
  }
}
