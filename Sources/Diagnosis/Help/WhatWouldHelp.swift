public import SchedulerModel
public import TaskTrace

/// When a task would run if nothing were done, and the smallest changes that would let it run sooner.
///
/// Found by forking a simulation and trying: whatever is said here happens when the same is done.
public struct WhatWouldHelp: Hashable, Sendable {
  /// A run to come.
  public struct Run: Hashable, Sendable {
    public var at: Instant
    /// The change of the device just before it that let it begin, where there was one.
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
  /// What lets it run at least ``worthwhile`` sooner, the soonest first; single changes, or pairs where none is enough.
  public var changes: [Change]

  /// How far is looked ahead with nothing done.
  public static let lookAhead = TimeSpan.days(7)
  /// How far is looked ahead for each change.
  public static let reach = TimeSpan.hours(3)
  /// What is won by less is no help (assumed).
  public static let worthwhile = TimeSpan.minutes(1)
  /// The most events of the model that one trial may take, so that a hostile scenario ends.
  static let mostEvents = 200_000

  /// Tries everything that a person could change, one by one, then in pairs if no single change is enough.
  ///
  /// Complexity: one trial of up to `lookAhead`, and up to n + n² / 2 trials of ``reach`` for n conditions that stand
  /// against the task (n is at most 15).
  public init(_ simulation: Simulation, task: TaskIdentifier, lookAhead: TimeSpan = Self.lookAhead) {
    now = simulation.now
    horizon = lookAhead
    let unchanged = Trial.run(simulation, task, until: simulation.now + lookAhead)
    self.unchanged = unchanged
    var limit = simulation.now + Self.reach
    if let unchanged { limit = min(limit, unchanged.at - Self.worthwhile) }
    changes = []
    guard limit > simulation.now else { return }
    let candidates = Trial.candidates(simulation, task)
    func attempt(_ commands: [Command]) -> Change? {
      Trial.run(simulation, task, until: limit, after: commands).map { Change(commands: commands, run: $0) }
    }
    changes = candidates.compactMap { attempt([$0]) }
    if changes.isEmpty {
      for (index, first) in candidates.enumerated() {
        changes += candidates[(index + 1)...].compactMap { attempt([first, $0]) }
      }
    }
    changes = changes.enumerated().sorted { ($0.element.run.at, $0.offset) < ($1.element.run.at, $1.offset) }
      .map(\.element)
  }
}

/// One fork of a simulation, let go on until a task runs.
private enum Trial {
  /// The first run of a task that begins before an instant; nil if none does, or a command is refused.
  static func run(
    _ simulation: Simulation, _ task: TaskIdentifier, until limit: Instant, after commands: [Command] = []
  ) -> WhatWouldHelp.Run? {
    var fork = simulation
    var events: [TraceEvent] = []
    var (seen, total) = (0, 0)
    for command in commands {
      do throws(CommandRefusal) { try fork.perform(command, into: &events) } catch { return nil }
    }
    var last: (at: Instant, condition: Condition)?
    while true {
      for event in events[seen...] {
        switch event.event {
        case .condition(let condition) where condition.isTold: last = (event.at, condition)
        case .started(let reference, let start) where reference.task == task && !start.forced:
          let launch = simulation.profile.launchTime
          let trigger = last.flatMap { event.at - $0.at <= launch && $0.at > simulation.now ? $0.condition : nil }
          return WhatWouldHelp.Run(at: event.at, trigger: trigger)
        default: break
        }
      }
      total += events.count - seen
      events.removeAll(keepingCapacity: true)
      seen = 0
      guard let next = fork.nextEventAt, next <= limit, total < WhatWouldHelp.mostEvents else { return nil }
      fork.advance(to: next, into: &events)
    }
  }

  /// What could be changed: each condition that may stand against the task, the way that may help.
  static func candidates(_ simulation: Simulation, _ task: TaskIdentifier) -> [Command] {
    let pushed = "com.apple.pushLaunch."
    let app = simulation.scenario.apps.first {
      $0.tasks.contains { $0.id == task } || task.rawValue == pushed + $0.bundle
    }
    var all: [Command] = [
      .lowPower(false), .charger(true), .inUse(false), .thermal(.nominal), .network(NetworkPath(.wifi, quality: 90)),
      .battery(100), .memoryPressure(.normal), .camera(false), .cpu(5), .backgroundRefresh(true, bundle: nil),
    ]
    if let app {
      all += [.backgroundRefresh(true, bundle: app.bundle), .open(app.bundle), .leave(app.bundle), .submit(task)]
      if task.rawValue.hasPrefix(pushed) { all.append(.push(app.bundle)) }
    }
    // What is so already is refused, and left out at once.
    return all.filter { command in
      var fork = simulation
      var events: [TraceEvent] = []
      do throws(CommandRefusal) { try fork.perform(command, into: &events) } catch { return false }
      return true
    }
  }
}

extension SchedulerProfile {
  /// From the decision to launch until the launch, with a second to spare.
  fileprivate var launchTime: TimeSpan { .seconds(3) }
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
  public var words: String { commands.map(\.changeWords).joined(separator: " and ") }
}

extension Command {
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
