/// The requests and the run of one task: the only place that decides which of them an event refers to.
///
/// A request is submitted, held by something, and launched, replaced, or cancelled; a run starts and ends. Boards,
/// lanes, histories, and waits all derive from the ``Change`` that each event causes, so they cannot disagree.
///
/// Events that name an activity refer to the request or run of that activity only. An event that names none refers to
/// the waiting request, or else to the run. A log may mention a request whose submission it does not contain: that
/// request waits from the first line that mentions it.
public struct RequestLife: Hashable, Sendable {
  public private(set) var kind: TaskKind
  /// The bundle identifier of the app, if known.
  public private(set) var bundle: String?
  /// The waiting requests, in submission order. iOS keeps one per identifier; a log may report several activities with
  /// one name.
  public private(set) var open: [Request] = []
  /// The run in progress, if one is.
  public private(set) var run: Run?
  /// The activities whose requests or runs are over, newest last.
  private var over: [ActivityID] = []
  /// The last run, if it was killed and its end has not been reported since.
  private var killed: Run?
  private var submissions = 0
  private var starts = 0

  /// More requests than these do not wait side by side, and more activities that are over are not remembered: a log
  /// can make up any number.
  private static let limit = 8

  /// A request that waits.
  public struct Request: Hashable, Sendable {
    /// Its index among the task's submissions, 0 for the first; nil if the trace does not contain its submission.
    public var number: Int?
    public var activity: ActivityID?
    /// When it was submitted, or first mentioned.
    public var submittedAt: Instant
    public var request: Submission
    public var holding: Holding
    /// Since when the system has been launching the app for it, if it is.
    public var launchingSince: Instant?
  }

  /// A run, by its place among the task's runs, 0 for the first.
  public struct Run: Hashable, Sendable {
    public var number: Int
    public var activity: ActivityID?

    fileprivate func isMeant(by activity: ActivityID?) -> Bool {
      activity == nil || self.activity == nil || activity == self.activity
    }
  }

  /// What an event did to the task. Requests and runs are called by their numbers.
  public enum Change: Hashable, Sendable {
    /// Neither began nor ended a request or a run.
    case none
    /// It is about a request or a run that is over.
    case past
    /// A request began to wait, replacing others.
    case submitted(request: Int, replaced: [Int])
    /// The waiting request was removed.
    case cancelled(request: Int?)
    /// A report was made of what holds the waiting request.
    case held
    /// A run began; an earlier one whose end was never reported is over.
    case started(run: Int, request: Int?, unended: Int?)
    /// The run is over.
    case ended(run: Int)
    /// The end of a run that was killed earlier is reported.
    case endReported(run: Int)
    /// A run was completed whose start was not reported; it has no number.
    case ranUnseen
  }

  public init(kind: TaskKind) { self.kind = kind }

  /// The waiting request: the last one submitted if a log reports several.
  public var waiting: Request? { open.last }

  /// Applies an event of this task. Complexity: O(1); O(policies) for a scoring.
  public mutating func apply(_ event: Event, at instant: Instant) -> Change {
    switch event {
    case .submitted(let task, let submission): submit(submission, task.activity, at: instant)
    case .cancelled(let task, _): cancel(task.activity)
    case .scored(let task, let score): hold(task.activity, Holder.of(score), at: instant)
    case .compared(let task, _, _, let run): hold(task.activity, [run ? .launch : .belowThreshold], at: instant)
    case .held(let task, let hold): self.hold(task.activity, [Holder(hold)], until: hold.until, at: instant)
    case .launching(let task): launch(task.activity, at: instant)
    case .started(let task, _): start(task.activity)
    case .completed(let task, let success): complete(success, task.activity)
    case .ended(let task, _): end(task.activity)
    case .killed(let task, _, _, _): kill(task?.activity)
    case .registered, .registrationRefused, .refused, .optimal, .handler, .step, .progress, .warned: .none
    case .condition, .app, .budget, .group, .push, .transfer, .assertion, .layer, .caption, .bookmark, .note, .report,
      .gap, .command, .unknown:
      .none
    }
  }

  /// The app is known from something else than a submission.
  public mutating func learn(bundle: String) { self.bundle = bundle }

  // MARK: Which request or run an event refers to

  private enum Meaning {
    /// By its place in ``RequestLife/open``.
    case request(Int)
    case run
    /// A request or a run that is over.
    case past
    /// A request that was not heard of before.
    case unheard
  }

  private func meaning(of activity: ActivityID?) -> Meaning {
    guard let activity else { return open.isEmpty ? (run == nil ? .unheard : .run) : .request(open.count - 1) }
    if let place = open.lastIndex(where: { $0.activity == activity }) { return .request(place) }
    if run?.activity == activity { return .run }
    // What was reported without an activity is reported again, with one.
    if let place = open.lastIndex(where: { $0.activity == nil }) { return .request(place) }
    if let run, run.activity == nil { return .run }
    return over.contains(activity) && !(open.isEmpty && run == nil) ? .past : .unheard
  }

  /// The index of the request that the event refers to, if one exists or must exist; nil if it refers to something
  /// else.
  private mutating func place(of activity: ActivityID?, at instant: Instant) -> Int? {
    switch meaning(of: activity) {
    case .request(let place):
      open[place].activity = open[place].activity ?? activity
      return place
    case .run, .past: return nil
    case .unheard:
      if open.count == Self.limit { open.removeFirst() }
      open.append(
        Request(
          number: nil, activity: activity, submittedAt: instant, request: Submission(kind: kind),
          holding: Holding([.notScored], since: instant)))
      return open.count - 1
    }
  }

  private mutating func isOver(_ activity: ActivityID?) {
    guard let activity, !over.contains(activity) else { return }
    if over.count == Self.limit { over.removeFirst() }
    over.append(activity)
  }

  // MARK: Requests

  private mutating func submit(_ submission: Submission, _ activity: ActivityID?, at instant: Instant) -> Change {
    // A log identifies an activity by its whole name if it gives no kind.
    if submission.kind != .activity || submissions == 0 { kind = submission.kind }
    bundle = submission.bundle ?? bundle
    // One request of an identifier waits at a time (rule B19); a log may omit that the old one went.
    let replaced = open.compactMap(\.number)
    // A launch in progress is not replaced: dasd reports the next activity of a name before the end of the last one.
    for request in open where request.activity != activity && request.holding.holders != [.launch] {
      isOver(request.activity)
    }
    over.removeAll { $0 == activity }
    open = [
      Request(
        number: submissions, activity: activity, submittedAt: instant, request: submission,
        holding: Holding([.notScored], since: instant))
    ]
    submissions += 1
    return .submitted(request: submissions - 1, replaced: replaced)
  }

  private mutating func cancel(_ activity: ActivityID?) -> Change {
    guard case .request(let place) = meaning(of: activity) else { return .past }
    let request = open.remove(at: place)
    isOver(request.activity ?? activity)
    return .cancelled(request: request.number)
  }

  private mutating func hold(
    _ activity: ActivityID?, _ holders: [Holder], until: Instant? = nil, at instant: Instant
  ) -> Change {
    guard let place = place(of: activity, at: instant) else {
      if case .past = meaning(of: activity) { return .past }
      return .none
    }
    if open[place].holding.holders != holders { open[place].holding = Holding(holders, since: instant) }
    open[place].holding.until = until
    return .held
  }

  private mutating func launch(_ activity: ActivityID?, at instant: Instant) -> Change {
    // A manual launch needs no request: one that was never reported does not wait.
    guard case .request(let place) = meaning(of: activity) else { return .none }
    open[place].launchingSince = instant
    open[place].holding = Holding([.launch], since: instant)
    return .none
  }

  // MARK: Runs

  private mutating func start(_ activity: ActivityID?) -> Change {
    // A log may report one start in several lines.
    if let run, run.activity == activity, activity != nil { return .none }
    var request: Int?
    if case .request(let place) = meaning(of: activity) {
      let launched = open.remove(at: place)
      request = launched.number
      isOver(launched.activity)
    }
    let unended = run?.number
    isOver(run?.activity)
    (run, killed) = (Run(number: starts, activity: activity), nil)
    starts += 1
    return .started(run: starts - 1, request: request, unended: unended)
  }

  /// dasd reports the end of a run without its success; the app's report of success comes before the end.
  private mutating func complete(_ success: Bool?, _ activity: ActivityID?) -> Change {
    if let run, run.isMeant(by: activity) { return success == nil ? finish(run) : .none }
    guard run == nil, activity.map({ !over.contains($0) }) ?? true || isWaiting(activity) else { return .past }
    if isWaiting(activity) { open.removeLast() }
    isOver(activity)
    return .ranUnseen
  }

  private func isWaiting(_ activity: ActivityID?) -> Bool { open.last.map { $0.activity == activity } ?? false }

  private mutating func end(_ activity: ActivityID?) -> Change {
    if let run, run.isMeant(by: activity) { return finish(run) }
    if let last = killed, last.isMeant(by: activity) {
      killed = nil
      return .endReported(run: last.number)
    }
    return .past
  }

  private mutating func kill(_ activity: ActivityID?) -> Change {
    guard let run, run.isMeant(by: activity) else { return .past }
    let change = finish(run)
    killed = run
    return change
  }

  private mutating func finish(_ run: Run) -> Change {
    isOver(run.activity)
    self.run = nil
    return .ended(run: run.number)
  }
}
