internal import TaskTrace

/// A part of the model with its own state: submissions, runs, pushes, transfers …
///
/// A mechanism has a folder and a line in each part of one list, ``Mechanisms``. The value is its state. Its behavior
/// is in static functions that take the whole simulation as `world`, because calls are reentrant: a transfer that ends
/// launches an app, which creates a transfer. A mechanism changes no other mechanism's state, but calls a function of
/// the one that owns it; the device's conditions and the lives of processes are shared. What other mechanisms may need
/// to know, it announces with ``Simulation/notify(_:)``.
protocol Mechanism: Sendable {
  /// What it plans: passed back to ``handle(_:in:)`` when it is due.
  associatedtype Moment: Sendable = Never

  /// The state before instant zero.
  init(_ scenario: Scenario, _ entities: Entities)

  /// Something that it planned is due.
  static func handle(_ moment: Moment, in world: inout Simulation)

  /// Something happened that may concern it.
  static func answer(_ notice: Notice, in world: inout Simulation)

  /// What must hold of its state between any two events; one sentence for each thing that does not.
  static func brokenInvariants(in world: Simulation) -> [String]
}

extension Mechanism {
  static func answer(_ notice: Notice, in world: inout Simulation) {}
  static func brokenInvariants(in world: Simulation) -> [String] { [] }
}

extension Mechanism where Moment == Never {
  static func handle(_ moment: Never, in world: inout Simulation) {}
}

/// The apps and tasks of a simulation, available to every mechanism when its state is created.
struct Entities: Sendable {
  let apps: Table<AppIndex, AppRuntime>
  let tasks: Table<TaskIndex, TaskRuntime>
  let clock: WallClock
  let seed: UInt64

  init(_ scenario: Scenario, clock: WallClock, seed: UInt64) {
    var (apps, tasks): ([AppRuntime], [TaskRuntime]) = ([], [])
    for (index, app) in scenario.apps.enumerated() {
      let first = TaskIndex(tasks.count)
      tasks += app.allTasks.map { TaskRuntime(setup: $0, app: AppIndex(index)) }
      apps.append(AppRuntime(app, tasks: first..<TaskIndex(tasks.count)))
    }
    (self.apps, self.tasks) = (Table(apps), Table(tasks))
    (self.clock, self.seed) = (clock, seed)
  }
}

/// What is announced to all mechanisms, in the order of the list.
enum Notice {
  /// Every mechanism reports its initial state at instant zero.
  case scenarioBegins
  /// An app exists at instant zero: what the system or a library does for it automatically.
  case appBegins(AppIndex)
  /// The initial state is complete: what the scenario specifies is scheduled.
  case scenarioBegan
  /// The user brought an app to the front; its process may still have to begin.
  case opened(AppIndex)
  /// A process began: its launch method runs.
  case processBegan(AppIndex)
  /// The app's own code runs, because it was launched, opened or left.
  case codeRuns(AppIndex, TaskSetup.Trigger)
  /// The app is in the foreground, and its code has run.
  case enteredForeground(AppIndex)
  /// The app is in the background, and its code has run.
  case enteredBackground(AppIndex)
  /// The process is ending. Its runs end last.
  case processEnds(AppIndex, cause: Cause)
  /// The app was swiped away; its process has ended.
  case forceQuit(AppIndex)
  /// The app was deleted and reinstalled; its process has ended.
  case installed(AppIndex)
  /// The device is online again.
  case online
  /// A request was accepted.
  case filed(TaskIndex)
  /// A request became a run, which is being launched.
  case launching(TaskIndex)
  /// A step of a handler's work begins, and will last so long; the load in percent of one processor.
  case stepBegan(TaskIndex, index: Int, load: Double, length: TimeSpan)
  /// A run is over, and no longer in the list of runs.
  case runEnded(TaskIndex, Run, RunEnd)
  /// Something of the device, the apps or the runs changed for better or worse, or both.
  case conditionsChanged(improved: Bool, worsened: Bool)
}
