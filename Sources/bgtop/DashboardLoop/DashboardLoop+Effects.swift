internal import Dashboard
internal import Screen
internal import TaskTrace
internal import Terminal

extension DashboardLoop {
  /// Does what the dashboard itself cannot: it is a plain value, and this is where the world begins.
  static func carryOut(
    _ effect: Effect, _ state: inout DashboardState, _ theme: inout Theme, _ session: inout TerminalSession
  ) {
    do throws(FileAccess.Failure) {
      switch effect {
      case .quit: break
      case .redrawAll: session.repaint()
      case .copy(let text): try copy(text, &state, &session)
      case .savePicture(let path): try savePicture(path, &state, theme, depth: session.depth)
      case .saveTrace(let path):
        guard !FileAccess.exists(path) else {
          state.refuse("The file \(path) already exists: choose another name.")
          return
        }
        var sink = try TraceSink(path)
        try sink.write(state.trace.header)
        try sink.write(state.trace.events)
        try sink.finish()
        state.inform("Saved \(grouped(state.trace.events.count)) events as \(path).")
      case .mouse(let on): session.mouse = on
      case .theme(let name):
        do throws(ThemeLoader.Failure) {
          let loaded = try ThemeLoader.load(name)
          theme = loaded.theme
          state.options.themeName = name
          if let problem = loaded.problems.first { state.refuse(problem) }
        } catch {
          state.refuse(error.message)
        }
      case .saveOptions: state.inform("Saved as \(try ConfigurationFile.save(state.configuration)).")
      }
    } catch {
      state.refuse(error.message)
    }
  }

  /// Copies to the clipboard with OSC 52; text that is too long for that goes to a file.
  private static func copy(
    _ text: String, _ state: inout DashboardState, _ session: inout TerminalSession
  ) throws(FileAccess.Failure) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    if session.copy(text) {
      state.inform("Copied \(lines) lines; if the terminal does not allow it, press S to save a picture.")
      return
    }
    let path = freeName(state, ending: "txt")
    try FileAccess.write(text, to: path)
    state.inform("Too long for the clipboard: saved as \(path).")
  }

  private static func savePicture(
    _ path: String?, _ state: inout DashboardState, _ theme: Theme, depth: ColorDepth
  ) throws(FileAccess.Failure) {
    let path = path ?? freeName(state, ending: "svg")
    guard !FileAccess.exists(path) else {
      state.refuse("The file \(path) already exists: choose another name.")
      return
    }
    var shown = state
    shown.clearToast()
    let canvas = shown.drawSettled()
    let text =
      if path.hasSuffix(".txt") { canvas.text() + "\n" } else if path.hasSuffix(".ansi") {
        canvas.ansi(theme: theme, depth: depth) + "\n"
      } else { canvas.svg(theme: theme) }
    try FileAccess.write(text, to: path)
    state.inform("Saved the screen as \(path).")
  }

  /// A name in the current folder that no file has: the input and the time on the screen.
  private static func freeName(_ state: DashboardState, ending: String) -> String {
    let clock = state.trace.header.epoch.clock(state.playhead).filter { $0 != ":" }.prefix(6)
    let name = String(state.name.unicodeScalars.map { $0.isASCII && $0.properties.isAlphabetic ? Character($0) : "-" })
    let base = "bgtop-\(name)-\(clock)"
    let all = ["\(base).\(ending)"] + (2...999).map { "\(base)-\($0).\(ending)" }
    return all.first { !FileAccess.exists($0) } ?? all[0]
  }
}
