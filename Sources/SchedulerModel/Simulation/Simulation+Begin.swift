internal import TaskTrace

extension Simulation {
  /// Says how everything stands at instant zero, and plans what the scenario tells.
  mutating func begin() {
    sayConditions()
    emit(.budget(name: Self.energyName, value: energy, capacity: profile[.energyCapacity], cause: "start"))
    emit(.budget(name: Self.cellularName, value: cellular, capacity: profile[.cellularCapacity], cause: "start"))
    for app in apps.indices { beginApp(app) }
    planTimeline()
    planSessions()
    for (index, caption) in scenario.captions.enumerated() { queue.insert(.caption(index), at: .zero + caption.at) }
    queue.insert(.budgetSlot, at: .zero + profile.span(.budgetSlot))
    for key in [ParameterKey.bootHoldUrgent, .bootHoldNetwork, .bootHold]
    where now - device.bootedAt < profile.span(key) {
      queue.insert(.holdEnd, at: device.bootedAt + profile.span(key))
    }
    rechargeFrom(now)
    agenda.improved = true
  }

  private mutating func sayConditions() {
    device.charging = device.plugged && device.battery < scenario.device.chargeLimit
    emit(.condition(.battery(level: device.battery)))
    emit(.condition(.charger(plugged: device.plugged, charging: device.charging)))
    emit(.condition(.lowPower(device.lowPower)))
    emit(.condition(.thermal(device.thermal)))
    emit(.condition(.network(device.network)))
    emit(.condition(.deviceUse(device.inUse)))
    emit(.condition(.lock(locked: !device.inUse, unlockedSinceBoot: device.unlockedSinceBoot)))
    emit(.condition(.cpu(load)))
    emit(.condition(.memoryPressure(device.memoryPressure)))
    emit(.condition(.camera(device.camera)))
    emit(.condition(.backgroundRefresh(device.backgroundRefresh, bundle: nil)))
  }

  private mutating func beginApp(_ app: Int) {
    let setup = apps[app].setup
    if !apps[app].backgroundRefresh { emit(.condition(.backgroundRefresh(false, bundle: setup.bundle))) }
    emit(.app(bundle: setup.bundle, apps[app].state, cause: "start"))
    if apps[app].isAlive {
      register(app)
      if meetDoom(app) { return }
    }
    beginMechanisms(app)
    for task in tasks.indices where tasks[task].app == app {
      guard let ago = tasks[task].setup.pendingFor, tasks[task].setup.kind != .continued else { continue }
      submit(task, since: .zero - ago)
    }
    if apps[app].state == .background { planSuspension(app) }
  }

  private mutating func planTimeline() {
    for (index, entry) in scenario.timeline.enumerated() {
      switch entry.when.when {
      case .once(let span): queue.insert(.timeline(index, day: 0), at: .zero + span)
      case .daily: planEntry(index, onOrAfter: clock.day(now))
      }
    }
  }

  /// Plans the next time that an entry of the timeline comes round.
  mutating func planEntry(_ index: Int, onOrAfter day: Int64) {
    let when = scenario.timeline[index].when
    var day = day
    while let next = when.next(onOrAfter: day, clock: clock, seed: seed, stream: .timeline, thing: index) {
      guard next.at < now || next.at == now && now > .zero else {
        queue.insert(.timeline(index, day: next.day), at: next.at)
        return
      }
      day = next.day + 1
    }
  }

  private mutating func planSessions() {
    for app in apps.indices {
      for (index, session) in apps[app].setup.sessions.enumerated() {
        switch session.when.when {
        case .once(let span): queue.insert(.session(app: app, index: index, day: 0), at: .zero + span)
        case .daily: planSession(app, index, onOrAfter: clock.day(now))
        }
      }
    }
  }

  /// Plans the next time that a habit comes round.
  mutating func planSession(_ app: Int, _ index: Int, onOrAfter day: Int64) {
    let when = apps[app].setup.sessions[index].when
    var day = day
    let thing = app << 16 | index
    while let next = when.next(onOrAfter: day, clock: clock, seed: seed, stream: .habit, thing: thing) {
      guard next.at < now || next.at == now && now > .zero else {
        queue.insert(.session(app: app, index: index, day: next.day), at: next.at)
        return
      }
      day = next.day + 1
    }
  }
}
