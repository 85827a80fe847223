internal import TaskTrace

extension Story {
  private static let joined = TimeSpan.seconds(60)

  /// The scheduler asked for a launch.
  mutating func launching(_ reference: TaskReference, teller: UInt8, at instant: Instant) {
    let task = story(reference.task)
    if var known = tasks[task].launch, known.join(teller, reference.activity, at: instant, within: Self.joined) {
      tasks[task].launch = known
      return
    }
    tasks[task].launch = Happening(event: events.count, activity: reference.activity, seen: teller, at: instant)
    add(.launching(reference), at: instant)
  }

  /// One of the lines that tell of the start of a run.
  mutating func started(_ reference: TaskReference, _ start: RunStart = RunStart(), teller: UInt8, at instant: Instant)
  {
    let task = story(reference.task)
    // Behind the end of a run a line of a start is of the next run, unless a thread wrote it late.
    let isNext = Self.isNext(tasks[task].start, behind: tasks[task].completion, reference.activity) { $0.at < instant }
    if !isNext, var known = tasks[task].start,
      known.join(teller, reference.activity, at: instant, within: Self.joined)
    {
      tasks[task].start = known
      if case .started(var first, let how) = events[known.event].event {
        first.activity = known.activity
        first.kind = first.kind ?? reference.kind
        events[known.event].event = .started(first, how)
      }
      return
    }
    tasks[task].start = Happening(event: events.count, activity: reference.activity, seen: teller, at: instant)
    tasks[task].warning = nil
    add(.started(reference, start), at: instant)
    if reference.kind == .push, let bundle = ActivityName(reference.task.rawValue).bundle {
      add(.push(reference, Push(bundle: bundle, state: .launched)), at: instant)
    }
  }

  /// One of the lines that tell of the end of a run.
  mutating func completed(_ reference: TaskReference, success: Bool?, teller: UInt8, at instant: Instant) {
    let task = story(reference.task)
    var reference = reference
    if reference.activity == nil { reference.activity = tasks[task].start?.activity }
    // Behind another start a line of an end is of that run.
    let isNext = Self.isNext(tasks[task].completion, behind: tasks[task].start, reference.activity) { $0.at <= instant }
    if !isNext, var known = tasks[task].completion,
      known.join(teller, reference.activity, at: instant, within: Self.joined)
    {
      tasks[task].completion = known
      guard case .completed(var first, let before) = events[known.event].event else { return }
      first.activity = known.activity
      first.kind = first.kind ?? reference.kind
      events[known.event].event = .completed(first, success: before ?? success)
      if before == nil, let success { ended(first, success ? .succeeded : .failed, at: instant) }
      return
    }
    tasks[task].completion = Happening(event: events.count, activity: reference.activity, seen: teller, at: instant)
    add(.completed(reference, success: success), at: instant)
    if let success { ended(reference, success ? .succeeded : .failed, at: instant) }
  }

  /// Whether a line cannot be of a happening because another stands between; lines of one activity are of one run.
  private static func isNext(
    _ known: Happening?, behind other: Happening?, _ activity: ActivityID?, _ isBefore: (Happening) -> Bool
  ) -> Bool {
    guard let known, let other, other.event > known.event else { return false }
    if let activity, activity == known.activity { return false }
    return isBefore(other)
  }

  private mutating func ended(_ reference: TaskReference, _ outcome: RunEnd.Outcome, at instant: Instant) {
    add(.ended(reference, RunEnd(outcome)), at: instant)
  }

  /// The run was told that its time is nearly up.
  mutating func warned(_ reference: TaskReference, cause: Cause?, teller: UInt8, at instant: Instant) {
    let task = story(reference.task)
    var reference = reference
    if reference.activity == nil { reference.activity = tasks[task].start?.activity }
    if var known = tasks[task].warning, known.join(teller, reference.activity, at: instant, within: Self.joined) {
      tasks[task].warning = known
      return
    }
    tasks[task].warning = Happening(event: events.count, activity: reference.activity, seen: teller, at: instant)
    add(.warned(reference, cause: cause, deadline: nil), at: instant)
  }
}
