public import TaskTrace

extension Simulation {
  /// Carries out a command at ``now``, and appends what happens.
  ///
  /// A `command` event comes first, with the reason if the command was refused, so that a trace contains every attempt.
  /// A change of a condition holds until the scenario, or a rule of the model, next changes that same condition.
  /// - Throws: when the command cannot be carried out; nothing has changed then, except by a refused submission itself.
  public mutating func perform(_ command: Command, into events: inout [TraceEvent]) throws(CommandRefusal) {
    advance(to: now, into: &events)
    swap(&emitted, &events)
    defer { swap(&emitted, &events) }
    let position = emitted.count
    var refusal: CommandRefusal?
    do throws(CommandRefusal) {
      try carryOut(command)
    } catch {
      refusal = error
    }
    settle()
    assertInvariants()
    emitted.insert(TraceEvent(now, .command(command.text, refusal: refusal?.text)), at: position)
    if let refusal { throw refusal }
  }

  private mutating func carryOut(_ command: Command) throws(CommandRefusal) {
    switch command {
    case .launch(let id):
      if let (app, work) = LibraryLayers.work(named: id, in: self) {
        try LibraryLayers.runNow(app, work, in: &self)
      } else {
        try simulateLaunch(id)
      }
    case .expire(let id): try simulateExpiration(id)
    case .userCancel(let id): try userCancel(id)
    case .submit(let id): try simulateSubmit(id)
    case .cancel(let id):
      if let (app, work) = LibraryLayers.work(named: id, in: self) {
        return try LibraryLayers.cancel(app, work: work, in: &self)
      }
      let task = try task(id)
      guard state.submissions.tasks[task].pending != nil else { throw .nothingPending(id) }
      Submissions.cancel(task, cause: .app, in: &self)
    case .thermal(let state):
      try refuse(if: state == device.thermal, "The thermal state is already \(state.word)")
      DeviceChanges.setThermal(state, in: &self)
    case .lowPower(let on):
      try refuse(if: on == device.lowPower, "Low Power Mode is already \(on ? "on" : "off")")
      DeviceChanges.setLowPower(on, in: &self)
    case .battery(let level):
      try refuse(if: level == device.battery, "The battery is already at \(level)%")
      Battery.setLevel(level, in: &self)
    case .charger(let on):
      try refuse(if: on == device.plugged, "The charger is already \(on ? "plugged in" : "unplugged")")
      Battery.setCharger(on, in: &self)
    case .network(let path):
      try refuse(if: path == device.network, "The network already has these values")
      DeviceChanges.setNetwork(path, in: &self)
    case .inUse(let on):
      try refuse(if: on == device.inUse, "The device is already \(on ? "in use" : "idle")")
      DeviceChanges.setInUse(on, in: &self)
    case .backgroundRefresh(let on, let bundle): try switchRefresh(on, bundle)
    case .memoryPressure(let level):
      try refuse(if: level == device.memoryPressure, "The memory pressure is already \(level.word)")
      DeviceChanges.setMemoryPressure(level, in: &self)
    case .cpu(let level):
      try refuse(if: level == device.baseLoad, "The CPU load already has this value")
      DeviceChanges.setLoad(level, in: &self)
    case .camera(let on):
      try refuse(if: on == device.camera, "The camera is already \(on ? "on" : "off")")
      DeviceChanges.setCamera(on, in: &self)
    case .open(let bundle):
      let app = try app(bundle)
      try refuse(if: apps[app].state == .foreground, "\(bundle) is already in the foreground")
      Processes.open(app, in: &self)
    case .leave(let bundle):
      let app = try app(bundle)
      guard apps[app].state == .foreground else { throw .notInForeground(bundle) }
      Processes.leave(app, in: &self)
    case .forceQuit(let bundle): try forceQuit(bundle)
    case .reboot: DeviceChanges.reboot(in: &self)
    case .push(let bundle): Pushes.receive(try app(bundle), priority: 5, in: &self)
    case .download(let bundle): try Transfers.download(bundle, in: &self)
    case .update(let bundle): Processes.update(try app(bundle), in: &self)
    case .install(let bundle): Processes.install(try app(bundle), in: &self)
    case .prune(let id):
      let task = try task(id)
      guard state.submissions.tasks[task].pending != nil else { throw .nothingPending(id) }
      Submissions.cancel(task, cause: .pruned, in: &self)
    case .answer(let id, let continues): try ContinuedTasks.answer(id, continues: continues, in: &self)
    }
  }

  /// A user action from the scenario; failures are noted.
  mutating func act(_ command: Command) {
    do throws(CommandRefusal) {
      try carryOut(command)
    } catch .refused, .crashed {
      // Events have reported it.
    } catch {
      emit(.note(Note("\(command.text): \(error.text)", process: "scenario", level: .info)))
    }
  }

  private func refuse(if already: Bool, _ what: String) throws(CommandRefusal) {
    if already { throw .noChange(what) }
  }

  private func task(_ id: TaskIdentifier) throws(CommandRefusal) -> TaskIndex {
    if let task = taskIndex(id) { return task }
    let known = tasks.map(\.setup.id.rawValue) + apps.flatMap { $0.setup.layer?.works.map(\.id.rawValue) ?? [] }
    throw .unknownTask(id, nearest: nearestName(to: id.rawValue, among: known))
  }

  private func app(_ bundle: String) throws(CommandRefusal) -> AppIndex {
    if let app = appIndex(bundle) { return app }
    throw .unknownApp(bundle, nearest: nearestName(to: bundle, among: apps.map(\.setup.bundle)))
  }

  private mutating func simulateLaunch(_ id: TaskIdentifier) throws(CommandRefusal) {
    let task = try task(id)
    guard state.runs.tasks[task].run == nil else { throw .alreadyRunning(id) }
    guard state.submissions.tasks[task].pending != nil else { throw .nothingPending(id) }
    let app = tasks[task].app
    guard apps[app].state != .forceQuit else { throw .forceQuit(apps[app].setup.bundle) }
    Runs.launch(task, forced: true, in: &self)
  }

  private mutating func simulateExpiration(_ id: TaskIdentifier) throws(CommandRefusal) {
    let task = try running(id)
    Runs.expire(task, cause: .simulated, in: &self)
  }

  private mutating func userCancel(_ id: TaskIdentifier) throws(CommandRefusal) {
    guard tasks[try task(id)].setup.kind == .continued else { throw .notContinued(id) }
    Runs.expire(try running(id), cause: .userCancel, in: &self)
  }

  private func running(_ id: TaskIdentifier) throws(CommandRefusal) -> TaskIndex {
    let task = try task(id)
    guard let run = state.runs.tasks[task].run, run.phase != .launching else { throw .notRunning(id) }
    guard run.phase == .running else { throw .alreadyExpiring(id) }
    return task
  }

  /// The app's own code submits: everything that lets it run, except a force-quit, is assumed.
  private mutating func simulateSubmit(_ id: TaskIdentifier) throws(CommandRefusal) {
    let task = try task(id)
    let app = tasks[task].app
    guard apps[app].state != .forceQuit else { throw .forceQuit(apps[app].setup.bundle) }
    if !apps[app].isAlive {
      _ = Processes.wake(app, in: &self)
      if Processes.crashIfPending(app, in: &self) { throw .crashed(id) }
      Processes.planSuspension(app, in: &self)
    }
    guard let refusal = Submissions.submit(task, in: &self) else { return }
    if refusal.cause == .noHandler { throw .crashed(id) }
    throw .refused(id, refusal.code, refusal.cause)
  }

  private mutating func switchRefresh(_ on: Bool, _ bundle: String?) throws(CommandRefusal) {
    guard let bundle else {
      try refuse(if: on == device.backgroundRefresh, "Background App Refresh is already \(on ? "on" : "off")")
      DeviceChanges.setBackgroundRefresh(on, in: &self)
      return
    }
    let app = try app(bundle)
    let what = "Background App Refresh of \(bundle) is already \(on ? "on" : "off")"
    try refuse(if: on == apps[app].backgroundRefresh, what)
    DeviceChanges.setBackgroundRefresh(on, app: app, in: &self)
  }

  private mutating func forceQuit(_ bundle: String) throws(CommandRefusal) {
    let app = try app(bundle)
    try refuse(if: apps[app].state == .forceQuit, "\(bundle) was already force-quit")
    Processes.forceQuit(app, in: &self)
  }
}
