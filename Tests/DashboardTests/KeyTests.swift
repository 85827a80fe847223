import Dashboard
import Screen
import TaskTrace
import Testing

@Suite("The key table") struct KeyTests {
  @Test func `no key is bound twice, and every action has a row, a key and a sentence`() {
    var seen: Set<Key> = []
    for binding in KeyTable.bindings {
      #expect(!binding.keys.isEmpty)
      #expect(binding.help.hasSuffix("."))
      for key in binding.keys { #expect(seen.insert(key).inserted, "\(key) is bound twice") }
    }
    #expect(KeyTable.bindings.map(\.action).count == Action.allCases.count)
    #expect(Set(KeyTable.bindings.map(\.action)) == Set(Action.allCases))
  }

  @Test func `the hint line shows whole hints only, and quit on every width that has room`() {
    for columns in 20...160 {
      let state = Recordings.state(columns, 24)
      let hints = state.draw().lines.last ?? ""
      #expect(hints.contains("quit"), "\(columns)")
      #expect(!hints.contains("…"))
    }
  }

  @Test func `help shows every key of the table, and closes`() {
    var state = Recordings.state(120, 110)
    _ = state.reduce(.key("?"))
    let text = state.draw().text()
    for binding in KeyTable.bindings {
      #expect(text.contains(binding.keys[0].description.lowercased()) || text.contains(binding.keys[0].description))
    }
    #expect(text.contains("Conditions"))
    _ = state.reduce(.key(.escape))
    #expect(!state.draw().text().contains("Conditions"))
  }

  @Test func `help scrolls to its end on a small screen and no further`() {
    var state = Recordings.state(60, 12)
    _ = state.reduce(.key("?"))
    for _ in 0..<100 { _ = state.reduce(.key(.pageDown)) }
    #expect(state.draw().text().contains("Quit bgtop."))
    for _ in 0..<9 { _ = state.reduce(.key(.up)) }
    #expect(!state.draw().text().contains("Quit bgtop."))
  }

  @Test func `letters search help, and Enter presses the chosen key`() {
    var state = Recordings.state()
    _ = state.reduce(.key("?"))
    for letter in "shorter span" { _ = state.reduce(.key(.character(letter))) }
    let text = state.draw().text()
    #expect(text.contains("Show a shorter span on the timeline.") && !text.contains("Quit bgtop."))
    let span = state.timeline.length
    _ = state.reduce(.key(.enter))
    #expect(state.overlay == nil)
    #expect(state.timeline.length < span)
    _ = state.reduce(.key("?"))
    for letter in "zzz" { _ = state.reduce(.key(.character(letter))) }
    #expect(state.draw().text().contains("No key matches"))
    #expect(state.reduce(.key(.enter)).isEmpty)
  }

  @Test func `a command to a recording is refused with one sentence, and changes nothing`() {
    var state = Recordings.state()
    let before = state.draw()
    for binding in KeyTable.bindings where binding.group == .simulate || binding.group == .conditions {
      #expect(state.reduce(.key(binding.keys[0])).isEmpty)
      #expect(state.toast?.isRefusal == true)
      #expect(state.draw().text().contains("recording and cannot be changed"))
    }
    _ = state.reduce(.key(.tab))
    _ = state.reduce(.key(.backTab))
    #expect(state.draw() == before)
  }

  @Test func `an unbound key is reported`() {
    var state = Recordings.state()
    _ = state.reduce(.key("Q"))
    #expect(state.draw().text().contains("Q does nothing here"))
  }

  @Test func `the selection moves through all tasks and stops at the ends`() {
    var state = Recordings.state()
    var seen: [TaskIdentifier?] = [state.selection.task]
    for _ in 0..<5 {
      _ = state.reduce(.key(.down))
      seen.append(state.selection.task)
    }
    #expect(Set(seen).count == 3)
    #expect(seen[4] == seen[5])
    for _ in 0..<5 { _ = state.reduce(.key("k")) }
    #expect(state.selection.task == seen[0])
  }

  @Test func `events are stepped through, back and forth`() {
    var state = Recordings.state()
    _ = state.reduce(.key(","))
    #expect(state.playhead == .zero + .minutes(90))
    _ = state.reduce(.key(","))
    #expect(state.playhead == .zero + .minutes(61))
    _ = state.reduce(.key("."))
    #expect(state.playhead == .zero + .minutes(90))
    for _ in 0..<100 { _ = state.reduce(.key(",")) }
    #expect(state.playhead == .zero)
    #expect(state.toast?.isRefusal == true)
    _ = state.reduce(.key("R"))
    #expect(state.isAtEdge)
  }

  @Test func `a replay runs to the end and stops there`() {
    var state = Recordings.state()
    state.go(to: .zero + .minutes(85))
    _ = state.reduce(.key(" "))
    #expect(state.playback.isPlaying)
    #expect(state.nextChange != nil)
    for _ in 0..<20 { state.elapse(.seconds(1)) }
    #expect(state.isAtEdge)
    #expect(!state.playback.isPlaying)
    #expect(state.nextChange == nil)
    _ = state.reduce(.key(" "))
    #expect(state.toast?.isRefusal == true)
  }

  @Test func `panes are reached by Tab, views by number, and one pane fills the screen`() {
    var state = Recordings.state()
    for pane in [Pane.running, .why, .budgets, .timeline, .log, .pending] {
      _ = state.reduce(.key(.tab))
      #expect(state.focus == pane)
    }
    for (key, view) in zip(["1", "2", "3", "4", "5", "6", "7", "8"] as [Key], View.allCases) {
      _ = state.reduce(.key(key))
      #expect(state.view == view)
      #expect(state.draw().text().contains(view == .overview ? "pending" : view.name))
    }
    _ = state.reduce(.key("2"))
    let text = state.draw().text()
    #expect(text.contains("timeline") && !text.contains("budgets"))
    #expect(text.contains("below threshold"))
    _ = state.reduce(.key(.escape))
    #expect(state.draw().text().contains("budgets"))
    _ = state.reduce(.key("W"))
    _ = state.reduce(.key("z"))
    #expect(!state.draw().text().contains("budgets"))
    _ = state.reduce(.key(.escape))
    #expect(state.draw().text().contains("budgets"))
  }

  @Test func `a click selects a row, and on a hint does what the key does`() {
    var state = Recordings.state()
    let lines = state.draw().lines
    let row = lines.firstIndex { $0.contains("photos.backup") && $0.contains("processing") } ?? 0
    func click(_ point: Point, releasedAt other: Point? = nil) {
      _ = state.reduce(.mouse(Mouse(.press(.left), at: point)))
      _ = state.reduce(.mouse(Mouse(.release(.left), at: other ?? point)))
    }
    let before = state.selection.task
    click(Point(column: 5, row: row), releasedAt: Point(column: 5, row: row + 1))
    #expect(state.selection.task == before, "whoever lets go elsewhere has thought better of it")
    click(Point(column: 5, row: row))
    #expect(state.selection.task == "com.example.photos.backup")
    let hints = state.draw().lines.last ?? ""
    let column = Array(hints.indices).firstIndex { hints[$0...].hasPrefix("help") } ?? 0
    click(Point(column: column, row: 39))
    #expect(state.draw().text().contains("Conditions"))
  }

  @Test func `quitting and redrawing are effects`() {
    var state = Recordings.state()
    #expect(state.reduce(.key("q")) == [.quit])
    #expect(state.reduce(.key(.ctrl("l"))) == [.redrawAll])
    _ = state.reduce(.key("?"))
    #expect(state.reduce(.key("q")).isEmpty)
    _ = state.reduce(.key(.escape))
    #expect(state.reduce(.key("q")) == [.quit])
  }

  @Test func `random inputs keep every drawing possible`() {
    var state = Recordings.state()
    var seed: UInt64 = 7
    func draw(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    let keys = KeyTable.bindings.flatMap(\.keys)
    for step in 0..<3_000 {
      switch draw(10) {
      case 0: _ = state.reduce(.resize(Size(columns: draw(180), rows: draw(60))))
      case 1: _ = state.reduce(.mouse(Mouse(.release(.left), at: Point(column: draw(180), row: draw(60)))))
      case 2: state.elapse(.milliseconds(Int64(draw(500))))
      default: _ = state.reduce(.key(keys[draw(keys.count)]))
      }
      #expect(state.playhead <= state.edge)
      if step % 7 == 0 { #expect(state.draw().size == state.size) }
    }
  }
}

@Suite("Custom keys and options") struct ConfigurationTests {
  @Test func `a configuration rebinds keys, and reports which were reassigned`() throws {
    let text =
      #"{ options: { symbols: "ascii", mouse: false }, keys: { launch: ["L"], expire: "F5", pause: ["l", "space"] } }"#
    let (configuration, problems) = try Configuration.read(Array(text.utf8))
    #expect(problems.isEmpty)
    var state = Recordings.state()
    let conflicts = state.apply(configuration)
    #expect(conflicts == ["L is now launch; layout can still be reached with :layout"])
    #expect(state.options.symbols.isASCII && !state.options.mouse)
    #expect(state.keyMap.action(for: "L") == .launch)
    #expect(state.keyMap.action(for: "l") == .pause)
    #expect(state.keyMap.action(for: .f(5)) == .expire)
    #expect(state.keyMap.action(for: "x") == nil)
    #expect(state.draw().lines.last?.contains("x expire") == false)
    let taken = KeyMap.rebound([(.launch, ["q"]), (.expire, ["q", "x"])])
    #expect(taken.map.action(for: "q") == .launch)
    #expect(taken.map.action(for: .ctrl("c")) == .quit)
    #expect(taken.conflicts.count == 2)
  }

  @Test func `a saved configuration reads back unchanged`() throws {
    var state = Recordings.state()
    let (first, _) = try Configuration.read(
      Array(#"{ keys: { fork: ["F6", "ctrl-f"] }, options: { order: "name" } }"#.utf8))
    _ = state.apply(first)
    let (second, problems) = try Configuration.read(Array(state.configuration.text.utf8))
    #expect(problems.isEmpty)
    var other = Recordings.state()
    _ = other.apply(second)
    #expect(other.configuration.text == state.configuration.text)
    #expect(other.keyMap.action(for: .f(6)) == .fork)
  }

  @Test(arguments: [
    ("{ option: {} }", "1:3", "did you mean 'options'"),
    ("{ options: { thene: 'dark' } }", "1:14", "did you mean 'theme'"),
    ("{ keys: { lunch: ['l'] } }", "1:11", "did you mean 'launch'"),
    ("{ keys: { launch: ['hyper-q'] } }", "1:20", "hyper-q"),
    ("[1]", "1:1", "a configuration is"), ("{ options: { mouse: [] } }", "1:21", "a string, a number"),
  ])
  func `errors are reported with their position, and the rest is applied`(text: String, place: String, message: String)
    throws
  {
    let (_, problems) = try Configuration.read(Array(text.utf8))
    let output = problems.map(\.description).joined(separator: "\n")
    #expect(output.hasPrefix(place), "\(output)")
    #expect(output.contains(message), "\(output)")
  }
}
