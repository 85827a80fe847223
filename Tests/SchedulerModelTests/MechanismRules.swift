import SchedulerModel
import TaskTrace
import Testing

@Suite("Rules G, H, I: pushes, transfers, life cycle")
struct MechanismRules {
  static let push = "push: { steps: [{ name: \"fetch\", for: \"3s\" }] }"
  static func burst(_ count: Int, _ every: String) -> String {
    "{ at: \"1m\", push: { to: \"app\", count: \(count), every: \"\(every)\" } }"
  }
  /// The app is opened, creates its transfers, and is left.
  static let downloads =
    "{ at: \"1m\", do: [\"open app\", \"download app\"] }, { at: \"62s\", do: [\"leave app\", \"in-use off\"] }"

  static let rows: [RuleRow] = [
    RuleRow(
      "G1: a silent push of priority 10 launches nothing",
      timeline: "{ at: \"1m\", push: { to: \"app\", priority: 10 } }", app: push,
      expect: "{ event: \"push\", with: { state: \"denied\", cause: \"priority\" }, exactly: 1 }",
      "{ event: \"started\", exactly: 0 }"),
    RuleRow(
      "G1: or does, where logs are believed", timeline: "{ at: \"1m\", push: { to: \"app\", priority: 10 } }",
      app: push,
      parameters: "pushNeedsPriorityFive: 0",
      expect: "{ event: \"push\", with: { state: \"launched\", priority: 10 }, exactly: 1 }"),
    RuleRow(
      "G2: three an hour, and what was saved up", timeline: burst(40, "15m"), app: push, hours: 10,
      expect: "{ event: \"push\", with: { state: \"launched\" }, atLeast: 28, atMost: 33 }"),
    RuleRow(
      "G3: 14 pushes give 7 launches, 15 minutes apart", timeline: burst(14, "6m30s"), app: push, hours: 4,
      expect: "{ event: \"push\", with: { state: \"launched\" }, exactly: 7 }",
      "{ event: \"launching\", spacing: { atLeast: \"15m\", atMost: \"15m1s\" } }"),
    RuleRow(
      "G4: a flood gives fewer launches, not more", timeline: burst(120, "1m"), app: push, hours: 2,
      expect: "{ event: \"push\", with: { state: \"launched\" }, atLeast: 1, atMost: 5 }"),
    RuleRow(
      "G5: a push that is never answered costs the process", timeline: "{ at: \"1m\", push: \"app\" }",
      app: "push: { completes: \"never\", reaction: \"never\", steps: [] }",
      expect: "{ event: \"killed\", with: { cause: \"overran\" }, exactly: 1 }"),
    RuleRow(
      "G6: none reaches an app that was force-quit, or whose refresh is off",
      timeline:
        "{ at: \"1m\", do: \"refresh off app\" }, { at: \"2m\", push: \"app\" }, { at: \"3m\", do: [\"refresh on app\", \"force-quit app\"] }, { at: \"4m\", push: \"app\" }",
      app: push,
      expect: "{ event: \"push\", with: { state: \"denied\", cause: \"backgroundRefreshOffForApp\" }, exactly: 1 }",
      "{ event: \"push\", with: { state: \"denied\", cause: \"forceQuit\" }, exactly: 1 }",
      "{ event: \"started\", exactly: 0 }"),
    RuleRow(
      "1.12: a denial is told in dasd's words, and nothing waits for it",
      timeline:
        "{ at: \"1m\", do: [\"open app\", \"force-quit app\", \"push app\"] }, { at: \"3m\", do: [\"refresh off\", \"push app\"] }",
      app: push,
      expect:
        "{ event: \"note\", contains: \"policyWeight: 50.000, response: {Decision: Absolutely Must Not Proceed, Score: 0.00, Rationale: [{[pushDisallowed]: Required:0.00, Observed:1.00},]}}\", exactly: 1 }",
      "{ event: \"note\", contains: \"app - BAR Disabled\", exactly: 1 }", "{ event: \"submitted\", exactly: 0 }"),
    RuleRow(
      "G7: dasd's name and priority", timeline: "{ at: \"1m\", push: \"app\" }", app: push,
      expect: "{ event: \"submitted\", task: \"com.apple.pushLaunch.app\", with: { kind: \"push\", priority: 5 } }"),
    RuleRow(
      "G8: the same push runs now or minutes later",
      timeline: "{ at: \"1m\", push: \"app\" }, { at: \"5m\", push: \"app\" }", app: push,
      expect: "{ event: \"started\", exactly: 1, before: \"62s\" }",
      "{ event: \"held\", with: { what: \"rateLimit\" } }",
      "{ event: \"started\", exactly: 1, after: \"16m\", before: \"17m\" }"),
    RuleRow(
      "G8: of the pushes that come while the device is offline the newest is delivered afterwards",
      device: "battery: 90, charger: true, network: \"none\"",
      timeline: burst(3, "1m") + ", { at: \"10m\", network: \"wifi\" }",
      app: push, expect: "{ event: \"push\", with: { state: \"coalesced\", cause: \"offline\" }, exactly: 2 }",
      "{ event: \"push\", with: { state: \"launched\" }, exactly: 1, after: \"10m\", before: \"11m\" }",
      "{ event: \"started\", exactly: 1 }"),
    RuleRow(
      "1.12: a push to an app that runs is delivered at once",
      timeline: "{ at: \"1m\", do: [\"open app\", \"push app\"] }", app: push,
      expect: "{ event: \"push\", with: { state: \"delivered\" }, exactly: 1 }", "{ event: \"started\", exactly: 0 }"),
    RuleRow(
      "H1: a transfer goes on when its app is ended, and launches it when it is done",
      timeline: downloads
        + ", { at: \"90s\", memoryPressure: \"critical\" }, { at: \"95s\", memoryPressure: \"normal\" }",
      app: "transfers: [{ name: \"film\", bytes: 900000000 }]",
      expect:
        "{ order: [{ event: \"app\", with: { state: \"terminated\" } }, { event: \"transfer\", with: { state: \"finished\" } }, { event: \"app\", with: { cause: \"launch\" } }, { event: \"transfer\", with: { state: \"handled\" } }] }"
    ),
    RuleRow(
      "H2: a discretionary transfer waits for Wi-Fi and power", device: "battery: 90, network: \"cellular\"",
      timeline: downloads + ", { at: \"1h\", network: \"wifi\" }, { at: \"2h\", charger: true }",
      app: "transfers: [{ name: \"film\", discretionary: true }]",
      expect:
        "{ order: [{ event: \"transfer\", with: { state: \"waiting\", cause: \"discretionaryNetwork\" } }, { event: \"transfer\", with: { cause: \"discretionaryPower\" } }, { event: \"charger\" }, { event: \"transfer\", with: { state: \"running\" } }] }",
      "{ event: \"transfer\", with: { state: \"running\" }, exactly: 0, before: \"2h\" }"),
    RuleRow(
      "H3: a session that sends no launch events waits for the user",
      timeline: downloads
        + ", { at: \"90s\", memoryPressure: \"critical\" }, { at: \"95s\", memoryPressure: \"normal\" }, { at: \"2h\", do: \"open app\" }",
      app: "transfers: [{ name: \"film\", bytes: 900000000, sendsLaunchEvents: false }]",
      expect: "{ event: \"app\", with: { cause: \"launch\" }, exactly: 0 }",
      "{ event: \"transfer\", with: { state: \"handled\" }, exactly: 1, after: \"2h\" }"),
    RuleRow(
      "H4: a data task is not for background sessions", timeline: downloads,
      app: "transfers: [{ name: \"json\", kind: \"data\" }]",
      expect: "{ event: \"transfer\", with: { state: \"failed\", cause: \"dataTaskUnsupported\" } }"),
    RuleRow(
      "H5: a file that is not moved in time is lost", timeline: downloads,
      app: "transfers: [{ name: \"film\", bytes: 90000000, movesFile: false }]",
      expect: "{ event: \"transfer\", with: { state: \"failed\", cause: \"fileNotMoved\" }, exactly: 1 }"),
    RuleRow(
      "H5: a completion handler that is never called costs the process", timeline: downloads,
      app: "transfers: [{ name: \"film\", bytes: 90000000, callsCompletion: false }]",
      expect:
        "{ event: \"killed\", with: { code: \"0x2182BAD3\", cause: \"backgroundURLSessionCompletionTimeout\" }, exactly: 1 }"
    ),
    RuleRow(
      "H6: a transfer that takes longer than it may fails", device: "battery: 90, network: \"none\"",
      timeline: downloads,
      app: "transfers: [{ name: \"film\", timeout: \"1h\" }]",
      expect: "{ event: \"transfer\", with: { state: \"failed\", cause: \"timedOut\" }, exactly: 1, after: \"1h\" }"),
    RuleRow(
      "H7: a transfer that was cut off goes on where it was",
      timeline: downloads + ", { at: \"2m\", network: \"none\" }, { at: \"1h\", network: \"wifi\" }",
      app: "transfers: [{ name: \"film\", bytes: 400000000 }]",
      expect: "{ event: \"transfer\", with: { state: \"finished\" }, exactly: 1, after: \"1h\", before: \"61m\" }"),
    RuleRow(
      "Facts 1.11: a transfer that is created in the background waits for the delay",
      timeline: downloads, app: "transfers: [{ name: \"a\", bytes: 40000000, next: \"b\" }, { name: \"b\" }]",
      expect: "{ event: \"transfer\", with: { name: \"b\", state: \"delayed\", delay: 60000000 }, exactly: 1 }",
      "{ event: \"transfer\", with: { state: \"finished\" }, exactly: 2 }"),
    RuleRow(
      "I2: an app that was left is suspended soon",
      timeline: "{ at: \"1m\", do: \"open app\" }, { at: \"2m\", do: \"leave app\" }",
      app: RuleRow.refresh("earliest: \"9h\""),
      expect:
        "{ event: \"app\", with: { state: \"suspended\", cause: \"idle\" }, exactly: 1, after: \"125s\", before: \"126s\" }"
    ),
    RuleRow(
      "I3: an update ends the process and keeps its requests", timeline: "{ at: \"1m\", do: \"update app\" }",
      app: RuleRow.refresh("earliest: \"2h\"", pending: "1m"),
      expect: "{ event: \"app\", with: { state: \"notRunning\", cause: \"updated\" } }",
      "{ task: \"app.t\", exactly: 1 }"),
    RuleRow(
      "I3: an app that is installed anew has no requests", timeline: "{ at: \"1m\", do: \"install app\" }",
      app: RuleRow.refresh("earliest: \"2h\"", pending: "1m"),
      expect: "{ event: \"cancelled\", with: { cause: \"uninstalled\" } }", "{ task: \"app.t\", exactly: 0 }"),
  ]

  @Test("Each rule", arguments: rows)
  func rule(_ row: RuleRow) throws { try row.check() }

  /// The edges of the life cycle: from each state to these.
  static let edges: [(from: AppState, to: [AppState])] = [
    (.notRunning, [.foreground, .background, .forceQuit]),
    (.terminated, [.foreground, .background, .forceQuit, .notRunning]),
    (.forceQuit, [.foreground, .notRunning]),
    (.foreground, [.background, .terminated, .forceQuit, .notRunning]),
    (.background, [.foreground, .suspended, .terminated, .forceQuit, .notRunning]),
    (.suspended, [.foreground, .background, .terminated, .forceQuit, .notRunning]),
  ]

  @Test("Rule I1: only legal transitions occur, whatever the commands", arguments: Scenario.builtIn.map(\.name))
  func edges(_ name: String) throws {
    let scenario = try #require(try Scenario.builtIn(named: name))
    var walker = Walker(scenario, seed: 3)
    var story = Story(scenario)
    for _ in 0..<150 {
      story.advance(walker.wait())
      _ = story.refusal(walker.command())
    }
    var states: [String: AppState] = [:]
    for event in story.events {
      guard case .app(let bundle, let state, let cause) = event.event else { continue }
      if let before = states[bundle], before != state {
        let legal = Self.edges.first { $0.from == before }?.to ?? []
        #expect(legal.contains(state), "\(bundle): \(before) to \(state), \(cause?.rawValue ?? "")")
      }
      states[bundle] = state
    }
  }
}
