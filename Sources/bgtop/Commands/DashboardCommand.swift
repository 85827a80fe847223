internal import Dashboard
internal import Screen
internal import TaskTrace
internal import Terminal

/// The dashboard: the one place where state, terminal and clock meet.
enum DashboardCommand {
  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    let seed = try arguments.integer(CommandTable.seed, in: 0...UInt64.max)
    let speed = try arguments.integer(CommandTable.speed, in: Playback.speeds)
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
      if arguments.has(CommandTable.ascii) { state.options.symbols = .ascii }
      if arguments.has("no-mouse") { state.options.mouse = false }
      if arguments.has("linear") { state.options.linear = true }
      state.options.themeName = arguments.value(CommandTable.theme) ?? state.options.themeName
      if state.options.symbols.isASCII { options.symbols = .ascii }
      options.mouse = state.options.mouse
      let (theme, wrong) = try ThemeLoader.load(state.options.themeName == "dark" ? nil : state.options.themeName)
      problems += wrong + opened.input.warnings
      Program.complain(problems)
      if state.options.tips, !kept.exists {
        state.tip = "New here? ? shows all keys, space pauses, 'bgtop tour' explains."
      }
      state.following = opened.grows
      if let follower = opened.follower { state.load([], percent: follower.percent) }
      state.readOnly = arguments.has("read-only")
      if let at {
        // An instant may lie in the part that is not read yet.
        if let follower = opened.follower, !opened.grows { readOn(follower, &state) }
        state.go(to: at.instant(epoch: state.trace.header.epoch, from: state.start))
      }
      let code = try runOnTerminal(&state, theme, options, opened.follower)
      if arguments.has("record"), let follower = opened.follower { readOn(follower, &state) }
      if let path = arguments.value("record") {
        try FileAccess.Output(path).write(TraceFile.write(state.trace.header, state.trace.events))
      }
      return code
    }
  }

  /// Fills the terminal, or prints one screen as text where there is none to fill.
  private static func runOnTerminal(
    _ state: inout DashboardState, _ theme: Theme, _ options: TerminalOptions, _ follower: (any InputFeed)?
  ) throws(FileAccess.Failure) -> Int32 {
    do throws(TerminalError) {
      var session = try TerminalSession(options)
      defer { session.restore() }
      (state.options.symbols, state.size) = (session.symbols, session.size)
      return loop(&state, theme, &session, follower)
    } catch {
      state.options.symbols = options.symbols ?? (Locale.isUTF8 ? .utf8 : .ascii)
      if let follower { readOn(follower, &state) }
      Program.complain(["\(error), so this is one screen as text; 'bgtop shot' prints others"])
      try FileAccess.Output("-").write(state.draw().text() + "\n")
      return Program.ExitCode.fine
    }
  }

  /// Draw, sleep, take what happened; nothing is drawn and nobody is woken while nothing changes.
  private static func loop(
    _ state: inout DashboardState, _ theme: Theme, _ session: inout TerminalSession, _ follower: (any InputFeed)?
  ) -> Int32 {
    var theme = theme
    var themeFile: ThemeFile?
    var last = FileAccess.monotonicMicroseconds()
    var drawing = Drawing()
    while true {
      drawing.draw(state)
      session.present(&drawing.canvas, theme: theme)
      // Folders are looked through once the first screen is there.
      if state.options.themeNames.isEmpty { state.options.themeNames = ThemeLoader.names }
      if themeFile == nil { themeFile = ThemeFile(state.options.themeName) }
      // Time goes on when the next change is due, not with every key: a key acts at the instant that is on the screen, and
      // what it does not change need not be drawn again.
      let due = state.nextChange.map { last + $0.microseconds }
      let check = follower?.nextCheck.map { FileAccess.monotonicMicroseconds() + $0.microseconds }
      // What takes some milliseconds waits until nobody presses a key for a moment.
      let owed = drawing.isOwed(state)
      let moment: Int64 = drawing.isPondering(state) ? 0 : 150_000
      let thought = owed ? FileAccess.monotonicMicroseconds() + moment : nil
      // Rounded up: a wake-up before the due instant would draw nothing and sleep again.
      let timeout = [due, check, thought].compactMap(\.self).min().map { next in
        Int32(clamping: max(0, next - FileAccess.monotonicMicroseconds() + 999) / 1_000)
      }
      var result = session.wait(
        until: timeout, extraDescriptors: (follower?.descriptors ?? []) + (themeFile?.descriptors ?? []))
      let now = FileAccess.monotonicMicroseconds()
      if due.map({ $0 <= now }) ?? true {
        state.elapse(TimeSpan(microseconds: now - last))
        last = now
      }
      if let follower {
        follow(follower, result, &state)
        // A frame for every step would be drawn for nobody.
        let frame = now + 1_000_000 / DashboardState.framesPerSecond
        while follower.isBusy, result == .timeout, FileAccess.monotonicMicroseconds() < frame {
          result = session.wait(until: 0)
          follow(follower, result, &state)
        }
      }
      switch result {
      case .timeout where owed: drawing.ponder(state)
      case .timeout: break
      case .readable:
        if themeFile?.hasChanged(state.options.themeName) == true {
          carryOut(.theme(state.options.themeName), &state, &theme, &session)
        }
      case .signal(let number): return 128 + number
      case .hangup: return 128 + 1
      case .input:
        if themeFile?.hasChanged(state.options.themeName) == true {
          carryOut(.theme(state.options.themeName), &state, &theme, &session)
        }
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
  /// An input, and what goes on reading it where it is a log that may grow, or one that takes a while.
  private struct Opened {
    var input: LoadedInput
    var follower: (any InputFeed)?
    /// Whether the log may grow.
    var grows = false
  }

  /// A log that is larger than this is shown while it is read.
  private static let large = 4 << 20

  private static func open(_ arguments: Arguments, seed: UInt64?, date: CivilTime?) throws -> Opened {
    let operand = arguments.operands.first
    let grows = operand == "-" || arguments.has("follow")
    guard let path = operand, grows || LoadedInput.isLarge(path, than: large) else {
      return Opened(input: try LoadedInput.load(operand, seed: seed, date: date))
    }
    if path == "-", FileAccess.isTerminal(0) {
      throw LoadedInput.Failure("standard input is a terminal; give a file, or send a log through a pipe")
    }
    let stream = try FileAccess.Stream(path)
    var first: [UInt8] = []
    while case .bytes(let piece) = try stream.next(most: LogFollower.piece) {
      first += piece
      // A pipe may stay silent for long: what it says first must do.
      if !stream.isPipe || first.contains(0x0A), InputKind(first) == .log { break }
      if !grows, InputKind(first) == .trace, let loader = InputLoader(trace: stream, first: first) {
        return try opened(loader, name: LoadedInput.shortName(path))
      }
    }
    // A file that is followed may be empty still.
    guard InputKind(first) == .log, arguments.has("follow") || first.contains(where: { $0 > 0x20 }) else {
      return Opened(input: try LoadedInput.load(first, path: path, seed: seed, date: date))
    }
    let name = LoadedInput.shortName(path)
    let follower: any InputFeed =
      grows
      ? LogFollower(stream, name: name, first: first, date: date)
      : InputLoader(stream, name: name, first: first, date: date)
    guard grows || follower.hasRecords else {
      return Opened(input: try LoadedInput.load(path, seed: seed, date: date))
    }
    return try opened(follower, name: name, grows: grows)
  }

  private static func opened(_ follower: any InputFeed, name: String, grows: Bool = false) throws -> Opened {
    var trace = Trace(header: follower.header)
    switch try follower.take(isReadable: false) {
    case .events(let events): trace = Trace(header: follower.header, events: events)
    case .whole(let whole): trace = whole
    }
    let input = LoadedInput.recording(trace, name: name, warnings: [])
    return Opened(input: input, follower: follower, grows: grows)
  }

  /// Takes in what a log has said since.
  private static func follow(_ follower: any InputFeed, _ result: WaitResult, _ state: inout DashboardState) {
    let isReadable =
      if case .readable(let ready) = result { ready.contains(where: follower.descriptors.contains) } else { false }
    do throws(FileAccess.Failure) {
      switch try follower.take(isReadable: isReadable) {
      case .events(let events):
        if state.trace.events.isEmpty, !events.isEmpty { state.begin(follower.header) }
        if follower.isBusy || state.loading != nil {
          state.load(events, percent: follower.percent)
        } else if !events.isEmpty {
          state.follow(events)
        }
      case .whole(let trace):
        let old = Released(state.trace)
        state.finishLoading(trace)
        BackgroundThread { old.letGo() }?.detach()
      }
    } catch {
      state.tell(error.message)
      state.following = false
    }
    if follower.hasEnded { state.following = false }
    let problems = follower.takeProblems()
    if let problem = problems.first {
      state.tell(problem + (problems.count > 1 ? " (and \(problems.count - 1) more lines)" : ""))
    }
  }

  /// A trace that is not needed any more: giving back the memory of a million events would keep a key waiting.
  private final class Released: @unchecked Sendable {
    private var trace: Trace?
    init(_ trace: Trace) { self.trace = trace }
    func letGo() { trace = nil }
  }

  /// Reads to the end what is there.
  private static func readOn(_ follower: any InputFeed, _ state: inout DashboardState) {
    while follower.isBusy { follow(follower, .timeout, &state) }
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
