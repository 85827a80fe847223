internal import TaskTrace

/// Background URLSession: transfers in a daemon of the system (rules H1–H7; scheduler facts 1.11).
extension Simulation {
  mutating func createTransfer(_ app: Int, _ name: String) {
    guard let index = transfers.firstIndex(where: { $0.app == app && $0.setup.name == name }) else { return }
    create(index)
  }

  /// An app creates a transfer, unless it goes on already.
  mutating func create(_ index: Int) {
    guard !transfers[index].isActive else { return }
    let (app, setup) = (transfers[index].app, transfers[index].setup)
    let inBack = apps[app].state != .foreground
    transfers[index].created += 1
    transfers[index].done = 0
    transfers[index].isLimited = inBack
    transfers[index].isDiscretionary = setup.isDiscretionary || inBack && profile.isOn(.backgroundDiscretionary)
    say(transfer: index, "created")
    guard setup.kind != .data else {
      // Data tasks and closures are not for background sessions (rule H4).
      transfers[index].state = .failed
      say(transfer: index, "failed", cause: "dataTaskUnsupported")
      return
    }
    transfers[index].state = .waiting("created")
    queue.insert(.transferTimeout(index, created: transfers[index].created), at: now + setup.timeout)
    judge(index)
  }

  /// Conditions changed: what waits may start, and what runs may have to wait.
  mutating func judgeTransfers() {
    for index in transfers.indices where transfers[index].isActive { judge(index) }
  }

  private mutating func judge(_ index: Int) {
    let cause = obstacle(index)
    switch (transfers[index].state, cause) {
    case (.running, let cause?):
      count(transfer: index)
      if !transfers[index].setup.resumes { transfers[index].done = 0 }
      hold(transfer: index, cause)
    case (.running, nil):
      let rate = transferRate
      guard rate != transfers[index].rate else { return }
      count(transfer: index)
      planFinish(index)
    case (.waiting(let told), let cause?): if told != cause { hold(transfer: index, cause) }
    case (.waiting, nil): run(transfer: index)
    case (.none, _), (.finished, _), (.failed, _): break
    }
  }

  private func obstacle(_ index: Int) -> Cause? {
    let transfer = transfers[index]
    if transfer.isLimited, transfer.done == 0, let until = apps[transfer.app].resumeUntil, now < until {
      return "resumeLimiter"
    }
    if !device.network.isReachable { return "network" }
    guard transfer.isDiscretionary else { return nil }
    if device.network.expensive || device.network.transport == .cellular { return "discretionaryNetwork" }
    return transfer.setup.isDiscretionary && !device.plugged ? "discretionaryPower" : nil
  }

  private mutating func hold(transfer index: Int, _ cause: Cause) {
    transfers[index].generation += 1
    transfers[index].state = .waiting(cause)
    guard cause == "resumeLimiter" else {
      say(transfer: index, "waiting", cause: cause)
      return
    }
    say(transfer: index, "delayed", cause: cause)
    let until = apps[transfers[index].app].resumeUntil ?? now
    queue.insert(.transfer(index, generation: transfers[index].generation), at: until)
  }

  private mutating func run(transfer index: Int) {
    transfers[index].state = .running
    transfers[index].doneAt = now
    say(transfer: index, "running")
    planFinish(index)
  }

  /// Bytes a second on the present network.
  private var transferRate: Double {
    let full = profile[device.network.transport == .cellular ? .transferCellular : .transferWiFi]
    return max(1, full * Double(device.network.quality) / 100)
  }

  private mutating func count(transfer index: Int) {
    let bytes = Int64((now - transfers[index].doneAt).seconds * transfers[index].rate)
    transfers[index].done = min(transfers[index].setup.bytes, transfers[index].done + bytes)
    transfers[index].doneAt = now
  }

  private mutating func planFinish(_ index: Int) {
    transfers[index].rate = transferRate
    transfers[index].generation += 1
    let rest = Double(transfers[index].setup.bytes - transfers[index].done)
    let wait = TimeSpan(seconds: rest / transfers[index].rate)
    queue.insert(.transfer(index, generation: transfers[index].generation), at: now + wait)
  }

  /// The delay is over, or the last byte has come.
  mutating func transferMoved(_ index: Int, generation: Int) {
    guard transfers[index].generation == generation else { return }
    guard transfers[index].state == .running else {
      if transfers[index].isActive { judge(index) }
      return
    }
    transfers[index].done = transfers[index].setup.bytes
    transfers[index].state = .finished
    say(transfer: index, "finished")
    if device.network.transport == .cellular {
      changeCellular(by: -Double(transfers[index].setup.bytes), cause: "transfer")
    }
    sessionMayWake(transfers[index].app)
  }

  /// A transfer that took longer than its session allows fails (rule H6).
  mutating func transferTimedOut(_ index: Int, created: Int) {
    guard transfers[index].created == created, transfers[index].isActive else { return }
    transfers[index].generation += 1
    transfers[index].state = .failed
    say(transfer: index, "failed", cause: "timedOut")
  }

  /// A force-quit cancels every transfer of an app (scheduler facts 1.11).
  mutating func cancelTransfers(_ app: Int) {
    for index in transfers.indices where transfers[index].app == app {
      guard transfers[index].isActive || transfers[index].state == .finished else { continue }
      transfers[index].generation += 1
      transfers[index].state = .failed
      say(transfer: index, "cancelled", cause: "userForceQuitApplication")
    }
  }

  mutating func say(transfer index: Int, _ state: Cause, cause: Cause? = nil) {
    let runtime = transfers[index]
    var event = Transfer(bundle: apps[runtime.app].setup.bundle, name: runtime.setup.name, state: state)
    (event.bytes, event.total, event.cause) = (runtime.done, runtime.setup.bytes, cause)
    if state == "delayed" { event.delay = apps[runtime.app].resumeDelay }
    emit(.transfer(event))
  }
}
