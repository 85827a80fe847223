internal import TaskTrace

/// Continued-processing tasks: progress, and what happens without any (rules F1–F17).
extension ContinuedTasks {
  static func beginProgress(_ task: TaskIndex, in world: inout Simulation) {
    world.state.continued.tasks[task].reportedAt = world.now
    showCard(task, in: &world)
    emit(task, done: 0, in: &world)
    planReport(task, in: &world)
    watchProgress(task, in: &world)
  }

  /// The app reports progress: at most once per hundredth of the whole, so that a bar moves smoothly and no event is
  /// redundant.
  static func report(_ task: TaskIndex, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run, let setup = world.tasks[task].setup.continued else { return }
    let work = world.state.continued.tasks[task]
    var generator = SeededGenerator(
      seed: world.seed, stream: .progress, task.rawValue, run.number << 20 &+ work.reported)
    let pace = 0.85 + 0.3 * generator.fraction()
    let interval = (world.now - work.reportedAt).seconds
    var done = work.done + setup.rate * interval * pace
    done = min(done, setup.total > 0 ? Double(setup.total) : 9e18)
    if let limit = setup.stallsAt { done = min(done, Double(limit)) }
    world.state.continued.tasks[task].done = done
    Runs.spend(cpuSeconds: interval * setup.cpu / 100, task, in: &world)
    world.state.continued.tasks[task].reportedAt = world.now
    if Int64(done) > work.reported { emit(task, done: Int64(done), in: &world) }
    if setup.total > 0, Int64(done) >= setup.total {
      Runs.finishWork(task, in: &world)
      return
    }
    planReport(task, in: &world)
  }

  private static func emit(_ task: TaskIndex, done: Int64, in world: inout Simulation) {
    guard let run = world.state.runs.tasks[task].run, let setup = world.tasks[task].setup.continued else { return }
    world.state.continued.tasks[task].reported = done
    let progress = Progress(
      completed: done, total: setup.total, title: Self.title(setup, done: done),
      subtitle: Self.subtitle(setup, done: done),
      stallsAt: world.now + patience(setup, reported: done > 0, in: world))
    world.emit(.progress(run.reference, progress))
  }

  /// 30 s without progress is a stall, 45 s for a task that never reported any and does not know its end (facts 1.6).
  private static func patience(_ setup: ContinuedSetup, reported: Bool, in world: Simulation) -> TimeSpan {
    world.profile.span(setup.total <= 0 && !reported ? .stallSecondsIndeterminate : .stallSeconds)
  }

  private static func planReport(_ task: TaskIndex, in world: inout Simulation) {
    guard let setup = world.tasks[task].setup.continued else { return }
    let work = world.state.continued.tasks[task]
    var wait = max(setup.every, TimeSpan(seconds: 1 / setup.rate))
    let patience = patience(setup, reported: work.reported > 0, in: world)
    // Long work reports less often here than it would, though never so seldom that this alone were a stall.
    let hundredth = TimeSpan(seconds: Double(max(0, setup.total)) / 100 / setup.rate)
    wait = max(wait, min(hundredth, patience / 2))
    let stopped = setup.stallsAt.map { work.done >= Double($0) } ?? false
    // A unit that takes longer than the system waits is also a stall (rule F9).
    if stopped || wait > patience {
      plan(task, .stall, at: world.now + patience, in: &world)
    } else {
      plan(task, .report, at: world.now + wait, in: &world)
    }
  }

  static func stall(_ task: TaskIndex, in world: inout Simulation) {
    // Another task of the same app that makes good progress keeps this one alive (scheduler facts 1.6).
    let sibling = world.tasks.indices.contains { other in
      other != task && world.tasks[other].app == world.tasks[task].app && world.tasks[other].setup.kind == .continued
        && world.state.runs.tasks[other].run?.isRunning == true && !world.state.continued.tasks[other].stalled
    }
    if sibling {
      let work = world.state.continued.tasks[task]
      emit(task, done: work.reported, in: &world)
      plan(task, .stall, at: world.now + world.profile.span(.stallSeconds), in: &world)
      return
    }
    world.state.continued.tasks[task].stalled = true
    if world.state.runs.tasks[task].run?.forced == true {
      Runs.expire(task, cause: .stalled, in: &world)
    } else {
      world.agenda.worsened = true
    }
  }

  /// `updateTitle(_:subtitle:)` may change both while the work is in progress (rule F5).
  private static func title(_ setup: ContinuedSetup, done: Int64) -> String {
    setup.titles.last { $0.from <= done }?.title ?? setup.title
  }

  /// The subtitle with `{completed}` and `{total}` filled in.
  static func subtitle(_ setup: ContinuedSetup, done: Int64) -> String {
    let subtitle = setup.titles.last { $0.from <= done && $0.subtitle != nil }?.subtitle ?? setup.subtitle
    guard subtitle.contains("{") else { return subtitle }
    var text = ""
    var rest = Substring(subtitle)
    let values: [(name: String, value: Int64)] = [("{completed}", done), ("{total}", setup.total)]
    while !rest.isEmpty {
      if let (name, value) = values.first(where: { rest.hasPrefix($0.name) }) {
        text += String(value)
        rest = rest.dropFirst(name.count)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text
  }

  /// Runs of continued tasks.
  static func running(in world: Simulation) -> Int {
    world.tasks.indices.count { world.state.runs.tasks[$0].run != nil && world.tasks[$0].setup.kind == .continued }
  }
}
