public import SchedulerModel
public import TaskTrace

/// When a task would run if nothing were done, and the smallest changes that would let it run sooner.
///
/// The changes are found by forking a simulation and trying them: the result occurs whenever the same is done.
public struct WhatWouldHelp: Hashable, Sendable {
  /// A future run.
  public struct Run: Hashable, Sendable {
    public var at: Instant
    /// The last change of the device before it, if it was no more than ``triggerSpan`` earlier.
    public var trigger: Condition?
  }

  /// Commands that let it run if they are given now.
  public struct Change: Hashable, Sendable {
    public var commands: [Command]
    public var run: Run
  }

  public var now: Instant
  /// The next run if nothing is done; nil if there is none within ``horizon``.
  public var unchanged: Run?
  /// How far ahead the search looked.
  public var horizon: TimeSpan
  /// What lets it run considerably sooner, the soonest first: single changes, or pairs if no single one is enough, or
  /// the one larger set that cannot be reduced.
  public var changes: [Change]
  /// Whether everything was tried; a scenario may be too busy for that.
  public var isComplete: Bool

  /// How far ahead the search looks with nothing done.
  public static let lookAhead = TimeSpan.days(7)
  /// How far ahead the search looks for each change.
  public static let reach = TimeSpan.days(1)
  public static let triggerSpan = TimeSpan.minutes(5)
  /// The most turns of the model that all trials together may take, so that a hostile scenario ends.
  public static let maxSteps = 400_000

  /// Tries everything that the user could change, one by one, then opening the app, then pairs if no single change is
  /// enough, then everything together, from which unnecessary changes are removed again.
  ///
  /// A change helps if it saves a minute and a tenth of the wait (assumed). Complexity: one trial of up to `lookAhead`,
  /// and n to n² / 2 + 2 n trials of up to ``reach`` for n conditions that could prevent the task from running (n is at
  /// most 15); no more than ``maxSteps`` steps of the model in total. ``HelpSearch`` does the same in steps.
  public init(_ simulation: Simulation, task: TaskIdentifier, lookAhead: TimeSpan = Self.lookAhead) {
    var search = HelpSearch(simulation, task: task, lookAhead: lookAhead)
    search.advance(steps: .max)
    self = search.found
  }

  init(now: Instant, horizon: TimeSpan) {
    (self.now, self.horizon, changes, isComplete) = (now, horizon, [], true)
  }
}

extension WhatWouldHelp {
  /// The same on another clock, such as that of a recording from which the simulation continues.
  public func shifted(by span: TimeSpan) -> WhatWouldHelp {
    var copy = self
    copy.now += span
    copy.unchanged?.at += span
    for index in copy.changes.indices { copy.changes[index].run.at += span }
    return copy
  }
}

extension Condition {
  /// Whether it is worth reporting as what let a task run: the charge and the load change all the time.
  var isUnderstood: Bool {
    switch self {
    case .battery, .cpu, .boot: false
    default: true
    }
  }

  /// The change in words: `the charger is plugged in`.
  public var text: String {
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
  public var text: String {
    commands.count == 3 && commands.last == .inUse(false) && commands.first?.isOfDevice == false
      ? "\(commands[0].changeText) and putting the device down again"
      : commands.map(\.changeText).joined(separator: " and ")
  }
}

extension Command {
  /// Whether it changes a condition of the device, and not of an app.
  var isOfDevice: Bool {
    switch self {
    case .thermal, .lowPower, .battery, .charger, .network, .inUse, .memoryPressure, .cpu, .camera: true
    default: false
    }
  }

  fileprivate var changeText: String {
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
