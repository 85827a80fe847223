internal import TaskTrace

/// Follows what holds each request, event by event.
struct WaitFollower {
  private struct Following {
    var task: TaskIdentifier
    var kind: TaskKind
    var app: String?
    var activity: ActivityID?
    var submitted: Instant
    /// Until when the sums are made up.
    var counted: Instant
    /// What holds it now, the strongest first, under the names of traces.
    var causes: [String]
    var sums: [(cause: String, span: TimeSpan, beside: TimeSpan)] = []

    /// Makes the sums up to an instant; `hidden` stands for everything while it is given.
    mutating func count(to instant: Instant, hidden: String?) {
      let span = instant - counted
      guard span > .zero else { return }
      counted = instant
      for (place, cause) in (hidden.map { [$0] } ?? causes).enumerated() {
        let index = sums.firstIndex { $0.cause == cause } ?? sums.count
        if index == sums.count { sums.append((cause, .zero, .zero)) }
        if place == 0 { sums[index].span += span } else { sums[index].beside += span }
      }
    }
  }

  private struct TaskState {
    var pending: Following?
    var isRunning = false
    var bundle: String?
  }

  private var states: [TaskState] = []
  private var index: [TaskIdentifier: Int] = [:]
  private var done: [Waits.Request] = []
  private var gapUntil: Instant?

  private static let pendingCause = "pending", belowThreshold = "belowThreshold", earlierRun = "earlierRun"

  mutating func take(_ traced: TraceEvent) {
    let at = traced.at
    switch traced.event {
    case .gap(let until, _): beginGap(at, until)
    case .killed(nil, let bundle?, _, _):
      for state in states.indices where states[state].bundle == bundle { setRunning(state, false, at) }
    case .submitted(let task, let submission):
      let state = state(task)
      states[state].bundle = submission.bundle ?? states[state].bundle
      close(state, at, .cancelled)
      states[state].pending = Following(
        task: task.task, kind: submission.kind, app: states[state].bundle, activity: task.activity, submitted: at,
        counted: at, causes: [Self.pendingCause])
    case .cancelled(let task, _):
      let state = state(task)
      guard isMeant(task, state) else { return }
      close(state, at, .cancelled)
    case .scored(let task, let score):
      let objections = score.objections
      if !objections.isEmpty {
        hold(task, at, objections.map(\.name))
      } else if score.decision.denies {
        hold(task, at, ["score"])
      }
    case .compared(let task, _, _, let run): if !run { hold(task, at, [Self.belowThreshold]) }
    case .held(let task, let hold): self.hold(task, at, [hold.what.rawValue])
    case .started(let task, _):
      let state = state(task)
      if isMeant(task, state) { close(state, at, .launched) }
      setRunning(state, true, at)
    case .ended(let task, _), .killed(let task?, _, _, _): setRunning(state(task), false, at)
    case .completed(let task, let success): if success == nil { setRunning(state(task), false, at) }
    default: return
    }
  }

  /// Ends what still waits, and gives everything back.
  mutating func finish(at instant: Instant) -> [Waits.Request] {
    for state in states.indices { close(state, instant, .waiting) }
    return done
  }

  private mutating func state(_ task: TaskReference) -> Int {
    if let known = index[task.task] { return known }
    index[task.task] = states.count
    states.append(TaskState())
    return states.count - 1
  }

  private func isMeant(_ task: TaskReference, _ state: Int) -> Bool {
    guard let pending = states[state].pending else { return false }
    return task.activity == nil || pending.activity == nil || task.activity == pending.activity
  }

  /// Something else holds the request now. One that a log speaks of without its submission begins here.
  private mutating func hold(_ task: TaskReference, _ at: Instant, _ causes: [String]) {
    let state = state(task)
    if states[state].pending == nil {
      guard !states[state].isRunning else { return }
      states[state].pending = Following(
        task: task.task, kind: task.kind ?? ActivityName(task.task.rawValue).kind, app: states[state].bundle,
        activity: task.activity, submitted: at, counted: at, causes: causes)
      return
    }
    guard states[state].pending?.causes != causes else { return }
    count(state, to: at)
    states[state].pending?.causes = causes
  }

  private mutating func setRunning(_ state: Int, _ isRunning: Bool, _ at: Instant) {
    guard states[state].isRunning != isRunning else { return }
    count(state, to: at)
    states[state].isRunning = isRunning
  }

  /// Makes the sums of a request up to an instant, with the part that lies in a gap as unknown.
  private mutating func count(_ state: Int, to at: Instant) {
    let hidden = states[state].isRunning ? Self.earlierRun : nil
    if let until = gapUntil {
      states[state].pending?.count(to: min(at, until), hidden: "unknown")
    }
    states[state].pending?.count(to: at, hidden: hidden)
  }

  private mutating func beginGap(_ at: Instant, _ until: Instant) {
    for state in states.indices { count(state, to: at) }
    gapUntil = until
  }

  private mutating func close(_ state: Int, _ at: Instant, _ end: Waits.Request.End) {
    count(state, to: at)
    guard let pending = states[state].pending else { return }
    states[state].pending = nil
    let shares = pending.sums.map { Waits.Share(Self.words($0.cause), $0.span, beside: $0.beside) }
    done.append(
      Waits.Request(
        task: pending.task, kind: pending.kind, app: pending.app ?? states[state].bundle, submitted: pending.submitted,
        until: at, end: end, shares: Waits.ordered(shares)))
  }

  private static func words(_ cause: String) -> String {
    switch cause {
    case pendingCause: "not scored yet"
    case belowThreshold: "below threshold"
    case earlierRun: "an earlier run"
    default: PolicyResponse(name: cause, weight: 0, decision: .mustNotProceed, score: nil).plainName.lowercased()
    }
  }
}
