internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

extension ProgramCommand {
  /// `bgtop run`: a scenario without a screen.
  static let run = ProgramCommand(
    "run", operands: "SCENARIO", count: 1...1, summary: "run a scenario without a screen",
    details: """
      SCENARIO is a built-in scenario's name, a scenario file, or a trace, whose scenario, seed, and commands are run
      again. A summary in words goes to standard output, or to standard error when the trace goes to standard output.
      With --at, SCENARIO can be a device log or any trace: a simulation continues from what it says about that time;
      what it does not say is assumed and reported.
      """
  ) { options in
    let at = options.add(.time("at", "continue from this time of a log or trace"))
    let date = options.add(.date)
    let until = options.add(.time("until", "how far to run; default: the scenario's length, or the trace's end"))
    let seed = options.add(.seed)
    let seeds = options.add(
      .number(
        "seeds", in: 1...SeedsSummary.limit,
        "run with N seeds, starting at --seed, and print the distribution of the runs"))
    let trace = options.add(.text("trace", "FILE", "write the trace to FILE, or to standard output for -"))
    let json = options.add(Switch("json", "print the summary as JSON"))
    return { call in
      let operand = call.operands[0]
      var plan =
        try call[at].map { try RunPlan(fork: operand, at: $0, call[date], seed: call[seed]) }
        ?? RunPlan(operand, seed: call[seed])
      let start = plan.simulation.now
      if let until = call[until] { plan.until = until.instant(epoch: plan.simulation.header.epoch, from: start) }
      guard plan.until >= start, plan.until <= start + .days(20 * 366) else {
        throw call.fault("'--until' must be after the start and within twenty years")
      }
      if let seeds = call[seeds] {
        guard plan.commands.isEmpty, call[trace] == nil else {
          throw call.fault("'--seeds' runs a scenario many times: it takes no commands and writes no trace")
        }
        let summary = SeedsSummary(
          plan.simulation.scenario, name: plan.name, from: plan.simulation.seed, count: Int(seeds), until: plan.until)
        try Program.print(call[json] ? summary.json.text + "\n" : summary.text)
        return summary.isAsExpected ? Program.ExitCode.fine : Program.ExitCode.findings
      }
      let board = try plan.run(tracePath: call[trace])
      var summary = RunSummary(name: plan.name, header: plan.simulation.header, board: board, until: plan.until)
      let findings = Findings.counts(Findings.of(plan.history, plan.simulation.scenario))
      summary.verdicts = plan.expected.verdicts(until: plan.until, findings: findings)
      let text = call[json] ? summary.json.text + "\n" : summary.text
      if call[trace] == "-" { FileAccess.writeError(text) } else { try Program.print(text) }
      return summary.isAsExpected ? Program.ExitCode.fine : Program.ExitCode.findings
    }
  }
}
