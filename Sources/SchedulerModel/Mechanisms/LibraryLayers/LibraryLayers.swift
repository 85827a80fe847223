internal import TaskTrace

/// Libraries on top of the scheduler: one tick, two feeds (rules A14, K1–K24, L1–L6).
struct LibraryLayers: Mechanism {
  enum Moment: Sendable {
    /// The foreground loop wakes.
    case loop(AppIndex, generation: Int)
    /// The next step of the foreground loop's work.
    case work(AppIndex, generation: Int, LayerMoment)
    /// The next step of the work in a run of the tick.
    case run(TaskIndex, number: Int64, LayerMoment)
  }

  var apps: Table<AppIndex, LayerRuntime?>
  /// The work that is under way in the present run of a tick.
  var work: Table<TaskIndex, Int?>

  init(_ scenario: Scenario, _ entities: Entities) {
    apps = Table(entities.apps.map { $0.setup.layer.map(LayerRuntime.init) })
    work = Table(repeating: nil, like: entities.tasks)
  }

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .loop(let app, let generation): loopWakes(app, generation: generation, in: &world)
    case .work(let app, let generation, let what): proceed(app, generation: generation, what, in: &world)
    case .run(let task, let number, let what):
      guard let run = world.state.runs.tasks[task].run, run.number == number, run.isRunning,
        let work = world.state.layers.work[task]
      else { return }
      proceed(world.tasks[task].app, work, inRun: task, what, in: &world)
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    switch notice {
    case .appBegins(let app): begin(app, in: &world)
    case .processBegan(let app): sweep(app, in: &world)
    case .enteredForeground(let app): wakeLoop(app, in: &world)
    case .enteredBackground(let app): leave(app, in: &world)
    case .processEnds(let app, _): end(app, in: &world)
    case .launching(let task): world.state.layers.work[task] = nil
    case .runEnded(let task, _, let end): if isTick(task, in: world) { tickEnded(task, end, in: &world) }
    default: break
    }
  }

  static func brokenInvariants(in world: Simulation) -> [String] {
    world.apps.indices.filter { app in
      world.state.layers.apps[app]?.isBusy == true
        && (!world.apps[app].isAlive || world.apps[app].state == .suspended)
    }.map { "\(world.apps[$0].setup.bundle) does not run and its library is not busy" }
  }
}

/// The next step in a library's work.
enum LayerMoment: Hashable, Sendable {
  case gateOver
  case done
  /// The time that foreground work has after the app was left is over.
  case runwayOver
}

/// The library of an app. Its entries outlive the process (rule K15).
struct LayerRuntime: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var isActive = true
    /// When it is due; nil once a one-shot ran.
    var next: Instant?
    /// When the present run was due.
    var expected: Instant?
    var attempt = 0
    /// The number of its runs; the results are used in turn.
    var runs = 0
    /// Whether it was started manually, and gets no other attempt (rule K22).
    var isNow = false
  }

  var entries: [Entry]
  /// The work of the foreground loop, and whether it waits at the gate.
  var current: Int?
  /// Counts plans of the loop, so that older ones are ignored.
  var generation = 0
  /// Whether the work of the foreground loop keeps the app running after it leaves the foreground.
  var isBusy: Bool { current != nil }

  init(_ setup: LayerSetup) {
    entries = setup.works.map { work in
      var entry = Entry()
      entry.next = .zero + (work.first ?? work.interval.map { max($0, setup.minInterval) } ?? .zero)
      return entry
    }
  }
}
