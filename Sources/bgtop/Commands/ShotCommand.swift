internal import Dashboard
internal import Screen
internal import TaskTrace

/// `bgtop shot`: one screen without a terminal.
enum ShotCommand {
  static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    let size = try size(arguments)
    let seed = try arguments.integer(CommandTable.seed, in: 0...UInt64.max)
    let at = try arguments.time("at")
    let symbols: Symbols = arguments.has(CommandTable.ascii) ? .ascii : .utf8
    let depth = try depth(arguments)
    let format = arguments.value("as") ?? "text"
    guard ["text", "ansi", "svg"].contains(format) else {
      throw arguments.fault("'--as' takes text, ansi or svg, not '\(format)'")
    }
    let keys = try keys(arguments)
    let date = try arguments.date()
    return try Program.reporting {
      let input = try LoadedInput.load(arguments.operands.first, seed: seed, date: date)
      let (theme, problems) = try ThemeLoader.load(arguments.value(CommandTable.theme))
      Program.complain(problems)
      var state = DashboardState(input, size: size, symbols: symbols, speed: nil)
      Program.keep(state.trace)
      Program.complain(input.warnings)
      try show(arguments, &state)
      if let at { state.go(to: at.instant(epoch: state.trace.header.epoch, from: state.start)) }
      for key in keys { _ = state.reduce(.key(key)) }
      let canvas = state.drawSettled()
      switch format {
      case "ansi": Program.say(canvas.ansi(theme: theme, depth: depth))
      case "svg": Program.say(canvas.svg(theme: theme))
      default: Program.say(canvas.text() + "\n")
      }
      return Program.ExitCode.fine
    }
  }

  private static func show(_ arguments: Arguments, _ state: inout DashboardState) throws(Arguments.UsageError) {
    guard let name = arguments.value("view"), name != "overview" else { return }
    guard let pane = Pane(name: name) else {
      let names = ["overview"] + Pane.allCases.map(\.name)
      let hint = didYouMean(name, among: names)
      throw arguments.fault("there is no view '\(name)'\(hint)")
    }
    state.zoom(pane)
  }

  private static func size(_ arguments: Arguments) throws(Arguments.UsageError) -> Size {
    guard let text = arguments.value("size") else { return DashboardState.defaultSize }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...2_000).contains(columns),
      (1...1_000).contains(rows)
    else { throw arguments.fault("'--size' takes columns and rows such as 120x40, not '\(text)'") }
    return Size(columns: columns, rows: rows)
  }

  private static func depth(_ arguments: Arguments) throws(Arguments.UsageError) -> ColorDepth {
    switch try ColorChoice(arguments) {
    case .auto: .truecolor
    case .never: .none
    case .depth(let depth): depth
    }
  }

  private static func keys(_ arguments: Arguments) throws(Arguments.UsageError) -> [Key] {
    guard let list = arguments.value("keys") else { return [] }
    do throws(KeyNameError) { return try Key.list(list) } catch { throw arguments.fault("'--keys': \(error)") }
  }
}

/// What `--color` says.
enum ColorChoice {
  case auto, never
  case depth(ColorDepth)

  init(_ arguments: Arguments) throws(Arguments.UsageError) {
    switch arguments.value(CommandTable.color) {
    case nil, "auto": self = .auto
    case "never": self = .never
    case "16": self = .depth(.colors16)
    case "256": self = .depth(.colors256)
    case "truecolor": self = .depth(.truecolor)
    case let other?: throw arguments.fault("'--color' takes auto, never, 16, 256 or truecolor, not '\(other)'")
    }
  }
}

extension DashboardState {
  /// The state in which an input is first shown.
  init(_ input: LoadedInput, size: Size, symbols: Symbols, speed: Int?) {
    switch input {
    case .simulation(let simulation, let name, let ownSpeed):
      self.init(simulation: simulation, name: name, speed: speed ?? ownSpeed, size: size, symbols: symbols)
    case .recording(let trace, let name, _):
      self.init(recording: trace, name: name, speed: speed ?? 60, size: size, symbols: symbols)
    }
  }
}

extension LoadedInput {
  var warnings: [String] { if case .recording(_, _, let warnings) = self { warnings } else { [] } }
}
