import SchedulerModel
import Screen
import TaskTrace
import Testing

@testable import Dashboard

@Suite("A run does not grow without end") struct BoundTests {
  private func day(most: Int) throws -> DashboardState {
    var state = DashboardState(
      simulation: Simulation(try #require(try Scenario.builtIn(named: "day"))), name: "day", speed: 100_000)
    state.mostEvents = most
    return state
  }

  @Test func `at the top speed a run stops at its bound, and says so`() throws {
    var state = try day(most: 2_000)
    for _ in 0..<200 where state.playback.isPlaying { state.elapse(.milliseconds(125)) }
    #expect(!state.playback.isPlaying)
    #expect(state.trace.events.count >= 2_000 && state.trace.events.count < 4_000)
    #expect(state.toast?.isRefusal == true)
    #expect(state.draw().text().contains("The run stops here: it has \(grouped(state.trace.events.count)) events"))
    // Whoever lets it run on is told again.
    let (count, now) = (state.trace.events.count, state.edge)
    _ = state.reduce(.key(.character(" ")))
    state.elapse(.milliseconds(125))
    #expect(state.trace.events.count == count && state.edge == now && !state.playback.isPlaying)
    #expect(state.toast?.text.hasPrefix("The run stops here") == true)
  }

  @Test func `a jump and a search stop there too, and the past can still be changed`() throws {
    var state = try day(most: 2_000)
    _ = state.run("goto 9999d")
    #expect(state.trace.events.count < 4_000 && state.playhead == state.edge)
    let now = state.edge
    _ = state.reduce(.key(.character("e")))
    #expect(state.edge == now)
    _ = state.run("goto 2h")
    _ = state.run("thermal serious")
    #expect(state.board.conditions.thermal == .serious)
    state.elapse(.milliseconds(125))
    #expect(state.edge < now)
  }

  @Test func `no run is longer than twenty years`() throws {
    let scenario = try Scenario.parse(Array("{}".utf8), named: "x")
    var state = DashboardState(simulation: Simulation(scenario), name: "x")
    state.longestRun = .days(3)
    _ = state.run("goto 99d")
    #expect(state.edge - .zero == .days(3))
    #expect(state.toast?.text == "The run stops here: no run is longer than twenty years.")
  }
}
