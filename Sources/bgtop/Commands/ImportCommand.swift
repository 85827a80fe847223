internal import DeviceLogs
internal import TaskTrace

extension ProgramCommand {
  /// `bgtop import`: device logs become a trace.
  static let importLogs = ProgramCommand(
    "import", operands: "LOG…", count: 1...1_000, summary: "turn device logs into a trace",
    details: """
      LOG is the text that `log show`, `log stream` or a copy from Console.app gives, or "-" for standard input. The
      trace goes to standard output, a summary to standard error. Several logs are merged on one clock.
      """
  ) { options in
    let date = options.add(.date)
    let output = options.add(.text("output", short: "o", "FILE", "write the trace to FILE"))
    let summary = options.add(
      .text("summary-json", "FILE", "write the summary as JSON to FILE, or to standard output for -"))
    return { call in
      let logs = call.operands.map { ImportedLog($0, mayBeReadAgain: call.operands.count > 1) }
      let reading = try DeviceLog.merged(count: logs.count) { index, day in
        try logs[index].read(number: index, date: call[date] ?? day, isGiven: call[date] != nil)
      }
      Program.retain(reading)
      guard reading.summary.records > 0 else { throw LoadedInput.Failure(logs[0].notUnderstood) }
      if let path = call[output] ?? (call[summary] == "-" ? nil : "-") {
        var sink = try TraceSink(path)
        try sink.write(reading.header)
        try sink.write(reading.events)
        try sink.finish()
      }
      if let path = call[summary] { try FileAccess.write(reading.summary.json.text + "\n", to: path) }
      let note = reading.header.epoch.dating.note.map { "\($0)\n" } ?? ""
      FileAccess.writeError(Program.visibleLines(reading.summary.text + "\n" + note))
      return Program.ExitCode.fine
    }
  }
}

/// A log that is imported. One of several is read again if another reveals the day on which it begins.
private final class ImportedLog {
  private let path: String
  private let mayBeReadAgain: Bool
  /// A stream that may have to be read again. Files are opened again instead: there may be a thousand of them.
  private var retained: Source?
  /// What is wrong with it if nothing in it is a record.
  private(set) var notUnderstood = ""

  init(_ path: String, mayBeReadAgain: Bool) { (self.path, self.mayBeReadAgain) = (path, mayBeReadAgain) }

  func read(number: Int, date: CivilTime?, isGiven: Bool) throws -> DeviceLog.Reading {
    let source = try retained ?? Source.input(path)
    if retained != nil {
      try source.rewind()
    } else if mayBeReadAgain, source.isStream {
      source.retain()
      retained = source
    }
    let kind = try source.contentKind()
    if let sentence = source.isNoLog(kind) { throw LoadedInput.Failure(sentence) }
    notUnderstood = source.notUnderstood
    guard kind == .events else {
      return try LoadedInput.log(source, number: number, date: date, isGiven: isGiven)
    }
    let bytes = try source.all()
    return EventFile.read(bytes, named: source.shortName, log: number)
      ?? DeviceLog.read(bytes, named: source.shortName, log: number, date: date)
  }
}
