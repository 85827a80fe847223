internal import TaskTrace

/// Where the life cycle of an app meets what it does besides BGTaskScheduler.
extension Simulation {
  /// At instant zero: what the system does for an app by itself, and its library's first times.
  mutating func beginMechanisms(_ app: Int) {
    if apps[app].isAlive { apps[app].process = 1 }
    beginLayer(app)
    for task in tasks.indices where tasks[task].app == app {
      guard tasks[task].setup.kind == .fetch || tasks[task].setup.kind == .activity else { continue }
      if tasks[task].setup.kind == .fetch, !fetches(app) { continue }
      submit(task)
    }
  }

  /// The system fetches for apps that have the mode and no identifiers of their own (scheduler facts 3.7).
  private func fetches(_ app: Int) -> Bool {
    apps[app].setup.modes.contains("fetch") && apps[app].setup.permitted.isEmpty
  }

  mutating func startMechanisms(_ app: Int, on trigger: TaskSetup.Trigger) {
    for setup in apps[app].setup.assertions where setup.on == trigger { acquire(app, setup) }
    for index in transfers.indices where transfers[index].app == app && transfers[index].setup.on.contains(trigger) {
      create(index)
    }
  }

  /// The app came to the front: assertions are not counted there, and a library's loop begins.
  mutating func cameToFront(_ app: Int) {
    startMechanisms(app, on: .open)
    deliverSession(app)
    wakeLayer(app)
  }

  /// The app went to the background: its time is counted from now on.
  mutating func wentToBack(_ app: Int) {
    countDown(app)
    leaveLayer(app)
  }

  /// The process is gone.
  mutating func endMechanisms(_ app: Int) {
    for held in apps[app].assertions { emit(assertion(app, held, "ended")) }
    apps[app].assertions = []
    apps[app].handlesSession = false
    apps[app].doom = nil
    endLayer(app)
  }
}
