public import SchedulerModel
public import TaskTrace

/// The search for what would help, in steps of any size, so that the caller can keep handling keys.
public struct HelpSearch: Sendable {
  /// What was found so far; all of it once ``isOver``.
  public private(set) var found: WhatWouldHelp
  public private(set) var isOver = false

  private enum Stage { case unchanged, single, opening, pairs, all, fewest }

  private let simulation: Simulation
  private let task: TaskIdentifier
  private var stage = Stage.unchanged
  /// What remains to be tried at this stage, the next last.
  private var plan: [[Command]] = []
  private var trial: Trial?
  private var steps = 0
  /// A run helps that begins by then.
  private var limit: Instant
  private var single: [Command] = []
  /// Of all changes together, those that are still there.
  private var kept: [Command] = []

  public init(_ simulation: Simulation, task: TaskIdentifier, lookAhead: TimeSpan = WhatWouldHelp.lookAhead) {
    (self.simulation, self.task) = (simulation, task)
    found = WhatWouldHelp(now: simulation.now, horizon: lookAhead)
    limit = simulation.now + WhatWouldHelp.reach
    trial = Trial(simulation, task, [], until: simulation.now + lookAhead)
  }

  /// Continues for at most this many steps of the model, of a few microseconds each; beginning a trial counts as one.
  public mutating func advance(steps count: Int) {
    var left = count
    while left > 0, !isOver {
      left -= 1
      steps += 1
      if steps > WhatWouldHelp.maxSteps {
        found.isComplete = false
        finish()
        return
      }
      guard trial != nil else {
        begin()
        continue
      }
      if case .over(let run)? = trial?.step() {
        let commands = trial?.commands ?? []
        trial = nil
        recordOutcome(commands, run)
      }
    }
  }

  /// Begins the next trial of the stage, or the next stage.
  private mutating func begin() {
    guard let commands = plan.popLast() else { return advanceStage() }
    trial = Trial(simulation, task, commands, until: limit)
  }

  private mutating func recordOutcome(_ commands: [Command], _ run: WhatWouldHelp.Run?) {
    switch stage {
    case .unchanged:
      found.unchanged = run
      let saved = run.map { max(.minutes(1), ($0.at - simulation.now) / 10) } ?? .zero
      if let run { limit = min(limit, run.at - saved) }
    case .single, .opening, .pairs:
      if let run { found.changes.append(WhatWouldHelp.Change(commands: commands, run: run)) }
    case .all, .fewest:
      guard let run else { return }
      kept = commands
      found.changes = [WhatWouldHelp.Change(commands: commands, run: run)]
      if stage == .fewest { planFewer() }
    }
  }

  private mutating func advanceStage() {
    guard limit > simulation.now else { return finish() }
    switch stage {
    case .unchanged:
      single = candidates.filter(isPossible)
      // Charging the battery ends Low Power Mode, which is listed separately.
      if single.contains(.lowPower(false)) { single.removeAll { $0 == .battery(100) } }
      (stage, plan) = (.single, single.reversed().map { [$0] })
    case .single:
      guard found.changes.isEmpty else { return finish() }
      (stage, plan) = (.opening, opening.map { [$0] } ?? [])
    case .opening:
      guard found.changes.isEmpty else { return finish() }
      var pairs: [[Command]] = []
      for (index, first) in single.enumerated() { pairs += single[(index + 1)...].map { [first, $0] } }
      (stage, plan) = (.pairs, pairs.reversed())
    case .pairs:
      guard found.changes.isEmpty else { return finish() }
      (stage, plan) = (.all, [single.filter(\.isOfDevice)])
    case .all:
      guard !found.changes.isEmpty else { return finish() }
      stage = .fewest
      dropped = 0
      planFewer()
      if plan.isEmpty { finish() }
    case .fewest:
      dropped += 1
      planFewer()
      if plan.isEmpty { finish() }
    }
  }

  /// The index of the change that is omitted next.
  private var dropped = 0

  /// Plans the set without the next change; after a set that was enough, the same place holds another change.
  private mutating func planFewer() {
    guard dropped < kept.count else { return plan = [] }
    var fewer = kept
    fewer.remove(at: dropped)
    plan = [fewer]
  }

  private mutating func finish() {
    found.changes = found.changes.enumerated()
      .sorted { ($0.element.run.at, $0.offset) < ($1.element.run.at, $1.offset) }.map(\.element)
    isOver = true
  }

  // MARK: What could be changed

  private var app: AppSetup? {
    simulation.scenario.apps.first { app in
      app.tasks.contains { $0.id == task } || task.rawValue == Self.pushed + app.bundle
    }
  }

  private static let pushed = "com.apple.pushLaunch."

  /// Every condition that can prevent a task from running, changed in the direction that can help.
  private var candidates: [Command] {
    var all: [Command] = [
      .lowPower(false), .charger(true), .inUse(false), .thermal(.nominal), .network(NetworkPath(.wifi, quality: 90)),
      .battery(100), .memoryPressure(.normal), .camera(false), .cpu(5), .backgroundRefresh(true, bundle: nil),
    ]
    if let app {
      all += [.backgroundRefresh(true, bundle: app.bundle), .open(app.bundle), .leave(app.bundle), .submit(task)]
      if task.rawValue.hasPrefix(Self.pushed) { all.append(.push(app.bundle)) }
    }
    return all
  }

  /// The user opens the app, and puts the device down again.
  private var opening: [Command]? {
    app.map { [.open($0.bundle), .leave($0.bundle), .inUse(false)] }
  }

  /// A change without effect is refused, and omitted.
  private func isPossible(_ command: Command) -> Bool {
    var fork = simulation
    var events: [TraceEvent] = []
    do throws(CommandRefusal) { try fork.perform(command, into: &events) } catch { return false }
    return true
  }
}

/// One fork of a simulation, advanced until a task runs.
private struct Trial: Sendable {
  enum Progress { case continues, over(WhatWouldHelp.Run?) }

  let commands: [Command]
  private let task: TaskIdentifier
  private let limit: Instant
  private let start: Instant
  private var fork: Simulation
  private var events: [TraceEvent] = []
  private var last: (at: Instant, condition: Condition)?
  private var isRefused = false

  init(_ simulation: Simulation, _ task: TaskIdentifier, _ commands: [Command], until limit: Instant) {
    (fork, self.task, self.commands, self.limit) = (simulation, task, commands, limit)
    start = simulation.now
    for command in commands where !isRefused {
      do throws(CommandRefusal) { try fork.perform(command, into: &events) } catch { isRefused = true }
    }
  }

  /// Checks what has happened, and advances to the next event.
  mutating func step() -> Progress {
    if isRefused { return .over(nil) }
    for event in events {
      switch event.event {
      // Effects of the commands themselves do not count.
      case .condition(let condition) where condition.isUnderstood && event.at > start: last = (event.at, condition)
      case .started(let reference, let begin) where reference.task == task && !begin.forced:
        let trigger = last.flatMap { event.at - $0.at <= WhatWouldHelp.triggerSpan ? $0.condition : nil }
        return .over(WhatWouldHelp.Run(at: event.at, trigger: trigger))
      default: break
      }
    }
    events.removeAll(keepingCapacity: true)
    guard let next = fork.nextEventAt, next <= limit else { return .over(nil) }
    fork.advance(to: next, into: &events)
    return .continues
  }
}
