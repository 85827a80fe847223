internal import Dashboard
internal import Screen
internal import TaskTrace
internal import Terminal

/// The dashboard: the one place where state, terminal and clock meet.
enum DashboardCommand {
  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    let seed = try arguments.integer(CommandTable.seed, in: 0...UInt64.max)
    let speed = try arguments.integer(CommandTable.speed, in: DashboardState.speeds)
    let at = try arguments.time("at")
    let date = try arguments.date()
    var options = TerminalOptions()
    switch try ColorChoice(arguments) {
    case .auto: options.color = .auto
    case .never: options.color = .never
    case .depth(let depth): options.color = .depth(depth)
    }
    return try Program.reporting {
      let kept = ConfigurationFile.load()
      let opened = try open(arguments, seed: seed, date: date)
      var state = DashboardState(opened.input, size: DashboardState.defaultSize, symbols: .utf8, speed: speed)
      var problems = kept.problems + state.take(kept.configuration)
      // What is asked for on the command line goes before what is kept.
      if arguments.has(CommandTable.ascii) { state.symbols = .ascii }
      if arguments.has("no-mouse") { state.mouse = false }
      if arguments.has("linear") { state.linear = true }
      state.themeName = arguments.value(CommandTable.theme) ?? state.themeName
      if state.symbols.isASCII { options.symbols = .ascii }
      options.mouse = state.mouse
      let (theme, wrong) = try ThemeLoader.load(state.themeName == "dark" ? nil : state.themeName)
      problems += wrong + opened.input.warnings
      Program.complain(problems)
      if state.tips, !kept.exists {
        state.tip = "New here? ? shows all keys, space pauses, 'bgtop tour' explains. Any key closes this."
      }
      state.following = opened.follower != nil
      state.readOnly = arguments.has("read-only")
      if let at { state.go(to: at.instant(epoch: state.trace.header.epoch, from: state.start)) }
      let code = try runOnTerminal(&state, theme, options, opened.follower)
      if let path = arguments.value("record") {
        try FileAccess.Output(path).write(TraceFile.write(state.trace.header, state.trace.events))
      }
      return code
    }
  }

  /// Fills the terminal, or prints one screen as text where there is none to fill.
  private static func runOnTerminal(
    _ state: inout DashboardState, _ theme: Theme, _ options: TerminalOptions, _ follower: LogFollower?
  ) throws(FileAccess.Failure) -> Int32 {
    do throws(TerminalError) {
      var session = try TerminalSession(options)
      defer { session.restore() }
      (state.symbols, state.size) = (session.symbols, session.size)
      return loop(&state, theme, &session, follower)
    } catch {
      state.symbols = options.symbols ?? (Locale.isUTF8 ? .utf8 : .ascii)
      Program.complain(["\(error), so this is one screen as text; 'bgtop shot' prints others"])
      try FileAccess.Output("-").write(state.draw().text() + "\n")
      return Program.ExitCode.fine
    }
  }

  /// Draw, sleep, take what happened; nothing is drawn and nobody is woken while nothing changes.
  private static func loop(
    _ state: inout DashboardState, _ theme: Theme, _ session: inout TerminalSession, _ follower: LogFollower?
  ) -> Int32 {
    var theme = theme
    var themeFile = ThemeFile(state.themeName)
    var last = FileAccess.monotonicMicroseconds()
    var drawing = Drawing()
    while true {
      session.present(drawing.draw(state), theme: theme)
      // Folders are looked through once the first screen is there.
      if state.themeNames.isEmpty { state.themeNames = ThemeLoader.names }
      // Time goes on when the next change is due, not with every key: a key acts at the instant that is on the screen, and
      // what it does not change need not be drawn again.
      let due = state.nextChange.map { last + $0.microseconds }
      let check = follower?.nextCheck.map { FileAccess.monotonicMicroseconds() + $0.microseconds }
      // Rounded up: a wake-up before the due instant would draw nothing and sleep again.
      // What takes some milliseconds waits until nobody presses a key for a moment.
      let owed = drawing.isOwed(state)
      let moment: Int64 = drawing.isPondering(state) ? 0 : 150_000
      let thought = owed ? FileAccess.monotonicMicroseconds() + moment : nil
      let timeout = [due, check, thought].compactMap(\.self).min().map { next in
        Int32(clamping: max(0, next - FileAccess.monotonicMicroseconds() + 999) / 1_000)
      }
      let result = session.wait(until: timeout, extraDescriptors: follower?.descriptors ?? [])
      let now = FileAccess.monotonicMicroseconds()
      if due.map({ $0 <= now }) ?? true {
        state.elapse(TimeSpan(microseconds: now - last))
        last = now
      }
      if let follower { follow(follower, result, &state) }
      switch result {
      case .timeout where owed: drawing.ponder(state)
      case .timeout, .readable: break
      case .signal(let number): return 128 + number
      case .hangup: return 128 + 1
      case .input:
        // A theme that is being worked on is read again as soon as one comes back from the editor, or presses a key.
        if themeFile.hasChanged(state.themeName) { carryOut(.theme(state.themeName), &state, &theme, &session) }
        for input in session.readInputs() {
          for effect in state.reduce(input) {
            if effect == .quit { return Program.ExitCode.fine }
            carryOut(effect, &state, &theme, &session)
          }
        }
      }
    }
  }
}

extension DashboardCommand {
  /// An input, and what goes on reading it where it is a log that may grow.
  private struct Opened {
    var input: LoadedInput
    var follower: LogFollower?
  }

  private static func open(_ arguments: Arguments, seed: UInt64?, date: CivilTime?) throws -> Opened {
    let operand = arguments.operands.first
    guard let path = operand, path == "-" || arguments.has("follow") else {
      return Opened(input: try LoadedInput.load(operand, seed: seed, date: date))
    }
    if path == "-", FileAccess.isTerminal(0) {
      throw LoadedInput.Failure("standard input is a terminal; give a file, or send a log through a pipe")
    }
    let stream = try FileAccess.Stream(path)
    var first: [UInt8] = []
    while case .bytes(let piece) = try stream.next() {
      first += piece
      // A pipe may stay silent for long: what it says first must do. All of a file is there.
      if stream.isPipe, first.contains(0x0A), InputKind(first) == .log { break }
    }
    guard InputKind(first) == .log, first.contains(where: { $0 > 0x20 }) else {
      return Opened(input: try LoadedInput.load(first, path: path, seed: seed, date: date))
    }
    let name = path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
    let follower = LogFollower(stream, name: name, first: first, date: date)
    let events = try follower.take(isReadable: false)
    let trace = Trace(header: follower.header, events: events)
    return Opened(input: .recording(trace, name: name, warnings: []), follower: follower)
  }

  /// Takes in what a followed log has said since.
  private static func follow(_ follower: LogFollower, _ result: WaitResult, _ state: inout DashboardState) {
    let isReadable = if case .readable = result { true } else { false }
    do throws(FileAccess.Failure) {
      let events = try follower.take(isReadable: isReadable)
      if state.trace.events.isEmpty, !events.isEmpty { state.begin(follower.header) }
      if !events.isEmpty { state.follow(events) }
    } catch {
      state.tell(error.message)
      state.following = false
    }
    if follower.hasEnded { state.following = false }
  }
}

/// What the environment says of characters, for text that goes to no terminal.
enum Locale {
  /// The first of the three variables that is set decides, as POSIX has it.
  static var isUTF8: Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(FileAccess.environment).first ?? ""
    let upper = name.uppercased()
    return upper.hasSuffix("UTF-8") || upper.hasSuffix("UTF8")
  }
}
