import SchedulerModel
import TaskTrace
import Testing

@Suite("Rules A and B: declaration, registration, submission")
struct RegistrationRules {
  static let rows: [RuleRow] = [
    RuleRow(
      "A3: without its mode an app gets no silent push", timeline: "{ at: \"1m\", push: \"app\" }",
      app: "modes: [], push: { }",
      expect: "{ event: \"push\", with: { state: \"denied\", cause: \"modeRemoteNotificationMissing\" } }"),
    RuleRow(
      "A6: handlers are registered before the launch method has returned", timeline: "{ at: \"1m\", do: \"open app\" }",
      app: "{ bundle: \"app\", launch: \"900ms\", tasks: [{ id: \"app.t\", kind: \"refresh\" }] }",
      expect: "{ order: [{ event: \"registered\" }, { event: \"app\", with: { cause: \"launched\" } }] }"),
    RuleRow(
      "A7: a handler that is registered late crashes the app", timeline: "{ at: \"1m\", do: \"open app\" }",
      app:
        "{ bundle: \"app\", launch: \"900ms\", tasks: [{ id: \"app.t\", kind: \"refresh\", registersAfter: \"2s\" }] }",
      expect: "{ event: \"registrationRefused\", with: { cause: \"late\" } }",
      "{ event: \"app\", with: { cause: \"crashed\" } }"),
    RuleRow(
      "A7: or does not, where the system has no such check", timeline: "{ at: \"1m\", do: \"open app\" }",
      app: "{ bundle: \"app\", tasks: [{ id: \"app.t\", kind: \"refresh\", registersAfter: \"2s\" }] }",
      parameters: "lateRegistrationCrashes: 0", expect: "{ event: \"registered\", exactly: 1 }",
      "{ event: \"app\", with: { cause: \"crashed\" }, exactly: 0 }"),
    RuleRow(
      "A8: a continued task is registered when the user acts", timeline: RuleRow.submits, app: RuleRow.continued(""),
      expect:
        "{ order: [{ event: \"app\", with: { state: \"foreground\" } }, { event: \"registered\" }, { event: \"submitted\" }] }"
    ),
    RuleRow(
      "A9: registering twice crashes the app", timeline: "{ at: \"1m\", do: \"open app\" }",
      app: "{ bundle: \"app\", tasks: [{ id: \"app.t\", kind: \"refresh\", registers: \"twice\" }] }",
      expect: "{ event: \"note\", contains: \"has already been registered\" }",
      "{ event: \"app\", with: { cause: \"crashed\" } }"),
    RuleRow(
      "A9: or is refused, where the switch says so", timeline: "{ at: \"1m\", do: \"open app\" }",
      app: "{ bundle: \"app\", tasks: [{ id: \"app.t\", kind: \"refresh\", registers: \"twice\" }] }",
      parameters: "duplicateRegistrationCrashes: 0",
      expect: "{ event: \"registrationRefused\", with: { cause: \"alreadyRegistered\" } }",
      "{ event: \"app\", with: { cause: \"crashed\" }, exactly: 0 }"),
    RuleRow(
      "A12: a main-actor handler traps on the background queue", app: RuleRow.refresh("mainActor: true"),
      expect: "{ event: \"ended\", with: { outcome: \"crashed\", cause: \"isolation\" } }",
      "{ event: \"completed\", exactly: 0 }"),
    RuleRow(
      "A12: and not on the main queue", app: RuleRow.refresh("mainActor: true, queue: \"main\""),
      expect: "{ event: \"ended\", with: { outcome: \"succeeded\" } }"),
    RuleRow(
      "A13: an extension without open access schedules nothing", timeline: "{ at: \"1m\", do: \"submit app.t\" }",
      app: "extension: true, tasks: [{ id: \"app.t\", kind: \"refresh\" }]",
      expect: "{ event: \"refused\", with: { code: 1, cause: \"extensionWithoutOpenAccess\" } }"),
    RuleRow(
      "A13: and with it it does", timeline: "{ at: \"1m\", do: \"submit app.t\" }",
      app: "extension: true, openAccess: true, tasks: [{ id: \"app.t\", kind: \"refresh\" }]",
      expect: "{ event: \"submitted\" }"),
    RuleRow(
      "Facts 1.4: identifiers of the system are not permitted", timeline: "{ at: \"1m\", do: \"submit com.apple.t\" }",
      app: "tasks: [{ id: \"com.apple.t\", kind: \"refresh\" }]",
      expect: "{ event: \"refused\", with: { code: 3, cause: \"reservedPrefix\" } }"),
    RuleRow(
      "A14: a library's tick is registered first, and periodics need no entry",
      app: LayerRules.app("{ id: \"app.sync\", interval: \"1h\" }"),
      expect:
        "{ order: [{ event: \"registered\", task: \"app.tick\" }, { event: \"layer\", with: { what: \"Scheduled\" } }, { event: \"submitted\", task: \"app.tick\" }] }",
      "{ event: \"registrationRefused\", exactly: 0 }"),
    RuleRow(
      "A15: a work without a worker is passed over",
      app: LayerRules.app(
        "{ id: \"app.a\", interval: \"1h\", registered: false }, { id: \"app.b\", interval: \"1h\", declined: true }"),
      expect: "{ event: \"layer\", task: \"app.a\", with: { what: \"Skipped\", detail: \"NotRegistered\" } }",
      "{ event: \"layer\", task: \"app.b\", with: { what: \"Skipped\", detail: \"FactoryDeclined\" } }"),
    RuleRow(
      "B1: four kinds of requests",
      timeline: "{ at: \"1m\", do: [\"open app\", \"submit a\", \"submit b\", \"submit c\", \"submit app.t\"] }",
      app: """
        tasks: [{ id: "a", kind: "refresh" }, { id: "b", kind: "processing" },
          { id: "c", kind: "healthResearch", protection: "complete" },
          { id: "app.t", kind: "continued", title: "T", gpu: true, subtitle: "S" }], gpu: true
        """,
      expect: "{ event: \"submitted\", with: { kind: \"refresh\" } }",
      "{ event: \"submitted\", with: { kind: \"processing\" } }",
      "{ event: \"submitted\", with: { kind: \"healthResearch\", priority: 30 } }",
      "{ event: \"submitted\", with: { kind: \"continued\", title: \"T\", strategy: \"queue\", requiresGPU: true } }"),
    RuleRow(
      "B8: the verdict of submitTaskRequest comes later",
      timeline: "{ at: \"1m\", do: [\"submit app.t\", \"submit app.u\"] }",
      app:
        "tasks: [{ id: \"app.t\", kind: \"refresh\", verdict: \"300ms\" }, { id: \"app.u\", kind: \"refresh\", verdict: \"800ms\" }]",
      expect: "{ event: \"layer\", with: { what: \"submitting\" }, exactly: 2, before: \"60s100ms\" }",
      "{ event: \"submitted\", task: \"app.t\", exactly: 1, after: \"60s300ms\", before: \"60s301ms\" }",
      "{ event: \"refused\", task: \"app.u\", with: { code: 2 }, exactly: 1, after: \"60s800ms\" }"),
    RuleRow(
      "B8: and not at all to a process that is gone by then",
      timeline: "{ at: \"1m\", do: \"submit app.t\" }, { at: \"65s\", do: [\"open app\", \"force-quit app\"] }",
      app: "tasks: [{ id: \"app.t\", kind: \"refresh\", verdict: \"10s\" }]",
      expect: "{ event: \"layer\", with: { what: \"submitting\" }, exactly: 1 }",
      "{ event: \"submitted\", exactly: 0 }",
      "{ event: \"refused\", exactly: 0 }"),
    RuleRow(
      "B10: earliestBeginDate is ignored for continued tasks", timeline: RuleRow.submits,
      app: RuleRow.continued("earliest: \"2h\""), expect: "{ task: \"app.t\", exactly: 1, before: \"2m\" }"),
    RuleRow(
      "B11: a date too far away may be skipped, in silence",
      app: "tasks: [{ id: \"app.t\", kind: \"refresh\", earliest: \"9d\", pendingFor: \"1m\" }]",
      parameters: "farSkipShare: 1", hours: 300,
      expect: "{ event: \"cancelled\", with: { cause: \"pruned\" }, exactly: 1 }",
      "{ task: \"app.t\", exactly: 0 }"),
    RuleRow(
      "B12: a refresh that asks for every minute runs every 450 s at most",
      app:
        "tasks: [{ id: \"app.t\", kind: \"refresh\", earliest: \"60s\", pendingFor: \"1m\", steps: [{ name: \"work\", for: \"1s\" }] }]",
      hours: 6, expect: "{ task: \"app.t\", spacing: { atLeast: \"450s\" } }"),
    RuleRow(
      "B17: fourteen submissions are one run",
      timeline: "{ at: \"1m\", do: [\(Array(repeating: "\"submit app.t\"", count: 14).joined(separator: ","))] }",
      app: "tasks: [{ id: \"app.t\", kind: \"refresh\", rearm: \"never\" }]", hours: 12,
      expect: "{ event: \"submitted\", exactly: 14 }",
      "{ event: \"cancelled\", with: { cause: \"replaced\" }, exactly: 13 }",
      "{ task: \"app.t\", exactly: 1 }"),
    RuleRow(
      "B18: an app that keeps what is pending does nothing else",
      timeline: "{ at: \"1m\", do: [\"submit app.t\", \"submit app.t\", \"submit app.t\"] }",
      app: "tasks: [{ id: \"app.t\", kind: \"refresh\", conflict: \"keep\", rearm: \"never\" }]",
      expect: "{ event: \"submitted\", exactly: 1 }", "{ event: \"cancelled\", exactly: 0 }"),
    RuleRow(
      "B21: what the system dropped is pending only in the app's belief",
      timeline: "{ at: \"2m\", do: \"prune app.t\" }",
      app: "tasks: [{ id: \"app.t\", kind: \"refresh\", earliest: \"1h\", pendingFor: \"1m\" }]",
      expect: "{ event: \"cancelled\", with: { cause: \"pruned\" }, exactly: 1 }", "{ task: \"app.t\", exactly: 0 }"),
  ]

  @Test("Each rule", arguments: rows)
  func rule(_ row: RuleRow) throws { try row.check() }

  @Test("Rule B4: pending requests are returned as copies, and the request stays as submitted")
  func copies() throws {
    var story = try Story(apps: Story.refresh)
    try story.perform(.submit("app.refresh"))
    let fork = story.simulation
    try story.perform(.thermal(.serious))
    try story.perform(.cancel("app.refresh"))
    #expect(fork.pendingRequests(of: "app") == ["app.refresh"])
    #expect(story.simulation.pendingRequests(of: "app").isEmpty)
  }

  @Test("Rule B5: the four codes have Apple's numbers and names")
  func codes() {
    #expect(SubmissionError.allCases.map(\.rawValue) == [1, 2, 3, 4])
    #expect(
      SubmissionError.allCases.map(\.name)
        == ["unavailable", "tooManyPendingTaskRequests", "notPermitted", "immediateRunIneligible"])
  }

  @Test(
    "Rules B15, B16: an empty list right after a launch proves that nothing was rearmed",
    arguments: ["first", "never"])
  func rearming(_ rearm: String) throws {
    var story = try Story(
      apps:
        "{ bundle: \"app\", state: \"suspended\", tasks: [{ id: \"app.t\", kind: \"refresh\", rearm: \"\(rearm)\", \(RuleRow.work) }] }"
    )
    try story.perform(.submit("app.t"))
    try story.perform(.launch("app.t"))
    story.advance(.seconds(1))
    #expect(story.simulation.pendingRequests(of: "app").isEmpty == (rearm == "never"))
  }
}
