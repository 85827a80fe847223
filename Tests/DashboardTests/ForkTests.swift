import Dashboard
import Diagnosis
import SchedulerModel
import Screen
import TaskTrace
import Testing

@Suite("Rewinding, forking, undoing") struct ForkTests {
  private func day(hours: Int64 = 14) throws -> DashboardState {
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    var state = DashboardState(simulation: Simulation(scenario), name: "day")
    state.go(to: .zero + .hours(hours))
    return state
  }

  private func press(_ keys: Key..., in state: inout DashboardState) { for key in keys { _ = state.reduce(.key(key)) } }

  private func bytes(_ state: DashboardState) -> [UInt8] { TraceFile.write(state.trace.header, state.trace.events) }

  @Test func `a command in the past makes a branch, and the old future stays`() throws {
    var state = try day()
    let old = bytes(state)
    press("[", "[", "c", in: &state)
    #expect(state.branch.name == "B")
    #expect(state.isAtEdge)
    #expect(state.playhead == .zero + .hours(14) - .minutes(20))
    #expect(state.others.map(\.name) == ["A"])
    press("V", in: &state)
    #expect(state.branch.name == "A")
    #expect(bytes(state) == old)
    press("V", in: &state)
    #expect(state.branch.name == "B")
  }

  @Test(arguments: [1, 3, 7, 11, 26, 49] as [Int64])
  func `forking at any instant and doing nothing gives the same future`(hours: Int64) throws {
    var state = try day(hours: 50)
    let whole = bytes(state)
    state.go(to: .zero + .hours(hours) + .minutes(17))
    press("A", in: &state)
    #expect(state.branch.name == "B")
    #expect(state.edge == .zero + .hours(hours) + .minutes(17))
    state.go(to: .zero + .hours(50))
    #expect(bytes(state) == whole)
    #expect(TraceDifference.first(state.others[0].trace, state.trace) == nil)
  }

  @Test func `a fork keeps the commands that were given before it`() throws {
    var state = try day(hours: 10)
    press("p", in: &state)
    state.go(to: .zero + .hours(12))
    press("c", in: &state)
    state.go(to: .zero + .hours(20))
    let whole = bytes(state)
    state.go(to: .zero + .hours(15))
    press("A", in: &state)
    state.go(to: .zero + .hours(20))
    #expect(bytes(state) == whole)
  }

  @Test func `undo lives on as if the command had never been given, and redo gives it again`() throws {
    var state = try day(hours: 12)
    press("c", in: &state)
    state.go(to: .zero + .hours(13))
    let plain = bytes(state)
    press("p", "t", in: &state)
    state.go(to: .zero + .hours(20))
    let both = bytes(state)
    press(.ctrl("z"), .ctrl("z"), in: &state)
    #expect(state.edge == .zero + .hours(20))
    var other = try day(hours: 12)
    press("c", in: &other)
    other.go(to: .zero + .hours(13))
    #expect(bytes(other) == plain)
    other.go(to: .zero + .hours(20))
    #expect(bytes(state) == bytes(other))
    press(.ctrl("y"), .ctrl("y"), in: &state)
    #expect(bytes(state) == both)
    press(.ctrl("y"), in: &state)
    #expect(state.toast?.isRefusal == true)
    press(.ctrl("z"), .ctrl("z"), .ctrl("z"), .ctrl("z"), in: &state)
    #expect(state.toast?.isRefusal == true)
  }

  @Test func `a run of months keeps few snapshots, and forks all the same`() throws {
    var state = try day(hours: 14)
    for month in 1...5 { state.go(to: .zero + .days(30 * Int64(month))) }
    let whole = bytes(state)
    state.go(to: .zero + .days(71) + .hours(5))
    press("A", in: &state)
    state.go(to: .zero + .days(150))
    #expect(bytes(state) == whole)
  }

  @Test func `random walks through time and commands equal the run that their commands make`() throws {
    var seed: UInt64 = 11
    func draw(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    let keys: [Key] = [
      "c", "p", "t", "T", "i", "l", "x", "w", "[", "{", "]", ".", ",", "A", "V", .ctrl("z"), .ctrl("y"), "R",
    ]
    var state = try day()
    for _ in 0..<120 {
      press(keys[draw(keys.count)], in: &state)
      if draw(4) == 0 { state.elapse(.milliseconds(Int64(draw(1_000)))) }
      if draw(9) == 0 { state.go(to: state.edge + .minutes(Int64(draw(90)))) }
    }
    // The trace of the branch names its commands: given again, they make the same trace.
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    var simulation = Simulation(scenario)
    var events: [TraceEvent] = []
    for traced in state.trace.events {
      guard case .command(let text, _) = traced.event, let command = Command(text) else { continue }
      simulation.advance(to: traced.at, into: &events)
      try? simulation.perform(command, into: &events)
    }
    simulation.advance(to: state.edge, into: &events)
    #expect(TraceFile.write(state.trace.header, events) == bytes(state))
  }

  @Test func `two branches are shown side by side from their first difference`() throws {
    var state = try day()
    press("[", "c", in: &state)
    state.go(to: .zero + .hours(14))
    press("7", in: &state)
    let text = state.draw().text()
    #expect(text.contains("compare  A with B"))
    #expect(text.contains("first difference"))
    #expect(text.contains("branch A"))
    var single = try day()
    press("7", in: &single)
    #expect(single.draw().text().contains("only one branch"))
  }

  @Test func `a simulation continues a recording from the playhead`() throws {
    var state = Recordings.state()
    state.go(to: .zero + .minutes(61))
    let pending = Set(state.board.pending.map(\.task))
    press("A", in: &state)
    #expect(state.branch.name == "B")
    #expect(state.simulation != nil)
    #expect(Set(state.board.pending.map(\.task)) == pending)
    #expect(state.draw().text().contains("The model continues from the recording"))
    press("c", in: &state)
    #expect(state.toast?.isRefusal == false)
    press("7", in: &state)
    #expect(state.draw().text().contains("compare  A with B"))
    press("V", in: &state)
    #expect(state.simulation == nil)
    #expect(state.branch.name == "A")
  }
}
