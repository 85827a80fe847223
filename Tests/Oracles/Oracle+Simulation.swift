internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

/// A scenario, a seed, and commands with the waits between them, three bytes each.
struct SimulatedCase {
  let name: String
  let seed: UInt64
  private(set) var steps: [(wait: TimeSpan, command: Command)] = []

  /// Takes a case from bytes: the first chooses the scenario, the second is the seed.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    let built = Scenario.builtIn[Int(bytes[0]) % Scenario.builtIn.count]
    (name, seed) = (built.name, UInt64(bytes[1]))
    guard let scenario = try? Scenario.builtIn(named: name) else { return nil }
    let tasks = scenario.apps.flatMap { app in
      app.tasks.map(\.id) + (app.layer?.works.map(\.id) ?? []) + [TaskIdentifier("com.apple.pushLaunch.\(app.bundle)")]
    }
    let bundles = scenario.apps.map(\.bundle)
    guard !tasks.isEmpty, !bundles.isEmpty else { return nil }
    for start in stride(from: 2, to: bytes.count - 2, by: 3).prefix(120) {
      let (word, argument, wait) = (bytes[start], Int(bytes[start + 1]), bytes[start + 2])
      let command = Self.command(word, argument, tasks[argument % tasks.count], bundles[argument % bundles.count])
      steps.append((Self.wait(wait), command))
    }
  }

  /// Mostly short waits, so that commands meet launches, grace periods, and limits.
  private static func wait(_ byte: UInt8) -> TimeSpan {
    let count = Int64(byte >> 2)
    switch byte & 3 {
    case 0: return .milliseconds(count * 15)
    case 1: return .seconds(count)
    case 2: return .seconds(count * 20)
    default: return .minutes(count * 3)
    }
  }

  private static func command(_ word: UInt8, _ argument: Int, _ task: TaskIdentifier, _ bundle: String) -> Command {
    let on = argument & 1 == 0
    let percent = argument % 101
    switch word % 30 {
    case 0, 1: return .launch(task)
    case 2: return .expire(task)
    case 3: return .userCancel(task)
    case 4, 5: return .submit(task)
    case 6: return .cancel(task)
    case 7: return .thermal(ThermalState.allCases[argument % 4])
    case 8: return .lowPower(on)
    case 9: return .battery(percent)
    case 10: return .charger(on)
    case 11: return .network(NetworkPath(.none, quality: 0))
    case 12: return .network(NetworkPath(.wifi, quality: percent, expensive: on))
    case 13: return .network(NetworkPath(.cellular, quality: percent, constrained: on))
    case 14: return .inUse(on)
    case 15: return .backgroundRefresh(on, bundle: argument & 2 == 0 ? nil : bundle)
    case 16: return .memoryPressure(MemoryPressure.allCases[argument % 3])
    case 17, 18: return .open(bundle)
    case 19: return .leave(bundle)
    case 20: return .forceQuit(bundle)
    case 21: return .reboot
    case 22: return .push(bundle)
    case 23: return .download(bundle)
    case 24: return .update(bundle)
    case 25: return .install(bundle)
    case 26: return .prune(task)
    case 27: return .answer(task, continues: on)
    case 28: return .camera(on)
    default: return .cpu(percent)
    }
  }

  /// `scenario day, seed 7`, and a line for each command.
  var words: String {
    ["scenario \(name), seed \(seed)"].joined() + steps.map { "\nafter \($0.wait): \($0.command.text)" }.joined()
  }
}

extension Oracle {
  /// The model: invariants hold after every event, events come in an order that can be, and the trace alone makes the same
  /// run again.
  static let simulation = Oracle("simulation", words: { SimulatedCase($0)?.words ?? "nothing" }) { bytes in
    var broken = Broken()
    guard let one = SimulatedCase(bytes), let scenario = try? Scenario.builtIn(named: one.name) else { return [] }
    var simulation = Simulation(scenario, seed: one.seed)
    var events: [TraceEvent] = []
    for step in one.steps {
      let target = simulation.now + step.wait
      while let next = simulation.nextEventAt, next <= target {
        simulation.advance(to: next, into: &events)
        let invariants = simulation.checkInvariants()
        broken.expect(invariants.isEmpty, "\(next - .zero): \(invariants.joined(separator: "; "))")
        if !invariants.isEmpty { return broken.sentences }
      }
      simulation.advance(to: target, into: &events)
      try? simulation.perform(step.command, into: &events)
      let invariants = simulation.checkInvariants()
      broken.expect(invariants.isEmpty, "\(step.command.text): \(invariants.joined(separator: "; "))")
    }
    simulation.advance(to: simulation.now, into: &events)
    let trace = Trace(header: simulation.header, events: events)
    let violations = EventOrder.violations(in: trace)
    broken.expect(violations.isEmpty, violations.map(\.description).joined(separator: "; "))
    checkTrace(simulation.header, events, &broken)

    var (again, others) = (Simulation(scenario, seed: one.seed), [TraceEvent]())
    for event in events {
      guard case .command(let text, _) = event.event, let command = Command(text) else { continue }
      again.advance(to: event.at, into: &others)
      try? again.perform(command, into: &others)
    }
    again.advance(to: simulation.now, into: &others)
    broken.expect(others == events, "the commands of a trace make the same run again")
    return broken.sentences
  }
}
