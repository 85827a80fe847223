internal import TaskTrace

extension Runs {
  /// The code of a background task that did not complete in time (Apple, "Identify the cause of a SIGKILL").
  static let overdueCode: UInt64 = 0x2182_BAD2

  static func overdueCode(_ kind: TaskKind) -> UInt64 { kind == .fetch ? 0x2182_BAD4 : overdueCode }

  /// A run's time is over: its expiration handler is called, or, without one, it ends unsuccessfully (rules E5–E9).
  static func expire(_ task: TaskIndex, cause: Cause, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run, run.isRunning else { return }
    guard run.handlerSet else {
      let id = run.reference.task.rawValue
      let text =
        "Client didn't provide an expiration handler for task \(id), completing with NO success for them"
      world.emit(.note(Note(text, process: world.apps[world.tasks[task].app].setup.name, level: .error)))
      finish(task, RunEnd(.unwarned, cause: cause, seen: .nothing), in: &world)
      return
    }
    // One span of grace for all handlers of the app: a second expiry does not prolong it (rule E6).
    let app = world.tasks[task].app
    let deadline = world.state.runs.apps[app].graceUntil ?? world.now + world.profile.span(.expirationGrace)
    world.state.runs.apps[app].graceUntil = deadline
    world.state.runs.tasks[task].run?.phase = .expiring
    world.state.runs.tasks[task].run?.cause = cause
    world.emit(.warned(run.reference, cause: cause, deadline: deadline))
    world.emit(.handler(run.reference, .called))
    if let reaction = world.tasks[task].setup.handler.reaction, world.now + reaction < deadline {
      plan(task, .reaction, at: world.now + reaction, in: &world)
    } else {
      plan(task, .graceEnd, at: deadline, in: &world)
    }
  }

  /// The expiration handler has completed the task.
  static func react(_ task: TaskIndex, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run else { return }
    world.emit(.completed(run.reference, success: false))
    world.emit(.handler(run.reference, .cleared))
    finish(task, RunEnd(.expired, cause: run.cause, seen: .expirationHandler), in: &world)
  }

  /// The grace is over and the task is not complete: the process is ended (rules D8, E10).
  static func overrun(_ task: TaskIndex, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run else { return }
    let app = world.tasks[task].app
    let code = Self.overdueCode(world.tasks[task].setup.kind)
    world.emit(.killed(run.reference, bundle: world.apps[app].setup.bundle, code: code, cause: .overran))
    world.apps[app].isEnding = true
    finish(task, RunEnd(.killed, cause: run.cause, seen: .expirationHandler), in: &world)
    Processes.end(app, as: .terminated, cause: .killed, in: &world)
  }

  /// A running task is evaluated again: an absolute objection ends it, and any objection ends processing (rules C11,
  /// C34).
  ///
  /// A refresh continues when the device is picked up; a manually launched run is never ended.
  static func judgeAll(in world: inout Simulation) {
    for task in world.tasks.indices {
      guard let run = world.state.runs.tasks[task].run, run.isRunning, !run.forced else { continue }
      let quick = QuickScore(Scheduling.policyInput(task, explains: false, in: world))
      let strict = world.tasks[task].setup.kind == .processing || world.tasks[task].setup.kind == .healthResearch
      guard quick.decision == .absolutelyMustNotProceed || strict && quick.decision.denies else { continue }
      expire(task, cause: Scheduling.cause(of: quick.objections), in: &world)
    }
  }
}
