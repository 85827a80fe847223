import SchedulerModel
import TaskTrace
import Testing

@Suite("Rules C3, C37, C38: usage is learned")
struct UsageTests {
  /// The root of the likelihood is reported whatever its value.
  static let certain =
    "length: \"1000d\", parameters: { usageCertain: 1, usageScale: 0.5, usageRecent: 0, unusedDays: 1000 }"

  /// The observed use of the app in the hour before one on a Monday evening, this many weeks later.
  static func likelihood(_ parts: String, weeks: Int64, days: Int64 = 0) throws -> Double {
    var story = try Story(
      apps:
        "{ bundle: \"app\", state: \"suspended\", \(parts) tasks: [{ id: \"app.t\", kind: \"refresh\", rearm: \"never\", steps: [{ name: \"work\", for: \"3s\" }] }] }",
      more: Self.certain)
    story.advance(.days(weeks * 7 + days) + .minutes(20))
    story.events = []
    _ = story.refusal(.submit("app.t"))
    story.advance(.hours(2))
    let policies = story.scores("app.t").flatMap(\.policies)
    let rationale = try #require(policies.first { $0.name == "ApplicationPolicy" }?.rationale)
    let observed = try #require(rationale.split(separator: "Observed:").last?.prefix(4))
    return try #require(Double(observed))
  }

  static let habit = "sessions: [{ at: \"12:40\", for: \"1m\" }],"

  @Test("The use of an unknown app is learned within days, and its hour also applies to other days")
  func learns() throws {
    let known = try Self.likelihood(Self.habit, weeks: 0)
    #expect(try Self.likelihood("usage: \"empty\", " + Self.habit, weeks: 0) < known)
    let first = try Self.likelihood("usage: \"empty\", installed: \"1m\", " + Self.habit, weeks: 0, days: 1)
    let later = try Self.likelihood("usage: \"empty\", installed: \"1m\", " + Self.habit, weeks: 0, days: 5)
    let known2 = try Self.likelihood("usage: \"empty\", installed: \"1m\", " + Self.habit, weeks: 20)
    #expect(first < later && later < known2)
  }

  @Test("What is not done any more is forgotten, a part each week")
  func forgets() throws {
    let habit = "sessions: [{ at: \"12:40\", for: \"1m\", chance: 0.5 }],"
    let kept = try Self.likelihood(habit, weeks: 30)
    #expect(try (0.3...0.95).contains(Self.likelihood(habit, weeks: 0)))
    #expect((0.3...0.95).contains(kept))
    var values: [Double] = []
    for weeks in [0, 4, 12, 60] as [Int64] {
      values.append(try Self.gone(weeks: weeks))
    }
    #expect(values == values.sorted(by: >))
    #expect(Set(values).count == values.count)
  }

  /// An installation forgets everything; a single visit then fades with the weeks.
  static func gone(weeks: Int64) throws -> Double {
    var story = try Story(
      apps:
        "{ bundle: \"app\", state: \"suspended\", usage: \"empty\", tasks: [{ id: \"app.t\", kind: \"refresh\", rearm: \"never\" }] }",
      more: Self.certain)
    story.advance(.minutes(40))
    try story.perform(.open("app"))
    try story.perform(.leave("app"))
    story.advance(.days(weeks * 7 + 7) - .minutes(20))
    story.events = []
    try story.perform(.submit("app.t"))
    story.advance(.minutes(30))
    let policies = story.scores("app.t").flatMap(\.policies)
    let rationale = policies.first { $0.name == "ApplicationPolicy" }?.rationale ?? ""
    return rationale.split(separator: "Observed:").last.flatMap { Double($0.prefix(4)) } ?? -1
  }

  @Test("The use of an unknown device is learned, as its first week shows")
  func device() throws {
    func score(_ usage: String, days: Int64) throws -> Double {
      var story = try Story(
        device: "battery: 90, charger: true, usage: \"\(usage)\"",
        timeline: "{ at: \"12:10\", use: \"40m\" }", apps: Story.processing, more: Self.certain)
      story.advance(.days(days) + .minutes(2))
      story.events = []
      try story.perform(.submit("app.work"))
      story.advance(.milliseconds(1))
      story.advance(.minutes(8))
      let policies = story.scores("app.work").flatMap(\.policies)
      return policies.first { $0.name == "DeviceActivityPolicy" }?.score ?? 1
    }
    let (empty, learned) = (try score("empty", days: 0), try score("learned", days: 0))
    #expect(empty > learned)
    let later = try score("empty", days: 14)
    #expect(later < empty)
  }

  /// The distance after noon of the best time for processing that requires power, as forecast this many days later.
  static func optimum(_ usage: String, days: Int64, timeline: String) throws -> TimeSpan {
    var story = try Story(
      device: "battery: 90, idleDrain: 0.5, usage: \"\(usage)\"", timeline: timeline, apps: Story.processing,
      more: Self.certain)
    story.advance(.days(days))
    story.events = []
    try story.perform(.submit("app.work"))
    guard case .optimal(_, _, let at?, _) = story.all("optimal").first?.event else { return .days(-1) }
    return at - story.simulation.now
  }

  @Test("Rule C13: when the device is charged is learned, and forgotten when it is charged at another time")
  func charger() throws {
    let nightly = "{ at: \"22:00\", charger: true }, { at: \"06:00\", charger: false }"
    let night = TimeSpan.hours(10)...TimeSpan.hours(18)
    #expect(try night.contains(Self.optimum("learned", days: 0, timeline: nightly)))
    // Nothing is known yet: the first available time is as good as any.
    #expect(try Self.optimum("empty", days: 0, timeline: nightly) < .hours(1))
    #expect(try night.contains(Self.optimum("empty", days: 3, timeline: nightly)))
    // With commands, not as a habit, from 16:00 to 20:00, for five days.
    let afternoons = (0..<5).map { day in
      "{ at: \"\(day * 24 + 4)h\", charger: true }, { at: \"\(day * 24 + 8)h\", charger: false }"
    }.joined(separator: ", ")
    let learned = try Self.optimum("empty", days: 5, timeline: afternoons)
    #expect(TimeSpan.hours(4)...TimeSpan.hours(8) ~= learned)
    #expect(try Self.optimum("empty", days: 250, timeline: afternoons) < .hours(1))
  }

  @Test("A device that is never unplugged stays known as plugged in")
  func alwaysPlugged() throws {
    var story = try Story(apps: Story.processing, more: Self.certain)
    story.advance(.days(400))
    story.events = []
    try story.perform(.submit("app.work"))
    guard case .optimal(_, let score, _, _) = story.all("optimal").first?.event else {
      Issue.record("nothing was forecast")
      return
    }
    #expect(score > 0.8)
  }

  @Test("The key is one of two words")
  func key() {
    #expect(
      ScenarioTests.problems("{ device: { usage: \"lerned\" } }").first?.contains("did you mean \"learned\"?") == true)
    #expect(ScenarioTests.problems("{ apps: [{ bundle: \"a\", usage: 1 }] }").count == 1)
  }
}
