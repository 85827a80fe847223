internal import TaskTrace

extension Habits {
  static func planSessions(in world: inout Simulation) {
    for app in world.apps.indices {
      for (index, session) in world.apps[app].setup.sessions.enumerated() {
        switch session.when.when {
        case .once(let span): world.queue.insert(.habits(.session(app, index: index, day: 0)), at: .zero + span)
        case .daily: planSession(app, index, onOrAfter: world.clock.day(world.now), in: &world)
        }
      }
    }
  }

  /// Plans the next occurrence of a habit.
  static func planSession(_ app: AppIndex, _ index: Int, onOrAfter day: Int64, in world: inout Simulation) {
    let when = world.apps[app].setup.sessions[index].when
    var day = day
    let thing = app.rawValue << 16 | index
    while let next = when.next(onOrAfter: day, clock: world.clock, seed: world.seed, stream: .habit, thing: thing) {
      guard next.at < world.now || next.at == world.now && world.now > .zero else {
        world.queue.insert(.habits(.session(app, index: index, day: next.day)), at: next.at)
        return
      }
      day = next.day + 1
    }
  }

  /// A habit recurs: the user opens an app.
  static func session(_ app: AppIndex, _ index: Int, day: Int64, in world: inout Simulation) {
    let session = world.apps[app].setup.sessions[index]
    world.state.habits.users += 1
    world.state.habits.apps[app].session += 1
    let number = world.state.habits.apps[app].session
    Processes.open(app, in: &world)
    for start in session.starts {
      guard let task = world.taskIndex(start.task) else { continue }
      world.queue.insert(.habits(.sessionStart(task, app: app, session: number)), at: world.now + start.after)
    }
    world.queue.insert(.habits(.sessionEnd(app, session: number)), at: world.now + session.length)
    if case .daily = session.when.when { planSession(app, index, onOrAfter: day + 1, in: &world) }
  }

  /// The user starts a continued task in an app that is still in the foreground.
  static func sessionStart(_ task: TaskIndex, app: AppIndex, session: Int, in world: inout Simulation) {
    guard world.state.habits.apps[app].session == session, world.apps[app].state == .foreground else { return }
    guard world.state.submissions.tasks[task].pending == nil, world.state.runs.tasks[task].run == nil else { return }
    Submissions.submit(task, in: &world)
  }

  static func sessionEnd(_ app: AppIndex, session: Int, in world: inout Simulation) {
    if world.state.habits.apps[app].session == session, world.apps[app].state == .foreground {
      Processes.leave(app, in: &world)
    }
    endUse(in: &world)
  }

  /// Someone uses the device for a while without using a simulated app.
  static func use(for length: TimeSpan, in world: inout Simulation) {
    world.state.habits.users += 1
    DeviceChanges.setInUse(true, in: &world)
    world.queue.insert(.habits(.useEnd), at: world.now + length)
  }

  /// One habit less uses the device; after the last one it is locked.
  static func endUse(in world: inout Simulation) {
    world.state.habits.users = max(0, world.state.habits.users - 1)
    if world.state.habits.users == 0 { DeviceChanges.setInUse(false, in: &world) }
  }
}
