internal import TaskTrace

extension Simulation {
  /// The code of a background task that did not complete in time (Apple, "Identify the cause of a SIGKILL").
  static let overdueCode: UInt64 = 0x2182_BAD2

  static func overdueCode(_ kind: TaskKind) -> UInt64 { kind == .fetch ? 0x2182_BAD4 : overdueCode }

  /// A run's time is over: its expiration handler is called, or, without one, it ends unsuccessfully (rules E5–E9).
  mutating func expire(_ task: Int, cause: Cause) {
    guard let run = tasks[task].run, run.isRunning else { return }
    guard run.handlerSet else {
      let id = run.reference.task.rawValue
      let text =
        "Client didn't provide an expiration handler for task \(id), completing with NO success for them"
      emit(.note(Note(text, process: apps[tasks[task].app].setup.name, level: .error)))
      finish(task, RunEnd(.unwarned, cause: cause, seen: "nothing"))
      return
    }
    // One span of grace for all handlers of the app: a second expiry does not prolong it (rule E6).
    let app = tasks[task].app
    let deadline = apps[app].graceUntil ?? now + profile.span(.expirationGrace)
    apps[app].graceUntil = deadline
    tasks[task].run?.phase = .expiring
    tasks[task].run?.cause = cause
    emit(.warned(run.reference, cause: cause, deadline: deadline))
    emit(.handler(run.reference, "called"))
    if let reaction = tasks[task].setup.handler.reaction, now + reaction < deadline {
      plan(task, .reaction, at: now + reaction)
    } else {
      plan(task, .graceEnd, at: deadline)
    }
  }

  /// The expiration handler has completed the task.
  mutating func react(_ task: Int) {
    guard let run = tasks[task].run else { return }
    emit(.completed(run.reference, success: false))
    emit(.handler(run.reference, "cleared"))
    finish(task, RunEnd(.expired, cause: run.cause, seen: "expirationHandler"))
  }

  /// The grace is over and the task is not complete: the process is ended (rules D8, E10).
  mutating func overrun(_ task: Int) {
    guard let run = tasks[task].run else { return }
    let app = tasks[task].app
    let code = Self.overdueCode(tasks[task].setup.kind)
    emit(.killed(run.reference, bundle: apps[app].setup.bundle, code: code, cause: "overran"))
    apps[app].isEnding = true
    finish(task, RunEnd(.killed, cause: run.cause, seen: "expirationHandler"))
    end(app, as: .terminated, cause: "killed")
  }

  /// The continued task that made the least progress: the first to go under pressure (rule F8).
  func leastProgress() -> Int? {
    var least: (task: Int, share: Double)?
    for task in tasks.indices {
      guard let run = tasks[task].run, run.isRunning, let setup = tasks[task].setup.continued else { continue }
      var share = setup.total > 0 ? run.done / Double(setup.total) : 0
      if profile.isOn(.pressureByRate) { share /= max(1, (now - run.startedAt).seconds) }
      if let found = least, found.share <= share { continue }
      least = (task, share)
    }
    return least?.task
  }
}
