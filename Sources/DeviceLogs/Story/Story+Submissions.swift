internal import TaskTrace

extension Story {
  private static let joined = TimeSpan.seconds(10)
  private static let replacing = TimeSpan.seconds(1)

  /// One of the lines that report a submission: the first creates the event, the others complete it.
  mutating func submitted(_ reference: TaskReference, _ submission: Submission, reporter: UInt8, at instant: Instant) {
    let task = story(reference.task)
    var submission = submission
    if let torn = tornRequest, torn.reports(of: reference, at: instant) {
      submission = submission.completed(by: torn.submission)
      tornRequest = nil
    }
    submission.bundle = submission.bundle ?? tasks[task].bundle
    if var known = tasks[task].submission,
      known.join(reporter, reference.activity, at: instant, within: Self.joined), !removed.contains(known.event)
    {
      tasks[task].submission = known
      if case .submitted(var reference, let first) = events[known.event].event {
        reference.activity = known.activity
        events[known.event].event = .submitted(reference, first.completed(by: submission))
      }
      markReplaced(task, by: known.activity, at: instant)
      return
    }
    tasks[task].submission = ObservedEvent(
      event: events.count, activity: reference.activity, seen: reporter, at: instant)
    add(.submitted(reference, submission), at: instant)
    markReplaced(task, by: reference.activity, at: instant)
  }

  /// A request of the same task that was cancelled just before was replaced.
  private mutating func markReplaced(_ task: Int, by activity: ActivityID?, at instant: Instant) {
    guard let cancelled = tasks[task].cancellation, instant - cancelled.at <= Self.replacing,
      cancelled.at - instant <= Self.replacing, activity != nil, cancelled.activity != activity,
      case .cancelled(let reference, nil) = events[cancelled.event].event
    else { return }
    events[cancelled.event].event = .cancelled(reference, cause: .replaced)
  }

  /// A pending request was removed.
  mutating func cancelled(_ reference: TaskReference, cause: Cause?, reporter: UInt8, at instant: Instant) {
    let task = story(reference.task)
    if var known = tasks[task].cancellation,
      known.join(reporter, reference.activity, at: instant, within: Self.joined)
    {
      tasks[task].cancellation = known
      if case .cancelled(var first, let before) = events[known.event].event {
        first.activity = known.activity
        first.kind = first.kind ?? reference.kind
        events[known.event].event = .cancelled(first, cause: before ?? cause)
      }
      return
    }
    var cause = cause
    if cause == nil, let pending = tasks[task].submission, reference.activity != nil {
      let other = pending.activity.map { $0 != reference.activity } ?? (instant - pending.at <= Self.replacing)
      if other { cause = .replaced }
    }
    tasks[task].cancellation = ObservedEvent(
      event: events.count, activity: reference.activity, seen: reporter, at: instant)
    add(.cancelled(reference, cause: cause), at: instant)
  }

  /// A request was refused; the line that asked for it then reported no submission.
  mutating func refused(_ reference: TaskReference, code: Int, cause: Cause?, at instant: Instant) {
    let task = story(reference.task)
    if let asked = tasks[task].submission, asked.seen == Reporter.request, instant - asked.at <= Self.joined {
      removed.insert(asked.event)
      tasks[task].submission = nil
    }
    add(.refused(reference, code: code, cause: cause), at: instant)
  }
}

/// A request whose name was truncated by the tool that wrote the log: its parameters belong to the next submission of a
/// task whose name begins with it.
struct TornRequest {
  var beginning: String
  var submission: Submission
  var at: Instant

  func reports(of reference: TaskReference, at instant: Instant) -> Bool {
    instant >= at && instant - at <= .seconds(1) && reference.task.rawValue.hasPrefix(beginning)
      && (submission.kind == .activity || reference.kind == nil || reference.kind == submission.kind)
  }
}

extension Submission {
  /// With the fields that another line of the same submission contains.
  func completed(by other: Submission) -> Submission {
    var all = self
    if all.kind == .activity { all.kind = other.kind }
    all.bundle = bundle ?? other.bundle
    all.earliest = earliest ?? other.earliest
    all.windowStart = windowStart ?? other.windowStart
    all.windowEnd = windowEnd ?? other.windowEnd
    all.interval = interval ?? other.interval
    all.priority = priority ?? other.priority
    all.requiresNetwork = requiresNetwork ?? other.requiresNetwork
    all.requiresPower = requiresPower ?? other.requiresPower
    all.title = title ?? other.title
    all.subtitle = subtitle ?? other.subtitle
    all.strategy = strategy ?? other.strategy
    all.requiresGPU = requiresGPU ?? other.requiresGPU
    all.user = user ?? other.user
    return all
  }
}
