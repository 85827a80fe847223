extension TaskRecord {
  /// Applies an event of this task. ``RequestLife`` decides which request or run the event refers to.
  mutating func apply(_ event: Event, at instant: Instant, source: SourceLine? = nil) -> RequestLife.Change {
    let change = life.apply(event, at: instant)
    count(event)
    guard change != .past else { return change }
    switch event {
    case .registered: registration = .registered
    case .registrationRefused(_, let cause): registration = .refused(cause)
    case .submitted:
      running?.rearmed = true
      (hold, lastScore, lastComparison, forecast) = (nil, nil, nil, nil)
    case .refused(_, let code, let cause):
      lastRefusal = Dated(at: instant, value: Refusal(code: code, cause: cause))
    case .cancelled, .launching: hold = nil
    case .scored(_, let score):
      lastScore = Dated(at: instant, value: score, source: source)
      if score.decision.denies { lastComparison = nil }
    case .compared(_, let score, let threshold, let run):
      lastComparison = Dated(
        at: instant, value: Comparison(score: score, threshold: threshold, run: run), source: source)
      if run { hold = nil }
    case .optimal(_, let score, let at, let validUntil):
      forecast = Dated(at: instant, value: Forecast(score: score, at: at, validUntil: validUntil))
    case .held(_, let what): hold = Dated(at: instant, value: what, source: source)
    case .started(_, let start): if case .started = change { begin(start, at: instant) }
    case .handler(_, let state): running?.handler = state
    case .step(_, let step): running?.step = step
    case .progress(_, let progress):
      let merged = merged(progress)
      running?.progress = Dated(at: instant, value: merged)
    case .warned(_, let cause, let deadline):
      running?.warned = Dated(at: instant, value: Warning(cause: cause, deadline: deadline))
    case .completed(let task, let success): complete(success, task.activity, change, at: instant)
    case .ended(_, let end): if case .ended = change { finish(end, at: instant) }
    case .killed(_, _, _, let cause): if case .ended = change { finish(RunEnd(.killed, cause: cause), at: instant) }
    case .condition, .app, .budget, .group, .push, .transfer, .assertion, .layer, .caption, .bookmark, .note, .report,
      .gap, .command, .unknown:
      break
    }
    return change
  }

  /// Every submission, refusal and cancellation counts, also that of a request which is over.
  private mutating func count(_ event: Event) {
    switch event {
    case .submitted: counts.submitted += 1
    case .refused: counts.refused += 1
    case .cancelled(_, let cause):
      counts.cancelled += 1
      if cause == .replaced { counts.replaced += 1 }
    default: break
    }
  }

  private mutating func begin(_ start: RunStart, at instant: Instant) {
    counts.launched += 1
    hold = nil
    running = Run(activity: life.run?.activity, startedAt: instant, start: start)
    running?.rearmed = life.waiting != nil
  }

  /// A progress report without a title keeps the previous one.
  private func merged(_ progress: Progress) -> Progress {
    var merged = progress
    merged.title = progress.title ?? running?.progress?.value.title
    merged.subtitle = progress.subtitle ?? running?.progress?.value.subtitle
    return merged
  }

  private mutating func complete(
    _ success: Bool?, _ activity: ActivityID?, _ change: RequestLife.Change, at instant: Instant
  ) {
    switch change {
    case .ended: finish(RunEnd(.unknown), at: instant)
    case .ranUnseen:
      counts.launched += 1
      lastRun = FinishedRun(
        activity: activity, startedAt: instant, endedAt: instant,
        end: RunEnd(success.map { $0 ? .succeeded : .failed } ?? .unknown), forced: false, progress: nil)
    default: running?.success = success
    }
  }

  private mutating func finish(_ end: RunEnd, at instant: Instant) {
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
