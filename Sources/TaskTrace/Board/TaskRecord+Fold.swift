extension TaskRecord {
  /// Takes in an event of this task.
  mutating func apply(_ event: Event, _ reference: TaskReference, at instant: Instant, source: SourceLine? = nil) {
    switch event {
    case .registered: registration = .registered
    case .registrationRefused(_, let cause): registration = .refused(cause)
    case .submitted(_, let submission): submit(submission, reference.activity, at: instant)
    case .refused(_, let code, let cause):
      counts.refused += 1
      lastRefusal = Dated(at: instant, value: Refusal(code: code, cause: cause))
    case .cancelled(_, let cause): cancel(reference.activity, cause, at: instant)
    case .scored(_, let score):
      assumePending(reference.activity, at: instant)
      lastScore = Dated(at: instant, value: score, source: source)
      if score.decision.denies { lastComparison = nil }
    case .compared(_, let score, let threshold, let run):
      assumePending(reference.activity, at: instant)
      lastComparison = Dated(
        at: instant, value: Comparison(score: score, threshold: threshold, run: run), source: source)
      if run { hold = nil }
    case .optimal(_, let score, let at, let validUntil):
      forecast = Dated(at: instant, value: Forecast(score: score, at: at, validUntil: validUntil))
    case .held(_, let what): hold = Dated(at: instant, value: what, source: source)
    case .launching:
      hold = nil
      launchingSince = instant
    case .started(_, let start): begin(start, reference.activity, at: instant)
    case .handler(_, let state): running?.handler = state
    case .step(_, let step): running?.step = step
    case .progress(_, let progress):
      let merged = merged(progress)
      running?.progress = Dated(at: instant, value: merged)
    case .warned(_, let cause, let deadline):
      running?.warned = Dated(at: instant, value: Warning(cause: cause, deadline: deadline))
    case .completed(_, let success): complete(success, reference.activity, at: instant)
    case .ended(_, let end): finish(at: instant, end)
    case .killed(_, _, _, let cause): finish(at: instant, RunEnd(.killed, cause: cause))
    default: break
    }
  }

  /// A request that a log speaks of without its submission was submitted before the log began.
  private mutating func assumePending(_ activity: ActivityID?, at instant: Instant) {
    guard pending == nil, running == nil else { return }
    pending = PendingRequest(activity: activity, submittedAt: instant, request: Submission(kind: kind))
  }

  private mutating func submit(_ submission: Submission, _ activity: ActivityID?, at instant: Instant) {
    kind = submission.kind
    bundle = submission.bundle ?? bundle
    counts.submitted += 1
    running?.rearmed = true
    pending = PendingRequest(activity: activity, submittedAt: instant, request: submission)
    (hold, lastScore, lastComparison, forecast) = (nil, nil, nil, nil)
    launchingSince = nil
  }

  private mutating func cancel(_ activity: ActivityID?, _ cause: Cause?, at instant: Instant) {
    counts.cancelled += 1
    if cause == "replaced" { counts.replaced += 1 }
    // A log may tell of the new request first and of the old one's end second: only the one that is named goes.
    guard activity == nil || pending?.activity == nil || pending?.activity == activity else { return }
    pending = nil
    hold = nil
    launchingSince = nil
  }

  private mutating func begin(_ start: RunStart, _ activity: ActivityID?, at instant: Instant) {
    counts.launched += 1
    if activity == nil || pending?.activity == nil || pending?.activity == activity { pending = nil }
    hold = nil
    launchingSince = nil
    running = Run(activity: activity, startedAt: instant, start: start)
    running?.rearmed = pending != nil
  }

  /// A report of progress that leaves out the title keeps the one before.
  private func merged(_ progress: Progress) -> Progress {
    var merged = progress
    merged.title = progress.title ?? running?.progress?.value.title
    merged.subtitle = progress.subtitle ?? running?.progress?.value.subtitle
    return merged
  }

  /// A log that has no end of its own for a run ends it with the completion.
  private mutating func complete(_ success: Bool?, _ activity: ActivityID?, at instant: Instant) {
    launchingSince = nil
    if running == nil {
      counts.launched += lastRun?.activity == activity && activity != nil ? 0 : 1
      if pending?.activity == activity { pending = nil }
      lastRun = FinishedRun(
        activity: activity, startedAt: instant, endedAt: instant,
        end: RunEnd(success.map { $0 ? .succeeded : .failed } ?? .unknown), forced: false, progress: nil)
      return
    }
    running?.success = success
    guard success == nil else { return }
    finish(at: instant, RunEnd(.unknown))
  }

  mutating func finish(at instant: Instant, _ end: RunEnd) {
    guard let run = running else { return }
    switch end.outcome {
    case .succeeded: counts.succeeded += 1
    case .failed: counts.failed += 1
    case .expired, .unwarned: counts.expired += 1
    case .killed, .crashed: counts.killed += 1
    case .unknown: break
    }
    lastRun = FinishedRun(
      activity: run.activity, startedAt: run.startedAt, endedAt: instant, end: end, forced: run.start.forced,
      progress: run.progress?.value)
    running = nil
  }
}
