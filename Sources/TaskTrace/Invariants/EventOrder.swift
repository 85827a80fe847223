/// Checks that events are in a possible order: nothing starts after it ended or its process died, no two runs of one
/// task overlap, nothing is launched before its window, and what is held was acquired.
///
/// A value that accepts any trace, event by event. By default, a trace is expected to report everything from its
/// beginning, as a simulation's trace does. A trace that begins in the middle or omits things, as a device log does, is
/// only checked against its own contents. Each event costs O(1) on average, and one about an app O(its tasks).
public struct EventOrder: Sendable {
  /// Something that cannot be, or cannot be in this place.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    public var at: Instant
    /// What is wrong, in one sentence.
    public var sentence: String

    public var description: String { "\(at - .zero): \(sentence)" }
  }

  /// Whether the trace reports everything, so that whatever it did not report did not happen.
  let reportsAll: Bool
  private var last: Instant?
  /// Processes that an event ended and whose own end has not been reported yet, with the instant.
  private var dying: [String: Instant] = [:]
  var states: [String: AppState] = [:]
  var lives: [TaskIdentifier: Life] = [:]
  /// The tasks of each app that have been mentioned so far.
  var tasks: [String: Set<TaskIdentifier>] = [:]
  var assertions: [Holding: Int] = [:]
  /// The time at which each assertion expires, according to its last report.
  var expiring: [Holding: Instant] = [:]
  var transfers: [Holding: TransferPhase] = [:]
  var found: [String] = []

  /// - Parameter reportsAll: whether the trace reports everything from its beginning.
  public init(reportsAll: Bool = true) { self.reportsAll = reportsAll }

  /// Everything that is wrong with the order of a trace's events.
  public static func violations(in trace: Trace) -> [Violation] {
    var order =
      switch trace.header.source {
      case .simulation: EventOrder()
      default: EventOrder(reportsAll: false)
      }
    return trace.events.flatMap { order.check($0) }
  }

  /// Checks the next event, and returns its violations.
  public mutating func check(_ traced: TraceEvent) -> [Violation] {
    found.removeAll(keepingCapacity: true)
    checkTime(traced.at)
    switch traced.event {
    case .app(let bundle, let state, _): enter(bundle, state)
    case .condition(.boot): checkBoot()
    case .killed(let reference, let bundle, _, _): kill(reference, bundle, at: traced.at)
    case .submitted(let reference, let submission): submit(reference, submission, at: traced.at)
    case .cancelled(let reference, _): cancel(reference)
    case .scored(let reference, _), .compared(let reference, _, _, _), .optimal(let reference, _, _, _),
      .held(let reference, _):
      checkPending(reference, "is judged")
    case .launching(let reference): launch(reference, at: traced.at)
    case .started(let reference, let start): self.start(reference, start)
    case .step(let reference, _): checkRunning(reference, "works")
    case .progress(let reference, _): checkRunning(reference, "reports progress")
    case .handler(let reference, let what): handle(reference, what)
    case .warned(let reference, _, let deadline): warn(reference, deadline, at: traced.at)
    case .completed(let reference, let success): complete(reference, success)
    case .ended(let reference, let end): self.end(reference, end)
    case .assertion(let assertion): check(assertion, at: traced.at)
    case .transfer(let transfer): check(transfer)
    case .group(let name, let running): if running < 0 { found.append("\(name) has fewer than no activities") }
    case .condition, .registered, .registrationRefused, .refused, .budget, .push, .layer, .caption, .bookmark, .note,
      .report, .gap, .command, .unknown:
      break
    }
    return found.map { Violation(at: traced.at, sentence: $0) }
  }

  private mutating func checkTime(_ at: Instant) {
    if let last, at < last { found.append("time goes back by \(last - at)") }
    last = max(last ?? at, at)
    guard reportsAll, !dying.isEmpty else { return }
    for (bundle, killed) in dying where killed < at {
      found.append("\(bundle) was killed and has not ended")
      dying[bundle] = nil
    }
  }

  // MARK: Processes

  /// Whether an app has a process; nil if the trace does not say.
  func isAlive(_ bundle: String?) -> Bool? {
    guard let bundle, let state = states[bundle] else { return nil }
    return Self.isAlive(state)
  }

  static func isAlive(_ state: AppState) -> Bool {
    switch state {
    case .foreground, .background, .suspended: true
    case .notRunning, .terminated, .forceQuit: false
    }
  }

  private mutating func enter(_ bundle: String, _ state: AppState) {
    states[bundle] = state
    guard state != .foreground, state != .background else { return }
    for task in tasks[bundle, default: []].sorted() {
      guard let run = lives[task]?.run else { continue }
      // A pending launch wakes a suspended process when it starts.
      if run.phase == .launching, state == .suspended { continue }
      found.append("\(task.rawValue) runs on although \(bundle) is \(state.word)")
      lives[task]?.run = nil
    }
    guard !Self.isAlive(state) else { return }
    dying[bundle] = nil
    for (holding, count) in assertions where holding.bundle == bundle && count > 0 {
      found.append("\(bundle) is gone and holds \(holding.name)")
      assertions[holding] = nil
    }
  }

  private mutating func checkBoot() {
    guard reportsAll else { return }
    for (bundle, state) in states where Self.isAlive(state) {
      found.append("\(bundle) lives on although the device started anew")
    }
    for (task, life) in lives where life.run != nil {
      found.append("\(task.rawValue) runs on although the device started anew")
    }
  }

  private mutating func kill(_ reference: TaskReference?, _ bundle: String?, at instant: Instant) {
    if let reference { checkRunning(reference, "is killed", mayLaunch: true) }
    guard let bundle, reportsAll else { return }
    if isAlive(bundle) == false { found.append("\(bundle) is killed although it has no process") }
    dying[bundle] = instant
  }
}
