/// One place on a canvas: a glyph and how it looks.
///
/// Sixteen bytes without a reference, so that a whole screen can be compared in microseconds. A glyph is a base scalar
/// with up to four marks that join it. Of marks only those of Unicode's basic plane are kept; the others, all of
/// historic scripts, are omitted.
public struct Cell: Hashable, Sendable {
  // Bits 0…20 the base, 21…22 the width.
  private var bits: UInt32
  private var storedStyle: Style
  // Four times sixteen bits, the first mark lowest.
  private var markBits: UInt64

  /// All of both is compared in one expression, because nearly all cells of two frames are equal.
  @inline(__always)
  public static func == (a: Cell, b: Cell) -> Bool {
    (a.bits ^ b.bits) | (a.storedStyle.code ^ b.storedStyle.code) == 0 && a.markBits == b.markBits
  }

  /// A space on the background of the canvas.
  public static let blank = Cell(" ", style: .text)

  /// How many marks a cell has room for; curses has no more either.
  static let markLimit = 4

  /// Makes a cell of a base that is one or two columns wide.
  init(_ base: Unicode.Scalar, width: Int = 1, marks: UInt64 = 0, style: Style) {
    bits = base.value | UInt32(width) << 21
    storedStyle = style
    markBits = marks
  }

  /// The right half of a glyph that is two columns wide.
  static func continuation(style: Style) -> Cell { Cell(" ", width: 0, style: style) }

  /// How the cell looks.
  public var style: Style {
    get { storedStyle }
    set { storedStyle = newValue }
  }

  /// The number of columns of the glyph: 1 or 2, or 0 for the right half of the glyph to the left.
  public var width: Int { Int(bits >> 21 & 3) }

  /// Whether this is the right half of the glyph to the left.
  public var isContinuation: Bool { width == 0 }

  /// Whether there is nothing to see but the background.
  public var isBlank: Bool { base == " " && markBits == 0 }

  /// The scalar that the glyph is built on.
  public var base: Unicode.Scalar { Unicode.Scalar(bits & 0x1F_FFFF) ?? "\u{FFFD}" }

  /// The scalars that join it.
  public var marks: [Unicode.Scalar] {
    var left = markBits
    var found: [Unicode.Scalar] = []
    while left != 0 {
      if let mark = Unicode.Scalar(UInt16(truncatingIfNeeded: left)) { found.append(mark) }
      left >>= 16
    }
    return found
  }

  /// The marks as they are kept: four times sixteen bits, the first one lowest.
  package var packedMarks: UInt64 { markBits }

  /// Appends the glyph to a text; the right half of a wide one appends nothing.
  func append(to text: inout String) {
    guard !isContinuation else { return }
    text.unicodeScalars.append(base)
    if markBits != 0 { text.unicodeScalars.append(contentsOf: marks) }
  }

  /// The glyph as text, empty for the right half of a wide one.
  public var text: String {
    var text = ""
    append(to: &text)
    return text
  }
}
