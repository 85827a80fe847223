internal import TaskTrace

extension Story {
  private static let joined = TimeSpan.seconds(60)

  /// The scheduler asked for a launch.
  mutating func launching(_ reference: TaskReference, reporter: UInt8, at instant: Instant) {
    let task = story(reference.task)
    if var known = tasks[task].launch, known.join(reporter, reference.activity, at: instant, within: Self.joined) {
      tasks[task].launch = known
      return
    }
    let instant = tasks[task].instant(instant, of: reference.activity, behind: \.submission)
    tasks[task].launch = ObservedEvent(event: events.count, activity: reference.activity, seen: reporter, at: instant)
    add(.launching(reference), at: instant)
  }

  /// One of the lines that report the start of a run.
  mutating func started(
    _ reference: TaskReference, _ start: RunStart = RunStart(), reporter: UInt8, at instant: Instant
  ) {
    let task = story(reference.task)
    // Behind the end of a run a line of a start is of the next run, unless a thread wrote it late.
    let isNext = Self.isNext(tasks[task].start, behind: tasks[task].completion, reference.activity) { $0.at < instant }
    if !isNext, var known = tasks[task].start,
      known.join(reporter, reference.activity, at: instant, within: Self.joined)
    {
      tasks[task].start = known
      if case .started(var first, let how) = events[known.event].event {
        first.activity = known.activity
        first.kind = first.kind ?? reference.kind
        events[known.event].event = .started(first, how)
      }
      return
    }
    let instant = tasks[task].instant(instant, of: reference.activity, behind: \.launch)
    tasks[task].start = ObservedEvent(event: events.count, activity: reference.activity, seen: reporter, at: instant)
    tasks[task].warning = nil
    add(.started(reference, start), at: instant)
    if reference.kind == .push, let bundle = ActivityName(reference.task.rawValue).bundle {
      add(.push(reference, Push(bundle: bundle, state: .launched)), at: instant)
    }
  }

  /// One of the lines that report the end of a run.
  mutating func completed(_ reference: TaskReference, success: Bool?, reporter: UInt8, at instant: Instant) {
    let task = story(reference.task)
    var reference = reference
    if reference.activity == nil { reference.activity = tasks[task].start?.activity }
    // Behind another start a line of an end is of that run.
    let isNext = Self.isNext(tasks[task].completion, behind: tasks[task].start, reference.activity) { $0.at <= instant }
    if !isNext, var known = tasks[task].completion,
      known.join(reporter, reference.activity, at: instant, within: Self.joined)
    {
      tasks[task].completion = known
      guard case .completed(var first, let before) = events[known.event].event else { return }
      first.activity = known.activity
      first.kind = first.kind ?? reference.kind
      events[known.event].event = .completed(first, success: before ?? success)
      if before == nil, let success { ended(first, success ? .succeeded : .failed, at: instant) }
      return
    }
    let instant = tasks[task].instant(instant, of: reference.activity, behind: \.start)
    tasks[task].completion = ObservedEvent(
      event: events.count, activity: reference.activity, seen: reporter, at: instant)
    add(.completed(reference, success: success), at: instant)
    if let success { ended(reference, success ? .succeeded : .failed, at: instant) }
  }

  /// Whether a line cannot belong to an event because another event is between them; lines of one activity belong to
  /// one run.
  private static func isNext(
    _ known: ObservedEvent?, behind other: ObservedEvent?, _ activity: ActivityID?, _ isBefore: (ObservedEvent) -> Bool
  ) -> Bool {
    guard let known, let other, other.event > known.event else { return false }
    if let activity, activity == known.activity { return false }
    return isBefore(other)
  }

  private mutating func ended(_ reference: TaskReference, _ outcome: RunEnd.Outcome, at instant: Instant) {
    add(.ended(reference, RunEnd(outcome)), at: instant)
  }

  /// The run was notified that its time is nearly up.
  mutating func warned(_ reference: TaskReference, cause: Cause?, reporter: UInt8, at instant: Instant) {
    let task = story(reference.task)
    var reference = reference
    if reference.activity == nil { reference.activity = tasks[task].start?.activity }
    if var known = tasks[task].warning, known.join(reporter, reference.activity, at: instant, within: Self.joined) {
      tasks[task].warning = known
      return
    }
    let instant = tasks[task].instant(instant, of: reference.activity, behind: \.start)
    tasks[task].warning = ObservedEvent(event: events.count, activity: reference.activity, seen: reporter, at: instant)
    add(.warned(reference, cause: cause, deadline: nil), at: instant)
  }
}
