internal import TaskTrace

/// Slow continued tasks: the system asks the user whether to go on (scheduler facts 1.6; rules F7, F9, F12).
extension Simulation {
  /// Plans when the task is looked at: after its warm-up, and after an hour.
  mutating func watchProgress(_ task: Int) {
    guard profile.isOn(.slowRule), tasks[task].run?.forced == false else { return }
    plan(task, .warmUpEnd, at: now + profile.span(.warmUpSeconds))
    plan(task, .extended, at: now + profile.span(.extendedSeconds))
  }

  /// Half of the work is expected within the warm-up; a task that did less is asked about.
  mutating func warmedUp(_ task: Int) {
    guard let run = tasks[task].run, let setup = tasks[task].setup.continued else { return }
    let baseline = run.done / max(1, profile[.warmUpSeconds])
    tasks[task].run?.baseline = baseline
    tasks[task].run?.watchedDone = run.done
    plan(task, .pace, at: now + profile.span(.deviationSeconds))
    guard setup.total > 0, run.done / Double(setup.total) < profile[.warmUpShare] else { return }
    ask(task, "slow")
  }

  /// After the warm-up a pace that falls by a fifth for a minute is asked about once more.
  mutating func watchPace(_ task: Int) {
    guard let run = tasks[task].run else { return }
    let pace = (run.done - run.watchedDone) / max(1, profile[.deviationSeconds])
    tasks[task].run?.watchedDone = run.done
    if pace < run.baseline * profile[.deviationShare] { tasks[task].run?.deviations += 1 }
    if tasks[task].run?.deviations == 1, run.deviations == 0 { ask(task, "deviating") }
    plan(task, .pace, at: now + profile.span(.deviationSeconds))
  }

  /// The system asks, if the app is not in front; the scenario knows the answer.
  mutating func ask(_ task: Int, _ what: Cause) {
    guard let run = tasks[task].run, let setup = tasks[task].setup.continued else { return }
    let app = tasks[task].app
    guard apps[app].state != .foreground else { return }
    tasks[task].run?.questions += 1
    let share = setup.total > 0 ? "is \(Int(run.done * 100 / Double(setup.total)))% complete" : "is still running"
    let text = "\(setup.title) \(share). Do you want to continue running this task in the background?"
    emit(.layer(name: "continuedProcessing", what: what, run.reference, detail: text))
    guard setup.answer != .none else { return }
    plan(task, .answer(setup.answer == .goOn), at: now + profile.span(.answerSeconds))
  }

  mutating func answered(_ task: Int, goesOn: Bool) {
    guard let run = tasks[task].run else { return }
    let what: Cause = goesOn ? "continue" : "stop"
    emit(.layer(name: "continuedProcessing", what: what, run.reference, detail: "the user's answer"))
    if !goesOn { expire(task, cause: "userCancel") }
  }

  /// A card of an attempt that failed is still there: now there are two (rule F12).
  mutating func showCard(_ task: Int) {
    guard let run = tasks[task].run, let until = tasks[task].cardUntil else { return }
    tasks[task].cardUntil = nil
    guard now < until else { return }
    emit(
      .layer(
        name: "continuedProcessing", what: "secondCard", run.reference,
        detail: "the card of the attempt that failed is still shown"))
  }
}
