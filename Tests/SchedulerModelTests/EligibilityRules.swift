import SchedulerModel
import TaskTrace
import Testing

@Suite("Rules C: eligibility")
struct EligibilityRules {
  static let two = """
    { bundle: "one", state: "suspended", tasks: [{ id: "one.t", kind: "refresh", pendingFor: "1h", rearm: "never", steps: [{ name: "a", for: "9s" }] }] },
    { bundle: "two", state: "suspended", tasks: [{ id: "two.t", kind: "refresh", pendingFor: "1h", rearm: "never", steps: [{ name: "b", for: "9s" }] }] }
    """
  static let rows: [RuleRow] = [
    RuleRow(
      "C2: Low Power Mode holds a refresh back on battery, and ends by itself at 80 % on the charger",
      device: "battery: 70, lowPower: true, idleDrain: 0.1", timeline: "{ at: \"2h\", charger: true }",
      app: RuleRow.refresh(), hours: 4, expect: "{ task: \"app.t\", exactly: 0, before: \"2h\" }",
      "{ event: \"scored\", task: \"app.t\", with: { decision: \"MNP\" }, atLeast: 1, before: \"2h\" }",
      "{ task: \"app.t\", exactly: 1, after: \"2h\" }",
      "{ order: [{ event: \"battery\", with: { level: 79 } }, { event: \"battery\", with: { level: 80 } }, { event: \"lowPower\", with: { on: false } }, { event: \"battery\", with: { level: 81 } }] }"
    ),
    RuleRow(
      "C5: without Background App Refresh processing that is pending may still run",
      timeline: "{ at: \"1s\", do: \"refresh off app\" }",
      app: """
        tasks: [{ id: "app.r", kind: "refresh", pendingFor: "1m", earliest: "10m" },
          { id: "app.p", kind: "processing", pendingFor: "1m", earliest: "10m", rearm: "never" }]
        """, expect: "{ task: \"app.p\", exactly: 1 }", "{ task: \"app.r\", exactly: 0 }",
      "{ event: \"held\", task: \"app.r\", with: { what: \"backgroundRefresh\" } }"),
    RuleRow(
      "C7: launches of an app are spaced apart",
      app: """
        tasks: [{ id: "app.a", kind: "processing", pendingFor: "1h", rearm: "never" },
          { id: "app.b", kind: "processing", pendingFor: "1h", rearm: "never" }]
        """, expect: "{ event: \"launching\", spacing: { atLeast: \"450s\" } }", "{ event: \"launching\", exactly: 2 }"),
    RuleRow(
      "C8: the use of an app does not hold a push back", timeline: "{ at: \"1m\", push: \"app\" }",
      app:
        "push: { }, lastOpened: \"9d\", sessions: [{ at: \"22:00\", for: \"1m\" }], tasks: [{ id: \"app.t\", kind: \"refresh\", pendingFor: \"10m\" }]",
      expect: "{ event: \"push\", with: { state: \"launched\" }, exactly: 1, before: \"61s\" }",
      "{ task: \"app.t\", exactly: 0, before: \"30m\" }"),
    RuleRow(
      "C9: the camera holds work back", device: "battery: 90, charger: true, camera: true",
      timeline: "{ at: \"2h\", camera: false }", app: RuleRow.refresh(),
      expect: "{ task: \"app.t\", exactly: 0, before: \"2h\" }",
      "{ task: \"app.t\", exactly: 1, after: \"2h\" }"),
    RuleRow(
      "C16: a refresh runs without a charger", device: "battery: 90", app: RuleRow.refresh(),
      expect: "{ task: \"app.t\", exactly: 1 }"),
    RuleRow(
      "C17: processing of an app that was not opened for two weeks waits",
      app: "lastOpened: \"16d\", tasks: [{ id: \"app.t\", kind: \"processing\", pendingFor: \"1h\" }]",
      expect: "{ event: \"held\", with: { what: \"unused\" }, exactly: 1 }", "{ task: \"app.t\", exactly: 0 }"),
    RuleRow(
      "C23: when a network comes back after four hours, what waited for it is held for a minute at least",
      device: "battery: 90, charger: true, network: \"none\"", timeline: "{ at: \"5h\", network: \"wifi\" }",
      app: RuleRow.refresh(), hours: 7, expect: "{ task: \"app.t\", exactly: 0, before: \"5h1m\" }",
      "{ task: \"app.t\", exactly: 1, before: \"5h3m1s\" }"),
    RuleRow(
      "C23: and after three it is not", device: "battery: 90, charger: true, network: \"none\"",
      timeline: "{ at: \"3h\", network: \"wifi\" }", app: RuleRow.refresh(), hours: 5,
      expect: "{ task: \"app.t\", exactly: 1, after: \"3h\", before: \"3h2s\" }"),
    RuleRow(
      "C32: what is being launched holds others of its kind for that moment", app: two,
      expect: "{ event: \"held\", with: { what: \"compatibility\" }, exactly: 1 }",
      "{ event: \"held\", contains: \"has compatibility score of -1.000000 with\" }",
      "{ event: \"started\", exactly: 2, before: \"2s\" }"),
    RuleRow(
      "C33: nothing is asked again while nothing changes",
      device: "battery: 90, charger: true, chargeLimit: 90, network: \"none\"",
      app: RuleRow.refresh(), hours: 12, expect: "{ event: \"scored\", exactly: 1 }"),
    RuleRow(
      "C35: many other apps go first", device: "battery: 90, charger: true, otherApps: 1000", app: two,
      expect: "{ event: \"held\", with: { what: \"contention\" }, atLeast: 1 }",
      "{ event: \"started\", exactly: 2, before: \"1h\" }"),
    RuleRow(
      "C36: where reliability counts, a kill lowers it",
      app: RuleRow.refresh("reaction: \"never\", steps: [{ name: \"long\", for: \"60s\" }]"),
      parameters: "reliabilityCounts: 1", expect: "{ budget: \"reliability.app\", atMost: 0.75 }"),
    RuleRow(
      "C36: and an honest end does not",
      app: RuleRow.refresh("completes: \"failure\""), parameters: "reliabilityCounts: 1",
      expect: "{ event: \"budget\", with: { name: \"reliability.app\" }, exactly: 0 }"),
    RuleRow(
      "C38: refreshes come before the predicted use",
      app: "sessions: [{ at: \"18:10\", for: \"5m\" }], " + RuleRow.refresh(),
      hours: 8, expect: "{ task: \"app.t\", exactly: 1, after: \"5h\", before: \"6h10m\" }"),
    RuleRow(
      "C40: two identifiers run at once, one never twice",
      timeline:
        "{ at: \"1m\", do: [\"submit app.a\", \"submit app.b\", \"launch app.a\", \"launch app.b\"] }, { at: \"65s\", do: [\"submit app.a\", \"launch app.a\"] }",
      app: """
        tasks: [{ id: "app.a", kind: "processing", rearm: "never", earliest: "9h", steps: [{ name: "a", for: "20s" }] },
          { id: "app.b", kind: "processing", rearm: "never", earliest: "9h", steps: [{ name: "b", for: "20s" }] }]
        """,
      expect:
        "{ order: [{ task: \"app.a\" }, { task: \"app.b\" }, { event: \"ended\", task: \"app.a\" }, { event: \"ended\", task: \"app.b\" }] }",
      "{ event: \"note\", contains: \"app.a is already running\", exactly: 1 }", "{ task: \"app.a\", exactly: 1 }"),
    RuleRow(
      "C40: the next request of a task waits until its run has ended",
      app:
        "tasks: [{ id: \"app.t\", kind: \"refresh\", pendingFor: \"1h\", rearm: \"first\", steps: [{ name: \"work\", for: \"20s\" }] }]",
      parameters: "startDelay: 0", hours: 1, expect: "{ event: \"held\", with: { what: \"running\" }, atLeast: 1 }",
      "{ order: [{ task: \"app.t\" }, { event: \"held\", with: { what: \"running\" } }, { event: \"ended\" }, { task: \"app.t\" }] }",
      "{ task: \"app.t\", spacing: { atLeast: \"20s\" } }"),
    RuleRow(
      "C41: the Simulator does not schedule tasks", device: "environment: \"simulator\"",
      timeline: "{ at: \"1m\", do: \"submit app.t\" }",
      app: RuleRow.refresh(), expect: "{ event: \"refused\", with: { code: 1, cause: \"simulator\" }, exactly: 2 }",
      "{ event: \"started\", exactly: 0 }"),
  ]

  @Test("Each rule", arguments: rows)
  func rule(_ row: RuleRow) throws { try row.check() }

  @Test("Rule C20: the charger weighs 20 where power is required, 2 for launches of apps, 10 otherwise")
  func chargerWeights() {
    func weight(_ kind: TaskKind, power: Bool) -> Double? {
      let input = PolicyInput(
        activity: .init(kind: kind, priority: .background, requiresNetwork: false, requiresPower: power))
      return PolicyTable.responses(input).first { $0.name == "ChargerPluggedInPolicy" }?.weight
    }
    #expect(weight(.processing, power: true) == 20)
    #expect(weight(.refresh, power: false) == 2)
    #expect(weight(.activity, power: false) == 10)
  }

  @Test("Rules C28, C29: the largest decision wins, and any Must Not Proceed blocks")
  func decisions() {
    let words = Decision.allCases.map(\.code)
    #expect(words == ["CP", "UD(P)", "MNP", "MP", "AMNP", "AMP"])
    let responses = [Decision.canProceed, .mustNotProceed, .canProceed].map {
      PolicyResponse(name: "p", weight: 1, decision: $0, score: 1)
    }
    #expect(Score(summing: responses).decision == .mustNotProceed)
    #expect(Score(summing: responses).score == 0)
  }

  @Test("Rule C30: policies that score 0.9 and more are counted and not printed")
  func quiet() throws {
    var story = try Story(apps: Story.refresh)
    try story.perform(.submit("app.refresh"))
    story.advance(.hours(1))
    let score = try #require(story.scores("app.refresh").last)
    #expect((score.applied ?? 0) > score.policies.count)
    #expect(score.policies.allSatisfy { $0.decision != .canProceed || ($0.score ?? 1) < 0.9 })
    #expect((score.denominator ?? 0) > score.policies.map(\.weight).reduce(0, +))
  }

  @Test("Rule C37: in the days after an install its use is not predicted yet")
  func learning() throws {
    func score(_ installed: String) throws -> Double {
      var story = try Story(
        apps:
          "{ bundle: \"app\", state: \"suspended\", \(installed) sessions: [{ at: \"12:20\", for: \"1m\" }], \(RuleRow.refresh(pending: "1h")) }"
      )
      story.advance(.seconds(1))
      return story.scores("app.t").first?.score ?? -1
    }
    #expect(try score("installed: \"1m\",") < score(""))
  }

  @Test("Rules C36, E12: the threshold is higher for an app whose runs end badly")
  func reliability() throws {
    func thresholds(_ counts: Int) throws -> [Double] {
      var story = try Story(
        apps:
          "{ bundle: \"app\", state: \"suspended\", tasks: [{ id: \"app.t\", kind: \"refresh\", pendingFor: \"1h\", rearm: \"first\", earliest: \"1h\", reaction: \"never\", steps: [{ name: \"long\", for: \"60s\" }] }] }",
        more: "parameters: { reliabilityCounts: \(counts), earlyExpiryShare: 0 }")
      story.advance(.hours(4))
      return story.all("compared").compactMap { event in
        if case .compared(_, _, let threshold, _) = event.event { threshold } else { nil }
      }
    }
    let (with, without) = (try thresholds(1), try thresholds(0))
    #expect(with.first == without.first)
    #expect((with.dropFirst().first ?? 0) > (without.dropFirst().first ?? 1))
  }
}
