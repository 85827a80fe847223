import Dashboard
import SchedulerModel
import Screen
import TaskTrace
import Testing

@Suite("The command line, search and filter") struct PromptTests {
  private func day() throws -> DashboardState {
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    var state = DashboardState(simulation: Simulation(scenario), name: "day")
    state.go(to: .zero + .hours(14))
    return state
  }

  private func enter(_ text: String, in state: inout DashboardState) -> [Effect] {
    for letter in text { _ = state.reduce(.key(.character(letter))) }
    return state.reduce(.key(.enter))
  }

  /// What is being typed, while something is.
  private func typed(_ state: DashboardState) -> String? {
    if case .prompt(let prompt) = state.overlay { prompt.editor.string } else { nil }
  }

  @Test func `a line goes to a clock time, and previews it`() throws {
    var state = try day()
    for letter in ":goto 18:30" { _ = state.reduce(.key(.character(letter))) }
    #expect(state.draw().text().contains("go to Mon 1 Jun 18:30:00"))
    _ = state.reduce(.key(.enter))
    #expect(state.playhead == .zero + .hours(11) + .minutes(30))
    #expect(state.overlay == nil)
    _ = enter(":goto +15m", in: &state)
    #expect(state.playhead == .zero + .hours(11) + .minutes(45))
    _ = enter(":goto soon", in: &state)
    #expect(state.toast?.isRefusal == true)
  }

  @Test func `Tab completes words, tasks, and values, and the line above shows how many`() throws {
    var state = try day()
    for letter in ":the" { _ = state.reduce(.key(.character(letter))) }
    _ = state.reduce(.key(.tab))
    #expect(typed(state)?.hasPrefix("the") == true)
    _ = state.reduce(.key(.escape))
    for letter in ":launch back" { _ = state.reduce(.key(.character(letter))) }
    _ = state.reduce(.key(.tab))
    #expect(typed(state) == "launch photos.backup ")
    _ = state.reduce(.key(.enter))
    #expect(state.toast?.text.contains("photos.backup") == true)
    #expect(state.toast?.isRefusal == false)
    for letter in ":thermal s" { _ = state.reduce(.key(.character(letter))) }
    _ = state.reduce(.key(.tab))
    _ = state.reduce(.key(.enter))
    #expect(state.board.conditions.thermal == .serious)
  }

  @Test func `unknown input is reported with the nearest word, and changes nothing`() throws {
    var state = try day()
    let count = state.trace.events.count
    for (line, answer) in [
      ("thremal nominal", "did you mean 'thermal'"), ("thermal warm", "nominal|fair|serious|critical"),
      ("speed 0", "1 to 100000"), ("break thermal", "has no comparison"),
      ("break thremal=fair", "did you mean 'thermal'"),
      ("break battery<low", "0…100"), ("view attic", "no view"), ("set mouse maybe", "on, off"),
      ("sort", "sort activity|name"), ("select nothing.there", "no task"), ("pause now", "takes no argument"),
    ] {
      _ = enter(":" + line, in: &state)
      #expect(state.toast?.text.contains(answer) == true, "\(line): \(state.toast?.text ?? "")")
    }
    #expect(state.trace.events.count == count)
  }

  @Test func `the arrows bring lines back`() throws {
    var state = try day()
    _ = enter(":view task", in: &state)
    _ = enter(":view overview", in: &state)
    _ = state.reduce(.key(":"))
    _ = state.reduce(.key(.up))
    _ = state.reduce(.key(.up))
    #expect(typed(state) == "view task")
    _ = state.reduce(.key(.down))
    #expect(typed(state) == "view overview")
  }

  @Test func `every action has a word`() throws {
    var state = try day()
    for binding in KeyTable.bindings where binding.action != .quit {
      let name = binding.action.rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
      for letter in ":" + name { _ = state.reduce(.key(.character(letter))) }
      #expect(!state.draw().text().contains("there is no command"), "\(name)")
      _ = state.reduce(.key(.escape))
    }
  }

  @Test func `a filter keeps the rows that match, shows them while it is typed, and Escape ends it`() throws {
    var state = try day()
    for letter in "&kind:processing" { _ = state.reduce(.key(.character(letter))) }
    #expect(!state.draw().lines[4...12].contains { $0.contains("news.refresh") && $0.contains("refresh ≋") })
    _ = state.reduce(.key(.enter))
    #expect(state.draw().text().contains("only kind:processing"))
    _ = state.reduce(.key(.escape))
    #expect(!state.draw().text().contains("only kind:processing"))
    _ = enter("&!photos", in: &state)
    let table = state.draw().lines[4...10].joined(separator: "\n")
    #expect(table.contains("news.refresh") && !table.contains("photos"))
    _ = state.reduce(.key(.escape))
    _ = enter("&nothing-has-this-name", in: &state)
    #expect(state.draw().text().contains("No tasks match"))
  }

  @Test func `search goes from event to event, and selects their tasks`() throws {
    var state = try day()
    state.go(to: .zero + .hours(2))
    _ = state.reduce(.key("4"))
    _ = enter("/event:started", in: &state)
    let first = state.playhead
    #expect(state.trace.events.contains { if case .started = $0.event { $0.at == first } else { false } })
    _ = state.reduce(.key("n"))
    #expect(state.playhead > first)
    _ = state.reduce(.key("N"))
    #expect(state.playhead == first)
    _ = enter("/no-such-word-anywhere", in: &state)
    #expect(state.toast?.isRefusal == true)
  }

  @Test func `problems are found in both directions, and by running the simulation`() throws {
    var state = try day()
    _ = state.reduce(.key("E"))
    let last = state.playhead
    #expect(last < .zero + .hours(14))
    _ = state.reduce(.key("E"))
    #expect(state.playhead < last)
    _ = state.reduce(.key("e"))
    #expect(state.playhead == last)
    state.go(to: state.edge)
    let edge = state.edge
    _ = state.reduce(.key("e"))
    #expect(state.playhead > edge)
  }

  @Test func `bookmarks are set, visited, and removed`() throws {
    var state = try day()
    _ = state.reduce(.key("'"))
    let first = state.playhead
    state.go(to: .zero + .hours(5))
    _ = state.reduce(.key("'"))
    _ = state.reduce(.key("\""))
    #expect(state.playhead == first)
    _ = state.reduce(.key("\""))
    #expect(state.playhead == .zero + .hours(5))
    _ = state.reduce(.key("'"))
    _ = state.reduce(.key("\""))
    _ = state.reduce(.key("\""))
    #expect(state.playhead == first)
  }

  @Test func `a break pauses at the exact event, and a watch only reports it`() throws {
    var state = try day()
    state.go(to: .zero + .hours(14))
    _ = enter(":break thermal>=serious", in: &state)
    _ = enter(":speed 100000", in: &state)
    for _ in 0..<40 where state.playback.isPlaying { state.elapse(.milliseconds(125)) }
    #expect(!state.playback.isPlaying)
    #expect(state.board.conditions.thermal == .serious)
    #expect(state.trace.events.last?.at == state.playhead)
    #expect(state.edge == state.playhead)
    #expect(state.toast?.text.contains("thermal>=serious") == true)
    var watching = try day()
    _ = enter(":watch thermal>=serious", in: &watching)
    _ = enter(":speed 100000", in: &watching)
    for _ in 0..<40 { watching.elapse(.milliseconds(125)) }
    #expect(watching.playback.isPlaying)
  }

  @Test func `options change what is seen, and refuse what they cannot be`() throws {
    var state = try day()
    let redraws = enter(":set symbols ascii", in: &state)
    #expect(redraws == [.redrawAll])
    #expect(state.draw().text().allSatisfy { $0.isASCII })
    _ = enter(":options", in: &state)
    #expect(state.draw().text().contains("options"))
    _ = state.reduce(.key(.down))
    _ = state.reduce(.key(.right))
    #expect(!state.draw().text().allSatisfy { $0.isASCII })
    _ = state.reduce(.key(.escape))
    #expect(state.overlay == nil)
    let themes = enter(":set theme midnight", in: &state)
    #expect(themes == [.theme("midnight")])
  }

  @Test func `pasted text enters the line without control characters`() throws {
    var state = try day()
    _ = state.reduce(.key(":"))
    _ = state.reduce(.paste("goto\n\u{1B}[31m18:00\u{7}"))
    #expect(typed(state) == "goto  [31m18:00 ")
    #expect(state.draw().text().unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
  }

  @Test func `marked tasks get the command together`() throws {
    var state = try day()
    _ = state.reduce(.key("M"))
    _ = state.reduce(.key(.down))
    _ = state.reduce(.key("M"))
    _ = state.reduce(.key("d"))
    #expect(state.board.pending.count == 1)
    _ = state.reduce(.key(.escape))
  }
}

@Suite("Guided tours") struct TourTests {
  @Test func `the tour waits at each caption until a key, and every caption fits`() throws {
    let scenario = try #require(try Scenario.builtIn(named: "tour"))
    var state = DashboardState(
      simulation: Simulation(scenario), name: "tour", speed: 240, size: Size(columns: 80, rows: 24))
    var seen: [String] = []
    for _ in 0..<2_000 {
      state.elapse(.milliseconds(125))
      guard !state.playback.isPlaying else { continue }
      let caption = try #require(state.board.caption)
      #expect(caption.at == state.playhead)
      #expect(state.edge == state.playhead)
      let text = state.draw().text()
      #expect(text.contains("space goes on"))
      // The end of the text is on the screen, so nothing of it was cut.
      let last = try #require(caption.value.split(separator: " ").last)
      #expect(text.contains(last), "\(caption.value)")
      seen.append(caption.value)
      _ = state.reduce(.key(" "))
      #expect(state.playback.isPlaying)
    }
    #expect(seen.count == 8)
    #expect(Set(seen).count == 8)
  }

  @Test func `Escape closes a caption, and the next one opens again`() throws {
    let scenario = try #require(try Scenario.builtIn(named: "tour"))
    var state = DashboardState(simulation: Simulation(scenario), name: "tour", speed: 240)
    while state.playback.isPlaying { state.elapse(.milliseconds(125)) }
    #expect(state.draw().text().contains("Welcome."))
    _ = state.reduce(.key(.escape))
    #expect(!state.draw().text().contains("▌ Welcome."))
    _ = state.reduce(.key(" "))
    while state.playback.isPlaying { state.elapse(.milliseconds(125)) }
    #expect(state.draw().text().contains("Above stand"))
  }
}
