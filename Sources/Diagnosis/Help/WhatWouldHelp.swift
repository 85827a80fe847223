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

  /// Tries everything that a person could change, one by one, then opening the app, then pairs if no single change is
  /// enough, then all at once, from which whatever is not needed is taken away again.
  ///
  /// A change helps that saves a minute and a tenth of the wait (assumed). Complexity: one trial of up to `lookAhead`,
  /// and n to n² / 2 + 2 n trials of up to ``reach`` for n conditions that could stand against the task (n is at most
  /// 15); no more than ``mostTurns`` turns of the model together. ``HelpSearch`` does the same in pieces.
  public init(_ simulation: Simulation, task: TaskIdentifier, lookAhead: TimeSpan = Self.lookAhead) {
    var search = HelpSearch(simulation, task: task, lookAhead: lookAhead)
    search.goOn(turns: .max)
    self = search.found
  }

  init(now: Instant, horizon: TimeSpan) {
    (self.now, self.horizon, changes, isComplete) = (now, horizon, [], true)
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

extension Condition {
  /// Whether it is worth telling as what let a task run: the charge and the load move all the time.
  var isTold: Bool {
    switch self {
    case .battery, .cpu, .boot: false
    default: true
    }
  }

  /// The change in words: `the charger is plugged in`.
  public var words: String {
    switch self {
    case .battery(let level): "the battery is at \(level)%"
    case .charger(let plugged, _): "the charger is \(plugged ? "plugged in" : "unplugged")"
    case .lowPower(let on): "Low Power Mode turns \(on ? "on" : "off")"
    case .thermal(let state): "the thermal state is \(state.word)"
    case .network(let path): path.isReachable ? "the network is \(path.transport.rawValue)" : "the network is offline"
    case .deviceUse(let inUse): "the device is \(inUse ? "in use" : "idle")"
    case .lock(let locked, _): "the device is \(locked ? "locked" : "unlocked")"
    case .cpu(let level): "the CPU is at \(level)%"
    case .memoryPressure(let level): "the memory pressure is \(level.word)"
    case .camera(let on): "the camera is \(on ? "on" : "off")"
    case .backgroundRefresh(let on, let bundle):
      "Background App Refresh is \(on ? "on" : "off")\(bundle.map { " for \($0)" } ?? "")"
    case .boot: "the device has booted"
    }
  }
}

extension WhatWouldHelp.Change {
  /// The change in words: `Low Power Mode off and the charger plugged in`.
  public var words: String {
    commands.count == 3 && commands.last == .inUse(false) && commands.first?.isOfDevice == false
      ? "\(commands[0].changeWords) and putting the device down again"
      : commands.map(\.changeWords).joined(separator: " and ")
  }
}

extension Command {
  /// Whether it changes a condition of the device, and nothing of an app.
  var isOfDevice: Bool {
    switch self {
    case .thermal, .lowPower, .battery, .charger, .network, .inUse, .memoryPressure, .cpu, .camera: true
    default: false
    }
  }

  fileprivate var changeWords: String {
    switch self {
    case .lowPower: "Low Power Mode off"
    case .charger: "plugging in the charger"
    case .inUse: "leaving the device idle"
    case .thermal: "a cooler device"
    case .network: "Wi-Fi"
    case .battery: "a charged battery"
    case .memoryPressure: "enough free memory"
    case .camera: "the camera off"
    case .cpu: "an idle CPU"
    case .backgroundRefresh(_, let bundle): "Background App Refresh on\(bundle.map { " for \($0)" } ?? "")"
    case .open(let bundle): "opening \(bundle)"
    case .leave(let bundle): "leaving \(bundle)"
    case .submit: "submitting a request"
    case .push: "another push"
    default: text
    }
  }
}
