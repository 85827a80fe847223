extension Unicode.Scalar {
  /// Whether the character changes how others are shown, and is not seen itself: control characters (C0, DEL, C1),
  /// those that turn the direction of writing, separators of lines, and characters without width.
  ///
  /// The one table of what never reaches an output as it is: the writers of JSON and of texts escape it.
  public var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
