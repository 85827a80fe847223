internal import Diagnosis
internal import TaskTrace

extension ProgramCommand {
  /// `bgtop compare`: a device log against the model, or two traces against each other.
  static let compare = ProgramCommand(
    "compare", operands: "LOG | A B", count: 1...2,
    summary: "compare a device log with the model, or two traces with each other",
    details: """
      LOG is a device log, or the trace that 'bgtop import' made of one: every policy response, decision, sum, and
      score in it is recomputed by the model from the log itself. A and B are traces or logs;
      the first difference is shown, then all differences in total. Exit codes: 0 they agree, 1 they differ, 2 unreadable.
      """
  ) { options in
    let date = options.add(.date)
    let all = options.add(Switch("all", "also print what agrees"))
    let json = options.add(Switch.json)
    return { call in
      let inputs = try call.operands.map { try NamedTrace(recording: $0, date: call[date]) }
      if inputs.count == 2 {
        let difference = TraceDifference(inputs[0].trace, inputs[1].trace)
        let report = DifferenceReport(first: inputs[0], second: inputs[1], difference: difference)
        try Program.print(call[json] ? report.json.text + "\n" : report.text)
        return difference.isNone ? Program.ExitCode.fine : Program.ExitCode.findings
      }
      if case .simulation = inputs[0].trace.header.source {
        throw LoadedInput.Failure("\(inputs[0].name): is a simulation; compare it with another trace")
      }
      let comparison = ModelComparison(inputs[0].trace.events)
      let report = ComparisonReport(
        name: inputs[0].name, header: inputs[0].trace.header, comparison: comparison, all: call[all])
      try Program.print(call[json] ? report.json.text + "\n" : report.text)
      return comparison.differences.isEmpty ? Program.ExitCode.fine : Program.ExitCode.findings
    }
  }
}

/// A trace or a log, and what to call it.
struct NamedTrace {
  var name: String
  var trace: Trace

  /// Loads a trace or a log; a scenario is refused.
  init(recording path: String, date: CivilTime?) throws {
    guard case .recording(let trace, let name, let warnings) = try LoadedInput.load(path, seed: nil, date: date) else {
      throw LoadedInput.Failure("\(path): is a scenario; 'bgtop run \(path) --trace FILE' creates a trace from it")
    }
    Program.complain(warnings)
    (self.name, self.trace) = (name, trace)
  }
}
