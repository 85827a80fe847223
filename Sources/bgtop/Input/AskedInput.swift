internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

/// The subject of a question: a trace up to an instant, and a simulation that can continue from there.
struct AskedInput {
  var trace: Trace
  var at: Instant
  /// The scenario that the trace was made from, if known.
  var scenario: Scenario?
  private var origin: Origin

  private enum Origin {
    case simulation(Simulation)
    case recording(name: String)
  }

  init(_ input: LoadedInput, at time: TimeReference?, _ operand: String) throws {
    switch input {
    case .simulation(let start, _, _): self = try AskedInput(start, at: time, operand)
    case .recording(let trace, let name, let warnings):
      Program.complain(warnings)
      at = time?.instant(epoch: trace.header.epoch, from: trace.start) ?? trace.end
      guard at >= trace.start, at <= trace.end + .days(7) else {
        throw LoadedInput.Failure("\(operand): says nothing about that time")
      }
      (self.trace, origin, scenario) = (trace, .recording(name: name), LoadedInput.scenario(of: trace.header))
    }
  }

  /// A scenario is run up to the time; without one, to its end.
  private init(_ start: Simulation, at time: TimeReference?, _ operand: String) throws(LoadedInput.Failure) {
    var simulation = start
    let scenario = simulation.scenario
    at = max(start.now, time?.instant(epoch: scenario.epoch, from: start.now) ?? start.now + scenario.length)
    // All of its events are held in memory.
    guard at <= start.now + .days(366) else {
      throw LoadedInput.Failure("\(operand): can be asked about times within a year")
    }
    var events: [TraceEvent] = []
    simulation.advance(to: at, into: &events)
    trace = Trace(header: simulation.header, events: events)
    trace.extend(to: at)
    (origin, self.scenario) = (.simulation(simulation), scenario)
  }

  /// What would help a task, and what was assumed about the device to determine it; nil if nothing can continue from
  /// there.
  func help(_ task: TaskIdentifier) -> (help: WhatWouldHelp, assumptions: [String])? {
    switch origin {
    case .simulation(let simulation): return (WhatWouldHelp(simulation, task: task), [])
    case .recording(let name):
      if let again = Self.again(trace, at: at) { return (WhatWouldHelp(again, task: task), []) }
      guard let fork = try? Fork(trace, at: at, name: name) else { return nil }
      return (WhatWouldHelp(Simulation(fork.scenario), task: task).shifted(by: at - .zero), fork.assumptions)
    }
  }

  /// Makes the run of a trace again up to an instant; nil if that is not the same run.
  private static func again(_ trace: Trace, at instant: Instant) -> Simulation? {
    guard case .simulation(_, let seed, _, _) = trace.header.source,
      let scenario = LoadedInput.scenario(of: trace.header)
    else { return nil }
    var simulation = Simulation(scenario, seed: seed)
    var events: [TraceEvent] = []
    for event in trace.events {
      guard event.at <= instant, case .command(let text, _) = event.event, let command = Command(text) else {
        continue
      }
      simulation.advance(to: event.at, into: &events)
      // A refusal is a part of the run like any other.
      try? simulation.perform(command, into: &events)
    }
    simulation.advance(to: instant, into: &events)
    let wanted = trace.events.prefix(trace.count(through: instant))
    return events.elementsEqual(wanted) { $0.at == $1.at && $0.event == $1.event } ? simulation : nil
  }

  /// The reports up to then.
  var facts: Facts {
    var history = History(epoch: trace.header.epoch)
    for event in trace.events.prefix(trace.count(through: at)) { history.apply(event) }
    history.extend(to: at)
    return Facts(history, of: trace, scenario)
  }

  /// The task referred to: its whole identifier, or a suffix that is unique.
  static func task(_ text: String, among known: [TaskIdentifier]) throws(LoadedInput.Failure) -> TaskIdentifier {
    if known.contains(TaskIdentifier(text)) { return TaskIdentifier(text) }
    let ends = known.filter { $0.rawValue.hasSuffix("." + text) }
    if ends.count == 1 { return ends[0] }
    let hint = didYouMean(text, among: known.map(\.rawValue))
    throw LoadedInput.Failure("no task '\(text)' is on record by then\(hint)")
  }
}
