internal import TaskTrace

extension ProgramCommand {
  /// `bgtop help`: the help of a command, or of the dashboard.
  static let help = ProgramCommand(
    "help", operands: "[COMMAND]", count: 0...1, summary: "print help on a command", words: { named.map(\.name) }
  ) { _ in
    { call in
      guard let name = call.operands.first else {
        try Program.print(HelpText.text(for: .dashboard))
        return Program.ExitCode.fine
      }
      guard let command = named(name) else {
        let hint = didYouMean(name, among: named.map(\.name))
        throw call.fault("unknown command '\(name)'\(hint)")
      }
      try Program.print(HelpText.text(for: command))
      return Program.ExitCode.fine
    }
  }
}
