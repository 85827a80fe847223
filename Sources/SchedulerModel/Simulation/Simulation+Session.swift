internal import TaskTrace

/// How an app learns of its transfers, and what holds it back if it asks for more (rules H3, H5; scheduler facts 1.11).
extension Simulation {
  /// When all transfers of a session are over, its app is told: at once while it runs, else by waking or launching it.
  mutating func sessionMayWake(_ app: Int) {
    guard !transfers.contains(where: { $0.app == app && $0.isActive }) else { return }
    switch apps[app].state {
    case .foreground, .background: deliverSession(app)
    case .forceQuit: break
    case .suspended, .terminated, .notRunning:
      let launches = transfers.contains {
        $0.app == app && $0.state == .finished && $0.setup.sendsLaunchEvents
      }
      guard apps[app].state == .suspended || launches, device.unlockedSinceBoot else { return }
      limitResumes(app)
      let coldStart = wake(app)
      beginSession(app, after: coldStart)
    }
  }

  /// The delay grows with every resume or launch, just before the app is told.
  private mutating func limitResumes(_ app: Int) {
    let before = apps[app].resumeDelay
    let grown = before > .zero ? before.scaled(by: profile[.resumeFactor]) : profile.span(.resumeDelay)
    apps[app].resumeDelay = min(grown, .days(7))
    let until = now + apps[app].resumeDelay
    apps[app].resumeUntil = until
    let seconds = fixed(apps[app].resumeDelay.seconds, decimals: 6)
    let text = "Set request delay for \(apps[app].setup.bundle) to \(seconds)"
    emit(.note(Note(text, process: "nsurlsessiond")))
    queue.insert(.resumeElapsed(app: app, until: until), at: until)
  }

  /// The delay ends when it elapses and nothing waited for it, or when the user opens the app.
  mutating func resumeElapsed(_ app: Int, until: Instant) {
    guard apps[app].resumeUntil == until else { return }
    apps[app].resumeUntil = nil
    // A transfer that waited for the delay starts now, and the delay goes on growing with the next resume.
    if transfers.contains(where: { $0.app == app && $0.state == .waiting("resumeLimiter") }) { return }
    clearResumeDelay(app)
  }

  mutating func resetResumeDelay(_ app: Int) {
    guard apps[app].resumeDelay > .zero else { return }
    apps[app].resumeUntil = nil
    clearResumeDelay(app)
    for index in transfers.indices where transfers[index].app == app { transfers[index].isLimited = false }
    agenda.improved = true
  }

  private mutating func clearResumeDelay(_ app: Int) {
    guard apps[app].resumeDelay > .zero else { return }
    apps[app].resumeDelay = .zero
    emit(.note(Note("Resetting request delay for \(apps[app].setup.bundle)", process: "nsurlsessiond")))
  }

  /// An app that runs is told of what finished.
  mutating func deliverSession(_ app: Int) {
    guard transfers.contains(where: { $0.app == app && $0.state == .finished }) else { return }
    beginSession(app, after: .zero)
  }

  /// `handleEventsForBackgroundURLSession`, and what the app does then.
  private mutating func beginSession(_ app: Int, after coldStart: TimeSpan) {
    guard !apps[app].handlesSession else { return }
    apps[app].handlesSession = true
    let length = transfers.filter { $0.app == app && $0.state == .finished }.map(\.setup.handling).max() ?? .zero
    let process = apps[app].process
    queue.insert(.sessionEvents(app: app, process: process, .handled), at: now + coldStart + length)
    let limit = now + coldStart + profile.span(.sessionSeconds)
    queue.insert(.sessionEvents(app: app, process: process, .overdue), at: limit)
  }

  mutating func session(_ app: Int, process: Int, _ moment: SessionMoment) {
    guard apps[app].process == process, apps[app].handlesSession, apps[app].isAlive else { return }
    switch moment {
    case .handled: handleSession(app)
    case .overdue:
      guard apps[app].state == .background else { return }
      let cause: Cause = "backgroundURLSessionCompletionTimeout"
      emit(.killed(nil, bundle: apps[app].setup.bundle, code: 0x2182_BAD3, cause: cause))
      end(app, as: .terminated, cause: cause)
    }
  }

  private mutating func handleSession(_ app: Int) {
    guard !meetDoom(app) else { return }
    var callsCompletion = true
    var next: [String] = []
    for index in transfers.indices where transfers[index].app == app && transfers[index].state == .finished {
      let setup = transfers[index].setup
      transfers[index].state = .none
      if setup.kind == .download, !setup.movesFile {
        say(transfer: index, "failed", cause: "fileNotMoved")
      } else {
        say(transfer: index, "handled")
      }
      callsCompletion = callsCompletion && setup.callsCompletion
      if let name = setup.next { next.append(name) }
    }
    for name in next { createTransfer(app, name) }
    guard callsCompletion || apps[app].state == .foreground else { return }
    apps[app].handlesSession = false
    rest(app)
  }
}
