internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

/// `bgtop why`: why a task does or does not run at a time, in sentences.
enum WhyCommand {
  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    let seed = try arguments.integer(CommandTable.seed, in: 0...UInt64.max)
    let (time, date) = (try arguments.time("at"), try arguments.date())
    return try Program.reporting {
      let operand = arguments.operands[0]
      let story = try Story(LoadedInput.load(operand, seed: seed, date: date), at: time, operand)
      let teller = Why.Teller(story.trace, at: story.at, scenario: story.scenario)
      let wanted = arguments.operands.dropFirst().first
      let tasks = try wanted.map { [try task($0, teller)] } ?? teller.board.tasks.map(\.task)
      let answers = tasks.map { task in
        let isAsked = wanted != nil && teller.board.task(task)?.running == nil
        var why = teller.why(task, help: isAsked ? story.help(task) : nil)
        if isAsked { why.assumptions = story.assumptions }
        return why
      }
      if arguments.has("json") {
        Program.say(JSONValue(.array(answers.map(\.json))).text + "\n")
      } else if answers.isEmpty {
        Program.say("No task has been spoken of by then.\n")
      } else {
        let texts = answers.map {
          (wanted == nil ? Array($0.lines.prefix(2)) : $0.lines).joined(separator: "\n") + "\n"
        }
        Program.say(Program.visibleLines(texts.joined(separator: wanted == nil ? "" : "\n")))
      }
      return Program.ExitCode.fine
    }
  }

  /// The task that is meant: its whole identifier, or an end of it that only one has.
  private static func task(_ text: String, _ teller: Why.Teller) throws(LoadedInput.Failure) -> TaskIdentifier {
    let known = teller.board.tasks.map(\.task)
    if known.contains(TaskIdentifier(text)) { return TaskIdentifier(text) }
    let ends = known.filter { $0.rawValue.hasSuffix("." + text) }
    if ends.count == 1 { return ends[0] }
    let hint = nearestName(to: text, among: known.map(\.rawValue)).map { "; did you mean '\($0)'?" } ?? ""
    throw LoadedInput.Failure("no task '\(text)' has been spoken of by then\(hint)")
  }

  /// What is asked about: a trace up to an instant, and a simulation that goes on from there.
  private struct Story {
    var trace: Trace
    var at: Instant
    var scenario: Scenario?
    var assumptions: [String] = []
    private var simulation: Simulation?
    /// From the simulation's time to the trace's.
    private var shift = TimeSpan.zero

    init(_ input: LoadedInput, at time: TimeReference?, _ operand: String) throws {
      switch input {
      case .simulation(let start, _, _): self = try Story(start, at: time, operand)
      case .recording(let trace, let name, let warnings):
        Program.complain(warnings)
        let at = time?.instant(epoch: trace.header.epoch, from: trace.start) ?? trace.end
        guard at >= trace.start, at <= trace.end + .days(7) else {
          throw LoadedInput.Failure("\(operand): says nothing of that time")
        }
        self = Story(trace, at: at)
        if let again = Self.again(trace, at: at) {
          (simulation, scenario) = (again, again.scenario)
        } else if let fork = try? Fork(trace, at: at, name: name) {
          (simulation, assumptions, shift) = (Simulation(fork.scenario), fork.assumptions, at - .zero)
        }
      }
    }

    private init(_ trace: Trace, at: Instant) { (self.trace, self.at) = (trace, at) }

    /// A scenario is run up to the time; without one, to its end.
    private init(_ start: Simulation, at time: TimeReference?, _ operand: String) throws(LoadedInput.Failure) {
      var simulation = start
      let scenario = simulation.scenario
      at = max(start.now, time?.instant(epoch: scenario.epoch, from: start.now) ?? start.now + scenario.length)
      // All of its events are held in memory.
      guard at <= start.now + .days(366) else { throw LoadedInput.Failure("\(operand): is asked about within a year") }
      var events: [TraceEvent] = []
      simulation.advance(to: at, into: &events)
      trace = Trace(header: simulation.header, events: events)
      trace.extend(to: at)
      (self.simulation, self.scenario) = (simulation, scenario)
    }

    /// Makes the run of a trace again up to an instant; nil where that is not the same run.
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

    func help(_ task: TaskIdentifier) -> WhatWouldHelp? {
      simulation.map { WhatWouldHelp($0, task: task).shifted(by: shift) }
    }
  }
}

extension Why {
  var json: JSONValue {
    func text(_ text: String) -> JSONValue { JSONValue(.string(text)) }
    func time(_ instant: Instant) -> JSONValue { JSONValue(.integer(instant.microseconds)) }
    func span(_ span: TimeSpan) -> JSONValue { JSONValue(.integer(span.microseconds)) }
    var members = [
      JSONMember("task", text(task.rawValue)), JSONMember("kind", text(kind.rawValue)), JSONMember("t", time(at)),
      JSONMember("standing", text("\(explanation.standing)")), JSONMember("answer", text(headline)),
    ]
    if let app { members.append(JSONMember("app", text(app))) }
    if let source { members.append(JSONMember("source", text(source))) }
    let points = explanation.points.map { point -> JSONValue in
      var inner = [
        JSONMember("weight", text("\(point.weight)")), JSONMember("subject", text(point.subject)),
        JSONMember("detail", text(point.detail)),
      ]
      if let decision = point.decision { inner.append(JSONMember("decision", text(decision.code))) }
      return JSONValue(.object(inner))
    }
    members.append(JSONMember("points", JSONValue(.array(points))))
    if let wait {
      let shares = wait.shares.map { share in
        JSONValue(
          .object([
            JSONMember("cause", text(share.cause)), JSONMember("span", span(share.span)),
            JSONMember("beside", span(share.beside)),
          ]))
      }
      members.append(JSONMember("waited", span(wait.total)))
      members.append(JSONMember("wait", JSONValue(.array(shares))))
    }
    if let help {
      if let run = help.unchanged { members.append(JSONMember("runsAt", time(run.at))) }
      let changes = help.changes.map { change in
        JSONValue(
          .object([
            JSONMember("commands", JSONValue(.array(change.commands.map { text($0.text) }))),
            JSONMember("words", text(change.words)), JSONMember("runsAt", time(change.run.at)),
          ]))
      }
      members.append(JSONMember("help", JSONValue(.array(changes))))
      members.append(JSONMember("assumed", JSONValue(.array(assumptions.map(text)))))
    }
    members.append(JSONMember("unknown", JSONValue(.array(unknown.map(text)))))
    members.append(JSONMember("findings", JSONValue(.array(findings.map(\.json)))))
    return JSONValue(.object(members))
  }
}
