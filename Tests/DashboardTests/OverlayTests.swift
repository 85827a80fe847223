import Dashboard
import SchedulerModel
import Screen
import TaskTrace
import Testing

@Suite("What lies over the panes has all keys, clicks and wheels")
struct OverlayTests {
  private static let keys: [(name: String, key: Key)] = [("help", "?"), ("chooser", "C"), ("prompt", ":")]

  private func state(opening key: Key) throws -> DashboardState {
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    var state = DashboardState(simulation: Simulation(scenario), name: "day", size: Size(columns: 120, rows: 40))
    state.go(to: .zero + .hours(14))
    _ = state.reduce(.key(key))
    #expect(state.overlay != nil)
    return state
  }

  @Test("A click under an open overlay changes nothing under it", arguments: keys.map(\.key) + [.f(2)])
  func clicks(_ key: Key) throws {
    var state = try state(opening: key)
    let before = (state.selection.task, state.focus, state.playhead, state.view)
    for row in 0..<40 {
      let point = Point(column: 6, row: row)
      var copy = state
      _ = copy.reduce(.mouse(Mouse(.press(.left), at: point)))
      _ = copy.reduce(.mouse(Mouse(.drag(.left), at: Point(column: 60, row: row))))
      _ = copy.reduce(.mouse(Mouse(.release(.left), at: point)))
      #expect((copy.selection.task, copy.focus, copy.playhead, copy.view) == before, "row \(row)")
    }
    // The same clicks select a task once nothing is open.
    _ = state.reduce(.key(.escape))
    #expect(state.overlay == nil)
    let rows = state.draw().lines.indices.filter { row in
      var copy = state
      _ = copy.reduce(.mouse(Mouse(.press(.left), at: Point(column: 6, row: row))))
      _ = copy.reduce(.mouse(Mouse(.release(.left), at: Point(column: 6, row: row))))
      return copy.selection.task != state.selection.task
    }
    #expect(!rows.isEmpty)
  }

  @Test("The wheel scrolls what is open, not what is under it")
  func wheel() throws {
    var state = try state(opening: "?")
    let (before, text) = (state.selection.task, state.draw().text())
    _ = state.reduce(.mouse(Mouse(.wheelDown, at: Point(column: 6, row: 6))))
    #expect(state.selection.task == before)
    #expect(state.draw().text() != text)
  }

  @Test("One overlay is open at a time, and Ctrl-C ends bgtop from each but a line that is being typed")
  func one() throws {
    for (name, key) in Self.keys {
      var state = try state(opening: key)
      let effects = state.reduce(.key(.ctrl("c")))
      #expect(name == "prompt" ? effects.isEmpty && state.overlay == nil : effects == [.quit], "\(name)")
    }
  }
}
