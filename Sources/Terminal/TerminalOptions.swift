public import Screen

/// How a terminal is to be used.
public struct TerminalOptions: Sendable {
  /// Which colors are wanted.
  public enum Color: Hashable, Sendable {
    /// Those that the terminal says it has; none if `NO_COLOR` is set to anything.
    case auto
    /// None, regardless of the terminal's capabilities.
    case never
    /// As many, if the terminal can be made to show them.
    case depth(ColorDepth)
  }

  /// Which colors are wanted.
  public var color = Color.auto

  /// Which symbols are wanted; nil means that the locale decides.
  public var symbols: Symbols?

  /// Whether the mouse is reported. The terminal's own selection then requires the Shift key in most terminals.
  public var mouse = true

  /// Whether frames are marked so that the terminal shows each of them as a whole.
  public var synchronized = true

  /// The device to draw on; nil for the terminal that the program was started from.
  public var device: String?

  /// Whether it is an error if standard output is not a terminal: in that case the user wants text.
  public var needsTerminalOutput = true

  /// The usual way.
  public init() {}
}
