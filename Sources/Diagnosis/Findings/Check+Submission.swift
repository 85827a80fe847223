internal import SchedulerModel
internal import TaskTrace

/// Requests that are asked for wrongly (rules B1–B21).
extension Check {
  /// Refreshes that are asked for more often are throttled (folklore; rule B12).
  static let minRefreshInterval = TimeSpan.minutes(15)
  /// Requests for a later day may be skipped (WWDC19 707; rule B11).
  static let maxBeginDelay = TimeSpan.days(7)
  /// This many requests of a task within ``loopSpan``, without a run between them, are a loop (assumed; rule B17).
  static let loopCount = 6
  static let loopSpan = TimeSpan.minutes(10)
  /// This many consecutive requests that were replaced before their windows opened keep a task from ever running
  /// (assumed).
  static let starvedCount = 3

  static let submission: [Check] = [
    Check(
      "unavailable", "Scheduling is not available", .warning, "submit throws unavailable (code 1)",
      costs: "No request is accepted until the cause is resolved.",
      fix: "Check backgroundRefreshStatus and inform the user; test on a device; give the extension open access.",
      "Apple, BGTaskScheduler.Error.Code.unavailable; rules A13, B6",
      .task { task, _ in
        task.refusals.filter { $0.code == 1 }.map {
          Hit($0.mark, "refused with code 1: \(Causes.text($0.cause, or: "the cause is not given"))")
        }
      }),
    Check(
      "too-many-pending", "Too many pending requests", .warning, "submit throws tooManyPendingTaskRequests (code 2)",
      costs: "The request is not accepted: an app can have only one refresh and ten processing requests pending.",
      fix: "Use one identifier for all refresh work, and check getPendingTaskRequests before submitting.",
      "Apple, BGTaskScheduler.submit(_:); rule B2",
      .task { task, _ in
        task.refusals.filter { $0.code == 2 }.map { Hit($0.mark, "refused with code 2") }
      }),
    Check(
      "not-permitted-otherwise", "Refused as not permitted", .warning,
      "submit throws notPermitted (code 3), and the trace does not say which of its causes applies",
      costs: "The request is not accepted.",
      fix: "Check the identifier in the Info.plist, then UIBackgroundModes, then the required resources.",
      "Apple, BGTaskScheduler.Error.Code.notPermitted; rule B5",
      .task { task, _ in
        task.refusals.filter { $0.code == 3 && !Causes.known($0.cause) }.map { Hit($0.mark, "refused with code 3") }
      }),
    Check(
      "asks-too-often", "Asks too often", .warning, "a refresh asks to run again within less than 15 minutes",
      costs: "It will not run that often: launches are spaced apart, and asking gains nothing.",
      fix:
        "Set earliestBeginDate 15 minutes or more ahead, and use a push for what must come sooner; no interval is guaranteed.",
      "folklore, supported by dasd's spacing of launches; rules B12, C7",
      .task { task, _ in
        task.requests.filter { $0.kind == .refresh }.compactMap { request in
          guard let earliest = request.earliest, earliest > request.submitted.at,
            earliest - request.submitted.at < minRefreshInterval
          else { return nil }
          return Hit(request.submitted, "asks to run \(earliest - request.submitted.at) after it was submitted")
        }
      }),
    Check(
      "earliest-too-far", "Asks for a date too far ahead", .warning, "earliestBeginDate is more than a week ahead",
      costs: "The system may silently skip the request.",
      fix: "Keep earliestBeginDate within a week, and submit again at every launch.",
      "WWDC19 707; rule B11",
      .task { task, _ in
        task.requests.compactMap { request in
          guard request.kind != .continued, request.kind != .activity, let earliest = request.earliest,
            earliest - request.submitted.at > maxBeginDelay
          else { return nil }
          return Hit(request.submitted, "asks to run no sooner than \(earliest - request.submitted.at) later")
        }
      }),
    Check(
      "submit-loop", "Submitted in a loop", .warning, "a request is submitted again and again without a run in between",
      costs: "Each request replaces the previous one: submitting is repeated many times, and one request remains.",
      fix: "Submit in one place; check getPendingTaskRequests first, or keep the pending request.",
      "Apple, BGTaskScheduler.submit(_:); rules B3, B17", .task { task, _ in loops(task) }),
    Check(
      "window-pushed-on", "Replaced before it can run", .warning,
      "each request is replaced by a later one before its own window opens",
      costs: "earliestBeginDate counts from the last submission, so the task never becomes due.",
      fix: "Do not submit while a request is pending; or keep its earliestBeginDate when you replace it.",
      "Apple, BGTaskScheduler.submit(_:); rules B3, B9", .task { task, _ in starved(task) }),
    Check(
      "one-identifier-two-kinds", "One identifier for two kinds", .error,
      "requests of two kinds are submitted with one identifier",
      costs: "One replaces the other, and one handler gets tasks of both kinds.",
      fix: "Give every kind of work its own identifier.", "Apple, BGTaskScheduler.submit(_:); rules B3, M7",
      .task { task, _ in
        guard let first = task.requests.first,
          let other = task.requests.first(where: { $0.kind != first.kind && $0.kind != .activity }),
          first.kind != .activity
        else { return [] }
        return [Hit(other.submitted, "submitted as \(other.kind.word), and previously as \(first.kind.word)")]
      }),
    Check(
      "pruned", "Dropped by the system", .warning, "the system silently dropped a pending request",
      costs: "The app believes that its task is scheduled, but it never runs.",
      fix: "Check getPendingTaskRequests at every launch, and submit what is missing.",
      "a library's notes (said); rule B21",
      .task { task, _ in
        task.requests.filter { $0.cancelCause == .pruned }.map {
          Hit($0.cancelled ?? $0.submitted, "its request was dropped")
        }
      }),
    Check(
      "chain-broken", "The chain is broken", .error,
      "a run ended before the next request was submitted, and none is pending",
      costs: "Nothing runs until something else in the app submits a request: the task has stopped without an error.",
      fix: "Submit the next request in the first line of the handler, before the work.",
      "Apple, BGAppRefreshTask; rules B14, B15, B16", .task(chainBreaks),
      .declaration { declaration in
        declaration.tasks.filter { $0.handler.rearm == .last && isChained($0.kind) }.map {
          Hit(task: $0.id, "its handler submits the next request at the end: if a run is cut off, it is the last one")
        }
      }),
    Check(
      "ran-once", "Ran and was not submitted again", .warning,
      "no run submits the next request, and nothing else has for a day",
      costs: "A request is good for one launch: the task ran and will never run again.",
      fix: "Submit the next request in the first line of the handler; submit one at every launch as well.",
      "Apple, BGTaskScheduler; rules B14, B15", .task(ranOnce)),
  ]

  /// Kinds that an app submits, one request for each run.
  private static func isChained(_ kind: TaskKind) -> Bool {
    kind == .refresh || kind == .processing || kind == .healthResearch
  }

  private static func loops(_ task: TaskHistory) -> [Hit] {
    guard task.kind != .push, task.kind != .activity, task.kind != .fetch else { return [] }
    var hits: [Hit] = []
    // Requests in a row that were replaced, the first one first.
    var row: [History.Mark] = []
    for request in task.requests {
      row.removeAll { request.submitted.at - $0.at > loopSpan }
      row.append(request.submitted)
      if row.count == loopCount {
        hits.append(Hit(request.submitted, "submitted \(row.count) times within \(request.submitted.at - row[0].at)"))
      }
      if request.cancelCause != .replaced { row.removeAll() }
    }
    return hits
  }

  private static func starved(_ task: TaskHistory) -> [Hit] {
    guard isChained(task.kind) else { return [] }
    var hits: [Hit] = []
    var row = 0
    for request in task.requests {
      guard request.cancelCause == .replaced, let at = request.cancelled?.at, let start = request.windowStart,
        at < start
      else {
        row = 0
        continue
      }
      row += 1
      if row == starvedCount {
        hits.append(Hit(request.submitted, "\(row) requests in a row were replaced before their windows opened"))
      }
    }
    return hits
  }

  /// The first request that was submitted after a run was over.
  private static func next(after run: TaskHistory.Run, of task: TaskHistory) -> TaskHistory.Request? {
    guard let end = run.ended?.at else { return nil }
    return task.requests.first { $0.submitted.at >= end }
  }

  @Sendable private static func chainBreaks(_ task: TaskHistory, _ history: History) -> [Hit] {
    guard isChained(task.kind) else { return [] }
    let rearms = task.runs.contains { $0.rearmed != nil }
    return task.runs.compactMap { run in
      guard let ended = run.ended, run.rearmed == nil, run.wasCutOff else { return nil }
      let next = next(after: run, of: task)
      // A task that never rearms itself may be intended for manual submission.
      guard rearms || next == nil && !run.forced && history.end - ended.at >= .hours(1) else { return nil }
      let cut = "the run \(Causes.verb(run.end)) before it submitted the next request"
      let until = next.map { "; the next came \($0.submitted.at - ended.at) later" } ?? "; none has come since"
      return Hit(ended, cut + until)
    }
  }

  @Sendable private static func ranOnce(_ task: TaskHistory, _ history: History) -> [Hit] {
    guard isChained(task.kind), let last = task.runs.last, let ended = last.ended, !last.wasCutOff,
      !task.runs.contains(where: { $0.rearmed != nil }), next(after: last, of: task) == nil,
      !task.requests.contains(where: { $0.endedAt == nil }), history.end - ended.at >= .days(1)
    else { return [] }
    let runs = task.runs.count == 1 ? "it ran once" : "it ran \(task.runs.count) times"
    return [Hit(ended, "\(runs), and nothing has been pending for \(history.end - ended.at)")]
  }
}
