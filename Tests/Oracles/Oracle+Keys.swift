internal import Dashboard
internal import SchedulerModel
internal import Screen
internal import TaskTrace

extension Oracle {
  /// What a terminal sends: whatever it is, it becomes the same keys however it is cut, and no key ends the program or
  /// draws what a terminal would obey.
  static let keys = Oracle("keys") { bytes in
    var broken = Broken()
    let typed = Array(bytes.dropFirst())
    var (whole, cut) = (InputParser(), InputParser())
    let inputs = whole.feed(typed)
    var others: [Input] = []
    for piece in pieces(typed) { others += cut.feed(piece) }
    broken.expect(inputs == others, "bytes in pieces are the keys of the whole")
    broken.expect(whole.giveUp() == cut.giveUp(), "what is unfinished is the same in pieces")
    broken.expect(whole.patience == nil, "nothing is unfinished any more")

    var state = state(bytes.first ?? 0)
    for (index, input) in inputs.prefix(48).enumerated() {
      _ = state.reduce(input)
      if index % 3 == 2 { state.elapse(.milliseconds(125)) }
      if index % 8 == 7 { checkText(state.draw().text(), "the screen", &broken) }
    }
    checkText(state.drawSettled().text(), "the screen", &broken)
    if let simulation = state.simulation {
      let invariants = simulation.checkInvariants()
      broken.expect(invariants.isEmpty, invariants.joined(separator: "; "))
    }
    return broken.sentences
  }

  /// A day, a recording of it, or an unread log, on a screen of one of several sizes.
  private static func state(_ choice: UInt8) -> DashboardState {
    let sizes = [(120, 40), (80, 24), (33, 9), (0, 0)]
    let size = Size(columns: sizes[Int(choice >> 2 & 3)].0, rows: sizes[Int(choice >> 2 & 3)].1)
    if choice & 3 == 3 {
      return DashboardState(recording: Trace(header: recorded.trace.header), name: "x", size: size)
    }
    var state = choice & 3 == 2 ? recorded : day
    state.size = size
    return state
  }

  private static let day = DashboardState(simulation: morning, name: "day")

  private static let recorded: DashboardState = {
    var (simulation, events) = (morning, [TraceEvent]())
    simulation.advance(to: .zero + .hours(3), into: &events)
    return DashboardState(recording: Trace(header: simulation.header, events: events), name: "day")
  }()

  /// The scenario `day` shortly after it began.
  private static let morning: Simulation = {
    guard let scenario = try? Scenario.builtIn(named: "day") else { fatalError("the tests of scenarios exclude this") }
    var (simulation, events) = (Simulation(scenario), [TraceEvent]())
    simulation.advance(to: .zero + .hours(1), into: &events)
    return simulation
  }()
}
