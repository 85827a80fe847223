import SchedulerModel
import TaskTrace
import Testing

@Suite("Off-by-one cases")
struct EdgeTests {
  @Test("Scheduler facts 3.6: launches are spaced apart from the tenth recent one on, by the full interval")
  func launchSpacing() throws {
    var story = try Story(
      apps: """
        { bundle: "app", state: "suspended", tasks: [{ id: "app.t", kind: "refresh", pendingFor: "1h" }] }
        """,
      more: "parameters: { startDelay: 60, spacingLaunches: 3, spacingSeconds: 450, earlyExpiryShare: 0 }")
    story.advance(.hours(1))
    let launches = story.all("launching", "app.t").map(\.at)
    try #require(launches.count >= 7)
    let gaps = zip(launches.dropFirst(), launches).map { $0 - $1 }
    // Four launches with none, one, two and three before them; the fifth has more than three.
    #expect(gaps[0..<3].allSatisfy { $0 < .seconds(120) }, "\(gaps)")
    #expect(gaps[3...].allSatisfy { $0 == .seconds(450) }, "\(gaps)")
  }

  @Test("Rule C35: requests of other apps take turns in the places of the group, the last turn not full")
  func contention() throws {
    let places: Int64 = 3
    var partial = 0
    for seed in 0..<20 as Range<UInt64> {
      var story = try Story(
        device: "battery: 90, charger: true, otherApps: 1000",
        apps: """
          { bundle: "app", state: "suspended", tasks: [
            { id: "app.t", kind: "refresh", pendingFor: "1h", rearm: "never" }] }
          """,
        more: "parameters: { refreshGroupLimit: \(places), otherAppSeconds: 20 }", seed: seed)
      story.advance(.minutes(30))
      guard let held = story.all("held", "app.t").first, case .held(_, let hold) = held.event, hold.what == .contention
      else { continue }
      let ahead = try #require(hold.detail?.split(separator: " ").first.flatMap { Int64($0) })
      let until = try #require(hold.until)
      let (turns, rest) = ahead.quotientAndRemainder(dividingBy: places)
      if rest > 0 { partial += 1 }
      #expect(until - held.at == .seconds(20) * (rest > 0 ? turns + 1 : turns), "\(ahead) ahead")
      #expect(story.all("launching", "app.t").first.map { $0.at >= until } == true)
    }
    #expect(partial > 3)
  }

  @Test("Rules G1, G2: pushes that are delivered to a running app count, and launches use up the budget")
  func pushes() throws {
    let app = """
      { bundle: "app", modes: ["remote-notification"], push: { steps: [{ name: "work", for: "1s" }] }, @@ }
      """
    let burst = "{ at: \"1m\", push: { to: \"app\", count: 8, every: \"2m\" } }"
    let inFront = try Self.board(timeline: burst, app: app, "state: \"foreground\"", device: "inUse: true")
    #expect(inFront.recentPushes.count == 8)
    let launched = try Self.board(timeline: burst, app: app, "state: \"suspended\"", device: "charger: true")
    #expect(launched.recentPushes.count == 2)
  }

  private static func board(timeline: String, app: String, _ state: String, device: String) throws -> Board {
    var story = try Story(
      device: "battery: 90, \(device)", timeline: timeline, apps: app.replacing("@@", with: state),
      more: "parameters: { pushSpacing: 60, pushCapacity: 2, pushesPerHour: 1, pushAttemptCost: 0 }")
    story.advance(.minutes(30))
    var board = Board()
    for event in story.events { board.apply(event) }
    return board
  }

  @Test("Rules B3, B9: a request that replaces another has the window of its own submission", arguments: [nil, "2h"])
  func replacedWindow(earliest: String?) throws {
    let asked = earliest.map { ", earliest: \"\($0)\"" } ?? ""
    var story = try Story(
      apps:
        "{ bundle: \"app\", state: \"suspended\", tasks: [{ id: \"app.t\", kind: \"processing\", power: true\(asked) }] }"
    )
    try story.perform(.submit("app.t"))
    story.advance(.minutes(5))
    try story.perform(.submit("app.t"))
    let submitted = story.all("submitted", "app.t")
    try #require(submitted.count == 2)
    for (event, submission) in zip(submitted, story.submissions("app.t")) {
      let start = event.at + (earliest == nil ? .seconds(450) : .hours(2))
      #expect(submission.windowStart == start)
      #expect(submission.windowEnd == start + .days(7))
      #expect(submission.earliest == (earliest == nil ? nil : start))
    }
    story.advance(.hours(1))
    let launches = story.all("launching", "app.t").map(\.at)
    #expect(launches.allSatisfy { $0 >= submitted[1].at + .seconds(450) })
    if earliest == nil { #expect(launches.first == submitted[1].at + .seconds(450)) }
  }

  @Test("A run that is being launched ends with its process, and with the device", arguments: ["update app", "reboot"])
  func deathWhileLaunching(command: String) throws {
    for opens in [true, false] where opens || command == "reboot" {
      var story = try Story(
        apps: """
          { bundle: "app", state: "terminated", tasks: [
            { id: "app.t", kind: "refresh", pendingFor: "1h", earliest: "5h", rearm: "never" }] }
          """)
      if opens { try story.perform(.open("app")) }
      try story.perform(.launch("app.t"))
      story.advance(.milliseconds(20))
      try story.perform(try #require(Command(command)))
      story.advance(.minutes(10))
      #expect(story.ends("app.t").map(\.outcome) == [.killed])
      #expect(story.all("started").isEmpty)
    }
  }

  @Test("Rule E15: an assertion that is acquired on the way to the background expires once")
  func expiresOnce() throws {
    var story = try Story(
      apps: """
        { bundle: "app", state: "suspended", tasks: [],
          assertions: [{ name: "save", on: "leave", for: "5m", endsOnExpiry: false }] }
        """)
    try story.perform(.open("app"))
    try story.perform(.leave("app"))
    story.advance(.minutes(1))
    let states = story.events.compactMap {
      if case .assertion(let assertion) = $0.event { assertion.state } else { nil }
    }
    #expect(states == [.acquired, .expiring, .overdue, .ended])
  }

  @Test("An app that a submission crashes on the way to the background acquires no assertion and creates no transfer")
  func crashOnTheWay() throws {
    var story = try Story(
      apps: """
        { bundle: "app", state: "suspended", assertions: [{ name: "save", on: "leave" }],
          transfers: [{ name: "file", on: ["leave"] }],
          tasks: [{ id: "app.t", kind: "refresh", registers: false, submits: ["leave"] }] }
        """)
    try story.perform(.open("app"))
    story.advance(.minutes(1))
    try story.perform(.leave("app"))
    story.advance(.minutes(1))
    #expect(story.events.contains { $0.event == .app(bundle: "app", .terminated, cause: .crashed) })
    #expect(story.all("assertion").isEmpty)
    #expect(story.all("transfer").isEmpty)
    #expect(story.simulation.checkInvariants() == [])
  }
}
