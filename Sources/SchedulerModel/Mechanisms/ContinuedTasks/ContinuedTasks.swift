internal import TaskTrace

/// Continued-processing tasks: their progress, stalls, questions and cards (rules F1–F17).
struct ContinuedTasks: Mechanism {
  /// The next step in a run.
  struct Moment: Sendable {
    var task: TaskIndex
    var number: Int64
    var what: What

    enum What: Sendable {
      case report
      case stall
      case warmUpEnd
      case pace
      case extended
      case answer(continues: Bool)
    }
  }

  /// The progress of the present run, and what remains of an earlier one.
  struct State: Hashable, Sendable {
    /// Units.
    var done = 0.0
    var reported: Int64 = -1
    var reportedAt = Instant.zero
    var stalled = false
    /// Units a second of the warm-up, and the units at which the present minute of watching began.
    var baseline = 0.0
    var watchedDone = 0.0
    var deviations = 0
    /// How many questions the user was asked.
    var questions = 0
    /// Until when the card of a failed task is on the screen.
    var cardUntil: Instant?
  }

  var tasks: Table<TaskIndex, State>

  init(_ scenario: Scenario, _ entities: Entities) { tasks = Table(repeating: State(), like: entities.tasks) }

  static func handle(_ moment: Moment, in world: inout Simulation) {
    let task = moment.task
    guard let run = world.state.runs.tasks[task].run, run.number == moment.number, run.isRunning else { return }
    switch moment.what {
    case .report: report(task, in: &world)
    case .stall: stall(task, in: &world)
    case .warmUpEnd: warmedUp(task, in: &world)
    case .pace: watchPace(task, in: &world)
    case .extended: ask(task, .extended, in: &world)
    case .answer(let continues): answered(task, continues: continues, in: &world)
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    switch notice {
    case .launching(let task):
      guard world.tasks[task].setup.kind == .continued else { return }
      var fresh = State()
      fresh.cardUntil = world.state.continued.tasks[task].cardUntil
      world.state.continued.tasks[task] = fresh
    case .runEnded(let task, _, let end):
      guard world.tasks[task].setup.kind == .continued, end.outcome != .succeeded, end.outcome != .crashed else {
        return
      }
      world.state.continued.tasks[task].cardUntil = world.now + world.profile.span(.cardHours) * 3_600
    default: break
    }
  }

  static func brokenInvariants(in world: Simulation) -> [String] {
    let forced = world.state.runs.tasks.count { $0.run?.forced == true }
    var broken: [String] = []
    if running(in: world) > world.profile.count(.continuedConcurrency) + forced {
      broken.append("continued tasks keep to their number")
    }
    for task in world.tasks.indices where world.state.runs.tasks[task].run != nil {
      guard let setup = world.tasks[task].setup.continued, setup.total > 0 else { continue }
      guard !(0...Double(setup.total)).contains(world.state.continued.tasks[task].done) else { continue }
      broken.append("\(world.tasks[task].setup.id.rawValue) has done no more units than it has")
    }
    return broken
  }

  static func plan(_ task: TaskIndex, _ what: Moment.What, at instant: Instant, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run else { return }
    world.queue.insert(.continued(Moment(task: task, number: run.number, what: what)), at: instant)
  }
}
