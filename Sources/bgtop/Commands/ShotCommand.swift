internal import Dashboard
internal import Screen
internal import TaskTrace

extension ProgramCommand {
  /// `bgtop shot`: one screen without a terminal.
  static let shot = ProgramCommand(
    "shot", operands: "INPUT", count: 1...1, summary: "print one screen",
    details: "INPUT is what the dashboard takes. No terminal is needed."
  ) { options in
    let (at, date, size) = (options.add(.at), options.add(.date), options.add(.size))
    let (view, format) = (options.add(.view), options.add(.format))
    let (theme, color, ascii) = (options.add(.theme), options.add(.color), options.add(Switch.ascii))
    let (seed, keys) = (options.add(.seed), options.add(.keys))
    return { call in
      let input = try LoadedInput.load(call.operands.first, seed: call[seed], date: call[date])
      let (theme, problems) = try ThemeLoader.load(call[theme], mayWait: true)
      Program.complain(problems)
      var state = DashboardState(
        input, size: call[size] ?? DashboardState.defaultSize, symbols: call[ascii] ? .ascii : .utf8, speed: nil)
      Program.retain(state.trace)
      Program.complain(input.warnings)
      if case .pane(let pane) = call[view] { state.zoom(pane) }
      if let at = call[at] { state.go(to: at.instant(epoch: state.trace.header.epoch, from: state.start)) }
      for key in call[keys] ?? [] { _ = state.reduce(.key(key)) }
      let canvas = state.drawSettled()
      switch call[format] ?? .text {
      case .text: try Program.put(canvas.text() + "\n")
      case .ansi: try Program.put(canvas.ansi(theme: theme, depth: (call[color] ?? .auto).depthWithoutTerminal))
      case .svg: try Program.put(canvas.svg(theme: theme))
      }
      return Program.ExitCode.fine
    }
  }
}

private enum ShotFormat: Sendable { case text, ansi, svg }

/// What fills the screen.
private enum ShotView: Sendable {
  case overview
  case pane(Pane)
}

extension ColorChoice {
  /// The colors of a picture, for which no terminal can be queried.
  fileprivate var depthWithoutTerminal: ColorDepth {
    switch self {
    case .auto: .truecolor
    case .never: .none
    case .depth(let depth): depth
    }
  }
}

extension Option where Value == ShotFormat {
  fileprivate static let format = choice(
    "as", "FORMAT", "text, ansi or svg; default text", among: [("text", .text), ("ansi", .ansi), ("svg", .svg)])
}

extension Option where Value == Size {
  fileprivate static let size = Option(
    name: "size", placeholder: "COLSxROWS", help: "the size of the screen; default 120x40"
  ) { (text) throws(Refusal) in
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...2_000).contains(columns),
      (1...1_000).contains(rows)
    else { throw Refusal(message: "'--size' takes columns and rows such as 120x40, not '\(text)'") }
    return Size(columns: columns, rows: rows)
  }
}

extension Option where Value == ShotView {
  private static let names = ["overview"] + Pane.allCases.map(\.name)

  fileprivate static let view = Option(
    name: "view", placeholder: "NAME",
    help:
      "overview, timeline, task, log, findings, statistics, compare, diagnosis, or a pane: pending, running, why, budgets",
    offer: Offer(words: { names }, files: false)
  ) { (text) throws(Refusal) in
    if text == "overview" { return .overview }
    guard let pane = Pane(name: text) else {
      throw Refusal(message: "there is no view '\(text)'\(didYouMean(text, among: names))")
    }
    return .pane(pane)
  }
}

extension Option where Value == [Key] {
  fileprivate static let keys = Option(
    name: "keys", placeholder: "LIST", help: "keys to press first, such as 'l,x,space,down,F2'"
  ) { (text) throws(Refusal) in
    do throws(KeyNameError) { return try Key.list(text) } catch { throw Refusal(message: "'--keys': \(error)") }
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
