/// Splits a text into glyphs that are safe to put into cells.
///
/// This is the only door through which text reaches a canvas, so nothing from outside can move the cursor, change a
/// mode or shift a border:
/// * control characters become visible (`␛`, or `\x1b` in ASCII), a tab becomes a space;
/// * bidirectional controls, joiners, tags and variation selectors are omitted, so right-to-left text is drawn one
///   letter per cell from left to right in the order in which it is stored, and cannot spill over a border;
/// * private and unknown scalars become U+FFFD;
/// * the letters of flags become plain letters;
/// * in ASCII, a symbol becomes its equivalent and any other scalar one `?` per column.
enum GlyphScanner {
  /// A base with the marks that join it, packed as in a ``Cell``.
  struct Piece {
    var base: Unicode.Scalar
    var width = 1
    var marks: UInt64 = 0
  }

  /// Calls `body` with each glyph in turn, until it answers false.
  static func scan(_ text: String, isASCII: Bool, _ body: (Piece) -> Bool) {
    var pending: Piece?
    var markCount = 0
    for scalar in text.unicodeScalars {
      // Most of every screen is printable ASCII, which needs no table.
      if (0x20..<0x7F).contains(scalar.value) {
        if let finished = pending, !body(finished) { return }
        markCount = 0
        pending = Piece(base: scalar)
        continue
      }
      let kind = WidthTable.kind(of: scalar)
      if kind == .dropped { continue }
      if kind == .joins {
        if isASCII { continue }
        var piece = pending ?? Piece(base: "◌")
        if markCount < Cell.markLimit, let mark = UInt16(exactly: scalar.value) {
          piece.marks |= UInt64(mark) << UInt64(16 * markCount)
          markCount += 1
        }
        pending = piece
        continue
      }
      if let finished = pending {
        guard body(finished) else { return }
      }
      markCount = 0
      pending = piece(scalar, kind, isASCII: isASCII)
      guard pending == nil else { continue }
      for letter in spelling(of: scalar).unicodeScalars {
        guard body(Piece(base: letter)) else { return }
      }
    }
    if let pending { _ = body(pending) }
  }

  /// The glyph for a scalar, or nil if it must be spelled out.
  private static func piece(_ scalar: Unicode.Scalar, _ kind: WidthTable.Kind, isASCII: Bool) -> Piece? {
    switch kind {
    case .space: return Piece(base: " ")
    case .replaced:
      if scalar == "\t" { return Piece(base: " ") }
      if scalar == "\u{2028}" || scalar == "\u{2029}" { return isASCII ? nil : Piece(base: "␊") }
      if scalar.value < 0xA0 {
        if isASCII || scalar.value > 0x7F { return nil }
        let picture = scalar.value == 0x7F ? 0x2421 : 0x2400 + scalar.value
        return Piece(base: Unicode.Scalar(picture) ?? "\u{FFFD}")
      }
      return Piece(base: isASCII ? "?" : "\u{FFFD}")
    case .wide where scalar.value == 0x3000: return nil
    case .wide: return isASCII ? nil : Piece(base: scalar, width: 2)
    case .narrow, .joins, .dropped:
      if scalar.isASCII { return Piece(base: scalar) }
      if (0x1F1E6...0x1F1FF).contains(scalar.value) {
        return Piece(base: Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value - 0x1F1E6 + 0x41)))
      }
      guard isASCII else { return Piece(base: scalar) }
      return Piece(base: Glyph.twin(of: scalar) ?? "?")
    }
  }

  /// A scalar spelled out in ASCII.
  private static func spelling(of scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x3000: "  "
    case 0..<0x10: "\\x0" + String(scalar.value, radix: 16)
    case 0x10..<0xA0: "\\x" + String(scalar.value, radix: 16)
    case 0x2028, 0x2029: "\\n"
    default: "??"
    }
  }
}
