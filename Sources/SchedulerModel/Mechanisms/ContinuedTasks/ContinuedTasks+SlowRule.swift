internal import TaskTrace

extension ContinuedTasks {
  /// The continued task that made the least progress: the first to be ended under pressure (rule F8).
  static func leastAdvanced(in world: Simulation) -> TaskIndex? {
    var lowest: (task: TaskIndex, share: Double)?
    for task in world.tasks.indices {
      guard let run = world.state.runs.tasks[task].run, run.isRunning, let setup = world.tasks[task].setup.continued
      else { continue }
      let work = world.state.continued.tasks[task]
      var share = setup.total > 0 ? work.done / Double(setup.total) : 0
      if world.profile.isOn(.pressureByRate) { share /= max(1, (world.now - run.startedAt).seconds) }
      if let found = lowest, found.share <= share { continue }
      lowest = (task, share)
    }
    return lowest?.task
  }

  /// Plans when the task is checked: after its warm-up, and after an hour.
  static func watchProgress(_ task: TaskIndex, in world: inout Simulation) {
    guard world.profile.isOn(.slowRule), world.state.runs.tasks[task].run?.forced == false else { return }
    plan(task, .warmUpEnd, at: world.now + world.profile.span(.warmUpSeconds), in: &world)
    plan(task, .extended, at: world.now + world.profile.span(.extendedSeconds), in: &world)
  }

  /// Half of the work is expected within the warm-up; a task that did less is asked about.
  static func warmedUp(_ task: TaskIndex, in world: inout Simulation) {
    guard let setup = world.tasks[task].setup.continued else { return }
    let work = world.state.continued.tasks[task]
    let baseline = work.done / max(1, world.profile[.warmUpSeconds])
    world.state.continued.tasks[task].baseline = baseline
    world.state.continued.tasks[task].watchedDone = work.done
    plan(task, .pace, at: world.now + world.profile.span(.deviationSeconds), in: &world)
    guard setup.total > 0, work.done / Double(setup.total) < world.profile[.warmUpShare] else { return }
    ask(task, .slow, in: &world)
  }

  /// After the warm-up a pace that falls by a fifth for a minute is asked about once more.
  static func watchPace(_ task: TaskIndex, in world: inout Simulation) {
    let work = world.state.continued.tasks[task]
    let pace = (work.done - work.watchedDone) / max(1, world.profile[.deviationSeconds])
    world.state.continued.tasks[task].watchedDone = work.done
    if pace < work.baseline * world.profile[.deviationShare] { world.state.continued.tasks[task].deviations += 1 }
    if world.state.continued.tasks[task].deviations == 1, work.deviations == 0 { ask(task, .deviating, in: &world) }
    plan(task, .pace, at: world.now + world.profile.span(.deviationSeconds), in: &world)
  }

  /// The system asks if the app is not in the foreground; the scenario specifies the answer.
  static func ask(_ task: TaskIndex, _ what: Cause, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run, let setup = world.tasks[task].setup.continued else { return }
    let work = world.state.continued.tasks[task]
    let app = world.tasks[task].app
    guard world.apps[app].state != .foreground else { return }
    world.state.continued.tasks[task].questions += 1
    let share = setup.total > 0 ? "is \(Int(work.done * 100 / Double(setup.total)))% complete" : "is still running"
    let text = "\(setup.title) \(share). Do you want to continue running this task in the background?"
    world.emit(.layer(name: "continuedProcessing", what: what, run.reference, detail: text))
    guard setup.answer != .none else { return }
    plan(
      task, .answer(continues: setup.answer == .proceed), at: world.now + world.profile.span(.answerSeconds), in: &world
    )
  }

  static func answered(_ task: TaskIndex, continues: Bool, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run else { return }
    let what: Cause = continues ? .continue : .stop
    world.emit(.layer(name: "continuedProcessing", what: what, run.reference, detail: "the user's answer"))
    if !continues { Runs.expire(task, cause: .userCancel, in: &world) }
  }

  /// The card of a failed attempt is still there: now there are two (rule F12).
  static func showCard(_ task: TaskIndex, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run, let until = world.state.continued.tasks[task].cardUntil else {
      return
    }
    world.state.continued.tasks[task].cardUntil = nil
    guard world.now < until else { return }
    world.emit(
      .layer(
        name: "continuedProcessing", what: .secondCard, run.reference,
        detail: "the card of the attempt that failed is still shown"))
  }

  static func answer(_ id: TaskIdentifier, continues: Bool, in world: inout Simulation) throws(CommandRefusal) {
    guard let task = world.taskIndex(id) else {
      throw .unknownTask(id, nearest: nearestName(to: id.rawValue, among: world.tasks.map(\.setup.id.rawValue)))
    }
    guard world.tasks[task].setup.kind == .continued else { throw .notContinued(id) }
    guard let run = world.state.runs.tasks[task].run, run.isRunning else { throw .notRunning(id) }
    let work = world.state.continued.tasks[task]
    guard work.questions > 0 else { throw .noChange("No one has asked about \(id.rawValue) yet") }
    answered(task, continues: continues, in: &world)
  }
}
