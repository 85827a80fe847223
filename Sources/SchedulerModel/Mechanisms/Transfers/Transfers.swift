internal import TaskTrace

/// Background URLSession: transfers in a daemon of the system, and the resume rate limiter (rules H1–H7; scheduler facts
/// 1.11).
struct Transfers: Mechanism {
  enum Moment: Sendable {
    /// The delay of a transfer is over, or its last byte has arrived.
    case moved(TransferIndex, generation: Int)
    case timeout(TransferIndex, created: Int)
    /// An app has handled the events of its session, or has taken too long.
    case handled(AppIndex, process: Int)
    case overdue(AppIndex, process: Int)
    case resumeElapsed(AppIndex, until: Instant)
  }

  /// What is known about an app's background session.
  struct Session: Hashable, Sendable {
    /// The delay of the resume rate limiter, and when it is over.
    var delay = TimeSpan.zero
    var until: Instant?
    /// Whether the app is handling the session's events.
    var isHandling = false
  }

  /// In the order of the scenario.
  var all: Table<TransferIndex, TransferRuntime>
  var sessions: Table<AppIndex, Session>

  init(_ scenario: Scenario, _ entities: Entities) {
    all = Table(
      entities.apps.indices.flatMap { app in
        entities.apps[app].setup.transfers.map { TransferRuntime(setup: $0, app: app) }
      })
    sessions = Table(repeating: Session(), like: entities.apps)
  }

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .moved(let index, let generation): moved(index, generation: generation, in: &world)
    case .timeout(let index, let created): timedOut(index, created: created, in: &world)
    case .handled(let app, let process): if isHandling(app, process, in: world) { handleSession(app, in: &world) }
    case .overdue(let app, let process): if isHandling(app, process, in: world) { overrunSession(app, in: &world) }
    case .resumeElapsed(let app, let until): resumeElapsed(app, until: until, in: &world)
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    switch notice {
    case .conditionsChanged: judgeAll(in: &world)
    case .codeRuns(let app, let trigger):
      for index in world.state.transfers.all.indices {
        let transfer = world.state.transfers.all[index]
        if transfer.app == app, transfer.setup.on.contains(trigger) { create(index, in: &world) }
      }
    case .opened(let app): resetResumeDelay(app, in: &world)
    case .enteredForeground(let app): deliverSession(app, in: &world)
    case .processEnds(let app, _): world.state.transfers.sessions[app].isHandling = false
    case .forceQuit(let app), .installed(let app): cancelAll(app, in: &world)
    default: break
    }
  }

  static func brokenInvariants(in world: Simulation) -> [String] {
    var broken: [String] = []
    for transfer in world.state.transfers.all where !(0...transfer.setup.bytes).contains(transfer.done) {
      broken.append("\(transfer.setup.name) has no more bytes than it has")
    }
    for app in world.apps.indices where world.state.transfers.sessions[app].isHandling {
      guard !world.apps[app].isAlive || world.apps[app].state == .suspended else { continue }
      broken.append("\(world.apps[app].setup.bundle) does not run and handles no session")
    }
    return broken
  }
}

/// A transfer of a background session: the system's daemon has it, not the app (rule H1).
struct TransferRuntime: Hashable, Sendable {
  enum State: Hashable, Sendable {
    case none
    /// Created, and held for a cause that was reported.
    case waiting(Cause)
    case running
    /// Done, and its app does not know yet.
    case finished
    case failed
  }

  let setup: TransferSetup
  let app: AppIndex
  var state = State.none
  var isDiscretionary = false
  /// Bytes so far, at an instant.
  var done: Int64 = 0
  var doneAt = Instant.zero
  /// Bytes a second since then.
  var rate = 0.0
  /// Counts plans, so that older ones are ignored, and creations.
  var generation = 0
  var created = 0
  /// Whether it was created in the background, where the resume rate limiter holds it.
  var isLimited = false

  /// Whether the daemon has still to do with it.
  var isActive: Bool {
    switch state {
    case .waiting, .running: true
    case .none, .finished, .failed: false
    }
  }
}
