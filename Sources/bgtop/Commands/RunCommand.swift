internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

/// `bgtop run`: a scenario without a screen.
enum RunCommand {
  /// What is run: a scenario, or a trace that is made again.
  private struct Plan {
    var simulation: Simulation
    var name: String
    var until: Instant
    /// Commands that a person gave, in order of time.
    var commands: [(at: Instant, text: String)] = []
    /// What the scenario expects, watched as the run goes on.
    var expected = ExpectationCheck([])
    /// What findings are looked for in; it keeps no scorings, and so grows slowly.
    var history: History
  }

  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    let seed = try arguments.integer(CommandTable.seed, in: 0...UInt64.max)
    let until = try arguments.time("until")
    return try Program.reporting {
      let (fork, date) = (try arguments.time("at"), try arguments.date())
      let operand = arguments.operands.first ?? ""
      var plan = try fork.map { try Self.fork(operand, at: $0, date, seed: seed) } ?? plan(operand, seed: seed)
      if let until { plan.until = until.instant(epoch: plan.simulation.header.epoch, from: plan.simulation.now) }
      guard plan.until >= plan.simulation.now, plan.until <= plan.simulation.now + .days(20 * 366) else {
        throw arguments.fault("'--until' should lie after the start, and within twenty years")
      }
      if let seeds = try arguments.integer(CommandTable.seeds, in: 1...SeedsSummary.most) {
        guard plan.commands.isEmpty, arguments.value("trace") == nil else {
          throw arguments.fault(
            "'--seeds' lives through a scenario many times: it takes no commands and writes no trace")
        }
        let summary = SeedsSummary(
          plan.simulation.scenario, name: plan.name, from: plan.simulation.seed, count: Int(seeds), until: plan.until)
        Program.say(arguments.has("json") ? summary.json.text + "\n" : summary.text)
        return summary.isAsExpected ? Program.ExitCode.fine : Program.ExitCode.findings
      }
      let tracePath = arguments.value("trace")
      let board = try run(&plan, tracePath: tracePath)
      var summary = RunSummary(name: plan.name, header: plan.simulation.header, board: board, until: plan.until)
      let findings = Findings.counts(Findings.of(plan.history, plan.simulation.scenario))
      summary.verdicts = plan.expected.verdicts(until: plan.until, findings: findings)
      let text = arguments.has("json") ? summary.json.text + "\n" : summary.text
      if tracePath == "-" { FileAccess.writeError(text) } else { Program.say(text) }
      return summary.isAsExpected ? Program.ExitCode.fine : Program.ExitCode.findings
    }
  }

  private static func plan(_ operand: String, seed: UInt64?) throws(LoadedInput.Failure) -> Plan {
    if Scenario.builtIn.contains(where: { $0.name == operand }) {
      return try plan(LoadedInput.load(operand, seed: seed), operand)
    }
    let bytes = try LoadedInput.contents(of: operand)
    switch InputKind(bytes) {
    case .scenario:
      let name = operand.split(separator: "/").last.map(String.init) ?? operand
      return try plan(LoadedInput.scenario(bytes, path: operand, name: name, seed: seed), operand)
    case .propertyList: throw LoadedInput.Failure(LoadedInput.isPropertyList(operand))
    case .log, .events:
      throw LoadedInput.Failure("\(operand): a device log cannot be run; with --at TIME a simulation goes on from it")
    case .trace: return try planAgain(bytes, path: operand, seed: seed)
    }
  }

  /// A simulation that goes on from a recording.
  private static func fork(
    _ operand: String, at: TimeReference, _ date: CivilTime?, seed: UInt64?
  ) throws(LoadedInput.Failure) -> Plan {
    guard case .recording(let trace, let name, let warnings) = try LoadedInput.load(operand, seed: nil, date: date)
    else {
      throw LoadedInput.Failure("\(operand): is a scenario; '--at' goes on from a log or a trace")
    }
    Program.complain(warnings)
    let instant = at.instant(epoch: trace.header.epoch, from: trace.start)
    guard instant >= trace.start, instant <= trace.end else {
      throw LoadedInput.Failure("\(operand): says nothing of that time")
    }
    do throws(ScenarioError) {
      let fork = try Fork(trace, at: instant, name: name)
      Program.complain(fork.assumptions.map { "assumed: \($0)" })
      let simulation = Simulation(fork.scenario, seed: seed)
      return Plan(
        simulation: simulation, name: name, until: simulation.now + fork.scenario.length,
        history: History(epoch: simulation.scenario.epoch))
    } catch {
      throw LoadedInput.Failure(path: operand, error)
    }
  }

  private static func plan(_ input: LoadedInput, _ operand: String) throws(LoadedInput.Failure) -> Plan {
    guard case .simulation(let simulation, let name, _) = input else {
      throw LoadedInput.Failure("\(operand): is a recording, not a scenario")
    }
    return Plan(
      simulation: simulation, name: name, until: simulation.now + simulation.scenario.length,
      history: History(epoch: simulation.scenario.epoch))
  }

  /// Makes the run of a trace again from what its header and its command events say.
  private static func planAgain(_ bytes: [UInt8], path: String, seed: UInt64?) throws(LoadedInput.Failure) -> Plan {
    let reading = try LoadedInput.trace(bytes, path: path)
    Program.complain(reading.warnings.map { "\(path):\($0)" })
    guard case .simulation(let name, let ownSeed, _, let text) = reading.header.source else {
      throw LoadedInput.Failure("\(path): this trace is not of a simulation, and cannot be run again")
    }
    guard let text = text.map({ Array($0.utf8) }) ?? Scenario.builtIn.first(where: { $0.name == name })?.text else {
      throw LoadedInput.Failure("\(path): its scenario '\(name)' is not built into this version of bgtop")
    }
    let input = try LoadedInput.scenario(text, path: name, name: name, seed: seed ?? ownSeed)
    var plan = try plan(input, path)
    if let version = reading.header.version, version != Program.version {
      Program.complain(["\(path): was written by bgtop \(version); this is \(Program.version), and may run otherwise"])
    }
    plan.until = max(plan.simulation.now, reading.events.last?.at ?? reading.header.end ?? .zero)
    plan.commands = reading.events.compactMap { event in
      if case .command(let text, _) = event.event { (event.at, text) } else { nil }
    }
    return plan
  }

  /// Runs the plan, writing events as they come; only the board is kept, so that a year needs no more memory than a day.
  private static func run(_ plan: inout Plan, tracePath: String?) throws(FileAccess.Failure) -> Board {
    var sink = try TraceSink(tracePath)
    try sink.write(plan.simulation.header)
    var board = Board()
    var events: [TraceEvent] = []
    // A scenario speaks of what happens by itself: what a person did to it is not expected.
    if plan.commands.isEmpty { plan.expected = ExpectationCheck(plan.simulation.scenario.expectations) }
    for command in plan.commands where command.at <= plan.until {
      try advance(&plan, to: command.at, &events, &board, &sink)
      guard let parsed = Command(command.text) else {
        Program.complain(["the command '\(command.text)' is of another version, and was passed over"])
        continue
      }
      // A refusal is an event of the trace like any other.
      try? plan.simulation.perform(parsed, into: &events)
    }
    try advance(&plan, to: plan.until, &events, &board, &sink)
    plan.history.extend(to: plan.until)
    try sink.flush()
    return board
  }

  private static func advance(
    _ plan: inout Plan, to target: Instant, _ events: inout [TraceEvent], _ board: inout Board,
    _ sink: inout TraceSink
  ) throws(FileAccess.Failure) {
    repeat {
      plan.simulation.advance(to: min(target, plan.simulation.now + .hours(6)), into: &events)
      for event in events {
        board.apply(event)
        plan.history.take(event)
        plan.expected.observe(event)
      }
      try sink.write(events)
      events.removeAll(keepingCapacity: true)
    } while plan.simulation.now < target
  }
}

/// A trace file that is being written, or nothing where none is wanted.
struct TraceSink: ~Copyable {
  private let output: FileAccess.Output?
  private var writer = JSONWriter()
  private static let chunk = 1 << 16

  init(_ path: String?) throws(FileAccess.Failure) {
    guard let path else {
      output = nil
      return
    }
    output = try FileAccess.Output(path)
  }

  mutating func write(_ header: TraceHeader) throws(FileAccess.Failure) {
    guard output != nil else { return }
    writer.write(header.json)
    writer.newline()
  }

  mutating func write(_ events: [TraceEvent]) throws(FileAccess.Failure) {
    guard output != nil else { return }
    for event in events {
      writer.write(event.json)
      writer.newline()
      if writer.bytes.count > Self.chunk { try flush() }
    }
  }

  mutating func flush() throws(FileAccess.Failure) {
    switch output {
    case .some(let output): try output.write(writer.bytes)
    case .none: break
    }
    writer.removeAll()
  }
}
