internal import Dashboard
internal import SchedulerModel
internal import Screen
internal import TaskTrace
internal import Terminal

extension ProgramCommand {
  /// The dashboard has no name: it is what bgtop does with an input alone.
  static let dashboard = ProgramCommand(
    "", operands: "[INPUT]", count: 0...1, summary: "the dashboard",
    details: """
      INPUT is nothing (the scenario "day"), a built-in scenario's name, a scenario file, a trace, a device log, or
      "-" for standard input. The type is detected from the content, never from the name.
      """
  ) { options in
    let seed = options.add(.seed)
    let speed = options.add(
      .number("speed", in: Playback.speeds, "simulated seconds per real second, 1 to 100000"))
    let (at, date) = (options.add(.at), options.add(.date))
    let (theme, color, ascii) = (options.add(.theme), options.add(.color), options.add(Switch.ascii))
    let readOnly = options.add(Switch("read-only", "accept no simulation commands"))
    let noMouse = options.add(Switch("no-mouse", "leave the mouse to the terminal"))
    let linear = options.add(Switch("linear", "plain lines in one column without frames, for screen readers"))
    let follow = options.add(
      Switch("follow", short: "f", "keep reading a log file that grows; a pipe is always followed"))
    let record = options.add(.text("record", "FILE", "write the trace to FILE while it grows"))
    return { call in
      var terminal = TerminalOptions()
      terminal.color = (call[color] ?? .auto).onTerminal
      let loaded = ConfigurationFile.load()
      let opened = try OpenedInput(call.operands.first, seed: call[seed], date: call[date], isFollowed: call[follow])
      var state = DashboardState(
        opened.input, size: DashboardState.defaultSize, symbols: .utf8, speed: call[speed])
      var problems = loaded.problems + state.apply(loaded.configuration)
      // The command line overrides the saved configuration.
      if call[ascii] { state.options.symbols = .ascii }
      if call[noMouse] { state.options.mouse = false }
      if call[linear] { state.options.linear = true }
      state.options.themeName = call[theme] ?? state.options.themeName
      if state.options.symbols.isASCII { terminal.symbols = .ascii }
      terminal.mouse = state.options.mouse
      let (theme, wrong) = try ThemeLoader.load(
        state.options.themeName == "dark" ? nil : state.options.themeName, mayWait: true)
      problems += wrong + opened.input.warnings
      Program.complain(problems)
      if state.options.tips, !loaded.exists {
        state.tip = "New here? Press ? for all keys, space to pause; try 'bgtop tour'."
      }
      state.following = opened.grows
      if let follower = opened.follower { state.load([], percent: follower.percent) }
      state.readOnly = call[readOnly]
      if let at = call[at] {
        // An instant may be in the part that has not been read yet.
        if let follower = opened.follower, !opened.grows { DashboardLoop.continueReading(follower, &state) }
        state.go(to: at.instant(epoch: state.trace.header.epoch, from: state.start))
      }
      let recorder = try call[record].map { try TraceRecorder($0, state.trace) }
      let code = try DashboardLoop.runOnTerminal(&state, theme, terminal, opened.follower, recorder)
      if let recorder {
        if let follower = opened.follower { DashboardLoop.continueReading(follower, &state) }
        try recorder.finish(state.trace)
      }
      return code
    }
  }
}

extension ColorChoice {
  fileprivate var onTerminal: TerminalOptions.Color {
    switch self {
    case .auto: .auto
    case .never: .never
    case .depth(let depth): .depth(depth)
    }
  }
}
