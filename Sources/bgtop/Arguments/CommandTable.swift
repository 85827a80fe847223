/// One option of a command.
struct OptionSpec {
  var name: String
  var short: Character?
  /// What stands for the value in help; nil for a switch.
  var value: String?
  var help: String

  init(_ name: String, short: Character? = nil, _ value: String? = nil, _ help: String) {
    (self.name, self.short, self.value, self.help) = (name, short, value, help)
  }
}

/// One command: what it takes and what it does. Parsing, `--help` and suggestions are made from this table.
struct CommandSpec {
  var name: String
  /// What follows the name in the usage line.
  var operands: String
  var operandCount: ClosedRange<Int>
  var summary: String
  var details: String
  var options: [OptionSpec]
}

enum CommandTable {
  static let seed = OptionSpec("seed", "N", "the seed of the run; the same seed gives the same run")
  static let seeds = OptionSpec("seeds", "N", "run with N seeds, from --seed on, and print how the runs are spread")
  static let theme = OptionSpec("theme", "NAME", "a theme's name, or the path of a .theme file")
  static let color = OptionSpec("color", "WHEN", "auto, never, 16, 256 or truecolor")
  static let ascii = OptionSpec("ascii", nil, "only ASCII characters")
  static let at = OptionSpec(
    "at", "TIME", "the time to show: 90s, 2h30m, 3d from the start, 21:45, or 2026-06-02T21:45")
  static let date = OptionSpec("date", "DAY", "the day that a log without dates begins on, such as 2026-06-02")
  static let speed = OptionSpec("speed", "N", "simulated seconds for each real one, 1 to 100000")
  static let help = OptionSpec("help", short: "h", nil, "print this help")
  static let version = OptionSpec("version", short: "V", nil, "print the version")

  /// The dashboard has no name: it is what bgtop does with an input alone.
  static let dashboard = CommandSpec(
    name: "", operands: "[INPUT]", operandCount: 0...1, summary: "the dashboard",
    details: """
      INPUT is nothing (the scenario "day"), a built-in scenario's name, a scenario file, a trace, a device log, or
      "-" for standard input. What it is, is found from its content, never from its name.
      """,
    options: [
      seed, speed, at, date, theme, color, ascii, OptionSpec("read-only", nil, "take no commands to the simulation"),
      OptionSpec("no-mouse", nil, "leave the mouse to the terminal"),
      OptionSpec("linear", nil, "plain lines in one column without frames, for screen readers"),
      OptionSpec("follow", short: "f", nil, "go on reading a log file that grows; a pipe is always followed"),
      OptionSpec("record", "FILE", "write the trace to FILE on leaving"), help, version,
    ])

  static let named: [CommandSpec] = [
    CommandSpec(
      name: "run", operands: "SCENARIO", operandCount: 1...1, summary: "run a scenario without a screen",
      details: """
        SCENARIO is a built-in scenario's name, a scenario file, or a trace, whose scenario, seed and commands are run
        again. A summary in words goes to standard output, or to standard error when the trace goes to standard output.
        With --at, SCENARIO may be a device log or any trace: a simulation goes on from what it says of that time, and
        what it does not say is assumed, and told.
        """,
      options: [
        OptionSpec("at", "TIME", "go on from this time of a log or trace"), date,
        OptionSpec("until", "TIME", "how far to run; default: the scenario's length, or the trace's end"), seed, seeds,
        OptionSpec("trace", "FILE", "write the trace to FILE, or to standard output for -"),
        OptionSpec("json", nil, "print the summary as JSON"), help,
      ]),
    CommandSpec(
      name: "import", operands: "LOG…", operandCount: 1...1_000, summary: "turn device logs into a trace",
      details: """
        LOG is the text that `log show`, `log stream` or a copy from Console.app gives, or "-" for standard input. The
        trace goes to standard output, a summary to standard error. Several logs are merged on one clock.
        """,
      options: [
        date, OptionSpec("output", short: "o", "FILE", "write the trace to FILE"),
        OptionSpec("summary-json", "FILE", "write the summary as JSON to FILE, or to standard output for -"), help,
      ]),
    CommandSpec(
      name: "why", operands: "INPUT [TASK]", operandCount: 1...2, summary: "say why a task does or does not run",
      details: """
        INPUT is what the dashboard takes. TASK is an identifier, or the end of one; without it every task is answered
        in a sentence. With it: what holds it and what speaks for it, where its wait went, how its last run ended and
        what the app saw of that, when it will run if nothing is done, and what would let it run sooner.
        """,
      options: [
        OptionSpec("at", "TIME", "the time to ask about; default: the end"), date, seed,
        OptionSpec("json", nil, "print JSON"), help,
      ]),
    CommandSpec(
      name: "diagnose", operands: "INPUT [SYMPTOM] [TASK]", operandCount: 1...3,
      summary: "ask what is behind a symptom, question by question",
      details: """
        INPUT is what the dashboard takes, or an Info.plist. SYMPTOM is never-runs, ends-early, delegate-silent,
        development-only, irregular, crashes or several-times; without it every symptom that shows is examined, of every
        task and app. Each question is answered yes, no or unknown, with the event, time and line that shows it; the first
        wrong answer is the verdict, with what mends it and who says so. What the input does not tell comes with a way to
        find out. Exit codes: 0 nothing shows, 1 something does, 2 unreadable.
        """,
      options: [
        OptionSpec("at", "TIME", "the time to ask about; default: the end"), date, seed,
        OptionSpec("json", nil, "print JSON"), help,
      ]),
    CommandSpec(
      name: "error", operands: "CODE [INPUT]", operandCount: 1...2, summary: "decode an error, and find its cause here",
      details: """
        CODE is an error as it is printed, "Domain=BGTaskSchedulerErrorDomain Code=3", or a part of it: Code=3, 3,
        notPermitted; a termination code such as 0x8badf00d; a code of a background URLSession; a counter of MetricKit.
        With an INPUT, which may be an Info.plist too, each cause is held against what it tells. 'bgtop list errors'
        names all codes. Exit codes: 0 decoded, 1 the INPUT shows it, 2 unknown or unreadable.
        """,
      options: [
        OptionSpec("at", "TIME", "the time to ask about; default: the end"), date, seed,
        OptionSpec("json", nil, "print JSON"), help,
      ]),
    CommandSpec(
      name: "check", operands: "INPUT…", operandCount: 1...1_000, summary: "find mistakes",
      details: """
        INPUT is an Info.plist (XML or binary), a scenario, a trace or a device log, or "-" for standard input. Every
        finding has where it shows, what it costs, what mends it, and who says so; for an Info.plist the mended keys are
        printed. 'bgtop list checks' tells what is looked for. Exit codes: 0 no findings, 1 findings, 2 unreadable.
        """,
      options: [
        OptionSpec("only", "IDS", "look for these alone, with commas between them"),
        OptionSpec("except", "IDS", "pass these over"), seed, date, OptionSpec("json", nil, "print JSON"), help,
      ]),
    CommandSpec(
      name: "choose", operands: "", operandCount: 0...0, summary: "find the API for a piece of background work",
      details: """
        Asks a few questions, each answered with a number, and recommends an API, with the Info.plist keys it needs, a
        piece of Swift, and what it promises and does not. Questions go to standard error, answers are read from standard
        input, the recommendation goes to standard output.
        """,
      options: [
        OptionSpec("answers", "LIST", "the answers at once, such as 'time,maintenance,heavy,offline'"),
        OptionSpec("json", nil, "print JSON"), help,
      ]),
    CommandSpec(
      name: "compare", operands: "LOG | A B", operandCount: 1...2,
      summary: "hold a device log against the model, or two traces against each other",
      details: """
        LOG is a device log, or the trace that 'bgtop import' made of one: every response of a policy, decision, sum and
        score in it is computed again by the model from what the log itself tells. A and B are traces or logs, of which
        the first difference is shown and then what differs in all. Exit codes: 0 they agree, 1 they differ, 2 unreadable.
        """,
      options: [
        date, OptionSpec("all", nil, "print what agrees too"), OptionSpec("json", nil, "print JSON"), help,
      ]),
    CommandSpec(
      name: "shot", operands: "INPUT", operandCount: 1...1, summary: "print one screen",
      details: "INPUT is what the dashboard takes. No terminal is needed.",
      options: [
        at, date, OptionSpec("size", "COLSxROWS", "the size of the screen; default 120x40"),
        OptionSpec(
          "view", "NAME",
          "overview, timeline, task, log, findings, statistics, compare, diagnosis, or a pane: pending, running, why, budgets"
        ),
        OptionSpec("as", "FORMAT", "text, ansi or svg; default text"), theme, color, ascii, seed,
        OptionSpec("keys", "LIST", "keys to press first, such as 'l,x,space,down,F2'"), help,
      ]),
    CommandSpec(
      name: "list", operands: "WHAT", operandCount: 1...1, summary: "list what there is",
      details: "WHAT is scenarios, themes, keys, policies, parameters, checks, symptoms, errors or events.",
      options: [OptionSpec("json", nil, "print JSON"), help]),
    CommandSpec(
      name: "completions", operands: "SHELL", operandCount: 1...1, summary: "print completions for a shell",
      details: "SHELL is bash, zsh or fish; the first line of each tells how it is used.", options: [help]),
    CommandSpec(
      name: "manual", operands: "", operandCount: 0...0, summary: "print the manual page",
      details: "In roff, as 'man' reads it: bgtop manual | man -l -", options: [help]),
    CommandSpec(
      name: "help", operands: "[COMMAND]", operandCount: 0...1, summary: "print help on a command", details: "",
      options: [help]),
  ]

  static func spec(named name: String) -> CommandSpec? { named.first { $0.name == name } }
}
