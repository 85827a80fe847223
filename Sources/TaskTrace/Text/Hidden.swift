extension Unicode.Scalar {
  /// Whether the character changes how others are displayed and is itself invisible: control characters (C0, DEL, C1),
  /// bidirectional controls, line separators, and zero-width characters.
  ///
  /// The only table of characters that never reach an output unescaped: the writers of JSON and of texts use it.
  public var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
