internal import TaskTrace

/// The scenario's timeline: what happens to the device at specified times.
struct Timeline: Mechanism {
  enum Moment: Sendable {
    /// An entry takes effect, on a given day for recurring entries.
    case entry(Int, day: Int64)
  }

  init(_ scenario: Scenario, _ entities: Entities) {}

  static func handle(_ moment: Moment, in world: inout Simulation) {
    switch moment {
    case .entry(let index, let day): comeTrue(index, day: day, in: &world)
    }
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    if case .scenarioBegan = notice { planTimeline(in: &world) }
  }
}
