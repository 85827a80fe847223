extension ProgramCommand {
  /// `bgtop manual`: the manual page.
  static let manual = ProgramCommand(
    "manual", summary: "print the manual page", details: "In roff, as 'man' reads it: bgtop manual | man -l -",
    words: { [] }
  ) { _ in
    { _ in
      try Program.print(ManualPage.text)
      return Program.ExitCode.fine
    }
  }
}
