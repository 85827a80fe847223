internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

/// What `bgtop run` runs: a scenario, a trace that is reproduced, or the continuation of a recording.
struct RunPlan {
  var simulation: Simulation
  var name: String
  var until: Instant
  /// The user's commands, in time order.
  var commands: [(at: Instant, text: String)] = []
  /// The scenario's expectations, checked during the run.
  private(set) var expected = ExpectationCheck([])
  /// The history that findings are based on; it keeps no scorings, and therefore grows slowly.
  private(set) var history: History

  private init(_ simulation: Simulation, name: String) {
    (self.simulation, self.name) = (simulation, name)
    until = simulation.now + simulation.scenario.length
    history = History(epoch: simulation.scenario.epoch)
  }

  /// A scenario, or a trace whose run is made again.
  init(_ operand: String, seed: UInt64?) throws {
    let source = try Source.input(operand)
    switch try source.contentKind() {
    case .scenario: try self.init(scenario: source, seed: seed)
    case .propertyList: throw LoadedInput.Failure(source.isPropertyList)
    case .log, .events:
      throw LoadedInput.Failure("\(operand): a device log cannot be run; with --at TIME a simulation continues from it")
    case .trace: try self.init(again: source, seed: seed)
    }
  }

  private init(scenario source: Source, seed: UInt64?) throws {
    guard case .simulation(let simulation, let name, _) = try LoadedInput.scenario(source, seed: seed) else {
      throw LoadedInput.Failure("\(source.path): is a recording, not a scenario")
    }
    self.init(simulation, name: name)
  }

  /// A simulation that continues from a recording.
  init(fork operand: String, at time: TimeReference, _ date: CivilTime?, seed: UInt64?) throws {
    guard case .recording(let trace, let name, let warnings) = try LoadedInput.load(operand, seed: nil, date: date)
    else {
      throw LoadedInput.Failure("\(operand): is a scenario; '--at' continues from a log or a trace")
    }
    Program.complain(warnings)
    let instant = time.instant(epoch: trace.header.epoch, from: trace.start)
    guard instant >= trace.start, instant <= trace.end else {
      throw LoadedInput.Failure("\(operand): says nothing about that time")
    }
    do throws(ScenarioError) {
      let fork = try Fork(trace, at: instant, name: name)
      Program.complain(fork.assumptions.map { "assumed: \($0)" })
      self.init(Simulation(fork.scenario, seed: seed), name: name)
    } catch {
      throw LoadedInput.Failure(path: operand, error)
    }
  }

  /// Makes the run of a trace again from what its header and its command events say.
  private init(again source: Source, seed: UInt64?) throws {
    let reading = try LoadedInput.trace(source)
    let path = source.path
    Program.complain(reading.warnings.map { "\(path):\($0)" })
    guard case .simulation(let name, let ownSeed, _, let text) = reading.header.source else {
      throw LoadedInput.Failure("\(path): this trace is not from a simulation, and cannot be run again")
    }
    let builtIn = Scenario.builtIn.first { $0.name == name }?.text
    guard let text = text.map({ Array($0.utf8) }) ?? builtIn else {
      throw LoadedInput.Failure("\(path): its scenario '\(name)' is not built into this version of bgtop")
    }
    let scenario = Source(text: text, named: name, kind: .scenario, isBuiltIn: builtIn != nil)
    try self.init(scenario: scenario, seed: seed ?? ownSeed)
    if let version = reading.header.version, version != Program.version {
      Program.complain(["\(path): was written by bgtop \(version); this is \(Program.version), and may run differently"]
      )
    }
    until = max(simulation.now, reading.events.last?.at ?? reading.header.end ?? .zero)
    commands = reading.events.compactMap { event in
      if case .command(let text, _) = event.event { (event.at, text) } else { nil }
    }
  }
}

extension RunPlan {
  /// Runs the plan, and writes events as they occur; only the board is stored, so that a year needs no more memory than
  /// a day.
  mutating func run(tracePath: String?) throws(FileAccess.Failure) -> Board {
    var sink = try TraceSink(tracePath)
    try sink.write(simulation.header)
    var board = Board()
    var events: [TraceEvent] = []
    // A scenario describes what happens without user commands: the effects of commands are not expected.
    if commands.isEmpty { expected = ExpectationCheck(simulation.scenario.expectations) }
    for command in commands where command.at <= until {
      try advance(to: command.at, &events, &board, &sink)
      guard let parsed = Command(command.text) else {
        Program.complain(["the command '\(command.text)' is from another version and was skipped"])
        continue
      }
      // A refusal is an event of the trace like any other.
      try? simulation.perform(parsed, into: &events)
    }
    try advance(to: until, &events, &board, &sink)
    history.extend(to: until)
    try sink.finish()
    return board
  }

  private mutating func advance(
    to target: Instant, _ events: inout [TraceEvent], _ board: inout Board,
    _ sink: inout TraceSink
  ) throws(FileAccess.Failure) {
    repeat {
      simulation.advance(to: min(target, simulation.now + .hours(6)), into: &events)
      for event in events {
        board.apply(event)
        history.apply(event)
        expected.observe(event)
      }
      try sink.write(events)
      events.removeAll(keepingCapacity: true)
    } while simulation.now < target
  }
}
