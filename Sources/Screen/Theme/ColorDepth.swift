/// How many colours a terminal has.
public enum ColorDepth: String, CaseIterable, Sendable {
  /// Any colour.
  case truecolor
  /// The 256 of xterm, of which only the last 240 are used: the first 16 are the user's.
  case colors256
  /// The 16 that every modern terminal has, as the user set them.
  case colors16
  /// The first eight of them.
  case colors8
  /// None: roles are told apart by bold, reverse, underline and dim.
  case none
}

/// A colour as a terminal is told it.
public enum TerminalColor: Hashable, Sendable {
  /// Whatever the user chose.
  case standard
  /// A number in the palette.
  case palette(UInt8)
  /// Any colour.
  case rgb(RGB)
}
