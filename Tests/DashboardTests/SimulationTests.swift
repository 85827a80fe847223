import Dashboard
import SchedulerModel
import Screen
import TaskTrace
import Testing

@Suite("Keys that change the simulation") struct SimulationTests {
  private func day() throws -> DashboardState {
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    var state = DashboardState(simulation: Simulation(scenario), name: "day")
    state.go(to: .zero + .hours(14))
    return state
  }

  private func press(_ keys: Key..., in state: inout DashboardState) { for key in keys { _ = state.reduce(.key(key)) } }

  @Test func `every condition key changes its lamp, and undoes it`() throws {
    var state = try day()
    let before = state.board.conditions
    press("t", in: &state)
    #expect(state.board.conditions.thermal == .fair)
    press("T", "p", "c", "B", "i", "r", "m", in: &state)
    let after = state.board.conditions
    #expect(after.thermal == before.thermal)
    #expect(after.lowPower != before.lowPower)
    #expect(after.plugged != before.plugged)
    #expect(after.battery == min(100, (before.battery ?? 0) + 10))
    #expect(after.inUse != before.inUse)
    #expect(after.backgroundRefresh != before.backgroundRefresh)
    #expect(after.memoryPressure == .warning)
    var seen: Set<NetworkPath.Transport?> = []
    for _ in 0..<3 {
      press("w", in: &state)
      seen.insert(state.board.conditions.network?.transport)
    }
    #expect(seen == [.wifi, .cellular, NetworkPath.Transport.none])
  }

  @Test func `a manual launch runs the selected request, and is marked (rules N1, N2)`() throws {
    var state = try day()
    let task = try #require(state.selection.task)
    press("l", in: &state)
    state.elapse(.milliseconds(50))  // three simulated seconds: the process starts first (rule D3)
    let run = try #require(state.board.task(task)?.running)
    #expect(run.start.forced)
    press("x", in: &state)
    #expect(state.board.task(task)?.running?.warned != nil || state.board.task(task)?.lastRun != nil)
  }

  @Test func `a refusal gives the reason in one sentence, and is an event`() throws {
    var state = try day()
    let count = state.trace.events.count
    press("x", in: &state)  // nothing of the selected task runs (rule N3)
    let toast = try #require(state.toast)
    #expect(toast.isRefusal)
    #expect(toast.text.hasSuffix("."))
    let event = try #require(state.trace.events.dropFirst(count).first)
    guard case .command(let text, let refusal?) = event.event else {
      Issue.record("no refusal in the trace")
      return
    }
    #expect(text == "expire news.refresh")
    #expect(refusal == toast.text)
  }

  @Test func `force-quitting an app removes its requests (rule C4)`() throws {
    var state = try day()
    press("f", in: &state)
    #expect(state.board.app("news")?.state == .forceQuit)
    press("a", in: &state)
    #expect(state.board.app("news")?.state == .foreground)
    press("a", in: &state)
    #expect(state.board.app("news")?.state != .foreground)
  }

  @Test func `submitting and cancelling change what is pending (rules B3, B19)`() throws {
    var state = try day()
    let first = state.board.task("news.refresh")?.pending?.activity
    press("s", in: &state)
    let second = state.board.task("news.refresh")?.pending?.activity
    #expect(first != nil && second != nil && first != second)
    press("d", in: &state)
    #expect(state.board.task("news.refresh")?.pending == nil)
  }

  @Test func `time runs with the clock of the wall, times the speed`() throws {
    var state = try day()
    let start = state.playhead
    state.elapse(.milliseconds(500))
    #expect(state.playhead == start + .seconds(30))
    press(" ", in: &state)
    state.elapse(.seconds(1))
    #expect(state.playhead == start + .seconds(30))
    #expect(state.nextChange == nil)
    press(" ", "+", in: &state)
    state.elapse(.milliseconds(500))
    #expect(state.playhead == start + .seconds(90))
    for _ in 0..<30 { press("+", in: &state) }
    #expect(state.playback.speed == 100_000)
    for _ in 0..<30 { press("-", in: &state) }
    #expect(state.playback.speed == 1)
  }

  @Test func `the same keys at the same times give the same trace`() throws {
    func run() throws -> [UInt8] {
      var state = try day()
      for key in ["t", "l", ".", "c", ".", "i", "]", "p", "x", "f", "a"] as [Key] { press(key, in: &state) }
      state.elapse(.seconds(1))
      return TraceFile.write(state.trace.header, state.trace.events)
    }
    #expect(try run() == run())
  }

  @Test func `a read-only dashboard accepts no commands`() throws {
    var state = try day()
    state.readOnly = true
    let count = state.trace.events.count
    for binding in KeyTable.bindings where binding.group == .simulate || binding.group == .conditions {
      _ = state.reduce(.key(binding.keys[0]))
    }
    #expect(state.trace.events.count == count)
  }

  @Test func `every built-in scenario draws at its beginning, in its middle and at its end`() throws {
    for entry in Scenario.builtIn {
      let scenario = try Scenario.parse(entry.text, named: entry.name)
      var state = DashboardState(simulation: Simulation(scenario), name: entry.name)
      for part in 0...4 {
        state.go(to: .zero + scenario.length.scaled(by: Double(part) / 4))
        for (columns, rows) in [(120, 40), (80, 24), (30, 9)] {
          state.size = Size(columns: columns, rows: rows)
          #expect(state.draw().size == state.size)
        }
      }
      #expect(!state.board.tasks.isEmpty || entry.name == "leaving" || entry.name == "resume-limiter", "\(entry.name)")
    }
  }
}
