/// One task's history: what it was doing at each instant, and what happened to it.
public struct TaskLane: Hashable, Sendable {
  public var task: TaskIdentifier
  public private(set) var phases = Track<Phase>()
  public private(set) var marks: [Mark] = []
  /// The final score over its threshold, wherever the two were compared: 1 is enough to run.
  public private(set) var ratios = Track<Double>()
  /// Lists of holders that were reported, so that phases which repeat them share them.
  private var known: [[Holder]] = []

  /// What the task is doing.
  public enum Phase: Hashable, Sendable {
    case absent
    /// A request waits for these; the strongest first.
    case waiting([Holder])
    case running

    public var isWaiting: Bool { if case .waiting = self { true } else { false } }
  }

  public enum MarkKind: Hashable, Sendable {
    case submitted, scored, cancelled, refused, started, step, succeeded, failed, expired, killed, completed
  }

  public struct Mark: Hashable, Sendable {
    public var at: Instant
    public var what: MarkKind
  }

  init(_ task: TaskIdentifier) { self.task = task }

  /// The marks of a period, both ends included. Complexity: O(log marks).
  public func marks(from start: Instant, to end: Instant) -> ArraySlice<Mark> {
    let first = firstMark { $0 >= start }
    return marks[first..<max(first, firstMark { $0 > end })]
  }

  /// The first mark for which a condition holds that, once true, stays true.
  private func firstMark(where holds: (Instant) -> Bool) -> Int {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(marks[middle].at) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Applies an event, given its effect on the task and the task's life after it.
  mutating func apply(_ event: Event, _ change: RequestLife.Change, _ life: RequestLife, at instant: Instant) {
    switch event {
    case .submitted: mark(.submitted, instant)
    case .refused: mark(.refused, instant)
    case .cancelled: mark(.cancelled, instant)
    case .scored: mark(.scored, instant)
    case .compared(_, let score, let threshold, _):
      if threshold > 0, change != .past { ratios.set(score / threshold, at: instant) }
    case .started: if case .started = change { mark(.started, instant) }
    case .step: mark(.step, instant)
    case .completed: if change.endsRun || change == .ranUnseen { mark(.completed, instant) }
    case .ended(_, let end): if change.endsRun || end.outcome == .unknown { mark(MarkKind(end.outcome), instant) }
    case .killed: if change.endsRun { mark(.killed, instant) }
    case .registered, .registrationRefused, .optimal, .held, .launching, .handler, .progress, .warned: break
    case .condition, .app, .budget, .group, .push, .transfer, .assertion, .layer, .caption, .bookmark, .note, .report,
      .gap, .command, .unknown:
      break
    }
    follow(life, at: instant)
  }

  /// An app's process has ended, and whatever the task was doing has ended with it.
  mutating func processEnded(_ life: RequestLife, at instant: Instant) {
    guard phases.changes.last?.value == .running, life.run == nil else { return }
    mark(.killed, instant)
    follow(life, at: instant)
  }

  private mutating func follow(_ life: RequestLife, at instant: Instant) {
    if life.run != nil {
      phases.set(.running, at: instant)
    } else if let request = life.open.last {
      phases.set(.waiting(shared(request.holding.holders)), at: instant)
    } else if phases.changes.last?.value != nil {
      phases.set(.absent, at: instant)
    }
  }

  /// At most this many lists are searched.
  private static let maxKnown = 16

  private mutating func shared(_ holders: [Holder]) -> [Holder] {
    if let found = known.first(where: { $0 == holders }) { return found }
    if known.count == Self.maxKnown { known.removeFirst() }
    known.append(holders)
    return holders
  }

  private mutating func mark(_ what: MarkKind, _ instant: Instant) { marks.append(Mark(at: instant, what: what)) }
}

extension RequestLife.Change {
  fileprivate var endsRun: Bool { if case .ended = self { true } else { false } }
}

extension TaskLane.MarkKind {
  init(_ outcome: RunEnd.Outcome) {
    switch outcome {
    case .succeeded: self = .succeeded
    case .failed: self = .failed
    case .expired, .unwarned: self = .expired
    case .killed, .crashed: self = .killed
    case .unknown: self = .completed
    }
  }
}

extension TaskLane {
  /// A period in which a task did one thing; nil if the trace does not say what.
  public struct Stretch: Hashable, Sendable {
    public var phase: Phase?
    public var span: TimeSpan
  }

  /// Sums of time by phase within a span; they add up to the span exactly.
  ///
  /// Nothing is known within `gaps`, regardless of the phase before. Complexity: O(changes of phase and gaps within the
  /// span · different phases).
  public func sums(from start: Instant, to end: Instant, gaps: Track<Bool>) -> [Stretch] {
    guard end > start else { return [] }
    var sums: [Stretch] = []
    func add(_ phase: Phase?, _ span: TimeSpan) {
      guard span > .zero else { return }
      if let index = sums.firstIndex(where: { $0.phase == phase }) {
        sums[index].span += span
      } else {
        sums.append(Stretch(phase: phase, span: span))
      }
    }
    let missing = gaps.changes(from: start, to: end)
    var at = start
    func appendPhase(_ phase: Phase?, until: Instant) {
      guard until > at else { return }
      for (index, gap) in zip(missing.indices, missing) where gap.value == true {
        let begin = max(gap.at, at)
        let stop = min(index + 1 < missing.endIndex ? missing[index + 1].at : end, until)
        guard stop > begin else { continue }
        add(phase, begin - at)
        add(nil, stop - begin)
        at = stop
      }
      add(phase, until - at)
      at = until
    }
    let changes = phases.changes(from: start, to: end)
    for (index, change) in zip(changes.indices, changes) {
      appendPhase(nil, until: min(change.at, end))
      appendPhase(change.value, until: index + 1 < changes.endIndex ? min(changes[index + 1].at, end) : end)
    }
    appendPhase(nil, until: end)
    return sums
  }
}
