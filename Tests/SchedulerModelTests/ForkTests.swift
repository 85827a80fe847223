import SchedulerModel
import TaskTrace
import Testing

@Suite("A simulation that continues from a recording") struct ForkTests {
  private let epoch = Epoch(microsecondsSince1970: 1_780_000_000_000_000, utcOffset: 7_200)
  private let mail = TaskReference("org.example.mail.sync", ActivityID("00AA11"), kind: .refresh)

  private func trace(_ events: [TraceEvent]) -> Trace {
    Trace(header: TraceHeader(epoch: epoch, source: .deviceLog(files: ["x"])), events: events)
  }

  private func submission(_ kind: TaskKind, earliest: TimeSpan) -> Submission {
    var submission = Submission(kind: kind)
    (submission.bundle, submission.earliest) = ("org.example.mail", .zero + earliest)
    return submission
  }

  @Test func `it adopts conditions, requests, and apps`() throws {
    let events = [
      TraceEvent(.zero, .submitted(mail, submission(.refresh, earliest: .minutes(30)))),
      TraceEvent(.zero + .minutes(10), .condition(.battery(level: 37))),
      TraceEvent(.zero + .minutes(10), .condition(.charger(plugged: true, charging: true))),
      TraceEvent(.zero + .minutes(10), .app(bundle: "org.example.mail", .suspended, cause: nil)),
    ]
    let fork = try Fork(trace(events), at: .zero + .minutes(12), name: "x")
    let scenario = fork.scenario
    #expect(scenario.epoch.microsecondsSince1970 == epoch.microsecondsSince1970 + 720_000_000)
    #expect(scenario.device.battery == 37)
    #expect(scenario.device.plugged)
    let app = try #require(scenario.apps.first)
    #expect(app.bundle == "org.example.mail")
    #expect(app.state == .suspended)
    let task = try #require(app.tasks.first)
    #expect(task.kind == .refresh)
    #expect(task.pendingFor == .minutes(12))
    #expect(task.earliest == .minutes(30))
    #expect(fork.assumptions.contains("the thermal state is nominal"))
    #expect(!fork.assumptions.contains { $0.contains("battery") })
  }

  @Test func `what was observed too long ago is assumed again`() throws {
    let events = [
      TraceEvent(.zero, .submitted(mail, submission(.refresh, earliest: .zero))),
      TraceEvent(.zero, .condition(.battery(level: 37))), TraceEvent(.zero + .hours(2), .note(Note("later"))),
    ]
    let fork = try Fork(trace(events), at: .zero + .hours(2), name: "x")
    #expect(fork.scenario.device.battery == DeviceSetup().battery)
    #expect(fork.assumptions.contains("the battery is at 80%"))
  }

  @Test func `its request is pending immediately, and runs like any other`() throws {
    let events = [TraceEvent(.zero, .submitted(mail, submission(.refresh, earliest: .minutes(5))))]
    var story = Story(try Fork(trace(events), at: .zero, name: "x").scenario)
    story.advance(.days(2))
    #expect(story.all("submitted", mail.task).first?.at == .zero)
    #expect(!story.all("started", mail.task).isEmpty)
  }

  @Test func `it is a scenario like any other, and runs again the same`() throws {
    let events = [TraceEvent(.zero, .submitted(mail, submission(.processing, earliest: .zero)))]
    let fork = try Fork(trace(events), at: .zero, name: "x")
    let text = try #require(fork.scenario.text)
    #expect(try Scenario.parse(Array(text.utf8), named: "x") == fork.scenario)
  }

  @Test func `masked names and runs in progress are omitted, and listed`() throws {
    let events = [
      TraceEvent(.zero, .submitted(TaskReference("<private>"), Submission(kind: .activity))),
      TraceEvent(.zero, .started(mail, RunStart())),
    ]
    let fork = try Fork(trace(events), at: .zero, name: "x")
    #expect(fork.assumptions.contains("<private> is left out: its identifier is masked or cannot be an app's"))
    #expect(fork.assumptions.contains("the run of org.example.mail.sync that is in progress is left out"))
    #expect(fork.scenario.apps.flatMap(\.tasks).map(\.id) == ["org.example.mail.sync"])
  }

  @Test func `it continues with the known budgets, and lists the unknown ones`() throws {
    let events = [
      TraceEvent(.zero, .submitted(mail, submission(.refresh, earliest: .zero))),
      TraceEvent(.zero, .budget(name: "com.apple.dasd.systemEnergy", value: 120.5, capacity: 200, cause: nil)),
    ]
    let fork = try Fork(trace(events), at: .zero + .minutes(1), name: "x")
    #expect(fork.scenario.device.energy == 120.5)
    #expect(fork.assumptions.contains("the full cellular data budget is left"))
    #expect(!fork.assumptions.contains { $0.contains("energy") })
    var simulation = Simulation(fork.scenario, seed: 1)
    var begun: [TraceEvent] = []
    simulation.advance(to: .zero, into: &begun)
    let energy = begun.compactMap {
      if case .budget("com.apple.dasd.systemEnergy", let value, _, _) = $0.event { value } else { nil }
    }
    #expect(energy.first == 120.5)
  }

  @Test func `a task of which only a refused registration is known is not made up`() throws {
    let refused = TaskReference("org.example.nope")
    let events = [
      TraceEvent(.zero, .submitted(mail, submission(.refresh, earliest: .zero))),
      TraceEvent(.zero, .registrationRefused(refused, cause: .notAdvertised)),
    ]
    let fork = try Fork(trace(events), at: .zero, name: "x")
    #expect(fork.scenario.apps.flatMap(\.tasks).map(\.id) == ["org.example.mail.sync"])
  }
}

/// What a fork assumes of the parts that a recording does not tell.
@Suite("What a fork assumes") struct ForkAssumptionTests {
  private func fork(_ id: String, _ kind: TaskKind, network: Bool? = nil, power: Bool? = nil) throws -> Fork {
    var submission = Submission(kind: kind)
    (submission.requiresNetwork, submission.requiresPower) = (network, power)
    let header = TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .deviceLog(files: ["x"]))
    let event = TraceEvent(.zero, .submitted(TaskReference(TaskIdentifier(id)), submission))
    return try Fork(Trace(header: header, events: [event]), at: .zero + .seconds(1), name: "x")
  }

  @Test func `the app of a task is its identifier without the last part, where enough is left`() throws {
    #expect(try fork("org.mail.refresh", .refresh).scenario.apps.map(\.bundle) == ["org.mail"])
    #expect(try fork("mail.refresh", .refresh).scenario.apps.map(\.bundle) == ["mail.refresh"])
    #expect(try fork("refresh", .refresh).scenario.apps.map(\.bundle) == ["refresh"])
    #expect(try fork("org.mail.refresh", .refresh).assumptions.contains("org.mail.refresh belongs to the app org.mail"))
  }

  @Test func `what processing needs is what was told, and nothing where nothing was`() throws {
    let assumed = "org.mail.sync requires neither network nor power"
    let untold = try fork("org.mail.sync", .processing)
    let task = try #require(untold.scenario.apps.first?.tasks.first)
    #expect(!task.requiresNetwork && !task.requiresPower)
    #expect(untold.assumptions.contains(assumed))
    let told = try fork("org.mail.sync", .processing, network: true, power: true)
    let other = try #require(told.scenario.apps.first?.tasks.first)
    #expect(other.requiresNetwork && other.requiresPower)
    #expect(!told.assumptions.contains(assumed))
  }

  @Test func `an identifier is as long as a scenario takes it, or left out`() throws {
    for (length, isKept) in [(127, true), (128, false)] {
      let id = String(repeating: "a", count: length)
      let fork = try fork(id, .refresh)
      #expect(fork.scenario.apps.isEmpty != isKept, "\(length)")
    }
  }
}
