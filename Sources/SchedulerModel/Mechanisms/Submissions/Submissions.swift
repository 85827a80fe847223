internal import TaskTrace

/// Requests that wait, and how they are submitted, refused, replaced and cancelled (rules B1–B21).
struct Submissions: Mechanism {
  enum Moment: Sendable {
    /// `submitTaskRequest` returns its verdict.
    case verdict(TaskIndex, process: Int)
    case retry(TaskIndex, process: Int)
    /// A request is dropped without a word.
    case prune(TaskIndex, number: Int)
  }

  /// What is known about a task's requests.
  struct State: Hashable, Sendable {
    var pending: Pending?
    /// The earliest begin that a library asked for, instead of the scenario's.
    var earliestAt: Instant?
    /// Refusals since the last success, for apps that try again.
    var retries: Int64 = 0
  }

  var tasks: Table<TaskIndex, State>
  /// Tasks with a pending request, in the order of submission.
  var waiting: [TaskIndex] = []
  /// How many requests were accepted so far.
  var count = 0
  var ids: SeededGenerator

  init(_ scenario: Scenario, _ entities: Entities) {
    tasks = Table(repeating: State(), like: entities.tasks)
    ids = SeededGenerator(seed: entities.seed, stream: .activityID)
  }

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .verdict(let task, let process): returnVerdict(task, process: process, in: &world)
    case .retry(let task, let process): tryAgain(task, process: process, in: &world)
    case .prune(let task, let number):
      guard world.state.submissions.tasks[task].pending?.number == number else { return }
      cancel(task, cause: .pruned, in: &world)
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    switch notice {
    case .appBegins(let app): submitWhatIsPending(app, in: &world)
    case .forceQuit(let app):
      for task in world.state.submissions.waiting where world.tasks[task].app == app {
        switch world.tasks[task].setup.kind {
        case .refresh, .continued, .push, .fetch: cancel(task, cause: .forceQuit, in: &world)
        case .processing, .healthResearch, .activity: break
        }
      }
    case .installed(let app):
      for task in world.state.submissions.waiting where world.tasks[task].app == app {
        cancel(task, cause: .uninstalled, in: &world)
      }
    case .runEnded(let task, _, _):
      // The system resubmits fetches and activities.
      switch world.tasks[task].setup.kind {
      case .fetch, .activity: submit(task, in: &world)
      case .refresh, .processing, .healthResearch, .continued, .push: break
      }
    default: break
    }
  }

  static func brokenInvariants(in world: Simulation) -> [String] {
    let state = world.state.submissions
    var broken: [String] = []
    if Set(state.waiting).count != state.waiting.count
      || state.tasks.count(where: { $0.pending != nil }) != state.waiting.count
      || !state.waiting.allSatisfy({ state.tasks[$0].pending != nil })
    {
      broken.append("the list of waiting tasks is the tasks that wait")
    }
    for task in state.waiting {
      guard let pending = state.tasks[task].pending else { continue }
      if pending.submittedAt > pending.windowStart || pending.windowStart > pending.windowEnd
        || pending.submittedAt > world.now
      {
        broken.append("the window of \(world.tasks[task].setup.id.rawValue) comes after its submission")
      }
    }
    for app in world.apps.indices { broken += brokenLimits(app, in: world) }
    return broken
  }

  private static func brokenLimits(_ app: AppIndex, in world: Simulation) -> [String] {
    let runtime = world.apps[app]
    let pending = world.state.submissions.waiting.filter { world.tasks[$0].app == app }.map {
      world.tasks[$0].setup.kind
    }
    var broken: [String] = []
    if pending.count(where: { $0 == .refresh }) > world.profile.count(.refreshLimit) {
      broken.append("\(runtime.setup.bundle) keeps to its number of refresh requests")
    }
    if pending.count(where: { $0 == .processing || $0 == .healthResearch }) > world.profile.count(.processingLimit) {
      broken.append("\(runtime.setup.bundle) keeps to its number of processing requests")
    }
    if runtime.state == .forceQuit, pending.contains(.refresh) || pending.contains(.continued) {
      broken.append("\(runtime.setup.bundle) was force-quit and has no refresh or continued request")
    }
    return broken
  }
}

/// A request that waits.
struct Pending: Hashable, Sendable {
  var id: ActivityID
  /// The order of submission.
  var number: Int
  var submittedAt: Instant
  var windowStart: Instant
  var windowEnd: Instant
  var inLowPower: Bool

  var window: TimeSpan { windowEnd - windowStart }
}
