internal import TaskTrace

extension Transfers {
  static func create(_ app: AppIndex, _ name: String, in world: inout Simulation) {
    guard let index = world.state.transfers.all.firstIndex(where: { $0.app == app && $0.setup.name == name }) else {
      return
    }
    create(index, in: &world)
  }

  /// An app creates a transfer, unless it is already in progress.
  static func create(_ index: TransferIndex, in world: inout Simulation) {
    guard !world.state.transfers.all[index].isActive else { return }
    let (app, setup) = (world.state.transfers.all[index].app, world.state.transfers.all[index].setup)
    let inBack = world.apps[app].state != .foreground
    world.state.transfers.all[index].created += 1
    world.state.transfers.all[index].done = 0
    world.state.transfers.all[index].isLimited = inBack
    world.state.transfers.all[index].isDiscretionary =
      setup.isDiscretionary || inBack && world.profile.isOn(.backgroundDiscretionary)
    emit(transfer: index, .created, in: &world)
    guard setup.kind != .data else {
      // Data tasks and closures are not for background sessions (rule H4).
      world.state.transfers.all[index].state = .failed
      emit(transfer: index, .failed, cause: .dataTaskUnsupported, in: &world)
      return
    }
    world.state.transfers.all[index].state = .waiting(.created)
    world.queue.insert(
      .transfers(.timeout(index, created: world.state.transfers.all[index].created)), at: world.now + setup.timeout)
    judge(index, in: &world)
  }

  /// Conditions changed: what waits may start, and what runs may have to wait.
  static func judgeAll(in world: inout Simulation) {
    for index in world.state.transfers.all.indices where world.state.transfers.all[index].isActive {
      judge(index, in: &world)
    }
  }

  private static func judge(_ index: TransferIndex, in world: inout Simulation) {
    let cause = obstacle(index, in: world)
    switch (world.state.transfers.all[index].state, cause) {
    case (.running, let cause?):
      count(transfer: index, in: &world)
      if !world.state.transfers.all[index].setup.resumes { world.state.transfers.all[index].done = 0 }
      hold(transfer: index, cause, in: &world)
    case (.running, nil):
      let rate = transferRate(in: world)
      guard rate != world.state.transfers.all[index].rate else { return }
      count(transfer: index, in: &world)
      planFinish(index, in: &world)
    case (.waiting(let reported), let cause?): if reported != cause { hold(transfer: index, cause, in: &world) }
    case (.waiting, nil): run(transfer: index, in: &world)
    case (.none, _), (.finished, _), (.failed, _): break
    }
  }

  private static func obstacle(_ index: TransferIndex, in world: Simulation) -> Cause? {
    let transfer = world.state.transfers.all[index]
    if transfer.isLimited, transfer.done == 0, let until = world.state.transfers.sessions[transfer.app].until,
      world.now < until
    {
      return .resumeLimiter
    }
    if !world.device.network.isReachable { return .network }
    guard transfer.isDiscretionary else { return nil }
    if world.device.network.expensive || world.device.network.transport == .cellular { return .discretionaryNetwork }
    return transfer.setup.isDiscretionary && !world.device.plugged ? .discretionaryPower : nil
  }

  private static func hold(transfer index: TransferIndex, _ cause: Cause, in world: inout Simulation) {
    world.state.transfers.all[index].generation += 1
    world.state.transfers.all[index].state = .waiting(cause)
    guard cause == .resumeLimiter else {
      emit(transfer: index, .waiting, cause: cause, in: &world)
      return
    }
    emit(transfer: index, .delayed, cause: cause, in: &world)
    let until = world.state.transfers.sessions[world.state.transfers.all[index].app].until ?? world.now
    world.queue.insert(.transfers(.moved(index, generation: world.state.transfers.all[index].generation)), at: until)
  }

  private static func run(transfer index: TransferIndex, in world: inout Simulation) {
    world.state.transfers.all[index].state = .running
    world.state.transfers.all[index].doneAt = world.now
    emit(transfer: index, .running, in: &world)
    planFinish(index, in: &world)
  }

  /// Bytes a second on the present network.
  private static func transferRate(in world: Simulation) -> Double {
    let full = world.profile[world.device.network.transport == .cellular ? .transferCellular : .transferWiFi]
    return max(1, full * Double(world.device.network.quality) / 100)
  }

  private static func count(transfer index: TransferIndex, in world: inout Simulation) {
    let bytes = Int64(
      (world.now - world.state.transfers.all[index].doneAt).seconds * world.state.transfers.all[index].rate)
    world.state.transfers.all[index].done = min(
      world.state.transfers.all[index].setup.bytes, world.state.transfers.all[index].done + bytes)
    world.state.transfers.all[index].doneAt = world.now
  }

  private static func planFinish(_ index: TransferIndex, in world: inout Simulation) {
    world.state.transfers.all[index].rate = transferRate(in: world)
    world.state.transfers.all[index].generation += 1
    let rest = Double(world.state.transfers.all[index].setup.bytes - world.state.transfers.all[index].done)
    let wait = TimeSpan(seconds: rest / world.state.transfers.all[index].rate)
    world.queue.insert(
      .transfers(.moved(index, generation: world.state.transfers.all[index].generation)), at: world.now + wait)
  }

  /// The delay is over, or the last byte has arrived.
  static func moved(_ index: TransferIndex, generation: Int, in world: inout Simulation) {
    guard world.state.transfers.all[index].generation == generation else { return }
    guard world.state.transfers.all[index].state == .running else {
      if world.state.transfers.all[index].isActive { judge(index, in: &world) }
      return
    }
    world.state.transfers.all[index].done = world.state.transfers.all[index].setup.bytes
    world.state.transfers.all[index].state = .finished
    emit(transfer: index, .finished, in: &world)
    if world.device.network.transport == .cellular {
      Budgets.changeCellular(by: -Double(world.state.transfers.all[index].setup.bytes), cause: .transfer, in: &world)
    }
    sessionMayWake(world.state.transfers.all[index].app, in: &world)
  }

  /// A transfer that took longer than its session allows fails (rule H6).
  static func timedOut(_ index: TransferIndex, created: Int, in world: inout Simulation) {
    guard world.state.transfers.all[index].created == created, world.state.transfers.all[index].isActive else { return }
    world.state.transfers.all[index].generation += 1
    world.state.transfers.all[index].state = .failed
    emit(transfer: index, .failed, cause: .timedOut, in: &world)
  }

  /// A force-quit cancels every transfer of an app (scheduler facts 1.11).
  static func cancelAll(_ app: AppIndex, in world: inout Simulation) {
    for index in world.state.transfers.all.indices where world.state.transfers.all[index].app == app {
      guard world.state.transfers.all[index].isActive || world.state.transfers.all[index].state == .finished else {
        continue
      }
      world.state.transfers.all[index].generation += 1
      world.state.transfers.all[index].state = .failed
      emit(transfer: index, .cancelled, cause: .userForceQuitApplication, in: &world)
    }
  }

  static func emit(transfer index: TransferIndex, _ state: Cause, cause: Cause? = nil, in world: inout Simulation) {
    let runtime = world.state.transfers.all[index]
    var event = Transfer(bundle: world.apps[runtime.app].setup.bundle, name: runtime.setup.name, state: state)
    (event.bytes, event.total, event.cause) = (runtime.done, runtime.setup.bytes, cause)
    if state == .delayed { event.delay = world.state.transfers.sessions[runtime.app].delay }
    world.emit(.transfer(event))
  }
}
