/// The history that a timeline draws: one track for each thing that lasts, one list of marks for each thing that does
/// not.
public struct Lanes: Sendable {
  public private(set) var battery = Track<Int>()
  public private(set) var charger = Track<Bool>()
  public private(set) var lowPower = Track<Bool>()
  public private(set) var thermal = Track<ThermalState>()
  public private(set) var network = Track<NetworkPath.Transport>()
  public private(set) var deviceUse = Track<Bool>()
  public private(set) var gaps = Track<Bool>()
  public private(set) var apps: [AppLane] = []
  public private(set) var tasks: [TaskLane] = []
  public private(set) var budgets: [BudgetLane] = []
  public private(set) var pushes: [PushMark] = []
  public private(set) var transfers: [TransferLane] = []
  /// What a device counted over spans of time, to be drawn as bars over them.
  public private(set) var reports: [ReportBar] = []
  private var taskIndex: [String: Int] = [:]

  public struct AppLane: Hashable, Sendable {
    public var bundle: String
    public var states = Track<AppState>()
  }

  public struct BudgetLane: Hashable, Sendable {
    public var name: String
    /// 0 to 1.
    public var fractions = Track<Double>()
  }

  /// A background transfer: waiting, running, or over.
  public struct TransferLane: Hashable, Sendable {
    public var bundle: String
    public var name: String
    /// The words of ``Transfer/state``.
    public var states = Track<Cause>()
  }

  public struct ReportBar: Hashable, Sendable {
    public var from: Instant
    public var until: Instant
    public var bundle: String?
    /// Exits that an app should not have, and diagnostics.
    public var bad: Int
  }

  public struct PushMark: Hashable, Sendable {
    public var at: Instant
    public var bundle: String
    public var state: Cause
  }

  private static let maxTransfers = 64

  /// How long a condition that was only observed remains valid; nil if every change is reported.
  private let belief: TimeSpan?

  public init(belief: TimeSpan? = nil) { self.belief = belief }

  public func task(_ identifier: TaskIdentifier) -> TaskLane? { taskIndex[identifier.rawValue].map { tasks[$0] } }

  /// Applies the next event, for which a board has determined the effect on its task.
  mutating func apply(_ traced: TraceEvent, _ change: Board.Change?, on board: Board) {
    let at = traced.at
    switch traced.event {
    case .condition(let condition): apply(condition, at: at)
    case .app(let bundle, let state, let cause):
      let index = apps.firstIndex { $0.bundle == bundle } ?? apps.count
      if index == apps.count { apps.append(AppLane(bundle: bundle)) }
      if cause == .observed {
        note(state, in: &apps[index].states, at: at)
      } else {
        apps[index].states.set(state, at: at)
      }
    case .budget(let name, let value, let capacity, _):
      let index = budgets.firstIndex { $0.name == name } ?? budgets.count
      if index == budgets.count { budgets.append(BudgetLane(name: name)) }
      budgets[index].fractions.set(capacity > 0 ? min(1, max(0, value / capacity)) : 0, at: at)
    case .transfer(let transfer):
      let index = transfers.firstIndex { $0.name == transfer.name && $0.bundle == transfer.bundle } ?? transfers.count
      // A log can make up any number of names; a timeline has no rows for them.
      guard index < Self.maxTransfers else { break }
      if index == transfers.count { transfers.append(TransferLane(bundle: transfer.bundle, name: transfer.name)) }
      transfers[index].states.set(transfer.state, at: at)
    case .push(_, let push): pushes.append(PushMark(at: at, bundle: push.bundle, state: push.state))
    case .report(let report):
      let exits = report.exits.filter(\.isBad).reduce(0) { $0 + $1.background + $1.foreground }
      reports.append(
        ReportBar(from: at, until: report.until, bundle: report.bundle, bad: exits + report.diagnostics.count))
    case .gap(let until, _):
      gaps.set(true, at: at)
      gaps.set(false, at: until)
    case .killed(nil, _, _, _):
      for record in board.tasks {
        guard let index = taskIndex[record.task.rawValue] else { continue }
        tasks[index].processEnded(record.life, at: at)
      }
    case .layer(_, _, let work, _): if let work { _ = place(of: work.task) }
    case .group, .assertion, .caption, .bookmark, .note, .command, .unknown: break
    case .registered, .registrationRefused, .submitted, .refused, .cancelled, .scored, .compared, .optimal, .held,
      .launching, .started, .handler, .step, .progress, .warned, .completed, .ended, .killed:
      guard let change else { return }
      let record = board.tasks[change.task]
      tasks[place(of: record.task)].apply(traced.event, change.change, record.life, at: at)
    }
  }

  /// The index of a task's lane, which is added if there is none.
  private mutating func place(of task: TaskIdentifier) -> Int {
    if let known = taskIndex[task.rawValue] { return known }
    tasks.append(TaskLane(task))
    taskIndex[task.rawValue] = tasks.count - 1
    return tasks.count - 1
  }

  private mutating func apply(_ condition: Condition, at instant: Instant) {
    switch condition {
    case .battery(let level): note(level, in: &battery, at: instant)
    case .charger(let plugged, _): note(plugged, in: &charger, at: instant)
    case .lowPower(let on): note(on, in: &lowPower, at: instant)
    case .thermal(let state): note(state, in: &thermal, at: instant)
    case .network(let path): note(path.isReachable ? path.transport : .none, in: &network, at: instant)
    case .deviceUse(let inUse): note(inUse, in: &deviceUse, at: instant)
    case .lock, .cpu, .memoryPressure, .camera, .backgroundRefresh, .boot: break
    }
  }

  /// A value that holds until the next, or as long as it is considered valid (rule O6).
  private func note<Value: Equatable>(_ value: Value, in track: inout Track<Value>, at instant: Instant) {
    if let belief { track.observe(value, at: instant, until: instant + belief) } else { track.set(value, at: instant) }
  }
}
