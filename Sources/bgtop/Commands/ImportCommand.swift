internal import DeviceLogs
internal import TaskTrace

/// `bgtop import`: device logs become a trace.
enum ImportCommand {
  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    try Program.reporting {
      var logs: [(name: String, bytes: [UInt8])] = []
      for path in arguments.operands {
        let bytes = try LoadedInput.contents(of: path)
        logs.append((path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path, bytes))
      }
      let reading = DeviceLog.read(logs)
      guard reading.summary.records > 0 else {
        throw LoadedInput.Failure(LoadedInput.notUnderstood(arguments.operands.first ?? "-", logs.first?.bytes ?? []))
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
}

extension Program {
  /// A text of several lines with its control characters made visible.
  static func visibleLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }.joined(separator: "\n")
  }
}
