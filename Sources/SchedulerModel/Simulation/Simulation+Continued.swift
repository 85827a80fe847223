internal import TaskTrace

/// Continued-processing tasks: progress, and what happens without any (rules F1–F17).
extension Simulation {
  mutating func beginProgress(_ task: Int) {
    tasks[task].run?.reportedAt = now
    showCard(task)
    say(task, done: 0)
    planReport(task)
    watchProgress(task)
  }

  /// The app reports: no more often than a hundredth of the whole, so that a bar moves smoothly and no event is idle.
  mutating func report(_ task: Int) {
    guard let run = tasks[task].run, let setup = tasks[task].setup.continued else { return }
    var generator = SeededGenerator(seed: seed, stream: .progress, task, run.number << 20 &+ run.reported)
    let pace = 0.85 + 0.3 * generator.fraction()
    let interval = (now - run.reportedAt).seconds
    var done = run.done + setup.rate * interval * pace
    done = min(done, setup.total > 0 ? Double(setup.total) : 9e18)
    if let limit = setup.stallsAt { done = min(done, Double(limit)) }
    tasks[task].run?.done = done
    tasks[task].run?.cpuSeconds += interval * setup.cpu / 100
    tasks[task].run?.reportedAt = now
    if Int64(done) > run.reported { say(task, done: Int64(done)) }
    if setup.total > 0, Int64(done) >= setup.total {
      finishWork(task)
      return
    }
    planReport(task)
  }

  private mutating func say(_ task: Int, done: Int64) {
    guard let run = tasks[task].run, let setup = tasks[task].setup.continued else { return }
    tasks[task].run?.reported = done
    let progress = Progress(
      completed: done, total: setup.total, title: Self.title(setup, done: done),
      subtitle: Self.subtitle(setup, done: done),
      stallsAt: now + patience(setup, reported: done > 0))
    emit(.progress(run.reference, progress))
  }

  /// 30 s without progress is a stall, 45 s for a task that never reported any and does not know its end (facts 1.6).
  private func patience(_ setup: ContinuedSetup, reported: Bool) -> TimeSpan {
    profile.span(setup.total <= 0 && !reported ? .stallSecondsIndeterminate : .stallSeconds)
  }

  private mutating func planReport(_ task: Int) {
    guard let run = tasks[task].run, let setup = tasks[task].setup.continued else { return }
    var wait = max(setup.every, TimeSpan(seconds: 1 / setup.rate))
    let patience = patience(setup, reported: run.reported > 0)
    // Long work reports less often here than it would, though never so seldom that this alone were a stall.
    let hundredth = TimeSpan(seconds: Double(max(0, setup.total)) / 100 / setup.rate)
    wait = max(wait, min(hundredth, patience / 2))
    let stopped = setup.stallsAt.map { run.done >= Double($0) } ?? false
    // A unit that takes longer than the system waits is a stall too (rule F9).
    if stopped || wait > patience {
      plan(task, .stall, at: now + patience)
    } else {
      plan(task, .report, at: now + wait)
    }
  }

  mutating func stall(_ task: Int) {
    // Another task of the same app that goes on well keeps this one alive (scheduler facts 1.6).
    let sibling = tasks.indices.contains { other in
      other != task && tasks[other].app == tasks[task].app && tasks[other].setup.kind == .continued
        && tasks[other].run.map { $0.isRunning && !$0.stalled } == true
    }
    if sibling, let run = tasks[task].run {
      say(task, done: run.reported)
      plan(task, .stall, at: now + profile.span(.stallSeconds))
      return
    }
    tasks[task].run?.stalled = true
    if tasks[task].run?.forced == true { expire(task, cause: "stalled") } else { agenda.worsened = true }
  }

  /// `updateTitle(_:subtitle:)` may change both as the work goes on (rule F5).
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
}
