internal import TaskTrace

extension Runs {
  /// The work is done: the app reports it, or forgets to.
  static func finishWork(_ task: TaskIndex, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run else { return }
    let handler = world.tasks[task].setup.handler
    if handler.rearm == .last, world.tasks[task].setup.kind != .continued, !LibraryLayers.isTick(task, in: world) {
      Submissions.submit(task, in: &world)
      guard world.state.runs.tasks[task].run != nil else { return }
    }
    // The end of a SwiftUI action completes it (rule D13).
    guard handler.completes != .never || world.tasks[task].setup.swiftUI else {
      // An app that keeps no reference to the task can no longer complete it (scheduler facts 1.7).
      let text = "Task \(run.reference.task.rawValue) dealloc'd without completing. This is a programmer error."
      world.emit(.note(Note(text, process: world.apps[world.tasks[task].app].setup.name, level: .error)))
      return
    }
    world.state.runs.tasks[task].checkpoint = 0
    let success = handler.completes != .failure && !run.timedOut && run.fault == nil
    world.emit(.completed(run.reference, success: success))
    if run.handlerSet { world.emit(.handler(run.reference, .cleared)) }
    if handler.completes == .twice {
      let text = "Task \(run.reference.task.rawValue) was completed twice. This is a programmer error."
      world.emit(.note(Note(text, process: world.apps[world.tasks[task].app].setup.name, level: .error)))
    }
    finish(task, RunEnd(success ? .succeeded : .failed, cause: run.fault ?? .completed), in: &world)
  }

  /// A run is over, however it ended.
  static func finish(_ task: TaskIndex, _ end: RunEnd, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run else { return }
    if world.tasks[task].setup.handler.resumes, end.outcome != .succeeded, end.outcome != .failed {
      world.state.runs.tasks[task].checkpoint = run.step
    }
    world.emit(.ended(run.reference, end))
    world.state.runs.tasks[task].run = nil
    remember(task, run, end, in: &world)
    count(task, by: -1, in: &world)
    let app = world.tasks[task].app
    if !world.apps[app].tasks.contains(where: { world.state.runs.tasks[$0].run?.phase == .expiring }) {
      world.state.runs.apps[app].graceUntil = nil
    }
    world.notify(.runEnded(task, run, end))
    Processes.rest(app, in: &world)
    world.agenda.improved = true
  }

  /// What the end of a run leaves behind: a lock that was never released, and a reputation.
  static func remember(_ task: TaskIndex, _ run: Run, _ end: RunEnd, in world: inout Simulation) {
    let app = world.tasks[task].app
    let wasCutOff = end.outcome == .expired || end.outcome == .unwarned
    if run.locksFile, wasCutOff { world.apps[app].holdsLock = true }
    guard world.profile.isOn(.reliabilityCounts), !run.forced else { return }
    let before = world.state.runs.apps[app].reliability
    switch end.outcome {
    case .succeeded, .failed: world.state.runs.apps[app].reliability += (1 - before) * world.profile[.reliabilityGain]
    case .expired, .unwarned: world.state.runs.apps[app].reliability -= before * world.profile[.reliabilityLoss] / 3
    case .killed, .crashed: world.state.runs.apps[app].reliability -= before * world.profile[.reliabilityLoss]
    case .unknown: break
    }
    world.state.runs.apps[app].reliability = min(1, max(0, world.state.runs.apps[app].reliability))
    guard world.state.runs.apps[app].reliability != before else { return }
    let name = "reliability.\(world.apps[app].setup.bundle)"
    world.emit(.budget(name: name, value: world.state.runs.apps[app].reliability, capacity: 1, cause: end.cause))
  }

  /// The process has ended, and its runs with it.
  static func endAll(_ app: AppIndex, cause: Cause, in world: inout Simulation) {
    for task in world.apps[app].tasks {
      guard let run = world.state.runs.tasks[task].run else { continue }
      // A handler that was called was seen, though its task was not complete in time.
      let seen: Cause = run.phase == .expiring ? .expirationHandler : .nothing
      finish(task, RunEnd(.killed, cause: cause, seen: seen), in: &world)
    }
    world.state.runs.apps[app].graceUntil = nil
  }
}
