internal import DeviceLogs
internal import TaskTrace

/// `bgtop import`: device logs become a trace.
enum ImportCommand {
  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    let date = try arguments.date()
    return try Program.reporting {
      let paths = arguments.operands
      // Standard input is there only once, and a log without dates may be read twice.
      let piped = paths.contains("-") ? try LoadedInput.contents(of: "-") : []
      let reading = try DeviceLog.merged(count: paths.count) { index, day in
        try self.reading(paths[index], piped, log: index, date: date ?? day, isGiven: date != nil)
      }
      Program.keep(reading)
      guard reading.summary.records > 0 else {
        let first = arguments.operands.first ?? "-"
        throw LoadedInput.Failure(LoadedInput.notUnderstood(first, path: first == "-" ? nil : first))
      }
      let summaryToOutput = arguments.value("summary-json") == "-"
      if let path = arguments.value("output") ?? (summaryToOutput ? nil : "-") {
        var sink = try TraceSink(path)
        try sink.write(reading.header)
        try sink.write(reading.events)
        try sink.flush()
      }
      if let path = arguments.value("summary-json") {
        let output = try FileAccess.Output(path)
        try output.write(reading.summary.json.text + "\n")
      }
      FileAccess.writeError(Program.visibleLines(reading.summary.text + "\n"))
      return Program.ExitCode.fine
    }
  }

  private static func reading(
    _ path: String, _ piped: [UInt8], log: Int, date: CivilTime?, isGiven: Bool
  ) throws -> DeviceLog.Reading {
    if path != "-", FileAccess.exists(path),
      let reading = try LoadedInput.reading(ofLogAt: path, log: log, date: date, isGiven: isGiven)
    {
      return reading
    }
    let bytes = path == "-" ? piped : try LoadedInput.contents(of: path)
    if case .events = InputKind(bytes), let events = EventFile.read(bytes, named: LoadedInput.shortName(path), log: log)
    {
      return events
    }
    return DeviceLog.read(bytes, named: LoadedInput.shortName(path), log: log, date: date)
  }
}

extension Program {
  /// A text of several lines with its control characters made visible.
  static func visibleLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }.joined(separator: "\n")
  }
}
