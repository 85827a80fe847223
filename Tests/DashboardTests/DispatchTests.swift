import SchedulerModel
import Screen
import TaskTrace
import Testing

@testable import Dashboard

@Suite("No key, word, view or pane is swallowed")
struct DispatchTests {
  private func day() throws -> DashboardState {
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    var state = DashboardState(simulation: Simulation(scenario), name: "day")
    state.go(to: .zero + .hours(14))
    return state
  }

  @Test("Every action has exactly one row in the key table")
  func table() {
    for action in Action.allCases {
      let rows = KeyTable.bindings.filter { $0.action == action }
      #expect(rows.count == 1, "Sources/Dashboard/Keys/KeyTable.swift: \(action) has \(rows.count) rows")
    }
  }

  @Test("Every action that changes the simulation results in a command", arguments: Action.allCases.filter(\.isCommand))
  func command(_ action: Action) throws {
    var state = try day()
    _ = state.reduce(action)
    let text = try #require(state.toast?.text)
    #expect(
      text != "Not a command.", "Sources/Dashboard/State/DashboardState+Command.swift does not know \(action)")
  }

  @Test("Every word of the command line is listed with its arguments and its effect", arguments: CommandWord.all)
  func word(_ word: CommandWord) {
    #expect(word.help.hasSuffix("."), "Sources/Dashboard/Prompt/CommandWord.swift: \(word.word) has no sentence")
    #expect(CommandWord.all.filter { $0.word == word.word }.count == 1, "\(word.word) stands twice")
  }

  @Test("Every view is reached by a key, has a name, and draws", arguments: View.allCases)
  func view(_ view: View) throws {
    var state = try day()
    state.show(view)
    #expect(View(name: view.name) == view)
    #expect(state.draw().text().contains { !$0.isWhitespace })
    if let pane = view.pane { #expect(Pane(name: pane.name) == pane) }
  }

  @Test("A part of a name that means two tasks selects neither")
  func ambiguous() throws {
    var state = try day()
    let before = state.selection.task
    for letter in ":select photos" { _ = state.reduce(.key(.character(letter))) }
    _ = state.reduce(.key(.enter))
    #expect(state.selection.task == before)
    #expect(state.toast?.isRefusal == true)
    #expect(state.task(named: "photos.backup") == "photos.backup")
    #expect(state.task(named: "photos") == nil)
    // A whole name wins over names that hold it.
    #expect(state.task(named: "PHOTOS.INDEX") == "photos.index")
  }
}
