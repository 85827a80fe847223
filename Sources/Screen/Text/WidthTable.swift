/// How the scalars of Unicode behave in a grid of cells.
///
/// A table of our own, so that layout, tests and pictures agree on every machine and no locale is asked. Derived from
/// the Unicode Character Database 14.0.0: general categories and East Asian widths. What that version does not know is
/// shown as a replacement character, because terminals disagree about it.
enum WidthTable {
  /// The Unicode version that the table was derived from.
  static let unicodeVersion = "14.0.0"

  /// What a scalar does.
  enum Kind: UInt32 {
    /// One column: everything that is none of the following.
    case narrow
    /// Two columns: East Asian width W or F.
    case wide
    /// Joins the glyph before it: general categories Mn and Me, and the vowels and finals of Hangul syllables.
    case joins
    /// Cannot be seen, and is omitted: category Cf (bidirectional controls, joiners, tags) and variation selectors.
    case dropped
    /// Must not be sent to a terminal as it is: controls, line separators, private use, unassigned.
    case replaced
    /// A blank of one column: category Zs, unless it is wide.
    case space
  }

  /// Returns the class of a scalar.
  ///
  /// - Complexity: constant for Latin text, else logarithmic in the length of the table.
  static func kind(of scalar: Unicode.Scalar) -> Kind {
    if scalar.value > 0x20, scalar.value < 0x7F { return .narrow }
    var low = 0
    var high = changes.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if changes[middle] >> 3 <= scalar.value { low = middle } else { high = middle }
    }
    return Kind(rawValue: changes[low] & 7) ?? .replaced
  }
}
