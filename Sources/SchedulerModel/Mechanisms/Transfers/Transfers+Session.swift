internal import TaskTrace

/// How an app is notified of its transfers, and what delays it if it creates more (rules H3, H5; scheduler facts 1.11).
extension Transfers {
  /// When all transfers of a session are over, its app is notified: immediately if it is running, otherwise after it is
  /// resumed or launched.
  static func sessionMayWake(_ app: AppIndex, in world: inout Simulation) {
    guard !world.state.transfers.all.contains(where: { $0.app == app && $0.isActive }) else { return }
    switch world.apps[app].state {
    case .foreground, .background: deliverSession(app, in: &world)
    case .forceQuit: break
    case .suspended, .terminated, .notRunning:
      let launches = world.state.transfers.all.contains {
        $0.app == app && $0.state == .finished && $0.setup.sendsLaunchEvents
      }
      guard world.apps[app].state == .suspended || launches, world.device.unlockedSinceBoot else { return }
      limitResumes(app, in: &world)
      let coldStart = Processes.wake(app, in: &world)
      beginSession(app, after: coldStart, in: &world)
    }
  }

  /// The delay grows with every resume or launch, just before the app is notified.
  private static func limitResumes(_ app: AppIndex, in world: inout Simulation) {
    let before = world.state.transfers.sessions[app].delay
    let grown = before > .zero ? before.scaled(by: world.profile[.resumeFactor]) : world.profile.span(.resumeDelay)
    world.state.transfers.sessions[app].delay = min(grown, .days(7))
    let until = world.now + world.state.transfers.sessions[app].delay
    world.state.transfers.sessions[app].until = until
    let seconds = fixed(world.state.transfers.sessions[app].delay.seconds, decimals: 6)
    let text = "Set request delay for \(world.apps[app].setup.bundle) to \(seconds)"
    world.emit(.note(Note(text, process: "nsurlsessiond")))
    world.queue.insert(.transfers(.resumeElapsed(app, until: until)), at: until)
  }

  /// The delay ends when it elapses and nothing waited for it, or when the user opens the app.
  static func resumeElapsed(_ app: AppIndex, until: Instant, in world: inout Simulation) {
    guard world.state.transfers.sessions[app].until == until else { return }
    world.state.transfers.sessions[app].until = nil
    // A transfer that waited for the delay starts now, and the delay keeps growing with the next resume.
    if world.state.transfers.all.contains(where: { $0.app == app && $0.state == .waiting(.resumeLimiter) }) { return }
    clearResumeDelay(app, in: &world)
  }

  static func resetResumeDelay(_ app: AppIndex, in world: inout Simulation) {
    guard world.state.transfers.sessions[app].delay > .zero else { return }
    world.state.transfers.sessions[app].until = nil
    clearResumeDelay(app, in: &world)
    for index in world.state.transfers.all.indices where world.state.transfers.all[index].app == app {
      world.state.transfers.all[index].isLimited = false
    }
    world.agenda.improved = true
  }

  private static func clearResumeDelay(_ app: AppIndex, in world: inout Simulation) {
    guard world.state.transfers.sessions[app].delay > .zero else { return }
    world.state.transfers.sessions[app].delay = .zero
    world.emit(.note(Note("Resetting request delay for \(world.apps[app].setup.bundle)", process: "nsurlsessiond")))
  }

  /// A running app is notified of what finished.
  static func deliverSession(_ app: AppIndex, in world: inout Simulation) {
    guard world.state.transfers.all.contains(where: { $0.app == app && $0.state == .finished }) else { return }
    beginSession(app, after: .zero, in: &world)
  }

  /// `handleEventsForBackgroundURLSession`, and what the app does then.
  private static func beginSession(_ app: AppIndex, after coldStart: TimeSpan, in world: inout Simulation) {
    guard !world.state.transfers.sessions[app].isHandling else { return }
    world.state.transfers.sessions[app].isHandling = true
    let length =
      world.state.transfers.all.filter { $0.app == app && $0.state == .finished }.map(\.setup.handling).max() ?? .zero
    let process = world.apps[app].process
    world.queue.insert(.transfers(.handled(app, process: process)), at: world.now + coldStart + length)
    let limit = world.now + coldStart + world.profile.span(.sessionSeconds)
    world.queue.insert(.transfers(.overdue(app, process: process)), at: limit)
  }

  /// Whether the same process still handles the events.
  static func isHandling(_ app: AppIndex, _ process: Int, in world: Simulation) -> Bool {
    world.apps[app].process == process && world.state.transfers.sessions[app].isHandling && world.apps[app].isAlive
  }

  /// An app that takes too long in the background is terminated.
  static func overrunSession(_ app: AppIndex, in world: inout Simulation) {
    guard world.apps[app].state == .background else { return }
    let cause: Cause = .backgroundURLSessionCompletionTimeout
    world.emit(.killed(nil, bundle: world.apps[app].setup.bundle, code: 0x2182_BAD3, cause: cause))
    Processes.end(app, as: .terminated, cause: cause, in: &world)
  }

  static func handleSession(_ app: AppIndex, in world: inout Simulation) {
    guard !Processes.crashIfPending(app, in: &world) else { return }
    var callsCompletion = true
    var next: [String] = []
    for index in world.state.transfers.all.indices
    where world.state.transfers.all[index].app == app && world.state.transfers.all[index].state == .finished {
      let setup = world.state.transfers.all[index].setup
      world.state.transfers.all[index].state = .none
      if setup.kind == .download, !setup.movesFile {
        emit(transfer: index, .failed, cause: .fileNotMoved, in: &world)
      } else {
        emit(transfer: index, .handled, in: &world)
      }
      callsCompletion = callsCompletion && setup.callsCompletion
      if let name = setup.next { next.append(name) }
    }
    for name in next { create(app, name, in: &world) }
    guard callsCompletion || world.apps[app].state == .foreground else { return }
    world.state.transfers.sessions[app].isHandling = false
    Processes.rest(app, in: &world)
  }

  /// An app's code creates the transfers that start a chain or are independent.
  static func download(_ bundle: String, in world: inout Simulation) throws(CommandRefusal) {
    guard let app = world.appIndex(bundle) else {
      throw .unknownApp(bundle, nearest: nearestName(to: bundle, among: world.apps.map(\.setup.bundle)))
    }
    guard world.apps[app].state != .forceQuit else { throw .forceQuit(bundle) }
    let later = world.apps[app].setup.transfers.compactMap(\.next)
    let first = world.state.transfers.all.indices.filter {
      world.state.transfers.all[$0].app == app
        && (!later.contains(world.state.transfers.all[$0].setup.name)
          || world.state.transfers.all[$0].setup.next == nil)
    }
    guard let one = first.first else { throw .noChange("\(bundle) has no transfers") }
    guard !world.state.transfers.all[one].isActive else { throw .noChange("\(bundle) is already transferring") }
    if !world.apps[app].isAlive {
      _ = Processes.wake(app, in: &world)
      if Processes.crashIfPending(app, in: &world) { return }
      Processes.planSuspension(app, in: &world)
    }
    for index in first where !later.contains(world.state.transfers.all[index].setup.name) { create(index, in: &world) }
  }
}
