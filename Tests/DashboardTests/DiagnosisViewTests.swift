import Dashboard
import SchedulerModel
import Screen
import TaskTrace
import Testing

@Suite("The diagnosis on the screen") struct DiagnosisViewTests {
  private func state(_ name: String, at time: TimeSpan) throws -> DashboardState {
    let scenario = try #require(try Scenario.builtIn(named: name))
    var state = DashboardState(
      simulation: Simulation(scenario), name: name, size: Size(columns: 110, rows: 60), symbols: .utf8)
    state.go(to: .zero + time)
    return state
  }

  private func press(_ keys: [Key], _ state: inout DashboardState) { for key in keys { _ = state.reduce(.key(key)) } }

  @Test func `it follows the selection and the playhead`() throws {
    var state = try state("broken-chain", at: .days(2))
    _ = state.run("select last.refresh")
    press(["8"], &state)
    #expect(state.draw().text().contains("✗ it runs irregularly"))
    _ = state.run("goto 1h")
    #expect(!state.draw().text().contains("✗ it runs irregularly"))
    #expect(state.draw().text().contains("diagnose never-runs"))
  }

  @Test func `a symptom and a code can be asked for, and others are refused`() throws {
    var state = try state("error-codes", at: .hours(1))
    _ = state.run("select plist.refresh")
    _ = state.run("diagnose crashes")
    #expect(state.view == .diagnosis && state.draw().text().contains("It does not show here"))
    _ = state.run("error Code=3")
    #expect(state.draw().text().contains("two spellings of an identifier differ by case."))
    press(["8"], &state)
    #expect(state.draw().text().contains("✗ it never runs"))
    _ = state.run("error 99")
    #expect(state.toast?.isRefusal == true)
    _ = state.run("diagnose never")
    #expect(state.toast?.isRefusal == true)
  }

  @Test func `the same state gives the same cells, drawn anew or from the last screen`() throws {
    var state = try state("broken-chain", at: .days(2))
    var drawing = Drawing()
    for keys in [["8"], [.down], ["C"], ["3"], ["1"], [.down], [.backspace], [.escape], ["1"]] as [[Key]] {
      press(keys, &state)
      #expect(drawing.draw(state).text() == state.draw().text())
    }
  }

  @Test func `questions choose an API, and the recommendation is copied`() throws {
    var state = try state("day", at: .hours(1))
    press(["C"], &state)
    #expect(state.draw().text().contains("Who starts the work?"))
    press([.down, .down, .enter, "2", "1", "9", "2"], &state)
    #expect(state.draw().text().contains("BGProcessingTask (iOS 13)"))
    guard case .copy(let text)? = state.reduce(.key("y")).first else {
      Issue.record("nothing was copied")
      return
    }
    #expect(text.contains("requiresExternalPower = true") && !text.contains("requiresNetworkConnectivity"))
    press([.backspace], &state)
    #expect(state.draw().text().contains("Does it need a network?"))
    press([.escape], &state)
    #expect(!state.draw().text().contains("Does it need a network?"))
  }

  @Test(arguments: [Size(columns: 1, rows: 1), Size(columns: 20, rows: 5), Size(columns: 40, rows: 12)])
  func `small screens are no trouble`(_ size: Size) throws {
    var state = try state("broken-chain", at: .days(2))
    state.size = size
    for keys in [["8"], ["C"], ["4"], ["1"], [.end], [.escape], [.down, .end, .home]] as [[Key]] {
      press(keys, &state)
      #expect(state.draw().size == size)
    }
  }
}
