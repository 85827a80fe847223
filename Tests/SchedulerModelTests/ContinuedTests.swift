import SchedulerModel
import TaskTrace
import Testing

@Suite("Continued processing")
struct ContinuedTests {
  static func open() throws -> Story {
    var story = try Story(apps: Story.export)
    try story.perform(.open("app"))
    return story
  }

  @Test("Rule F2: it starts immediately, continues in the background, and reports to the end")
  func runs() throws {
    var story = try Self.open()
    try story.perform(.submit("app.export.a"))
    story.advance(.seconds(10))
    try story.perform(.leave("app"))
    story.advance(.minutes(3))
    #expect(story.ends("app.export.a") == [RunEnd(.succeeded, cause: .completed)])
    let progress = story.all("progress").compactMap { event -> Progress? in
      if case .progress(_, let progress) = event.event { progress } else { nil }
    }
    #expect(progress.first?.completed == 0)
    #expect(progress.last?.completed == 100)
    #expect(progress.count <= 130)
    #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.completed < $1.completed })
  }

  @Test("Rule F3: tasks beyond the limit wait their turn, in submission order")
  func queue() throws {
    var story = try Self.open()
    for task in ["a", "b", "c"] { try story.perform(.submit(TaskIdentifier("app.export.\(task)"))) }
    #expect(story.holds("app.export.c").last?.what == .concurrency)
    story.advance(.minutes(4))
    let order = story.all("started").compactMap { $0.event.reference?.task.rawValue }
    #expect(order == ["app.export.a", "app.export.b", "app.export.c"])
    #expect(story.ends().count == 3)
  }

  @Test("Rule F6: 30 s without progress is a stall, and ends the task")
  func stall() throws {
    var story = try Self.open()
    try story.perform(.submit("app.export.stuck"))
    story.advance(.minutes(2))
    #expect(story.ends() == [RunEnd(.expired, cause: .stalled, seen: .expirationHandler)])
    let last = try #require(story.all("progress").last)
    let warned = try #require(story.all("warned").first)
    #expect((TimeSpan.seconds(30)...(.seconds(32))).contains(warned.at - last.at))
  }

  @Test("Scheduler facts 1.6: a healthy task of the same app keeps a stalled one alive")
  func sibling() throws {
    var story = try Self.open()
    try story.perform(.submit("app.export.stuck"))
    try story.perform(.submit("app.export.a"))
    story.advance(.seconds(80))
    #expect(story.ends("app.export.stuck").isEmpty)
    story.advance(.minutes(3))
    #expect(story.ends("app.export.stuck").map(\.cause) == [.stalled])
  }

  @Test("Rules F10, F11, E13: a cancel by the user is an expiry for the app, and the trace knows better")
  func userCancel() throws {
    var story = try Self.open()
    try story.perform(.submit("app.export.a"))
    story.advance(.seconds(10))
    try story.perform(.userCancel("app.export.a"))
    story.advance(.seconds(1))
    #expect(story.ends() == [RunEnd(.expired, cause: .userCancel, seen: .expirationHandler)])
  }

  @Test("Rule F8: under pressure the task with the least progress ends first")
  func pressure() throws {
    var story = try Self.open()
    try story.perform(.submit("app.export.a"))
    try story.perform(.submit("app.export.b"))
    story.advance(.seconds(20))
    try story.perform(.memoryPressure(.critical))
    story.advance(.seconds(1))
    #expect(story.ends("app.export.a").map(\.cause) == [.memoryPressure])
    #expect(story.ends("app.export.b").isEmpty)
  }

  @Test("Scheduler facts 1.6: after a swipe, the running task ends silently and the queued one is cancelled")
  func swiped() throws {
    var story = try Self.open()
    for task in ["a", "b", "c"] { try story.perform(.submit(TaskIdentifier("app.export.\(task)"))) }
    story.advance(.seconds(5))
    try story.perform(.forceQuit("app"))
    #expect(story.ends().allSatisfy { $0.outcome == .killed && $0.cause == .forceQuit && $0.seen == .nothing })
    #expect(story.ends().count == 2)
    #expect(story.all("cancelled", "app.export.c").count == 1)
    #expect(story.simulation.checkInvariants() == [])
  }

  @Test("Scheduler facts 1.13: Low Power Mode exempts running tasks, and tasks that the user starts while it is on")
  func lowPower() throws {
    var story = try Self.open()
    try story.perform(.charger(false))
    try story.perform(.submit("app.export.a"))
    story.advance(.seconds(5))
    try story.perform(.lowPower(true))
    try story.perform(.submit("app.export.b"))
    story.advance(.minutes(3))
    #expect(story.ends().map(\.outcome) == [.succeeded, .succeeded])
  }

  @Test("Rule F5: the subtitle reports the progress")
  func subtitle() throws {
    var story = try Story(
      apps: """
        { bundle: "app", tasks: [{ id: "app.x", kind: "continued", title: "X", total: 4, rate: 1,
          subtitle: "{completed} of {total} {parts}" }] }
        """)
    try story.perform(.open("app"))
    try story.perform(.submit("app.x"))
    story.advance(.seconds(10))
    let last = try #require(story.all("progress").last)
    guard case .progress(_, let progress) = last.event else { return }
    #expect(progress.subtitle == "4 of 4 {parts}")
  }
}
