internal import SchedulerModel
internal import TaskTrace

/// The model at an instant, stored so that what followed can be replayed differently.
struct Snapshot: Sendable {
  /// Events that had happened.
  var eventCount: Int
  /// The model, before the command.
  var simulation: Simulation
  /// The user's command at that instant; nil for a snapshot that only saves time.
  var command: Command?

  var at: Instant { simulation.now }
}

/// Snapshots in time order: one before each command, and one now and then.
struct Snapshots: Sendable {
  private(set) var all: [Snapshot] = []

  /// Simulated time between two snapshots that only save time; replaying a day takes some milliseconds.
  private var spacing = TimeSpan.days(1)
  /// The maximum number; beyond it, every other snapshot is dropped and the distance doubles.
  private static let maxPeriodic = 64

  /// Stores the present model if the last snapshot is old enough. The first one is always stored.
  mutating func note(_ simulation: Simulation, eventCount: Int) {
    if let last = all.last, simulation.now - last.at < spacing { return }
    all.append(Snapshot(eventCount: eventCount, simulation: simulation))
    let periodic = all.indices.dropFirst().filter { all[$0].command == nil }
    guard periodic.count > Self.maxPeriodic else { return }
    for (order, index) in periodic.enumerated().reversed() where order % 2 == 0 { all.remove(at: index) }
    spacing = spacing * 2
  }

  /// Stores the model before a command.
  mutating func note(_ command: Command, to simulation: Simulation, eventCount: Int) {
    all.append(Snapshot(eventCount: eventCount, simulation: simulation, command: command))
  }

  /// Removes everything later than an instant; returns the last snapshot that is not.
  mutating func cut(after instant: Instant) -> Snapshot? {
    while all.count > 1, let last = all.last, last.at > instant { all.removeLast() }
    return all.last
  }

  /// Removes the last command and everything after it; returns the snapshot before it.
  mutating func cutLastCommand() -> Snapshot? {
    guard let index = all.lastIndex(where: { $0.command != nil }) else { return nil }
    let snapshot = all[index]
    all.removeSubrange(index...)
    return snapshot
  }

  /// The commands with their instants, in order.
  var commands: [TimedCommand] { all.compactMap { one in one.command.map { TimedCommand(at: one.at, command: $0) } } }
}

/// A command, and when it was given.
struct TimedCommand: Hashable, Sendable {
  var at: Instant
  var command: Command
}
