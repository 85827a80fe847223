internal import TaskTrace

/// Which of the requests that wait start, and when (rules C1–C40).
struct Scheduling: Mechanism {
  enum Moment: Sendable {
    /// The result for a request can differ now although nothing has happened.
    case evaluate(TaskIndex, generation: Int)
  }

  /// What the scheduler has determined and reported about a task's pending request.
  struct Outlook: Hashable, Sendable {
    var optimalScore = 0.0
    var optimalAt: Instant
    var optimalUntil: Instant
    /// What was last reported about it, so that nothing is reported twice.
    var lastReported: QuickScore?
    var lastReportedSlot: Int?
    var lastReportedHold: Hold?
    /// Counts planned evaluations, so that older plans are ignored.
    var generation = 0
    var dueAt: Instant?
    /// When the requests of other apps that are ahead of it are through.
    var contendedUntil: Instant?

    init(windowStart: Instant) { (optimalAt, optimalUntil) = (windowStart, windowStart) }
  }

  var tasks: Table<TaskIndex, Outlook>

  init(_ scenario: Scenario, _ entities: Entities) {
    tasks = Table(repeating: Outlook(windowStart: .zero), like: entities.tasks)
  }

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .evaluate(let task, let generation):
      guard world.state.submissions.tasks[task].pending != nil,
        world.state.scheduling.tasks[task].generation == generation
      else { return }
      world.agenda.tasks.append(task)
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    guard case .filed(let task) = notice, let pending = world.state.submissions.tasks[task].pending else { return }
    var outlook = Outlook(windowStart: pending.windowStart)
    // What was planned for an earlier request is not for this one.
    outlook.generation = world.state.scheduling.tasks[task].generation
    world.state.scheduling.tasks[task] = outlook
  }
}
