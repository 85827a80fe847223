/// One task's history: what it was doing at each instant, and what happened to it.
public struct TaskLane: Hashable, Sendable {
  public var task: TaskIdentifier
  public private(set) var phases = Track<Phase>()
  public private(set) var marks: [Mark] = []
  /// The final score over its threshold, wherever the two were compared: 1 is enough to run.
  public private(set) var ratios = Track<Double>()
  /// Lists of holders that were told, so that phases which repeat them share them.
  private var known: [[Holder]] = []

  /// What the task is doing.
  public enum Phase: Hashable, Sendable {
    case absent
    /// A request waits for these; the strongest first.
    case waiting([Holder])
    case running

    public var isWaiting: Bool { if case .waiting = self { true } else { false } }
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

  /// Takes in an event, what it did to the task, and the task's life after it.
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
    case .ended(_, let end): if change.endsRun || end.outcome == .unknown { mark(Happening(end.outcome), instant) }
    case .killed: if change.endsRun { mark(.killed, instant) }
    case .registered, .registrationRefused, .optimal, .held, .launching, .handler, .progress, .warned: break
    case .condition, .app, .budget, .group, .push, .transfer, .assertion, .layer, .caption, .bookmark, .note, .report,
      .gap, .command, .unknown:
      break
    }
    follow(life, at: instant)
  }

  /// The process of an app is gone, and with it what the task was doing.
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

  /// More lists than these are not looked through.
  private static let mostKnown = 16

  private mutating func shared(_ holders: [Holder]) -> [Holder] {
    if let found = known.first(where: { $0 == holders }) { return found }
    if known.count == Self.mostKnown { known.removeFirst() }
    known.append(holders)
    return holders
  }

  private mutating func mark(_ what: Happening, _ instant: Instant) { marks.append(Mark(at: instant, what: what)) }
}

extension RequestLife.Change {
  fileprivate var endsRun: Bool { if case .ended = self { true } else { false } }
}

extension TaskLane.Happening {
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
  /// A stretch of time in which a task did one thing; nil where the trace does not tell what.
  public struct Stretch: Hashable, Sendable {
    public var phase: Phase?
    public var span: TimeSpan
  }

  /// Sums of time by phase within a span; they add up to the span exactly.
  ///
  /// Within `gaps` nothing is known, whatever the phase was before. Complexity: O(changes of phase and gaps within the
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
    func take(_ phase: Phase?, until: Instant) {
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
      take(nil, until: min(change.at, end))
      take(change.value, until: index + 1 < changes.endIndex ? min(changes[index + 1].at, end) : end)
    }
    take(nil, until: end)
    return sums
  }
}
