/// One task's history: what it was doing at each instant, and what happened to it.
public struct TaskLane: Hashable, Sendable {
  public var task: TaskIdentifier
  public private(set) var phases = Track<Phase>()
  public private(set) var marks: [Mark] = []
  /// The final score over its threshold, wherever the two were compared: 1 is enough to run.
  public private(set) var ratios = Track<Double>()
  private var bundle: String?
  private var pending: ActivityID??
  private var running = false
  /// What its request waits for, known also while an earlier request's run goes on.
  private var waits = Phase.absent

  /// What the task is doing.
  public enum Phase: Hashable, Sendable {
    case absent
    /// Pending; nothing is known yet of what a scoring would say.
    case pending
    /// Pending, and its score is below the threshold.
    case belowThreshold
    /// Pending, and a policy or something else holds it; the name of the strongest.
    case held(String)
    case running
  }

  public enum Happening: Hashable, Sendable {
    case submitted, scored, cancelled, refused, started, step, succeeded, failed, expired, killed, completed
  }

  public struct Mark: Hashable, Sendable {
    public var at: Instant
    public var what: Happening
  }

  init(_ task: TaskIdentifier) { self.task = task }

  /// The marks of a span of time, both ends included. Complexity: O(log marks).
  public func marks(from start: Instant, to end: Instant) -> ArraySlice<Mark> {
    let first = firstMark { $0 >= start }
    return marks[first..<max(first, firstMark { $0 > end })]
  }

  /// The first mark at whose instant a condition holds that, once true, stays true.
  private func firstMark(where holds: (Instant) -> Bool) -> Int {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(marks[middle].at) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  mutating func apply(_ event: Event, _ reference: TaskReference, at instant: Instant) {
    switch event {
    case .submitted(_, let submission):
      pending = .some(reference.activity)
      bundle = submission.bundle ?? bundle
      mark(.submitted, instant)
      wait(.pending, instant)
    case .refused: mark(.refused, instant)
    case .cancelled:
      mark(.cancelled, instant)
      if reference.activity == nil || pending == nil || pending == .some(nil) || pending == .some(reference.activity) {
        pending = nil
        wait(.absent, instant)
      }
    case .scored(_, let score):
      mark(.scored, instant)
      if pending == nil, !running { pending = .some(reference.activity) }
      if let objection = score.strongestObjection {
        wait(.held(objection.name), instant)
      } else if score.decision.denies {
        wait(.held("score"), instant)
      }
    case .compared(_, let score, let threshold, let run):
      if threshold > 0 { ratios.set(score / threshold, at: instant) }
      if pending == nil, !running { pending = .some(reference.activity) }
      if !run { wait(.belowThreshold, instant) }
    case .held(_, let hold): wait(.held(hold.what.rawValue), instant)
    case .started:
      running = true
      if reference.activity == nil || pending == .some(nil) || pending == .some(reference.activity) {
        (pending, waits) = (nil, .absent)
      }
      mark(.started, instant)
      phases.set(.running, at: instant)
    case .step: mark(.step, instant)
    case .completed(_, let success):
      if success == nil || !running { end(.completed, instant) }
    case .ended(_, let end):
      switch end.outcome {
      case .succeeded: self.end(.succeeded, instant)
      case .failed: self.end(.failed, instant)
      case .expired, .unwarned: self.end(.expired, instant)
      case .killed, .crashed: self.end(.killed, instant)
      case .unknown: self.end(.completed, instant)
      }
    case .killed: end(.killed, instant)
    default: break
    }
  }

  /// The process of an app was ended, and with it what the task was doing.
  mutating func processKilled(_ bundle: String?, at instant: Instant) {
    if running, bundle == self.bundle { end(.killed, instant) }
  }

  private mutating func end(_ what: Happening, _ instant: Instant) {
    if running || what == .completed { mark(what, instant) }
    running = false
    phases.set(pending == nil ? .absent : waits, at: instant)
  }

  /// The request waits for something else now, which shows when no run hides it.
  private mutating func wait(_ phase: Phase, _ instant: Instant) {
    waits = pending == nil ? .absent : phase
    if !running { phases.set(phase, at: instant) }
  }

  private mutating func mark(_ what: Happening, _ instant: Instant) { marks.append(Mark(at: instant, what: what)) }
}
