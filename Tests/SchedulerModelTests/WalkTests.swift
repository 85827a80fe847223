import SchedulerModel
import TaskTrace
import Testing

/// A user who presses every key: any command, for any task and app of a scenario.
struct Walker {
  var generator: SeededGenerator
  let tasks: [TaskIdentifier]
  let bundles: [String]

  init(_ scenario: Scenario, seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    tasks = scenario.apps.flatMap { app in
      app.tasks.map(\.id) + (app.layer?.works.map(\.id) ?? []) + [TaskIdentifier("com.apple.pushLaunch.\(app.bundle)")]
    }
    bundles = scenario.apps.map(\.bundle)
  }

  mutating func draw(_ count: Int) -> Int { Int(generator.draw(below: UInt64(max(1, count)))) }

  mutating func command() -> Command {
    let task = tasks[draw(tasks.count)]
    let bundle = bundles[draw(bundles.count)]
    let on = generator.chance(1, in: 2)
    switch draw(34) {
    case 0, 1, 2: return .launch(task)
    case 3: return .expire(task)
    case 4: return .userCancel(task)
    case 5, 6, 7: return .submit(task)
    case 8: return .cancel(task)
    case 9: return .thermal(ThermalState.allCases[draw(4)])
    case 10: return .lowPower(on)
    case 11: return .battery(draw(101))
    case 12: return .charger(on)
    case 13: return .network(NetworkPath(.none, quality: 0))
    case 14: return .network(NetworkPath(.wifi, quality: draw(101), expensive: on))
    case 15: return .network(NetworkPath(.cellular, quality: draw(101), constrained: on))
    case 16, 17: return .inUse(on)
    case 18: return .backgroundRefresh(on, bundle: generator.chance(1, in: 2) ? bundle : nil)
    case 19: return .memoryPressure(MemoryPressure.allCases[draw(3)])
    case 20, 21: return .open(bundle)
    case 22: return .leave(bundle)
    case 23: return generator.chance(1, in: 3) ? .forceQuit(bundle) : .open(bundle)
    case 24: return generator.chance(1, in: 6) ? .reboot : .camera(on)
    case 25, 26: return .push(bundle)
    case 27, 28: return .download(bundle)
    case 29: return .update(bundle)
    case 30: return generator.chance(1, in: 4) ? .install(bundle) : .cpu(draw(101))
    case 31: return .prune(task)
    case 32: return .answer(task, continues: on)
    default: return .cpu(draw(60))
    }
  }

  /// Mostly short waits, so that commands meet launches, graces and gates.
  mutating func wait() -> TimeSpan {
    switch draw(4) {
    case 0: .milliseconds(Int64(draw(900)))
    case 1: .seconds(Int64(draw(40)))
    case 2: .minutes(Int64(draw(20)))
    default: .seconds(Int64(draw(9_000)))
    }
  }
}

@Suite("Random walks through every scenario")
struct WalkTests {
  #if DEBUG
    /// Random commands in all scenarios together, and in each walk: enough to meet most of what there is, in a moment.
    static let (commands, perWalk) = (9_000, 200)
  #else
    static let (commands, perWalk) = (1_000_000, 400)
  #endif

  @Test(
    "Whatever the commands, limits and invariants hold, and runs begin and end in order",
    arguments: Scenario.builtIn.map(\.name))
  func walk(_ name: String) throws {
    let scenario = try #require(try Scenario.builtIn(named: name))
    let walks = (Self.commands + Scenario.builtIn.count * Self.perWalk - 1) / (Scenario.builtIn.count * Self.perWalk)
    for seed in 0..<UInt64(walks) {
      var walker = Walker(scenario, seed: 77 + seed)
      var story = Story(scenario, seed: seed)
      for turn in 0..<Self.perWalk {
        story.advance(walker.wait())
        _ = story.refusal(walker.command())
        let broken = story.simulation.checkInvariants()
        guard broken.isEmpty else {
          Issue.record("seed \(seed), turn \(turn): \(broken)")
          return
        }
      }
      // The rest costs more than the walk itself, and the first walks have met it all.
      guard seed < 3 else { continue }
      #expect(story.violations == [])
      #expect(try TraceFile.read(story.bytes).events == story.events)
    }
  }

  @Test("The commands of a walk make the same trace again", arguments: Scenario.builtIn.map(\.name))
  func replay(_ name: String) throws {
    let scenario = try #require(try Scenario.builtIn(named: name))
    var walker = Walker(scenario, seed: 5)
    var story = Story(scenario)
    for _ in 0..<80 {
      story.advance(walker.wait())
      _ = story.refusal(walker.command())
    }
    var again = Story(scenario)
    for event in story.events {
      guard case .command(let text, _) = event.event else { continue }
      again.simulation.advance(to: event.at, into: &again.events)
      _ = again.refusal(try #require(Command(text)))
    }
    again.simulation.advance(to: story.simulation.now, into: &again.events)
    #expect(again.bytes == story.bytes)
  }

  @Test("A fork at any instant without commands has the same future", arguments: Scenario.builtIn.map(\.name))
  func fork(_ name: String) throws {
    let scenario = try #require(try Scenario.builtIn(named: name))
    var walker = Walker(scenario, seed: 11)
    var story = Story(scenario)
    for _ in 0..<20 {
      story.advance(walker.wait())
      let (original, copy) = (story.simulation, story.simulation)
      var (first, second) = (original, copy)
      var (a, b): ([TraceEvent], [TraceEvent]) = ([], [])
      first.advance(to: first.now + .hours(3), into: &a)
      try? story.simulation.perform(walker.command(), into: &story.events)
      second.advance(to: second.now + .hours(3), into: &b)
      #expect(a == b)
    }
  }
}
