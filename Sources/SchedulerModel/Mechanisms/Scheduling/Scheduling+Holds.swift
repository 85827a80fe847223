internal import TaskTrace

extension Scheduling {
  /// What holds a request, other than the policies, the most final reason first.
  static func hold(_ task: TaskIndex, _ pending: Pending, in world: Simulation) -> Hold? {
    let app = world.apps[world.tasks[task].app]
    let kind = world.tasks[task].setup.kind
    if app.state == .forceQuit {
      return Hold(.forceQuit, detail: "nothing of it runs until it is opened")
    }
    if kind == .continued, world.tasks[task].setup.neverLaunches {
      return Hold(.fault, detail: "accepted, and never launched: the device does not")
    }
    if kind == .refresh || kind == .fetch || kind == .push, !world.device.backgroundRefresh || !app.backgroundRefresh {
      return Hold(.backgroundRefresh, detail: "Background App Refresh is off")
    }
    if world.now < pending.windowStart {
      return Hold(.window, detail: "may not start earlier", until: pending.windowStart)
    }
    if world.state.runs.tasks[task].run != nil { return Hold(.running, detail: "the same task is still running") }
    if kind == .processing || kind == .healthResearch,
      world.now - app.lastOpened > world.profile.span(.unusedDays) * 86_400
    {
      return Hold(.unused, detail: "the app was not used for \((world.now - app.lastOpened).description)")
    }
    return kind == .push
      ? Pushes.hold(world.tasks[task].app, in: world) : rateLimit(world.tasks[task].app, kind, in: world)
  }

  /// Launches of an app are spaced apart if there were many, and those of processing tasks always (scheduler facts
  /// 3.6).
  private static func rateLimit(_ app: AppIndex, _ kind: TaskKind, in world: Simulation) -> Hold? {
    guard kind != .continued, kind != .activity, let last = world.state.runs.apps[app].launches.last else { return nil }
    guard kind == .processing || Runs.recentLaunches(app, in: world) > world.profile.count(.spacingLaunches) else {
      return nil
    }
    let until = last + world.profile.span(.spacingSeconds)
    guard world.now < until else { return nil }
    return Hold(.rateLimit, detail: "launches of an app keep apart", until: until)
  }

  /// What is already running or being launched can prevent a request from starting now (rules C32, C40, F3).
  static func companions(_ task: TaskIndex, in world: Simulation) -> Hold? {
    if world.tasks[task].setup.kind == .continued {
      let highest = world.profile.count(.continuedConcurrency)
      guard ContinuedTasks.running(in: world) >= highest else { return nil }
      return Hold(.concurrency, detail: "\(ContinuedTasks.running(in: world)) continued tasks run; \(highest) may")
    }
    let kind = world.tasks[task].setup.kind
    let other = world.tasks.indices.first {
      world.state.runs.tasks[$0].run?.phase == .launching && world.tasks[$0].setup.kind == kind
    }
    guard let other, let run = world.state.runs.tasks[other].run else { return nil }
    let name = ActivityName(kind: kind, task: run.reference.task, activity: run.reference.activity)
    return Hold(
      .compatibility, detail: "has compatibility score of -1.000000 with \(name)", until: run.startedAt)
  }

  /// Other apps want the same places: a request waits until those ahead of it are through (rule C35).
  ///
  /// It waits once. How many are ahead is drawn for each request; what they do is not simulated.
  static func contention(_ task: TaskIndex, in world: inout Simulation) -> Hold? {
    let others = world.scenario.device.otherApps
    guard others > 0, let pending = world.state.submissions.tasks[task].pending,
      Submissions.priority(world.tasks[task].setup.kind) < .userInitiated
    else {
      return nil
    }
    if let until = world.state.scheduling.tasks[task].contendedUntil {
      return world.now < until ? Hold(.contention, detail: "other apps go first", until: until) : nil
    }
    var generator = SeededGenerator(seed: world.seed, stream: .contention, task.rawValue, Int64(pending.number))
    let highest = max(1, Int64(2 * Double(others) * world.profile[.otherAppShare]))
    let ahead = generator.draw(in: 0...highest)
    let group = Runs.group(task, in: world)
    let rounds = (ahead + Int64(group.limit(world.profile)) - 1) / Int64(max(1, group.limit(world.profile)))
    let until = world.now + world.profile.span(.otherAppSeconds) * rounds
    world.state.scheduling.tasks[task].contendedUntil = until
    guard ahead > 0 else { return nil }
    return Hold(.contention, detail: "\(ahead) of \(others) other apps go first", until: until)
  }
}
