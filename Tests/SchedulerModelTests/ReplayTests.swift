import SchedulerModel
import TaskTrace
import Testing

@Suite("Determinism: replay, forks, random walks")
struct ReplayTests {
  static func day() throws -> Scenario { try #require(try Scenario.builtIn(named: "day")) }

  @Test("Rule K24: the same seed gives the same bytes, however time is cut; another seed gives others")
  func replay() throws {
    let scenario = try Self.day()
    var (whole, pieces, other) = (Story(scenario), Story(scenario), Story(scenario, seed: 8))
    whole.advance(.days(2))
    for _ in 0..<(48 * 4) { pieces.advance(.minutes(15)) }
    other.advance(.days(2))
    #expect(whole.bytes == pieces.bytes)
    #expect(whole.bytes != other.bytes)
    var events: [TraceEvent] = []
    var stepped = Simulation(scenario)
    while stepped.now < .zero + .days(1), stepped.advanceToNextEvent(into: &events) {}
    #expect(events.filter { $0.at <= .zero + .days(1) } == whole.events.filter { $0.at <= .zero + .days(1) })
  }

  @Test("Events come in the order of time and survive the file")
  func order() throws {
    var story = Story(try Self.day())
    story.advance(.days(1))
    #expect(zip(story.events, story.events.dropFirst()).allSatisfy { $0.at <= $1.at })
    let read = try TraceFile.read(story.bytes)
    #expect(read.events == story.events)
    #expect(read.warnings.isEmpty)
    #expect(read.header.source == story.simulation.header.source)
  }

  @Test("A fork without commands has the same future")
  func fork() throws {
    var story = Story(try Self.day())
    for hours in [1, 5, 9, 14, 20] as [Int64] {
      story.simulation.advance(to: .zero + .hours(hours), into: &story.events)
      var (a, b) = (story.simulation, story.simulation)
      var (first, second): ([TraceEvent], [TraceEvent]) = ([], [])
      a.advance(to: .zero + .hours(30), into: &first)
      try b.perform(.battery(50), into: &second)
      second = []
      var c = story.simulation
      c.advance(to: .zero + .hours(30), into: &second)
      #expect(first == second)
    }
  }

  @Test("The commands in a trace reproduce it")
  func commands() throws {
    var story = Story(try Self.day())
    story.advance(.hours(2))
    try story.perform(.thermal(.serious))
    story.advance(.minutes(7))
    _ = story.refusal(.launch("nobody"))
    try story.perform(.charger(true))
    try story.perform(.launch("news.refresh"))
    story.advance(.hours(10))
    var again = Story(try Self.day())
    for event in story.events {
      guard case .command(let text, _) = event.event else { continue }
      again.simulation.advance(to: event.at, into: &again.events)
      _ = again.refusal(try #require(Command(text)))
    }
    again.simulation.advance(to: story.simulation.now, into: &again.events)
    #expect(again.bytes == story.bytes)
  }

  @Test("Whatever the commands, the invariants hold and time never goes back")
  func randomWalk() throws {
    let scenario = try Self.day()
    for seed in 0..<12 as Range<UInt64> {
      var generator = SeededGenerator(seed: 1_000 + seed)
      var story = Story(scenario, seed: seed)
      for turn in 0..<400 {
        story.advance(TimeSpan(seconds: Double(generator.draw(below: 3_000)) * generator.fraction()))
        _ = story.refusal(Self.command(&generator))
        let broken = story.simulation.checkInvariants()
        #expect(broken.isEmpty, "seed \(seed), turn \(turn): \(broken)")
      }
      #expect(story.violations == [])
    }
  }

  static func command(_ generator: inout SeededGenerator) -> Command {
    let tasks: [TaskIdentifier] = [
      "news.refresh", "photos.backup", "photos.index", "studio.export.film", "studio.export.clip",
    ]
    let bundles = ["news", "photos", "studio"]
    let (task, bundle) = (tasks[Int(generator.draw(below: 5))], bundles[Int(generator.draw(below: 3))])
    let on = generator.chance(1, in: 2)
    switch generator.draw(below: 20) {
    case 0, 1: return .launch(task)
    case 2: return .expire(task)
    case 3: return .userCancel(task)
    case 4, 5: return .submit(task)
    case 6: return .cancel(task)
    case 7: return .thermal(ThermalState.allCases[Int(generator.draw(below: 4))])
    case 8: return .lowPower(on)
    case 9: return .battery(Int(generator.draw(below: 101)))
    case 10: return .charger(on)
    case 11: return .network(NetworkPath(on ? .wifi : .none, quality: on ? 80 : 0))
    case 12: return .inUse(on)
    case 13: return .backgroundRefresh(on, bundle: generator.chance(1, in: 2) ? bundle : nil)
    case 14: return .memoryPressure(MemoryPressure.allCases[Int(generator.draw(below: 3))])
    case 15, 16: return .open(bundle)
    case 17: return .leave(bundle)
    case 18: return .forceQuit(bundle)
    default: return generator.chance(1, in: 4) ? .reboot : .camera(on)
    }
  }
}

@Suite("The scenario day")
struct DayTests {
  static func days(_ count: Int64, seed: UInt64? = nil) throws -> Story {
    var story = Story(try #require(try Scenario.builtIn(named: "day")), seed: seed)
    story.advance(.days(count))
    return story
  }

  @Test("Two days contain a refresh, work overnight, a finished export, a stalled one, and a wait for the charger")
  func content() throws {
    let story = try Self.days(2)
    #expect(story.ends("news.refresh").contains { $0.outcome == .succeeded })
    let backups = zip(story.all("ended", "photos.backup"), story.ends("photos.backup"))
    let epoch = story.simulation.scenario.epoch
    #expect(backups.contains { $0.1.outcome == .succeeded && epoch.civil($0.0.at).hour < 6 })
    #expect(story.ends("studio.export.film").contains { $0.outcome == .succeeded })
    #expect(story.ends("studio.export.clip").contains { $0.cause == .stalled })
    #expect(story.scores("photos.backup").contains { $0.objections.contains { $0.name == "ChargerPluggedInPolicy" } })
    #expect(story.ends("photos.backup").contains { $0.cause == .deviceInUse })
    #expect(story.all("lowPower").count >= 3)
  }

  @Test("The first ten minutes, ten seconds at the default speed, show runs, a pick-up and progress")
  func opening() throws {
    var story = try Self.days(0)
    story.advance(.minutes(10))
    let names = Set(story.events.map(\.event.name))
    #expect(names.isSuperset(of: ["started", "warned", "ended", "progress", "charger", "held", "scored"]))
    #expect(story.simulation.scenario.speed == 60)
  }

  @Test("In the evening of the golden screen tasks run and wait", arguments: [7, 1, 2, 3] as [UInt64])
  func evening(seed: UInt64) throws {
    var story = try Self.days(0, seed: seed)
    story.advance(.hours(14))
    let (launched, ended) = (story.all("launching").count, story.all("ended").count)
    #expect(launched > ended)
  }

  @Test("A day has at most a few thousand events, on every day of two weeks")
  func size() throws {
    let story = try Self.days(14)
    #expect((6_000...42_000).contains(story.events.count))
    let repeats = zip(story.all("scored", "photos.backup"), story.all("scored", "photos.backup").dropFirst())
    #expect(repeats.allSatisfy { $0.event != $1.event })
  }
}
