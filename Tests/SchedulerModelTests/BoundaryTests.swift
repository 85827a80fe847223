import TaskTrace
import Testing

@testable import SchedulerModel

/// What one number or one part of a condition decides alone.
@Suite("Boundaries of the model") struct BoundaryTests {
  // MARK: Habits and the clock on the wall

  @Test func `a habit whose time of today has passed begins tomorrow`() throws {
    var story = try Story(
      apps: #"{ bundle: "app", state: "suspended", sessions: [{ at: "07:00", for: "5m" }], tasks: [] }"#)
    story.advance(.days(2))
    // The story begins at noon.
    let foreground = story.events.compactMap { event -> Instant? in
      if case .app(_, .foreground, _) = event.event { event.at } else { nil }
    }
    #expect(foreground == [.zero + .hours(19), .zero + .hours(43)])
  }

  @Test(arguments: [0, -1, -4, -365] as [Int64])
  func `days before 1970 begin at midnight too`(_ days: Int64) {
    let noon = Epoch(microsecondsSince1970: (days * 24 + 12) * 3_600_000_000, utcOffset: 0)
    let clock = WallClock(noon)
    #expect(clock.day(.zero) == days)
    #expect(clock.midnight(ofDay: days) == .zero - .hours(12))
    #expect(clock.day(.zero - .hours(12)) == days)
    #expect(clock.day(.zero - .hours(12) - TimeSpan(microseconds: 1)) == days - 1)
    #expect(clock.day(.zero + .hours(12)) == days + 1)
    #expect(clock.nextHour(after: .zero) == .zero + .hours(1))
  }

  @Test func `a charger that is plugged in every night is a habit of every night`() throws {
    let text = """
      { timeline: [{ at: "22:00", charger: true }, { at: "07:00", charger: false }] }
      """
    let plugged = Forecast(try Scenario.parse(Array(text.utf8), named: "test")).plugged
    #expect(plugged == (0..<168).map { $0 % 24 < 7 || $0 % 24 >= 22 ? 1 : 0 })
  }

  // MARK: Mechanisms

  @Test("Rule G2: the last push of a budget launches its app without waiting")
  func lastPush() throws {
    var story = try Story(
      timeline: #"{ at: "1m", push: "app" }"#,
      apps: """
        { bundle: "app", state: "suspended", modes: ["remote-notification"],
          push: { steps: [{ name: "work", for: "1s" }] }, tasks: [] }
        """,
      more: "parameters: { pushCapacity: 1, pushesPerHour: 1, pushSpacing: 60 }")
    story.advance(.minutes(10))
    #expect(!story.all("launching").isEmpty)
    #expect(!story.holds().contains { $0.what == .rateLimit }, "\(story.holds())")
  }

  @Test("Rule C35: in a group with one place each request of another app is a turn of its own")
  func oneAtATime() throws {
    var waited = 0
    for seed in 0..<10 as Range<UInt64> {
      var story = try Story(
        device: "battery: 90, charger: true, otherApps: 1000",
        apps: """
          { bundle: "app", state: "suspended", tasks: [
            { id: "app.t", kind: "refresh", pendingFor: "1h", rearm: "never" }] }
          """,
        more: "parameters: { refreshGroupLimit: 1, otherAppSeconds: 1 }", seed: seed)
      story.advance(.hours(1))
      guard let held = story.all("held", "app.t").first, case .held(_, let hold) = held.event, hold.what == .contention
      else { continue }
      let ahead = try #require(hold.detail?.split(separator: " ").first.flatMap { Int64($0) })
      #expect(try #require(hold.until) - held.at == .seconds(ahead))
      waited += 1
    }
    #expect(waited > 3)
  }

  @Test("A continued task whose pace falls is asked about once, and one that keeps its pace is not")
  func deviation() throws {
    for (stalls, questions) in [(", stallsAt: 60", 1), ("", 0)] {
      var story = try Story(
        apps: """
          { bundle: "app", state: "suspended", permitted: ["app.x"], tasks: [
            { id: "app.x", kind: "continued", title: "X", total: 300, rate: 1, answer: "none"\(stalls) }] }
          """,
        more:
          "parameters: { slowRule: 1, warmUpSeconds: 20, warmUpShare: 0.01, deviationSeconds: 10, stallSeconds: 100000 }"
      )
      try story.perform(.open("app"))
      try story.perform(.submit("app.x"))
      story.advance(.seconds(5))
      try story.perform(.leave("app"))
      story.advance(.minutes(3))
      let asked = story.events.filter { if case .layer(_, .deviating, _, _) = $0.event { true } else { false } }
      #expect(asked.count == questions)
      // Nothing more is done from the 60th second on, and the next look is at the end of ten seconds.
      #expect(asked.allSatisfy { (.zero + .seconds(60)...(.zero + .seconds(81))).contains($0.at) }, "\(asked)")
    }
  }

  // MARK: Scenarios as text

  private static func scenario(_ apps: String, timeline: String = "") throws -> Scenario {
    try Scenario.parse(Array("{ timeline: [\(timeline)], apps: [\(apps)] }".utf8), named: "test")
  }

  @Test func `days are counted from Monday`() throws {
    let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    for (number, name) in days.enumerated() {
      let scenario = try Self.scenario("", timeline: #"{ at: "07:00", days: ["\#(name)"], charger: true }"#)
      #expect(scenario.timeline.map(\.when) == [Recurrence(.daily(.hours(7), days: 1 << UInt8(number)))])
    }
    let weekend = try Self.scenario("", timeline: #"{ at: "07:00", days: "weekends", charger: true }"#)
    #expect(weekend.timeline.map(\.when) == [Recurrence(.daily(.hours(7), days: 0b110_0000))])
  }

  @Test func `what a step and a transfer do not say, they do not do`() throws {
    let app = """
      { bundle: "app", transfers: [{ name: "x" }], tasks: [{ id: "app.t", kind: "refresh", steps: [{ name: "s", for: "1s" }] }] }
      """
    let setup = try #require(try Self.scenario(app).apps.first)
    let transfer = try #require(setup.transfers.first)
    #expect(!transfer.isDiscretionary && transfer.sendsLaunchEvents)
    #expect(transfer == TransferSetup(name: "x"))
    let step = try #require(setup.tasks.first?.handler.steps.first)
    #expect(step.memory == 0 && step.bytes == 0 && !step.crashes && !step.locksFile)
  }

  /// A text in which `@@` is as long as it may be, and how to make it too long.
  struct Limit: Sendable, CustomTestStringConvertible {
    var text: String
    var longest: String
    var tooLong: String
    var testDescription: String { text }

    init(_ text: String, _ longest: String, _ tooLong: String) {
      (self.text, self.longest, self.tooLong) = (text, longest, tooLong)
    }

    init(_ text: String, count: Int) {
      self.init(text, String(repeating: "x", count: count), String(repeating: "x", count: count + 1))
    }
  }

  @Test(arguments: [
    Limit(#"{ timeline: [{ at: "12:00", jitter: "@@", charger: true }] }"#, "6h", "6h1s"),
    Limit(#"{ apps: [{ bundle: "a", transfers: [{ name: "@@" }] }] }"#, count: 60),
    Limit(
      #"{ apps: [{ bundle: "a", tasks: [{ id: "a.t", kind: "continued", title: "T", titles: [{ from: 1, title: "@@" }] }] }] }"#,
      count: 120),
  ]) func `lengths in a scenario are limited`(_ limit: Limit) {
    #expect(ScenarioTests.problems(limit.text.replacing("@@", with: limit.longest)) == [])
    #expect(ScenarioTests.problems(limit.text.replacing("@@", with: limit.tooLong)).count == 1)
  }
}
