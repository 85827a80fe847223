/// Which signs a terminal can show.
///
/// Panes can write symbols such as `✓` directly into their texts: an ASCII canvas replaces them by their equivalents
/// when they are drawn. The names here are for code that chooses symbols.
public struct Symbols: Hashable, Sendable {
  /// Whether nothing but ASCII may be sent.
  public let isASCII: Bool

  /// Everything that Unicode has.
  public static let utf8 = Symbols(isASCII: false)

  /// Letters, digits and signs of ASCII.
  public static let ascii = Symbols(isASCII: true)

  /// The sign to use.
  public subscript(_ glyph: Glyph) -> String { String(scalar(glyph)) }

  /// The sign to use, as a scalar.
  func scalar(_ glyph: Glyph) -> Unicode.Scalar { isASCII ? glyph.ascii : glyph.utf8 }

  /// A cell filled from the left by 0 to 8 eighths.
  func horizontalEighths(_ eighths: Int) -> Unicode.Scalar {
    if isASCII { return eighths >= 8 ? "#" : eighths >= 4 ? "=" : eighths >= 1 ? "-" : " " }
    return Self.horizontal[eighths.clamped(to: 0...8)]
  }

  /// A cell filled from the bottom by 0 to 8 eighths.
  func verticalEighths(_ eighths: Int) -> Unicode.Scalar {
    let scalar = Self.vertical[eighths.clamped(to: 0...8)]
    return isASCII ? Glyph.twin(of: scalar) ?? scalar : scalar
  }

  private static let horizontal: [Unicode.Scalar] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  private static let vertical: [Unicode.Scalar] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
