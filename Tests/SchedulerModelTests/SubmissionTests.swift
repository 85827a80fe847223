import SchedulerModel
import TaskTrace
import Testing

@Suite("Submission: limits, replacement, windows, errors")
struct SubmissionTests {
  @Test("Rule B3: submitting again replaces the request, with a new activity")
  func replacement() throws {
    var story = try Story(apps: Story.refresh)
    try story.perform(.submit("app.refresh"))
    try story.perform(.submit("app.refresh"))
    let names = story.events.compactMap { event -> String? in
      switch event.event {
      case .submitted(let task, _): "+\(task.activity?.description ?? "")"
      case .cancelled(let task, let cause): "-\(task.activity?.description ?? "") \(cause?.rawValue ?? "")"
      default: nil
      }
    }
    try #require(names.count == 3)
    #expect(names[1] == "-\(names[0].dropFirst()) replaced")
    #expect(names[2] != names[0])
  }

  @Test("Rule B2: one refresh of an app; a second name is refused with code 2")
  func oneRefresh() throws {
    var story = try Story(
      apps: """
        { bundle: "app", state: "suspended", tasks: [
          { id: "app.a", kind: "refresh" }, { id: "app.b", kind: "refresh" } ] }
        """)
    try story.perform(.submit("app.a"))
    #expect(story.refusal(.submit("app.b")) == .refused("app.b", .tooManyPendingTaskRequests, .tooManyPending))
    #expect(story.refusals("app.b") == [2])
  }

  @Test("Rule B2: ten processing and health research requests of an app, replacement counted last")
  func tenProcessing() throws {
    let tasks = (1...11).map { "{ id: \"app.\($0)\", kind: \"\($0 == 10 ? "healthResearch" : "processing")\" }" }
    var story = try Story(
      device: "battery: 90",
      apps: "{ bundle: \"app\", state: \"suspended\", tasks: [\(tasks.joined(separator: ","))] }")
    for number in 1...10 { try story.perform(.submit(TaskIdentifier("app.\(number)"))) }
    #expect(story.refusal(.submit("app.11")) != nil)
    #expect(story.refusals("app.11") == [2])
    try story.perform(.submit("app.3"))
    #expect(story.simulation.checkInvariants() == [])
  }

  @Test("Rules B9, B13, scheduler facts 1.5: windows start 450 s from now at the earliest and are 24 h or 7 d long")
  func windows() throws {
    var story = try Story(
      device: "battery: 90",
      apps: """
        { bundle: "app", state: "suspended", tasks: [
          { id: "app.soon", kind: "refresh", earliest: "60s" },
          { id: "app.later", kind: "processing", earliest: "2h" },
          { id: "app.health", kind: "healthResearch" } ] }
        """)
    for task in ["app.soon", "app.later", "app.health"] { try story.perform(.submit(TaskIdentifier(task))) }
    let refresh = try #require(story.submissions("app.soon").first)
    #expect(refresh.earliest == Instant.zero + .seconds(60))
    #expect(refresh.windowStart == Instant.zero + .seconds(450))
    #expect(refresh.windowEnd == Instant.zero + .seconds(450 + 86_400))
    #expect(refresh.priority == 10)
    #expect(refresh.requiresNetwork == true)
    let processing = try #require(story.submissions("app.later").first)
    #expect(processing.windowStart == Instant.zero + .hours(2))
    #expect(processing.windowEnd == Instant.zero + .hours(2) + .days(7))
    let health = try #require(story.submissions("app.health").first)
    #expect(health.windowEnd == Instant.zero + .seconds(450 + 600))
    #expect(health.priority == 30)
  }

  struct CodeCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var app: String
    var before: [Command] = []
    var error: SubmissionError
    var cause: Cause
  }

  static let codes: [CodeCase] = [
    .init(
      testDescription: "B6: Background App Refresh is off", app: Story.refresh,
      before: [.backgroundRefresh(false, bundle: nil)], error: .unavailable, cause: .backgroundRefreshOff),
    .init(
      testDescription: "B6: it is off for the app", app: Story.refresh,
      before: [.backgroundRefresh(false, bundle: "app")], error: .unavailable, cause: .backgroundRefreshOffForApp),
    .init(
      testDescription: "A1: the identifier differs in case",
      app: "{ bundle: \"app\", permitted: [\"app.Refresh\"], tasks: [{ id: \"app.refresh\", kind: \"refresh\" }] }",
      error: .notPermitted, cause: .notInInfoPlist),
    .init(
      testDescription: "A2: the mode is missing",
      app: "{ bundle: \"app\", modes: [\"processing\"], tasks: [{ id: \"app.refresh\", kind: \"refresh\" }] }",
      error: .notPermitted, cause: .modeFetchMissing),
    .init(
      testDescription: "A4: a wildcard is for continued tasks only",
      app: "{ bundle: \"app\", permitted: [\"app.*\"], tasks: [{ id: \"app.refresh\", kind: \"refresh\" }] }",
      error: .notPermitted, cause: .notInInfoPlist),
  ]

  @Test("Each error code has its cause", arguments: codes)
  func code(_ row: CodeCase) throws {
    var story = try Story(apps: row.app)
    for command in row.before { try story.perform(command) }
    #expect(story.refusal(.submit("app.refresh")) == .refused("app.refresh", row.error, row.cause))
    #expect(story.refusals() == [row.error.rawValue])
  }

  @Test("Rules F1, F4: a continued task needs the foreground, and the graphics processor an entitlement")
  func continuedRules() throws {
    var story = try Story(apps: Story.export)
    #expect(story.refusal(.submit("app.export.a")) == .refused("app.export.a", .notPermitted, .notForeground))
    var gpu = try Story(
      apps: "{ bundle: \"app\", tasks: [{ id: \"app.x\", kind: \"continued\", title: \"X\", gpu: true }] }")
    try gpu.perform(.open("app"))
    #expect(gpu.refusal(.submit("app.x")) == .refused("app.x", .notPermitted, .entitlementMissing))
  }

  @Test("Rule B7: a continued task that does not queue fails with code 4 when all slots are in use")
  func immediate() throws {
    var story = try Story(apps: Story.export)
    try story.perform(.open("app"))
    try story.perform(.submit("app.export.a"))
    try story.perform(.submit("app.export.b"))
    #expect(story.refusal(.submit("app.export.now")) == .refused("app.export.now", .immediateRunIneligible, .busy))
    #expect(story.refusals("app.export.now") == [4])
  }

  @Test("Rules A10, A11: a permitted task without a handler crashes the app that submits it")
  func noHandler() throws {
    var story = try Story(
      apps: "{ bundle: \"app\", state: \"suspended\", tasks: [{ id: \"app.a\", kind: \"refresh\", registers: false }] }"
    )
    #expect(story.refusal(.submit("app.a")) == .crashed("app.a"))
    #expect(story.all("note").count == 1)
  }

  @Test("Rule A1: an identifier that is not in the Info.plist is not registered")
  func registration() throws {
    var story = try Story(
      apps: "{ bundle: \"app\", permitted: [], state: \"suspended\", tasks: [{ id: \"app.a\", kind: \"refresh\" }] }")
    story.advance(.seconds(1))
    #expect(story.all("registrationRefused").count == 1)
  }

  @Test("Rule B19: cancelling removes the pending request and does not affect a running task")
  func cancelling() throws {
    var story = try Story(apps: Story.processing)
    try story.perform(.submit("app.work"))
    try story.perform(.launch("app.work"))
    story.advance(.seconds(5))
    try story.perform(.submit("app.work"))
    try story.perform(.cancel("app.work"))
    story.advance(.minutes(2))
    #expect(story.ends("app.work").map(\.outcome) == [.succeeded])
    #expect(story.refusal(.cancel("app.work")) == .nothingPending("app.work"))
  }
}
