public import SchedulerModel
public import TaskTrace

/// When a task would run if nothing were done, and the smallest changes that would let it run sooner.
///
/// Found by forking a simulation and trying: whatever is said here happens when the same is done.
public struct WhatWouldHelp: Hashable, Sendable {
  /// A run to come.
  public struct Run: Hashable, Sendable {
    public var at: Instant
    /// The last change of the device before it, where that was no more than ``triggerSpan`` ago.
    public var trigger: Condition?
  }

  /// Commands that, given now, let it run.
  public struct Change: Hashable, Sendable {
    public var commands: [Command]
    public var run: Run
  }

  public var now: Instant
  /// The next run if nothing is done; nil where none comes within ``horizon``.
  public var unchanged: Run?
  /// How far was looked ahead.
  public var horizon: TimeSpan
  /// What lets it run a good deal sooner, the soonest first; single changes, or pairs where none is enough,
  /// or the one set of more that cannot be made smaller.
  public var changes: [Change]
  /// Whether everything was tried; a scenario may be too busy for that.
  public var isComplete: Bool

  /// How far is looked ahead with nothing done.
  public static let lookAhead = TimeSpan.days(7)
  /// How far is looked ahead for each change.
  public static let reach = TimeSpan.days(1)
  public static let triggerSpan = TimeSpan.minutes(5)
  /// The most turns of the model that all trials together may take, so that a hostile scenario ends.
  public static let mostTurns = 400_000

  /// Tries everything that a person could change, one by one, then in pairs if no single change is enough, then all at
  /// once, from which whatever is not needed is taken away again.
  ///
  /// A change helps that saves a minute and a tenth of the wait (assumed). Complexity: one trial of up to `lookAhead`,
  /// and n to n² / 2 + 2 n trials of up to ``reach`` for n conditions that could stand against the task (n is at most 15);
  /// no more than ``mostTurns`` turns of the model together.
  public init(_ simulation: Simulation, task: TaskIdentifier, lookAhead: TimeSpan = Self.lookAhead) {
    var trial = Trial(simulation, task)
    now = simulation.now
    horizon = lookAhead
    let unchanged = trial.run(until: simulation.now + lookAhead)
    self.unchanged = unchanged
    var limit = simulation.now + Self.reach
    if let unchanged {
      limit = min(limit, unchanged.at - max(.minutes(1), (unchanged.at - simulation.now) / 10))
    }
    var found: [Change] = []
    if limit > simulation.now {
      let (single, later) = trial.candidates()
      found = single.compactMap { trial.change([$0], until: limit) }
      if found.isEmpty, let change = later.isEmpty ? nil : trial.change(later, until: limit) { found = [change] }
      if found.isEmpty { found = trial.pairs(single, until: limit) }
      if found.isEmpty, let change = trial.fewest(of: single, until: limit) { found = [change] }
    }
    changes = found.enumerated().sorted { ($0.element.run.at, $0.offset) < ($1.element.run.at, $1.offset) }
      .map(\.element)
    isComplete = trial.turns < Self.mostTurns
  }
}

extension WhatWouldHelp {
  /// The same on another clock, such as that of a recording that the simulation goes on from.
  public func shifted(by span: TimeSpan) -> WhatWouldHelp {
    var copy = self
    copy.now += span
    copy.unchanged?.at += span
    for index in copy.changes.indices { copy.changes[index].run.at += span }
    return copy
  }
}

/// Forks of a simulation, each let go on until a task runs.
private struct Trial {
  private let simulation: Simulation
  private let task: TaskIdentifier
  private(set) var turns = 0

  init(_ simulation: Simulation, _ task: TaskIdentifier) { (self.simulation, self.task) = (simulation, task) }

  mutating func change(_ commands: [Command], until limit: Instant) -> WhatWouldHelp.Change? {
    run(until: limit, after: commands).map { WhatWouldHelp.Change(commands: commands, run: $0) }
  }

  mutating func pairs(_ commands: [Command], until limit: Instant) -> [WhatWouldHelp.Change] {
    var found: [WhatWouldHelp.Change] = []
    for (index, first) in commands.enumerated() {
      for second in commands[(index + 1)...] {
        if let change = change([first, second], until: limit) { found.append(change) }
      }
    }
    return found
  }

  /// All changes of the device at once, and then without each that is not needed; nil where all are not enough.
  mutating func fewest(of commands: [Command], until limit: Instant) -> WhatWouldHelp.Change? {
    var kept = commands.filter(\.isOfDevice)
    guard var best = change(kept, until: limit) else { return nil }
    for command in kept {
      let fewer = kept.filter { $0 != command }
      guard let change = change(fewer, until: limit) else { continue }
      (kept, best) = (fewer, change)
    }
    return best
  }

  /// The first run of the task that begins up to an instant; nil if none does, or a command is refused.
  mutating func run(until limit: Instant, after commands: [Command] = []) -> WhatWouldHelp.Run? {
    var fork = simulation
    var events: [TraceEvent] = []
    for command in commands {
      do throws(CommandRefusal) { try fork.perform(command, into: &events) } catch { return nil }
    }
    var last: (at: Instant, condition: Condition)?
    while true {
      for event in events {
        switch event.event {
        // What the commands themselves change is no news.
        case .condition(let condition) where condition.isTold && event.at > simulation.now:
          last = (event.at, condition)
        case .started(let reference, let start) where reference.task == task && !start.forced:
          let trigger = last.flatMap { event.at - $0.at <= WhatWouldHelp.triggerSpan ? $0.condition : nil }
          return WhatWouldHelp.Run(at: event.at, trigger: trigger)
        default: break
        }
      }
      events.removeAll(keepingCapacity: true)
      guard let next = fork.nextEventAt, next <= limit, turns < WhatWouldHelp.mostTurns else { return nil }
      fork.advance(to: next, into: &events)
      turns += 1
    }
  }

  /// What could be changed: every condition that can stand against a task, the way that may help.
  ///
  /// What is so already is refused, and left out. `later` is one change of several parts: somebody opens the app, and
  /// lays the device down again.
  func candidates() -> (single: [Command], later: [Command]) {
    let pushed = "com.apple.pushLaunch."
    let app = simulation.scenario.apps.first {
      $0.tasks.contains { $0.id == task } || task.rawValue == pushed + $0.bundle
    }
    var all: [Command] = [
      .lowPower(false), .charger(true), .inUse(false), .thermal(.nominal), .network(NetworkPath(.wifi, quality: 90)),
      .battery(100), .memoryPressure(.normal), .camera(false), .cpu(5), .backgroundRefresh(true, bundle: nil),
    ]
    var later: [Command] = []
    if let app {
      all += [.backgroundRefresh(true, bundle: app.bundle), .open(app.bundle), .leave(app.bundle), .submit(task)]
      if task.rawValue.hasPrefix(pushed) { all.append(.push(app.bundle)) }
      later = [.open(app.bundle), .leave(app.bundle), .inUse(false)]
    }
    let possible = all.filter { command in
      var fork = simulation
      var events: [TraceEvent] = []
      do throws(CommandRefusal) { try fork.perform(command, into: &events) } catch { return false }
      return true
    }
    return (possible, later)
  }
}

extension Condition {
  /// Whether it is worth telling as what let a task run: the charge and the load move all the time.
  fileprivate var isTold: Bool {
    switch self {
    case .battery, .cpu, .boot: false
    default: true
    }
  }

  /// The change in words: `the charger is plugged in`.
  public var words: String {
    switch self {
    case .battery(let level): "the battery is at \(level) %"
    case .charger(let plugged, _): "the charger is \(plugged ? "plugged in" : "unplugged")"
    case .lowPower(let on): "Low Power Mode goes \(on ? "on" : "off")"
    case .thermal(let state): "the thermal state is \(state.word)"
    case .network(let path): path.isReachable ? "the network is \(path.transport.rawValue)" : "the network is gone"
    case .deviceUse(let inUse): "the device is \(inUse ? "in use" : "idle")"
    case .lock(let locked, _): "the device is \(locked ? "locked" : "unlocked")"
    case .cpu(let level): "the processor is at \(level) %"
    case .memoryPressure(let level): "the memory pressure is \(level.word)"
    case .camera(let on): "the camera is \(on ? "on" : "off")"
    case .backgroundRefresh(let on, let bundle):
      "Background App Refresh is \(on ? "on" : "off")\(bundle.map { " for \($0)" } ?? "")"
    case .boot: "the device has started"
    }
  }
}

extension WhatWouldHelp.Change {
  /// The change in words: `Low Power Mode off and the charger plugged in`.
  public var words: String {
    commands.count == 3 && commands.last == .inUse(false) && commands.first?.isOfDevice == false
      ? "\(commands[0].changeWords) and laying the device down again"
      : commands.map(\.changeWords).joined(separator: " and ")
  }
}

extension Command {
  /// Whether it changes a condition of the device, and nothing of an app.
  fileprivate var isOfDevice: Bool {
    switch self {
    case .thermal, .lowPower, .battery, .charger, .network, .inUse, .memoryPressure, .cpu, .camera: true
    default: false
    }
  }

  fileprivate var changeWords: String {
    switch self {
    case .lowPower: "Low Power Mode off"
    case .charger: "the charger plugged in"
    case .inUse: "the device left alone"
    case .thermal: "a cool device"
    case .network: "Wi-Fi"
    case .battery(let level): "the battery at \(level) %"
    case .memoryPressure: "enough free memory"
    case .camera: "the camera off"
    case .cpu: "an idle processor"
    case .backgroundRefresh(_, let bundle): "Background App Refresh on\(bundle.map { " for \($0)" } ?? "")"
    case .open(let bundle): "opening \(bundle)"
    case .leave(let bundle): "leaving \(bundle)"
    case .submit: "submitting a request"
    case .push: "another push"
    default: text
    }
  }
}
