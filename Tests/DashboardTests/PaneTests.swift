import Dashboard
import SchedulerModel
import Screen
import TaskTrace
import Testing

@Suite("What the panes say") struct PaneTests {
  private func screen(_ state: DashboardState) -> String { state.draw().text() }

  @Test func `a held request names what holds it, required against observed`() {
    var state = Recordings.state()
    Recordings.select("com.example.photos.backup", in: &state)
    let text = screen(state)
    #expect(text.contains("why is photos.backup not running?"))
    #expect(text.contains("Charger plugged in"))
    #expect(text.contains("required 1, observed 0"))
    #expect(text.contains("must not proceed"))
    #expect(text.contains("13 more policies"))
    #expect(text.contains("✗ charger"))
  }

  @Test func `the wait is divided by cause and adds up (rule M1)`() {
    var state = Recordings.state()
    Recordings.select("com.example.photos.backup", in: &state)
    #expect(screen(state).contains("waited 1 h 29 m"))
  }

  @Test func `a continued task is a card with bar, rate and seconds to its stall (rule F6)`() {
    let text = screen(Recordings.state())
    #expect(text.contains("Exporting Photos"))
    #expect(text.contains("68 of 100"))
    #expect(text.contains("stalls in 0:30"))
    #expect(text.contains("1.1/s"))
  }

  @Test func `progress without a total is a block that moves with simulated time alone (rule F13)`() throws {
    let task = TaskReference("com.example.export", ActivityID(rawValue: 1))
    let events = [
      TraceEvent(.zero, .submitted(task, Submission(kind: .continued))),
      TraceEvent(.zero, .started(task, RunStart())),
      TraceEvent(.zero, .progress(task, Progress(completed: 3, total: 0, title: "Export"))),
      TraceEvent(.zero + .minutes(5), .note(Note("the end"))),
    ]
    var state = DashboardState(recording: Trace(header: Recordings.header, events: events), name: "marquee")
    func block() throws -> Int {
      let line = try #require(state.draw().lines.first { $0.contains("██") })
      return line.distance(from: line.startIndex, to: try #require(line.firstIndex(of: "█")))
    }
    state.go(to: .zero + .seconds(10))
    let place = try block()
    // Real time does not move it.
    state.elapse(.seconds(30))
    #expect(try block() == place)
    state.go(to: .zero + .seconds(13))
    #expect(try block() == place + 3)
  }

  @Test func `a search through very many events stops, reports it, and can be continued`() {
    let late = TaskReference("com.example.late", ActivityID(rawValue: 1))
    var events = (0..<250_000).map { TraceEvent(.zero + .milliseconds(Int64($0 / 3)), .note(Note("nothing"))) }
    events.append(TraceEvent(.zero + .hours(1), .submitted(late, Submission(kind: .refresh))))
    var state = DashboardState(recording: Trace(header: Recordings.header, events: events), name: "long")
    state.go(to: .zero)
    _ = state.reduce(.key("4"))
    for key in "/event:submitted" { _ = state.reduce(.key(.character(key))) }
    _ = state.reduce(.key(.enter))
    #expect(state.toast?.text == "No match in 100,000 events. Press n to continue from here.")
    for _ in 0..<2 { _ = state.reduce(.key("n")) }
    #expect(state.toast == nil)
    #expect(state.playhead == .zero + .hours(1))
    _ = state.reduce(.key("n"))
    #expect(state.toast?.text == "No later event matches event:submitted.")
    // And back again, where the first events are.
    for key in "/nothing" { _ = state.reduce(.key(.character(key))) }
    _ = state.reduce(.key(.enter))
    for key in "/event:started" { _ = state.reduce(.key(.character(key))) }
    _ = state.reduce(.key(.enter))
    for _ in 0..<4 { _ = state.reduce(.key("N")) }
    #expect(state.toast?.text == "No earlier event matches event:started.")
  }

  @Test func `going back in time shows the run that was (rule D3)`() {
    var state = Recordings.state()
    state.go(to: .zero + .minutes(60) + .seconds(5))
    Recordings.select("com.example.news.refresh", in: &state)
    let text = screen(state)
    #expect(text.contains("PAST"))
    #expect(text.contains("5.0 of 30 s"))
    #expect(text.contains("news.refresh is running"))
    #expect(text.contains("handler ✓"))
  }

  @Test func `conditions are words, not only colors`() {
    let text = screen(Recordings.state(200, 60))
    for words in ["battery 71%", "charger off", "thermal fair", "low power off", "Wi-Fi good", "in use", "refresh on"] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test func `names from outside cannot send control characters or break a frame`() {
    var events = Recordings.events
    let evil = TaskReference(TaskIdentifier("com.example.\u{1B}[2J\u{202E}evil\u{7}名前\u{301}"), ActivityID(rawValue: 1))
    events.append(TraceEvent(.zero + .minutes(92), .submitted(evil, Submission(kind: .refresh))))
    events.append(TraceEvent(.zero + .minutes(92), .note(Note("a\u{9B}31m\r\nb", process: "\u{1B}]0;x\u{7}"))))
    let trace = Trace(header: Recordings.header, events: events)
    for columns in [30, 80, 120] {
      let state = DashboardState(recording: trace, name: "\u{1B}[31m", size: Size(columns: columns, rows: 30))
      for line in state.draw().lines {
        for scalar in line.unicodeScalars {
          #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar.value != 0x202E)
        }
        #expect(textWidth(line) <= columns)
      }
    }
  }

  @Test func `an empty recording teaches instead of showing nothing`() {
    let empty = DashboardState(recording: Trace(header: Recordings.header), name: "empty")
    let text = screen(empty)
    #expect(text.contains("No tasks yet."))
    #expect(text.contains("Nothing has happened yet."))
    #expect(text.contains("This trace has no budgets."))
  }

  @Test func `between the lines of a device log, waiting is drawn as unknown (rule O6)`() {
    var header = Recordings.header
    header.source = .deviceLog(files: ["x"])
    var state = DashboardState(recording: Trace(header: header, events: Recordings.events), name: "log")
    state.zoom(.timeline)
    let rows = screen(state).split(separator: "\n").filter { $0.contains("photos.backup") }
    #expect(rows.first?.contains("┄┄┄") == true)
    #expect(rows.first?.contains("▒▒") == false)
  }

  @Test func `suggested changes appear below the reasons once they are known`() throws {
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    var state = DashboardState(simulation: Simulation(scenario), name: "day")
    state.go(to: .zero + .hours(14))
    var drawing = Drawing()
    #expect(!drawing.hasPendingWork(state))
    _ = state.reduce(.key(" "))
    #expect(drawing.hasPendingWork(state))
    #expect(!drawing.draw(state).text().contains("sooner:"))
    while drawing.hasPendingWork(state) { drawing.continueWork(state) }
    #expect(!drawing.hasPendingWork(state))
    let text = drawing.draw(state).text()
    #expect(text.contains("sooner: Low Power Mode off → 21:00"))
    #expect(text == state.drawSettled().text())
    // It is true: with that change, the task runs at that time.
    let launched = try #require(state.board.task("news.refresh")?.counts.launched)
    _ = state.reduce(.key("p"))
    state.go(to: state.edge + .minutes(1))
    #expect(state.board.task("news.refresh")?.counts.launched == launched + 1)
  }

  @Test func `the playhead of a short span shows seconds`() throws {
    var state = Recordings.state(120, 40)
    let clock = state.trace.header.epoch.clock(state.playhead)
    func axis() -> String? { state.draw().lines.first { $0.contains("┬") } }
    #expect(axis()?.contains(clock) == false)
    for _ in 0..<20 { _ = state.reduce(Action.zoomIn) }
    #expect(axis()?.contains(clock) == true)
  }

  @Test func `for a running task, the next run is shown`() throws {
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    var state = DashboardState(simulation: Simulation(scenario), name: "day")
    state.go(to: .zero + .seconds(30))
    _ = state.reduce(.key(" "))
    #expect(state.board.task("photos.backup")?.running != nil)
    while state.selection.task != "photos.backup" { _ = state.reduce(.key(.down)) }
    let lines = state.drawSettled().lines
    #expect(lines.contains { $0.contains("photos.backup is running") })
    #expect(lines.contains { $0.contains("runs again at ") })
    _ = state.reduce(.key(.down))
    #expect(!state.drawSettled().lines.contains { $0.contains("runs again at ") })
  }

  @Test func `findings and statistics follow a past that was changed`() throws {
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    for view in ["5", "6"] as [Key] {
      var state = DashboardState(simulation: Simulation(scenario), name: "day", size: Size(columns: 120, rows: 60))
      var drawing = Drawing()
      _ = state.reduce(.key(view))
      state.go(to: .zero + .hours(2))
      // Less happens with them than without: undo makes a longer past, of which nothing known may stay.
      for key in ["p", "r"] as [Key] { _ = state.reduce(.key(key)) }
      state.go(to: .zero + .hours(30))
      #expect(drawing.draw(state) == state.draw())
      for key in [.ctrl("z"), .ctrl("z"), .ctrl("y"), "{", "A", "V"] as [Key] {
        _ = state.reduce(.key(key))
        #expect(drawing.draw(state) == state.draw(), "\(view), \(key)")
      }
    }
  }

  @Test func `findings are shown with evidence and remedy, and grow with time`() throws {
    let scenario = try #require(try Scenario.builtIn(named: "broken-chain"))
    var state = DashboardState(
      simulation: Simulation(scenario), name: "broken-chain", size: Size(columns: 120, rows: 50))
    _ = state.reduce(.key("5"))
    var drawing = Drawing()
    #expect(!drawing.draw(state).text().contains("×4"))
    state.go(to: .zero + .hours(20))
    let text = drawing.draw(state).text()
    #expect(
      text.contains("chain-broken") && text.contains("×4") && text.contains("Submit the next request in the first line")
    )
    #expect(text == state.draw().text())
    state.go(to: .zero + .hours(1))
    #expect(!drawing.draw(state).text().contains("×4"))
  }
}

@Suite("Statistics on screen") struct StatisticsPaneTests {
  @Test func `the selected task's numbers are below the table, and the week below them`() throws {
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    var state = DashboardState(simulation: Simulation(scenario), name: "day")
    _ = state.reduce(.key("6"))
    state.go(to: .zero + .days(10))
    let text = state.draw().text()
    #expect(text.contains("median") && text.contains("week by hour"))
    #expect(text.contains("news.refresh  distribution"))
  }
}
