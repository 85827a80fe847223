internal import TaskTrace

/// Runs of tasks: launched, working, expiring, ended (rules D1–D15, E1–E18).
struct Runs: Mechanism {
  /// The next step in a run.
  struct Moment: Sendable {
    var task: TaskIndex
    var number: Int64
    var what: What

    enum What: Sendable {
      case start
      case body
      case setHandler
      case step(Int)
      case expire(Limit)
      /// The app completes the task from its expiration handler.
      case reaction
      case graceEnd
    }

    /// Why a run's time is over by plan.
    enum Limit: Sendable { case time, early }
  }

  /// What is known about a task's runs.
  struct State: Hashable, Sendable {
    var run: Run?
    /// How many runs it had; part of the stream of its random numbers.
    var count: Int64 = 0
    /// The step that an interrupted run was in, for handlers that resume there.
    var checkpoint = 0
  }

  /// What is known about an app's runs.
  struct Record: Hashable, Sendable {
    /// Launches by the scheduler that the rate limit remembers, oldest first.
    var launches: [Instant] = []
    /// The end of the time that all expiration handlers share, while one runs (rule E6).
    var graceUntil: Instant?
    /// How well its runs ended, 0 to 1.
    var reliability = 1.0
  }

  var tasks: Table<TaskIndex, State>
  var apps: Table<AppIndex, Record>
  /// Running activities by group, in the order of ``ActivityGroup``.
  var running = [Int](repeating: 0, count: ActivityGroup.allCases.count)

  init(_ scenario: Scenario, _ entities: Entities) {
    tasks = Table(repeating: State(), like: entities.tasks)
    apps = Table(repeating: Record(), like: entities.apps)
  }

  static func handle(_ moment: Moment, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[moment.task].run, run.number == moment.number else { return }
    proceed(moment.task, run, moment.what, in: &world)
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    switch notice {
    case .conditionsChanged(_, worsened: true): judgeAll(in: &world)
    case .processEnds(let app, let cause): endAll(app, cause: cause, in: &world)
    case .installed(let app):
      for task in world.apps[app].tasks { world.state.runs.tasks[task].checkpoint = 0 }
      world.state.runs.apps[app].launches = []
      world.state.runs.apps[app].reliability = 1
    default: break
    }
  }

  static func brokenInvariants(in world: Simulation) -> [String] {
    var broken: [String] = []
    for task in world.tasks.indices { broken += brokenRun(task, in: world) }
    for group in ActivityGroup.allCases {
      let count = world.tasks.indices.count {
        world.state.runs.tasks[$0].run != nil && self.group($0, in: world) == group
      }
      if world.state.runs.running[group.rawValue] != count {
        broken.append("\(group.name) counts its running activities")
      }
    }
    for app in world.apps.indices {
      if !(0...1).contains(world.state.runs.apps[app].reliability) {
        broken.append("\(world.apps[app].setup.bundle) has a share of reliability")
      }
      if !zip(world.state.runs.apps[app].launches, world.state.runs.apps[app].launches.dropFirst()).allSatisfy(<=) {
        broken.append("\(world.apps[app].setup.bundle) remembers its launches in order")
      }
    }
    return broken
  }

  private static func brokenRun(_ task: TaskIndex, in world: Simulation) -> [String] {
    guard let run = world.state.runs.tasks[task].run else { return [] }
    let app = world.tasks[task].app
    let (state, name) = (world.apps[app].state, world.tasks[task].setup.id.rawValue)
    var broken: [String] = []
    if run.phase == .launching, run.startedAt < world.now { broken.append("\(name) starts when its launch is over") }
    if run.phase != .launching, run.startedAt > world.now { broken.append("\(name) is launched before it starts") }
    if run.phase != .launching, state != .foreground, state != .background {
      broken.append("\(name) runs in an app that runs")
    }
    if run.phase == .expiring, world.state.runs.apps[app].graceUntil.map({ $0 < world.now }) ?? true {
      broken.append("\(name) expires within its grace")
    }
    return broken
  }
}

/// A run in progress.
struct Run: Hashable, Sendable {
  enum Phase: Hashable, Sendable { case launching, running, expiring }

  var reference: TaskReference
  var number: Int64
  var phase = Phase.launching
  var forced: Bool
  var inLowPower: Bool
  var startedAt: Instant
  var handlerSet = false
  /// The step that is under way, from 0.
  var step = 0
  /// Seconds of one fully used processor so far.
  var cpuSeconds = 0.0
  var bytes: Int64 = 0
  /// A transfer found no network.
  var timedOut = false
  /// Why the work itself failed.
  var fault: Cause?
  /// Memory that the present step uses, and whether it holds a lock.
  var memory: Int64 = 0
  var locksFile = false
  /// Why it is being expired.
  var cause: Cause?

  var isRunning: Bool { phase == .running }
}
