internal import TaskTrace

extension Simulation {
  /// An entry of the timeline comes true.
  mutating func timeline(_ index: Int, day: Int64) {
    let entry = scenario.timeline[index]
    for change in entry.changes { apply(change) }
    if case .daily = entry.when.when { planEntry(index, onOrAfter: day + 1) }
  }

  private mutating func apply(_ change: TimelineEntry.Change) {
    switch change {
    case .battery(let level): setBattery(level)
    case .charger(let plugged): setCharger(plugged)
    case .lowPower(let on): setLowPower(on)
    case .thermal(let state): setThermal(state)
    case .network(let path): setNetwork(path)
    case .inUse(let inUse): setInUse(inUse)
    case .use(let length):
      device.users += 1
      setInUse(true)
      queue.insert(.useEnd, at: now + length)
    case .cpu(let level): setLoad(level)
    case .memoryPressure(let level): setMemoryPressure(level)
    case .camera(let on): setCamera(on)
    case .backgroundRefresh(let on): setBackgroundRefresh(on)
    case .drain(let rate):
      device.extraDrain = rate
      rechargeFrom(now)
    case .reboot: reboot()
    case .act(let command): act(command)
    case .pushes(let burst):
      guard let app = appIndex(burst.bundle) else { return }
      for number in 0..<burst.count {
        queue.insert(.push(app: app, priority: burst.priority), at: now + burst.every * Int64(number))
      }
    }
  }

  /// A habit comes round: the user opens an app.
  mutating func session(_ app: Int, _ index: Int, day: Int64) {
    let session = apps[app].setup.sessions[index]
    device.users += 1
    apps[app].session += 1
    let number = apps[app].session
    open(app)
    for start in session.starts {
      guard let task = taskIndex(start.task) else { continue }
      queue.insert(.sessionStart(task: task, app: app, session: number), at: now + start.after)
    }
    queue.insert(.sessionEnd(app: app, session: number), at: now + session.length)
    if case .daily = session.when.when { planSession(app, index, onOrAfter: day + 1) }
  }

  /// The user starts a continued task in an app that is still in front.
  mutating func sessionStart(_ task: Int, app: Int, session: Int) {
    guard apps[app].session == session, apps[app].state == .foreground else { return }
    guard tasks[task].pending == nil, tasks[task].run == nil else { return }
    submit(task)
  }

  mutating func sessionEnd(_ app: Int, session: Int) {
    if apps[app].session == session, apps[app].state == .foreground { leave(app) }
    endUse()
  }

  /// One habit less uses the device; after the last one it is locked.
  mutating func endUse() {
    device.users = max(0, device.users - 1)
    if device.users == 0 { setInUse(false) }
  }
}
