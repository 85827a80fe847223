/// The symbols used on the screen, each with a one-column equivalent for terminals that support only ASCII.
public enum Glyph: UInt8, CaseIterable, Sendable {
  // Frames and lines.
  case cornerTopLeft, cornerTopRight, cornerBottomLeft, cornerBottomRight, horizontal, vertical, teeLeft, teeRight,
    teeTop, teeBottom, cross, heavyVertical, heavyHorizontal, dottedHorizontal, dottedVertical, gaugeLeft
  // Eighths of a cell from the left, then from the bottom; shades.
  case left1, left2, left3, left4, left5, left6, left7, full, lower1, lower2, lower3, lower4, lower5, lower6, lower7,
    upperHalf, lightShade, mediumShade, darkShade
  // Signs.
  case pointer, check, ballot, almost, dot, ellipsis, disc, circle, diamond, hollowDiamond, up, down, hollowUp,
    hollowDown, smallUp, smallDown, play, playBack, pause, square, hollowSquare, arrowRight, arrowLeft, arrowUp,
    arrowDown, atLeast, atMost, plusMinus, times, minus, dash, longDash, power, network, warning, star, bullet,
    degree, micro, enter, openQuote, closeQuote, openApostrophe, apostrophe, replacement,
    sum, dashedVertical, fork, openAngle, closeAngle, divided

  /// The symbol itself.
  public var utf8: Unicode.Scalar { Self.twins[Int(rawValue)].utf8 }

  /// The replacement where only ASCII can be shown.
  public var ascii: Unicode.Scalar { Self.twins[Int(rawValue)].ascii }

  /// The ASCII equivalent of a scalar, if it is one of ours.
  static func twin(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    twins.first { $0.utf8 == scalar }?.ascii
  }

  /// Both signs of every case, in the order of the cases.
  private static let twins: [(utf8: Unicode.Scalar, ascii: Unicode.Scalar)] = [
    ("╭", "+"), ("╮", "+"), ("╰", "+"), ("╯", "+"), ("─", "-"), ("│", "|"), ("├", "+"), ("┤", "+"), ("┬", "+"),
    ("┴", "+"), ("┼", "+"), ("┃", "|"), ("━", "="), ("┄", "-"), ("┊", ":"), ("▕", "|"), ("▏", "|"), ("▎", ":"),
    ("▍", ":"), ("▌", "="), ("▋", "="), ("▊", "#"), ("▉", "#"), ("█", "#"), ("▁", "_"), ("▂", "."), ("▃", ":"),
    ("▄", "-"), ("▅", "="), ("▆", "+"), ("▇", "*"), ("▀", "-"), ("░", "."), ("▒", ":"), ("▓", "%"), ("▸", ">"),
    ("✓", "+"), ("✗", "x"), ("≈", "~"), ("·", "."), ("…", "~"), ("●", "*"), ("○", "o"), ("◆", "@"), ("◇", "o"),
    ("▲", "^"), ("▼", "v"), ("△", "^"), ("▽", "v"), ("▴", "^"), ("▾", "v"), ("▶", ">"), ("◀", "<"), ("‖", "="),
    ("■", "#"), ("□", "o"), ("→", ">"), ("←", "<"), ("↑", "^"), ("↓", "v"), ("≥", ">"), ("≤", "<"), ("±", "~"),
    ("×", "x"), ("−", "-"), ("–", "-"), ("—", "-"), ("⌁", "p"), ("≋", "n"), ("⚠", "!"), ("★", "*"), ("•", "*"),
    ("°", "'"), ("µ", "u"), ("⏎", "<"), ("“", "\""), ("”", "\""), ("‘", "'"), ("’", "'"), ("\u{FFFD}", "?"),
    ("Σ", "S"), ("╎", ":"), ("⑂", "Y"), ("‹", "<"), ("›", ">"), ("÷", "/"),
  ]
}
