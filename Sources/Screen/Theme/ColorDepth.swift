/// How many colors a terminal has.
public enum ColorDepth: String, CaseIterable, Sendable {
  /// Any color.
  case truecolor
  /// The 256 of xterm, of which only the last 240 are used: the first 16 are the user's.
  case colors256
  /// The 16 that every modern terminal has, as the user set them.
  case colors16
  /// The first eight of them.
  case colors8
  /// None: roles are distinguished by bold, reverse, underline, and dim.
  case none
}

/// A color as sent to a terminal.
public enum TerminalColor: Hashable, Sendable {
  /// The user's default.
  case standard
  /// A number in the palette.
  case palette(UInt8)
  /// Any color.
  case rgb(RGB)
}
