internal import TaskTrace

extension Runs {
  /// The process is up: its handler is called.
  static func enter(_ task: TaskIndex, in world: inout Simulation) {
    let setup = world.tasks[task].setup
    let app = world.tasks[task].app
    if Processes.crashIfPending(app, in: &world) { return }
    if setup.crashesBeforeBody {
      Processes.crash(task, "Fatal error before the handler of \(setup.id.rawValue)", cause: .beforeBody, in: &world)
      return
    }
    guard world.state.registrations.isRegistered[task] else {
      Processes.crash(task, "No launch handler registered for task with identifier \(setup.id.rawValue)", in: &world)
      return
    }
    // A handler that is bound to the main actor traps on the queue that `using: nil` gives it (rule A12).
    if setup.mainActor, setup.queue == .background, setup.kind != .push, setup.kind != .fetch {
      Processes.crash(
        task, "BUG IN CLIENT OF LIBDISPATCH: Block was expected to execute on queue", cause: .isolation, in: &world)
      return
    }
    let handlerWait = setup.swiftUI ? .zero : setup.handler.setsExpiration
    if let handlerWait { plan(task, .setHandler, at: world.now + handlerWait, in: &world) }
    if setup.kind == .continued {
      ContinuedTasks.beginProgress(task, in: &world)
      return
    }
    if LibraryLayers.isTick(task, in: world) {
      LibraryLayers.beginTick(task, in: &world)
      return
    }
    if setup.handler.rearm == .first, setup.kind != .push, setup.kind != .fetch, setup.kind != .activity {
      Submissions.submit(task, in: &world)
      guard world.state.runs.tasks[task].run != nil else { return }
    }
    let first = setup.handler.resumes ? world.state.runs.tasks[task].checkpoint : 0
    world.state.runs.tasks[task].run?.step = first
    plan(task, .step(first), at: world.now, in: &world)
  }

  static func setHandler(_ task: TaskIndex, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run else { return }
    world.state.runs.tasks[task].run?.handlerSet = true
    world.emit(.handler(run.reference, .set))
  }

  /// A step begins, and the one before it is over; after the last the work is done.
  static func step(_ task: TaskIndex, _ index: Int, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run else { return }
    let handler = world.tasks[task].setup.handler
    if index > run.step, run.step < handler.steps.count { account(task, handler.steps[run.step], in: &world) }
    world.state.runs.tasks[task].run?.step = index
    guard index < handler.steps.count else {
      finishWork(task, in: &world)
      return
    }
    let step = handler.steps[index]
    guard prepare(task, step, in: &world) else { return }
    world.emit(.step(run.reference, Step(index: index + 1, count: handler.steps.count, name: step.name)))
    var length = step.length
    if step.jitter > .zero {
      var generator = SeededGenerator(seed: world.seed, stream: .step, task.rawValue << 16 | index, run.number)
      let range = step.jitter.microseconds
      length += TimeSpan(microseconds: generator.draw(in: -range...range))
    }
    if step.bytes > 0, !world.device.network.isReachable {
      length = max(length, world.profile.span(.networkTimeout))
      world.state.runs.tasks[task].run?.timedOut = true
    }
    world.notify(.stepBegan(task, index: index, load: step.cpu, length: length))
    plan(task, .step(index + 1), at: world.now + length, in: &world)
  }

  /// A run's work used this many seconds of one fully used processor.
  static func spend(cpuSeconds: Double, _ task: TaskIndex, in world: inout Simulation) {
    world.state.runs.tasks[task].run?.cpuSeconds += cpuSeconds
  }

  private static func account(_ task: TaskIndex, _ step: HandlerSetup.Step, in world: inout Simulation) {
    spend(cpuSeconds: step.length.seconds * step.cpu / 100, task, in: &world)
    if world.device.network.isReachable { world.state.runs.tasks[task].run?.bytes += step.bytes }
  }
}
