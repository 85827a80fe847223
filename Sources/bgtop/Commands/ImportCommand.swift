internal import DeviceLogs
internal import TaskTrace

/// `bgtop import`: device logs become a trace.
enum ImportCommand {
  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    try Program.reporting {
      var readings: [DeviceLog.Reading] = []
      for (index, path) in arguments.operands.enumerated() { readings.append(try self.reading(path, log: index)) }
      let reading = DeviceLog.merged(readings)
      guard reading.summary.records > 0 else {
        let first = arguments.operands.first ?? "-"
        throw LoadedInput.Failure(LoadedInput.notUnderstood(first, path: first == "-" ? nil : first))
      }
      let summaryToOutput = arguments.value("summary-json") == "-"
      if let path = arguments.value("output") ?? (summaryToOutput ? nil : "-") {
        let output = try FileAccess.Output(path)
        try output.write(TraceFile.write(reading.header, reading.events))
      }
      if let path = arguments.value("summary-json") {
        let output = try FileAccess.Output(path)
        try output.write(reading.summary.json.text + "\n")
      }
      FileAccess.writeError(Program.visibleLines(reading.summary.text + "\n"))
      return Program.ExitCode.fine
    }
  }

  private static func reading(_ path: String, log: Int) throws -> DeviceLog.Reading {
    if path != "-", FileAccess.exists(path), let reading = try LoadedInput.reading(ofLogAt: path, log: log) {
      return reading
    }
    return DeviceLog.read(try LoadedInput.contents(of: path), named: LoadedInput.shortName(path), log: log)
  }
}

extension Program {
  /// A text of several lines with its control characters made visible.
  static func visibleLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }.joined(separator: "\n")
  }
}
