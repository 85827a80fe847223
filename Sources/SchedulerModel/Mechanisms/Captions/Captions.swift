internal import TaskTrace

/// Text of the scenario for the viewer.
struct Captions: Mechanism {
  /// A caption's place in the scenario.
  struct Moment: Sendable { var index: Int }

  init(_ scenario: Scenario, _ entities: Entities) {}

  static func handle(_ moment: Moment, in world: inout Simulation) {
    let caption = world.scenario.captions[moment.index]
    world.emit(.caption(caption.text, waits: caption.waits))
  }

  static func answer(_ notice: Notice, in world: inout Simulation) {
    guard case .scenarioBegan = notice else { return }
    for (index, caption) in world.scenario.captions.enumerated() {
      world.queue.insert(.captions(Moment(index: index)), at: .zero + caption.at)
    }
  }
}
