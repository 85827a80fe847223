public import TaskTrace

extension Simulation {
  /// Carries out a command at ``now``, and appends what happens.
  ///
  /// A `command` event comes first, with why it was refused if it was, so that a trace tells of every attempt. A change
  /// of a condition holds until the scenario, or a rule of the model, next changes that same condition.
  /// - Throws: when the command cannot be carried out; nothing else has changed then but what a refused submission
  ///   itself does.
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
    emitted.insert(TraceEvent(now, .command(command.text, refusal: refusal?.text)), at: position)
    if let refusal { throw refusal }
  }

  private mutating func carryOut(_ command: Command) throws(CommandRefusal) {
    switch command {
    case .launch(let id):
      if let (app, work) = layerWork(id) { try runNow(app, work) } else { try simulateLaunch(id) }
    case .expire(let id): try simulateExpiration(id)
    case .userCancel(let id): try userCancel(id)
    case .submit(let id): try simulateSubmit(id)
    case .cancel(let id):
      if let (app, work) = layerWork(id) { return try cancel(app, work: work) }
      let task = try task(id)
      guard tasks[task].pending != nil else { throw .nothingPending(id) }
      cancel(task, cause: "app")
    case .thermal(let state):
      try refuse(if: state == device.thermal, "The thermal state is \(state.word) already")
      setThermal(state)
    case .lowPower(let on):
      try refuse(if: on == device.lowPower, "Low Power Mode is \(on ? "on" : "off") already")
      setLowPower(on)
    case .battery(let level):
      try refuse(if: level == device.battery, "The battery is at \(level) % already")
      setBattery(level)
    case .charger(let on):
      try refuse(if: on == device.plugged, "The charger is \(on ? "plugged in" : "unplugged") already")
      setCharger(on)
    case .network(let path):
      try refuse(if: path == device.network, "The network is so already")
      setNetwork(path)
    case .inUse(let on):
      try refuse(if: on == device.inUse, "The device is \(on ? "in use" : "idle") already")
      setInUse(on)
    case .backgroundRefresh(let on, let bundle): try switchRefresh(on, bundle)
    case .memoryPressure(let level):
      try refuse(if: level == device.memoryPressure, "The memory pressure is \(level.word) already")
      setMemoryPressure(level)
    case .cpu(let level):
      try refuse(if: level == device.baseLoad, "The load is so already")
      setLoad(level)
    case .camera(let on):
      try refuse(if: on == device.camera, "The camera is \(on ? "on" : "off") already")
      setCamera(on)
    case .open(let bundle):
      let app = try app(bundle)
      try refuse(if: apps[app].state == .foreground, "\(bundle) is in front already")
      open(app)
    case .leave(let bundle):
      let app = try app(bundle)
      guard apps[app].state == .foreground else { throw .notInFront(bundle) }
      leave(app)
    case .forceQuit(let bundle): try forceQuit(bundle)
    case .reboot: reboot()
    case .push(let bundle): receivePush(try app(bundle), priority: 5)
    case .download(let bundle): try download(bundle)
    case .update(let bundle): update(try app(bundle))
    case .install(let bundle): install(try app(bundle))
    case .prune(let id):
      let task = try task(id)
      guard tasks[task].pending != nil else { throw .nothingPending(id) }
      cancel(task, cause: "pruned")
    case .answer(let id, let goesOn): try answer(id, goesOn: goesOn)
    }
  }

  /// The scenario's own people do something; what cannot be done is noted.
  mutating func act(_ command: Command) {
    do throws(CommandRefusal) {
      try carryOut(command)
    } catch .refused, .crashed {
      // Events have told of it.
    } catch {
      emit(.note(Note("\(command.text): \(error.text)", process: "scenario", level: .info)))
    }
  }

  private func refuse(if already: Bool, _ what: String) throws(CommandRefusal) {
    if already { throw .alreadySo(what) }
  }

  private func task(_ id: TaskIdentifier) throws(CommandRefusal) -> Int {
    if let task = taskIndex(id) { return task }
    let known = tasks.map(\.setup.id.rawValue) + apps.flatMap { $0.setup.layer?.works.map(\.id.rawValue) ?? [] }
    throw .unknownTask(id, nearest: nearestName(to: id.rawValue, among: known))
  }

  private func app(_ bundle: String) throws(CommandRefusal) -> Int {
    if let app = appIndex(bundle) { return app }
    throw .unknownApp(bundle, nearest: nearestName(to: bundle, among: apps.map(\.setup.bundle)))
  }

  private mutating func simulateLaunch(_ id: TaskIdentifier) throws(CommandRefusal) {
    let task = try task(id)
    guard tasks[task].run == nil else { throw .alreadyRunning(id) }
    guard tasks[task].pending != nil else { throw .nothingPending(id) }
    let app = tasks[task].app
    guard apps[app].state != .forceQuit else { throw .forceQuit(apps[app].setup.bundle) }
    launch(task, forced: true)
  }

  private mutating func simulateExpiration(_ id: TaskIdentifier) throws(CommandRefusal) {
    let task = try running(id)
    expire(task, cause: "simulated")
  }

  private mutating func userCancel(_ id: TaskIdentifier) throws(CommandRefusal) {
    guard tasks[try task(id)].setup.kind == .continued else { throw .notContinued(id) }
    expire(try running(id), cause: "userCancel")
  }

  private func running(_ id: TaskIdentifier) throws(CommandRefusal) -> Int {
    let task = try task(id)
    guard let run = tasks[task].run, run.phase != .launching else { throw .notRunning(id) }
    guard run.phase == .running else { throw .alreadyExpiring(id) }
    return task
  }

  /// The app's own code submits: whatever lets it run, short of a force-quit, is taken for granted.
  private mutating func simulateSubmit(_ id: TaskIdentifier) throws(CommandRefusal) {
    let task = try task(id)
    let app = tasks[task].app
    guard apps[app].state != .forceQuit else { throw .forceQuit(apps[app].setup.bundle) }
    if !apps[app].isAlive {
      _ = wake(app)
      if meetDoom(app) { throw .crashed(id) }
      planSuspension(app)
    }
    guard let refusal = submit(task) else { return }
    if refusal.cause == "noHandler" { throw .crashed(id) }
    throw .refused(id, refusal.code, refusal.cause)
  }

  private mutating func switchRefresh(_ on: Bool, _ bundle: String?) throws(CommandRefusal) {
    guard let bundle else {
      try refuse(if: on == device.backgroundRefresh, "Background App Refresh is \(on ? "on" : "off") already")
      setBackgroundRefresh(on)
      return
    }
    let app = try app(bundle)
    let what = "Background App Refresh of \(bundle) is \(on ? "on" : "off") already"
    try refuse(if: on == apps[app].backgroundRefresh, what)
    setBackgroundRefresh(on, app: app)
  }

  /// Swiped away: the process ends without a word, its refresh and continued requests go, and nothing of it runs until
  /// the user opens it (rules C4, B20; scheduler facts 1.6, 3.7).
  private mutating func forceQuit(_ bundle: String) throws(CommandRefusal) {
    let app = try app(bundle)
    try refuse(if: apps[app].state == .forceQuit, "\(bundle) was force-quit already")
    if apps[app].isAlive { emit(.killed(nil, bundle: bundle, code: 0xDEAD_FA11, cause: "forceQuit")) }
    end(app, as: .forceQuit, cause: "forceQuit")
    cancelTransfers(app)
    for task in waiting where tasks[task].app == app {
      let kind = tasks[task].setup.kind
      if kind == .refresh || kind == .continued || kind == .push || kind == .fetch { cancel(task, cause: "forceQuit") }
    }
    agenda.worsened = true
  }
}
