/// Why there is no full screen to draw on.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is not a terminal at all, only files or pipes.
  case noTerminal
  /// Standard output is a file or a pipe.
  case outputIsNoTerminal
  /// The terminal cannot address its cells; its type is given, empty if it has none.
  case noFullScreen(type: String)

  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .noTerminal: "there is no terminal"
    case .outputIsNoTerminal: "standard output is not a terminal"
    case .noFullScreen(let type): "the terminal '\(type)' does not support full-screen mode"
    }
  }
}
