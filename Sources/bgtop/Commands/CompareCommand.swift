internal import Diagnosis
internal import TaskTrace

/// `bgtop compare`: a device log against the model, or two traces against each other.
enum CompareCommand {
  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    let date = try arguments.date()
    return try Program.reporting {
      let inputs = try arguments.operands.map { try recording($0, date) }
      let json = arguments.has("json")
      if inputs.count == 2 {
        let difference = TraceDifference(inputs[0].trace, inputs[1].trace)
        let report = DifferenceReport(first: inputs[0], second: inputs[1], difference: difference)
        Program.say(json ? report.json.text + "\n" : Program.visibleLines(report.text))
        return difference.isNone ? Program.ExitCode.fine : Program.ExitCode.findings
      }
      if case .simulation = inputs[0].trace.header.source {
        throw LoadedInput.Failure("\(inputs[0].name): is a simulation; compare it with another trace")
      }
      let comparison = ModelComparison(inputs[0].trace.events)
      let report = ComparisonReport(
        name: inputs[0].name, header: inputs[0].trace.header, comparison: comparison, all: arguments.has("all"))
      Program.say(json ? report.json.text + "\n" : Program.visibleLines(report.text))
      return comparison.differences.isEmpty ? Program.ExitCode.fine : Program.ExitCode.findings
    }
  }

  /// A trace or a log, and what to call it.
  struct Recording {
    var name: String
    var trace: Trace
  }

  private static func recording(_ path: String, _ date: CivilTime?) throws -> Recording {
    guard case .recording(let trace, let name, let warnings) = try LoadedInput.load(path, seed: nil, date: date) else {
      throw LoadedInput.Failure("\(path): is a scenario; 'bgtop run \(path) --trace FILE' makes a trace of it")
    }
    Program.complain(warnings)
    return Recording(name: name, trace: trace)
  }
}

/// What a log and the model have to say to each other, in words and as JSON.
struct ComparisonReport {
  var name: String
  var header: TraceHeader
  var comparison: ModelComparison
  /// Whether what agrees is listed too.
  var all: Bool

  var text: String {
    let rows = comparison.rows
    var text = "\(name): \(grouped(rows.count)) \(rows.count == 1 ? "statement" : "statements") of the scheduler\n"
    let differences = comparison.differences
    text += "\(grouped(comparison.agreements)) agree with the model, \(grouped(differences.count)) differ, "
    text += "\(grouped(comparison.unknowns)) cannot be known from this log\n"
    if all, comparison.agreements > 0 {
      text += "\nagree:\n" + rows.filter { $0.verdict == .agrees }.map(line).joined()
    }
    if !differences.isEmpty { text += "\ndiffer:\n" + differences.map(line).joined() }
    return text + untold
  }

  private func line(_ row: ModelComparison.Row) -> String {
    let place = row.line.map { "line \($0)" } ?? ""
    let model = row.model.map { "; the model: \($0)" } ?? ""
    return "  \(place)  \(header.epoch.clock(row.at))  \(row.task.rawValue)\(row.activity.map { ":\($0)" } ?? "")\n"
      + "    \(row.subject.words): the log: \(row.logged)\(model)\n"
  }

  /// What cannot be known, counted by subject and reason, with the first line of each.
  private var untold: String {
    var order: [String] = []
    var groups: [String: (count: Int, line: Int?)] = [:]
    for row in comparison.rows {
      guard case .unknown(let reason) = row.verdict else { continue }
      let key = "\(row.subject.words): \(reason)"
      if groups[key] == nil {
        order.append(key)
        groups[key] = (0, row.line)
      }
      groups[key]?.count += 1
    }
    guard !order.isEmpty else { return "" }
    let lines = order.map { key -> String in
      let group = groups[key] ?? (0, nil)
      return "  \(grouped(group.count)) × \(key)\(group.line.map { " (first in line \($0))" } ?? "")\n"
    }
    return "\ncannot be known from this log:\n" + lines.joined()
  }

  var json: JSONValue {
    let rows = comparison.rows.map { row -> JSONValue in
      var members = [
        JSONMember("t", JSONValue(.integer(row.at.microseconds))),
        JSONMember("task", JSONValue(.string(row.task.rawValue))),
      ]
      if let activity = row.activity {
        members.append(JSONMember("activity", JSONValue(.string(activity.description))))
      }
      if let line = row.line { members.append(JSONMember("line", JSONValue(.integer(Int64(line))))) }
      members.append(JSONMember("what", JSONValue(.string(row.subject.words))))
      members.append(JSONMember("logged", JSONValue(.string(row.logged))))
      if let model = row.model { members.append(JSONMember("model", JSONValue(.string(model)))) }
      members.append(JSONMember("verdict", JSONValue(.string(row.verdict.word))))
      if case .unknown(let reason) = row.verdict { members.append(JSONMember("reason", JSONValue(.string(reason)))) }
      return JSONValue(.object(members))
    }
    func number(_ value: Int) -> JSONValue { JSONValue(.integer(Int64(value))) }
    return JSONValue(
      .object([
        JSONMember("log", JSONValue(.string(name))), JSONMember("agree", number(comparison.agreements)),
        JSONMember("differ", number(comparison.differences.count)), JSONMember("unknown", number(comparison.unknowns)),
        JSONMember("rows", JSONValue(.array(rows))),
      ]))
  }
}

/// How two traces differ, in words and as JSON.
struct DifferenceReport {
  var first: CompareCommand.Recording
  var second: CompareCommand.Recording
  var difference: TraceDifference

  var text: String {
    var text = "A: \(first.name), \(grouped(first.trace.events.count)) events\n"
    text += "B: \(second.name), \(grouped(second.trace.events.count)) events\n"
    text += section("they come from", difference.origins)
    guard let fork = difference.fork else { return text + "\nevery event is the same\n" }
    let shared = fork.index == 0 ? "no event is shared" : "the first \(grouped(fork.index)) events are the same"
    text += "\n\(shared); then\n"
    text += "  A: \(line(fork.first, first, fork.index))\n  B: \(line(fork.second, second, fork.index))\n"
    text += section("events", difference.events)
    text += section("tasks", difference.tasks)
    return text + section("conditions in the end", difference.conditions)
  }

  /// An event in the words of the log, as of just before it.
  private func line(_ event: TraceEvent?, _ recording: CompareCommand.Recording, _ index: Int) -> String {
    guard let event else { return "nothing more" }
    let epoch = recording.trace.header.epoch
    let line = LogLine(event, board: recording.trace.board(afterEvents: index), epoch: epoch)
    let place = event.source.map { " (line \($0.line))" } ?? ""
    return "\(epoch.date(event.at)) \(epoch.clock(event.at))  \(line.process)  \(line.text)\(place)"
  }

  private func section(_ title: String, _ lines: [TraceDifference.Line]) -> String {
    guard !lines.isEmpty else { return "" }
    let width = lines.map(\.what.count).max() ?? 0
    let rows = lines.map { line in
      let space = String(repeating: " ", count: width - line.what.count)
      return "  \(line.what)\(space)  A \(line.first)  B \(line.second)\n"
    }
    return "\n\(title):\n" + rows.joined()
  }

  var json: JSONValue {
    func lines(_ lines: [TraceDifference.Line]) -> JSONValue {
      JSONValue(
        .array(
          lines.map { line in
            JSONValue(
              .object([
                JSONMember("what", JSONValue(.string(line.what))), JSONMember("a", JSONValue(.string(line.first))),
                JSONMember("b", JSONValue(.string(line.second))),
              ]))
          }))
    }
    var members = [
      JSONMember("same", JSONValue(.bool(difference.isNone))),
      JSONMember("shared", JSONValue(.integer(Int64(difference.fork?.index ?? first.trace.events.count)))),
    ]
    if let fork = difference.fork {
      members.append(JSONMember("a", fork.first?.json ?? JSONValue(.null)))
      members.append(JSONMember("b", fork.second?.json ?? JSONValue(.null)))
    }
    members.append(JSONMember("origins", lines(difference.origins)))
    members.append(JSONMember("events", lines(difference.events)))
    members.append(JSONMember("tasks", lines(difference.tasks)))
    members.append(JSONMember("conditions", lines(difference.conditions)))
    return JSONValue(.object(members))
  }
}
