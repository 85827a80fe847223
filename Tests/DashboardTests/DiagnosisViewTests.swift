import Dashboard
import Diagnosis
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
    #expect(state.view == .diagnosis && state.draw().text().contains("Not seen here"))
    _ = state.run("error Code=3")
    #expect(state.draw().text().contains("two spellings of an identifier differ by case."))
    press(["8"], &state)
    #expect(state.draw().text().contains("✗ it never runs"))
    _ = state.run("error 99")
    #expect(state.toast?.isRefusal == true)
    _ = state.run("diagnose never")
    #expect(state.toast?.isRefusal == true)
  }

  @Test func `the same state gives the same cells, redrawn or updated from the last screen`() throws {
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

  @Test(arguments: ["5", "6", "8"] as [Key])
  func `a long past is examined in steps, and a key never waits for all of it`(_ key: Key) throws {
    let reference = TaskReference("app.sync", kind: .refresh)
    let header = TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .deviceLog(files: ["x"]))
    let events = (0..<120_000).map { index in
      TraceEvent(.zero + .seconds(Int64(index)), .refused(reference, code: 1, cause: .simulator))
    }
    var state = DashboardState(recording: Trace(header: header, events: events), name: "x")
    var drawing = Drawing()
    press([key], &state)
    #expect(drawing.hasPendingWork(state))
    #expect(drawing.draw(state).text().contains("Processing 120,000 events"))
    var turns = 0
    while drawing.hasPendingWork(state) {
      drawing.continueWork(state)
      turns += 1
    }
    // Twice for the events, then check by check or task by task.
    #expect(turns == (key == "6" ? 4 : 2 + (Check.all.count + 5) / 6))
    #expect(drawing.draw(state).text() == state.drawSettled().text())
    #expect(!drawing.draw(state).text().contains("Processing"))
  }

  @Test func `while a long log grows a screen is a little behind at most, and not at all when it stops`() throws {
    let reference = TaskReference("app.sync", kind: .refresh)
    let header = TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .deviceLog(files: ["x"]))
    func refusals(_ count: Int) -> [TraceEvent] {
      Array(repeating: TraceEvent(.zero, .refused(reference, code: 1, cause: .simulator)), count: count)
    }
    var state = DashboardState(recording: Trace(header: header, events: refusals(120_000)), name: "x")
    state.following = true
    var drawing = Drawing()
    press(["5"], &state)
    func settled() -> String {
      while drawing.hasPendingWork(state) { drawing.continueWork(state) }
      return drawing.draw(state).text()
    }
    #expect(settled().contains("×120000"))
    state.follow(refusals(1))
    #expect(settled().contains("×120000"))
    state.follow(refusals(4_000))
    #expect(drawing.draw(state).text().contains("×120000"), "what was known stays until more is known")
    #expect(settled().contains("×124001"))
    state.follow(refusals(1))
    state.following = false
    #expect(settled().contains("×124002"))
  }

  @Test func `the first difference of two branches is found again as both grow`() throws {
    var state = try state("day", at: .hours(10))
    press([.character(" "), "[", "[", "A"], &state)
    var drawing = Drawing()
    press(["7"], &state)
    #expect(drawing.draw(state).text().contains("no difference"))
    press(["c"], &state)
    for _ in 0..<3 {
      state.go(to: state.edge + .hours(2))
      #expect(drawing.draw(state).text() == state.draw().text())
      #expect(drawing.draw(state).text().contains("first difference"))
    }
  }

  @Test(arguments: [Size(columns: 1, rows: 1), Size(columns: 20, rows: 5), Size(columns: 40, rows: 12)])
  func `small screens work`(_ size: Size) throws {
    var state = try state("broken-chain", at: .days(2))
    state.size = size
    for keys in [["8"], ["C"], ["4"], ["1"], [.end], [.escape], [.down, .end, .home]] as [[Key]] {
      press(keys, &state)
      #expect(state.draw().size == size)
    }
  }
}
