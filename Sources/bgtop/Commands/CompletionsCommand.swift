internal import TaskTrace

extension ProgramCommand {
  /// `bgtop completions`: what a shell needs to complete commands, options and names.
  static let completions = ProgramCommand(
    "completions", operands: "SHELL", count: 1...1, summary: "print completions for a shell",
    details: "SHELL is bash, zsh or fish; the first line of the output says how to use it.",
    words: { shells.map(\.name) }
  ) { _ in
    { call in
      let name = call.operands[0]
      guard let shell = shells.first(where: { $0.name == name }) else {
        let names = shells.map(\.name)
        let hint = didYouMean(name, among: names)
        throw call.fault("'completions' takes \(names.joined(separator: ", ")), not '\(name)'\(hint)")
      }
      try Program.print(shell.script())
      return Program.ExitCode.fine
    }
  }

  private static let shells: [(name: String, script: @Sendable () -> String)] = [
    ("bash", { ShellScript.bash }), ("zsh", { ShellScript.zsh }), ("fish", { ShellScript.fish }),
  ]
}
