import SchedulerModel
import TaskTrace
import Testing

@Suite("Runs: from launch to every end")
struct RunTests {
  static func task(_ parts: String, kind: String = "refresh") -> String {
    "{ bundle: \"app\", state: \"suspended\", tasks: [{ id: \"app.t\", kind: \"\(kind)\", rearm: \"never\", \(parts) }] }"
  }

  /// Launches manually and lets time pass.
  static func run(_ parts: String, kind: String = "refresh", for span: TimeSpan = .minutes(10)) throws -> Story {
    var story = try Story(apps: task(parts, kind: kind))
    try story.perform(.submit("app.t"))
    try story.perform(.launch("app.t"))
    story.advance(span)
    return story
  }

  @Test("Rule D1: a run reports launching, started, handler, steps, completed, ended, in this order")
  func order() throws {
    let story = try Self.run("steps: [{ name: \"a\", for: \"1s\" }, { name: \"b\", for: \"2s\" }]")
    let names = story.events.filter { $0.event.reference?.task == "app.t" }.map(\.event.name)
      .filter { !["submitted", "optimal", "held", "registered"].contains($0) }
    #expect(
      names == ["launching", "started", "step", "handler", "step", "completed", "handler", "ended"])
    #expect(story.ends() == [RunEnd(.succeeded, cause: .completed)])
    #expect(story.simulation.checkInvariants() == [])
  }

  @Test("Rule D3: a process that is not alive starts cold, inside the task's time")
  func coldStart() throws {
    var story = try Story(
      apps:
        "{ bundle: \"app\", coldStart: \"6500ms\", tasks: [{ id: \"app.t\", kind: \"refresh\", pendingFor: \"1h\" }] }")
    story.advance(.minutes(1))
    let started = story.all("started").compactMap { event -> RunStart? in
      if case .started(_, let start) = event.event { start } else { nil }
    }
    #expect(started == [RunStart(limit: .seconds(30), coldStart: .milliseconds(6_500))])
    #expect(story.all("registered").count == 1)
  }

  @Test("Rule E1: a refresh has 30 s; its handler then completes it within the grace")
  func expires() throws {
    let story = try Self.run("steps: [{ name: \"long\", for: \"60s\" }]")
    #expect(story.ends() == [RunEnd(.expired, cause: .time, seen: .expirationHandler)])
    let (started, warned) = (try #require(story.all("started").first), try #require(story.all("warned").first))
    #expect(warned.at - started.at == .seconds(30))
  }

  @Test("Rule E7: without an expiration handler a task ends unsuccessfully and unwarned")
  func unwarned() throws {
    let story = try Self.run("setsExpiration: \"never\", steps: [{ name: \"long\", for: \"60s\" }]")
    #expect(story.ends() == [RunEnd(.unwarned, cause: .time, seen: .nothing)])
    #expect(story.all("warned").isEmpty)
  }

  @Test("Rule E9: a handler that is set too late is none")
  func lateHandler() throws {
    let story = try Self.run("setsExpiration: \"40s\", steps: [{ name: \"long\", for: \"60s\" }]")
    #expect(story.ends().map(\.outcome) == [.unwarned])
  }

  @Test("Rules D8, E10: a task that does not complete in the grace is killed with code 0x2182bad2")
  func killed() throws {
    let story = try Self.run("reaction: \"never\", steps: [{ name: \"long\", for: \"60s\" }]")
    #expect(story.ends().map(\.outcome) == [.killed])
    let codes = story.all("killed").compactMap { event -> UInt64? in
      if case .killed(_, _, let code, _) = event.event { code } else { nil }
    }
    #expect(codes == [0x2182_BAD2])
    let (warned, killed) = (try #require(story.all("warned").first), try #require(story.all("killed").first))
    #expect(killed.at - warned.at == .milliseconds(500))
  }

  @Test("Rule D8: a task that forgets to complete runs into its limit")
  func forgotten() throws {
    let story = try Self.run("completes: \"never\", steps: [{ name: \"a\", for: \"1s\" }]")
    #expect(story.ends() == [RunEnd(.expired, cause: .time, seen: .expirationHandler)])
  }

  @Test("Rules D9, D10: completing twice is noted, and failure is a valid end")
  func completions() throws {
    #expect(try Self.run("completes: \"twice\"").all("note").count == 1)
    #expect(try Self.run("completes: \"failure\"").ends().map(\.outcome) == [.failed])
  }

  @Test("Rule E6: all expiration handlers of an app share one grace period")
  func sharedGrace() throws {
    var story = try Story(
      apps: """
        { bundle: "app", state: "suspended", tasks: [
          { id: "app.a", kind: "processing", rearm: "never", reaction: "never", steps: [{ name: "a", for: "100s" }] },
          { id: "app.b", kind: "processing", rearm: "never", reaction: "400ms", steps: [{ name: "b", for: "100s" }] } ] }
        """)
    for task in ["app.a", "app.b"] {
      try story.perform(.submit(TaskIdentifier(task)))
      try story.perform(.launch(TaskIdentifier(task)))
    }
    story.advance(.seconds(5))
    try story.perform(.expire("app.a"))
    story.advance(.milliseconds(200))
    try story.perform(.expire("app.b"))
    story.advance(.seconds(5))
    let deadlines = story.all("warned").compactMap { event -> Instant? in
      if case .warned(_, _, let deadline) = event.event { deadline } else { nil }
    }
    #expect(Set(deadlines).count == 1)
    // 400 ms would have been enough with a separate grace period; of the shared one, only 300 ms were left.
    #expect(story.ends("app.b").map(\.outcome) == [.killed])
  }

  @Test("Rule C11: processing ends when the device is picked up, and a refresh does not")
  func pickedUp() throws {
    var story = try Story(
      apps: """
        { bundle: "app", state: "suspended", tasks: [
          { id: "app.p", kind: "processing", pendingFor: "1h", rearm: "never", steps: [{ name: "p", for: "60s" }] } ] },
        { bundle: "other", state: "suspended", tasks: [
          { id: "other.r", kind: "refresh", pendingFor: "1h", rearm: "never", steps: [{ name: "r", for: "20s" }] } ],
          sessions: [{ at: "13:00", for: "5m" }, { at: "12:10", for: "5m" }] }
        """, more: "parameters: { earlyExpiryShare: 0 }")
    story.advance(.seconds(3))
    #expect(story.all("started").count == 2)
    try story.perform(.inUse(true))
    story.advance(.minutes(1))
    #expect(story.ends("app.p") == [RunEnd(.expired, cause: .deviceInUse, seen: .expirationHandler)])
    #expect(story.ends("other.r").map(\.outcome) == [.succeeded])
  }

  @Test("Rules C14, E16: the CPU monitor ends busy work after a minute, except processing on a charger")
  func cpuMonitor() throws {
    let busy = "steps: [{ name: \"busy\", for: \"100s\", cpu: 95 }]"
    #expect(try Self.run(busy, kind: "processing").ends().map(\.cause) == [.cpuResourceLimit])
    #expect(try Self.run("power: true, " + busy, kind: "processing").ends().map(\.outcome) == [.succeeded])
  }

  @Test("Rule D11: a transfer without a network waits for a minute, and a refresh has no minute")
  func networkTimeout() throws {
    var story = try Story(apps: Self.task("steps: [{ name: \"fetch\", for: \"2s\", bytes: 1000 }]"))
    try story.perform(.network(NetworkPath(.none, quality: 0)))
    try story.perform(.submit("app.t"))
    try story.perform(.launch("app.t"))
    story.advance(.minutes(2))
    #expect(story.ends().map(\.cause) == [.time])
  }

  @Test("Rule D12: a handler with checkpoints resumes the interrupted step")
  func checkpoints() throws {
    var story = try Story(
      apps: Self.task(
        "resumes: true, steps: [{ name: \"a\", for: \"20s\" }, { name: \"b\", for: \"20s\" }, { name: \"c\", for: \"5s\" }]"
      ))
    for _ in 0..<2 {
      try story.perform(.submit("app.t"))
      try story.perform(.launch("app.t"))
      story.advance(.minutes(1))
    }
    let steps = story.all("step").compactMap { event -> String? in
      if case .step(_, let step) = event.event { step.name } else { nil }
    }
    #expect(steps == ["a", "b", "b", "c"])
  }

  @Test("Rules B14, B15: a launch uses the request up; re-arming last loses the chain when the run is cut short")
  func chain() throws {
    for (rearm, pending) in [("first", true), ("last", false), ("never", false)] {
      var story = try Story(
        apps: """
          { bundle: "app", state: "suspended", tasks: [
            { id: "app.t", kind: "refresh", rearm: "\(rearm)", steps: [{ name: "long", for: "60s" }] } ] }
          """)
      try story.perform(.submit("app.t"))
      try story.perform(.launch("app.t"))
      story.advance(.seconds(31))
      try #require(story.ends().count == 1)
      #expect((story.refusal(.cancel("app.t")) == nil) == pending)
    }
  }

  @Test("Scheduler facts 3.6: processing tasks of one app start at least 450 s apart")
  func spacing() throws {
    var story = try Story(
      apps: """
        { bundle: "app", state: "suspended", tasks: [
          { id: "app.a", kind: "processing", pendingFor: "1h", rearm: "never", steps: [{ name: "a", for: "5s" }] },
          { id: "app.b", kind: "processing", pendingFor: "1h", rearm: "never", steps: [{ name: "b", for: "5s" }] } ] }
        """)
    story.advance(.minutes(10))
    let starts = story.all("launching").map(\.at)
    try #require(starts.count == 2)
    #expect(starts[1] - starts[0] == .seconds(450))
    #expect(story.holds("app.b").first?.what == .rateLimit)
  }

  @Test("Rule C14: a request that requires power starts when the charger is plugged in, and reports what it waited for")
  func charger() throws {
    var story = try Story(device: "battery: 90", apps: Story.processing)
    try story.perform(.submit("app.work"))
    story.advance(.hours(1))
    #expect(story.all("started").isEmpty)
    #expect(story.scores("app.work").last?.objections.map(\.name) == ["BatteryLevelPolicy", "ChargerPluggedInPolicy"])
    try story.perform(.charger(true))
    story.advance(.seconds(1))
    #expect(story.all("started").count == 1)
    try story.perform(.charger(false))
    story.advance(.seconds(1))
    #expect(story.ends("app.work").map(\.cause) == [.power])
  }

  @Test("Rule C34: a deterioration is reported, and starts nothing")
  func deterioration() throws {
    var story = try Story(device: "battery: 90", apps: Story.processing)
    try story.perform(.submit("app.work"))
    story.advance(.minutes(20))
    let before = story.scores("app.work").count
    try story.perform(.thermal(.serious))
    #expect(story.scores("app.work").count == before + 1)
    #expect(story.scores("app.work").last?.decision == .absolutelyMustNotProceed)
    #expect(story.all("launching").isEmpty)
  }
}
