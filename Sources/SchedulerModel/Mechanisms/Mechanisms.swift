internal import TaskTrace

/// The list of mechanisms. To add one, add a folder next to this file, and a line in each part of the list.
struct Mechanisms: Sendable {
  var conditions: DeviceChanges
  var timeline: Timeline
  var habits: Habits
  var captions: Captions
  var budgets: Budgets
  var battery: Battery
  var processes: Processes
  var assertions: Assertions
  var transfers: Transfers
  var layers: LibraryLayers
  var registrations: Registrations
  var submissions: Submissions
  var pushes: Pushes
  var scheduling: Scheduling
  var runs: Runs
  var continued: ContinuedTasks
  var cpuMonitor: CPUMonitor

  init(_ scenario: Scenario, _ entities: Entities) {
    conditions = DeviceChanges(scenario, entities)
    timeline = Timeline(scenario, entities)
    habits = Habits(scenario, entities)
    captions = Captions(scenario, entities)
    budgets = Budgets(scenario, entities)
    battery = Battery(scenario, entities)
    processes = Processes(scenario, entities)
    assertions = Assertions(scenario, entities)
    transfers = Transfers(scenario, entities)
    layers = LibraryLayers(scenario, entities)
    registrations = Registrations(scenario, entities)
    submissions = Submissions(scenario, entities)
    pushes = Pushes(scenario, entities)
    scheduling = Scheduling(scenario, entities)
    runs = Runs(scenario, entities)
    continued = ContinuedTasks(scenario, entities)
    cpuMonitor = CPUMonitor(scenario, entities)
  }

  /// All of them, in the order in which they are notified; the order affects the trace.
  static let all: [any Mechanism.Type] = [
    DeviceChanges.self, Timeline.self, Habits.self, Captions.self, Budgets.self, Battery.self, Processes.self,
    Assertions.self, Transfers.self, LibraryLayers.self, Registrations.self, Submissions.self, Pushes.self,
    Scheduling.self, Runs.self, ContinuedTasks.self, CPUMonitor.self,
  ]
}

/// What the event queue of a simulation holds: what a mechanism planned.
enum Due: Sendable {
  case conditions(DeviceChanges.Moment)
  case timeline(Timeline.Moment)
  case habits(Habits.Moment)
  case captions(Captions.Moment)
  case budgets(Budgets.Moment)
  case battery(Battery.Moment)
  case processes(Processes.Moment)
  case assertions(Assertions.Moment)
  case transfers(Transfers.Moment)
  case layers(LibraryLayers.Moment)
  case registrations(Registrations.Moment)
  case submissions(Submissions.Moment)
  case pushes(Pushes.Moment)
  case scheduling(Scheduling.Moment)
  case runs(Runs.Moment)
  case continued(ContinuedTasks.Moment)
  case cpuMonitor(CPUMonitor.Moment)

  func handle(in world: inout Simulation) {
    switch self {
    case .conditions(let moment): DeviceChanges.handle(moment, in: &world)
    case .timeline(let moment): Timeline.handle(moment, in: &world)
    case .habits(let moment): Habits.handle(moment, in: &world)
    case .captions(let moment): Captions.handle(moment, in: &world)
    case .budgets(let moment): Budgets.handle(moment, in: &world)
    case .battery(let moment): Battery.handle(moment, in: &world)
    case .processes(let moment): Processes.handle(moment, in: &world)
    case .assertions(let moment): Assertions.handle(moment, in: &world)
    case .transfers(let moment): Transfers.handle(moment, in: &world)
    case .layers(let moment): LibraryLayers.handle(moment, in: &world)
    case .registrations(let moment): Registrations.handle(moment, in: &world)
    case .submissions(let moment): Submissions.handle(moment, in: &world)
    case .pushes(let moment): Pushes.handle(moment, in: &world)
    case .scheduling(let moment): Scheduling.handle(moment, in: &world)
    case .runs(let moment): Runs.handle(moment, in: &world)
    case .continued(let moment): ContinuedTasks.handle(moment, in: &world)
    case .cpuMonitor(let moment): CPUMonitor.handle(moment, in: &world)
    }
  }
}
