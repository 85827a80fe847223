/// Everything that is known at one instant, folded from the events up to it.
///
/// The screen is drawn from a board and nothing else, so that a simulation, a saved trace, and a device log look the
/// same. Tasks and apps are listed in the order in which they were first mentioned.
public struct Board: Hashable, Sendable {
  public private(set) var at: Instant = .zero
  public private(set) var conditions = DeviceConditions()
  public private(set) var tasks: [TaskRecord] = []
  public private(set) var apps: [AppRecord] = []
  public private(set) var budgets: [BudgetRecord] = []
  /// Running activities by group, in order of first mention.
  public private(set) var groups: [Group] = []
  public private(set) var caption: TaskRecord.Dated<String>?
  /// Whether nothing is known at this instant, and until when.
  public private(set) var gapUntil: Instant?
  /// Silent pushes that launched an app, newest last; only those of the last hour are retained.
  public private(set) var recentPushes: [Instant] = []
  public private(set) var eventCount = 0
  // Keyed by the text of the identifiers: a table for each kind of key makes the runtime search for its conformances.
  @usableFromInline var taskIndex: [String: Int] = [:]
  /// When each condition was last reported.
  private var lastReports: [ConditionReport] = []

  private struct ConditionReport: Hashable, Sendable {
    /// The condition, as events call it.
    var name: String
    var at: Instant
  }

  public struct Group: Hashable, Sendable {
    public var name: String
    public var running: Int
  }

  public init() {}

  /// What is known about a task. Inlined, so that reading one property does not copy them all.
  @inlinable public func task(_ identifier: TaskIdentifier) -> TaskRecord? {
    taskIndex[identifier.rawValue].map { tasks[$0] }
  }
  public func app(_ bundle: String) -> AppRecord? { apps.first { $0.bundle == bundle } }
  public func budget(_ name: String) -> BudgetRecord? { budgets.first { $0.name == name } }

  public var pending: [TaskRecord] { tasks.filter { $0.pending != nil } }
  public var running: [TaskRecord] { tasks.filter { $0.running != nil } }

  /// What an event did to one task, given by the task's index in ``Board/tasks``.
  typealias Change = (task: Int, change: RequestLife.Change)

  /// Applies the next event. Complexity: O(1), or O(apps) for an app's event, O(tasks) for the end of a process.
  public mutating func apply(_ traced: TraceEvent) { _ = fold(traced) }

  /// Applies the next event, and returns what it changed for its task.
  mutating func fold(_ traced: TraceEvent) -> Change? {
    at = max(at, traced.at)
    eventCount += 1
    if let until = gapUntil, until <= traced.at { gapUntil = nil }
    switch traced.event {
    case .condition(let condition): apply(condition, at: traced.at)
    case .app(let bundle, let state, _): setApp(bundle, state, at: traced.at)
    case .budget(let name, let value, let capacity, _): setBudget(name, value, capacity, at: traced.at)
    case .group(let name, let running): setGroup(name, running)
    case .push(let reference, let push):
      if let reference { tasks[place(reference, .push)].life.learn(bundle: push.bundle) }
      if push.state == .launched || push.state == .delivered { addPush(traced.at) }
    case .caption(let text, _): caption = TaskRecord.Dated(at: traced.at, value: text)
    case .gap(let until, _): gapUntil = until
    case .killed(nil, let bundle, _, _):
      for index in tasks.indices where tasks[index].running != nil && tasks[index].bundle == bundle {
        _ = tasks[index].apply(traced.event, at: traced.at)
      }
    case .transfer, .assertion, .layer, .bookmark, .note, .report, .command, .unknown: break
    case .registered(let reference), .registrationRefused(let reference, _), .submitted(let reference, _),
      .refused(let reference, _, _), .cancelled(let reference, _), .scored(let reference, _),
      .compared(let reference, _, _, _), .optimal(let reference, _, _, _), .held(let reference, _),
      .launching(let reference), .started(let reference, _), .handler(let reference, _), .step(let reference, _),
      .progress(let reference, _), .warned(let reference, _, _), .completed(let reference, _),
      .ended(let reference, _), .killed(let reference?, _, _, _):
      let index = place(reference, kind(of: traced.event))
      return (index, tasks[index].apply(traced.event, at: traced.at, source: traced.source))
    }
    return nil
  }

  private func kind(of event: Event) -> TaskKind? {
    if case .submitted(_, let submission) = event { submission.kind } else { event.reference?.kind }
  }

  /// The index of a task, which is added if it has not been mentioned before.
  private mutating func place(_ reference: TaskReference, _ kind: TaskKind?) -> Int {
    if let known = taskIndex[reference.task.rawValue] { return known }
    tasks.append(TaskRecord(reference.task, kind: kind ?? ActivityName(reference.task.rawValue).kind))
    taskIndex[reference.task.rawValue] = tasks.count - 1
    return tasks.count - 1
  }

  /// Marks as unknown what was last reported before an instant; the time of the device's start stays known.
  mutating func forgetConditions(observedBefore instant: Instant) {
    for report in lastReports where report.at < instant { conditions.forget(report.name) }
  }

  private mutating func apply(_ condition: Condition, at instant: Instant) {
    let name = condition.name
    if let index = lastReports.firstIndex(where: { $0.name == name }) {
      lastReports[index].at = instant
    } else {
      lastReports.append(ConditionReport(name: name, at: instant))
    }
    conditions.apply(condition, at: instant)
    if case .backgroundRefresh(let on, let bundle?) = condition {
      if let index = apps.firstIndex(where: { $0.bundle == bundle }) {
        apps[index].backgroundRefresh = on
      }
    }
  }

  private mutating func setApp(_ bundle: String, _ state: AppState, at instant: Instant) {
    let index = apps.firstIndex { $0.bundle == bundle } ?? apps.count
    if index == apps.count { apps.append(AppRecord(bundle, state: state, since: instant)) }
    if apps[index].state == .foreground || state == .foreground { apps[index].lastForeground = instant }
    if apps[index].state != state { apps[index].since = instant }
    apps[index].state = state
  }

  private mutating func setBudget(_ name: String, _ value: Double, _ capacity: Double, at instant: Instant) {
    guard let index = budgets.firstIndex(where: { $0.name == name }) else {
      budgets.append(BudgetRecord(name: name, value: value, capacity: capacity, changedAt: instant))
      return
    }
    if value > budgets[index].value {
      budgets[index].lastRefill = TaskRecord.Dated(at: instant, value: value - budgets[index].value)
    }
    (budgets[index].value, budgets[index].capacity, budgets[index].changedAt) = (value, capacity, instant)
  }

  private mutating func setGroup(_ name: String, _ running: Int) {
    if let index = groups.firstIndex(where: { $0.name == name }) {
      groups[index].running = running
    } else {
      groups.append(Group(name: name, running: running))
    }
  }

  private mutating func addPush(_ instant: Instant) {
    recentPushes.removeAll { $0 <= instant - .hours(1) }
    recentPushes.append(instant)
  }
}
