internal import TaskTrace

/// A scenario's habits as shares for every hour of the week: what a device has learned after observing them for weeks.
///
/// A simulation starts with it, or with nothing, and keeps learning; see ``UsageHistogram``.
struct Forecast: Hashable, Sendable {
  static let hours = 168
  /// Nothing is forecast for certain.
  static let limit = 0.95

  /// How likely the device is in use, 0 to 0.95.
  var use = [Double](repeating: 0, count: hours)
  /// How much of it the device is on the charger, 0 to 1.
  var plugged: [Double]

  init(_ scenario: Scenario) {
    plugged = Self.chargerHabit(scenario)
    for app in scenario.apps {
      for session in app.sessions { add(session.when, session.length) }
    }
    for entry in scenario.timeline {
      for change in entry.changes {
        if case .use(let length) = change { add(entry.when, length) }
      }
    }
    use = use.map { min(Self.limit, $0) }
  }

  /// Adds the share of every hour that a habit uses.
  private mutating func add(_ when: Recurrence, _ length: TimeSpan) {
    guard case .daily(let time, let days) = when.when else { return }
    for day in 0..<7 where days >> UInt8(day) & 1 == 1 {
      Self.add(Double(when.perMille) / 1_000, from: Double(day) * 86_400 + time.seconds, for: length.seconds, to: &use)
    }
  }

  /// Distributes a share over a span of seconds of the week, which wraps around.
  private static func add(_ share: Double, from start: Double, for length: Double, to hours: inout [Double]) {
    var (at, left) = (start, length)
    while left > 0 {
      let hour = (at / 3_600).rounded(.down)
      let part = min(left, (hour + 1) * 3_600 - at)
      hours[(Int(hour) % Self.hours + Self.hours) % Self.hours] += part / 3_600 * share
      (at, left) = (at + part, left - part)
    }
  }

  /// How likely an app is opened in each hour; all zero for an app without habits.
  static func usage(_ app: AppSetup) -> [Double] {
    var unused = [Double](repeating: 1, count: hours)
    for session in app.sessions {
      guard case .daily(let time, let days) = session.when.when else { continue }
      for day in 0..<7 where days >> UInt8(day) & 1 == 1 {
        let hour = (day * 24 + Int(time.seconds / 3_600)) % hours
        unused[hour] *= 1 - Double(session.when.perMille) / 1_000 * 0.95
      }
    }
    return unused.map { 1 - $0 }
  }

  private static func chargerHabit(_ scenario: Scenario) -> [Double] {
    var changes: [(second: Int, plugged: Bool)] = []
    for entry in scenario.timeline {
      guard case .daily(let time, let days) = entry.when.when else { continue }
      for change in entry.changes {
        guard case .charger(let plugged) = change else { continue }
        for day in 0..<7 where days >> UInt8(day) & 1 == 1 {
          changes.append((day * 86_400 + Int(time.seconds), plugged))
        }
      }
    }
    let ordered = changes.enumerated().sorted { ($0.element.second, $0.offset) < ($1.element.second, $1.offset) }
      .map(\.element)
    guard let last = ordered.last else { return [Double](repeating: scenario.device.plugged ? 1 : 0, count: hours) }
    var shares = [Double](repeating: 0, count: hours)
    var (at, plugged) = (0, last.plugged)
    for change in ordered + [(hours * 3_600, false)] {
      if plugged { add(1, from: Double(at), for: Double(change.second - at), to: &shares) }
      (at, plugged) = change
    }
    return shares
  }
}
