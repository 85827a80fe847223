internal import TaskTrace

/// The CPU monitor ends background work above 80% over 60 s, except processing on a charger (rules C14, E16).
struct CPUMonitor: Mechanism {
  /// A step has used too much CPU for too long, if it is still in progress.
  struct Moment: Sendable {
    var task: TaskIndex
    var number: Int64
    var step: Int
  }

  init(_ scenario: Scenario, _ entities: Entities) {}

  static func handle(_ moment: Moment, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[moment.task].run, run.number == moment.number, run.isRunning,
      run.step == moment.step
    else { return }
    let app = world.tasks[moment.task].app
    let bundle = world.apps[app].setup.bundle
    world.emit(.killed(run.reference, bundle: bundle, code: nil, cause: .cpuResourceLimit))
    Processes.end(app, as: .terminated, cause: .cpuResourceLimit, in: &world)
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    guard case .stepBegan(let task, let index, let load, let length) = notice,
      let run = world.state.runs.tasks[task].run
    else { return }
    let setup = world.tasks[task].setup
    let isExempt = setup.requiresPower && world.device.plugged || setup.kind == .continued
    let patience = world.profile.span(.cpuMonitorSeconds)
    guard !isExempt, load > world.profile[.cpuMonitorLevel], length > patience else { return }
    world.queue.insert(.cpuMonitor(Moment(task: task, number: run.number, step: index)), at: world.now + patience)
  }
}
