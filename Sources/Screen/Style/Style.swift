/// How a cell looks, by meaning.
///
/// Four bytes, so that cells are cheap to keep and to compare.
public struct Style: Hashable, Sendable {
  // Bits 0…8 the foreground, 9…17 the background, 18 whether there is one, 19…23 the attributes.
  private var bits: UInt32

  /// Text of a role on the background of the canvas.
  public init(_ role: Role, _ attributes: Attributes = []) {
    self.init(.role(role), attributes)
  }

  /// Text of a color on the background of the canvas.
  public init(_ foreground: Paint, _ attributes: Attributes = [], on background: Paint? = nil) {
    bits = foreground.code | UInt32(attributes.rawValue & 31) << 19
    self.background = background
  }

  /// Plain text.
  public static let text = Style(.text)

  /// The cap of a key in a hint.
  public static let keyCap = Style(.keyText).on(.key)

  /// Text on a badge of the given role.
  public static func badge(_ role: Role) -> Style { Style(.badgeText, .bold).on(role) }

  /// The color of the letters.
  public var foreground: Paint {
    get { Paint(code: bits & 511) }
    set { bits = bits & ~511 | newValue.code }
  }

  /// The background color; nil shows the background of the canvas, which is the terminal's own unless the theme has
  /// one.
  public var background: Paint? {
    get { bits & 1 << 18 == 0 ? nil : Paint(code: bits >> 9 & 511) }
    set {
      bits &= ~(1023 << 9)
      if let newValue { bits |= newValue.code << 9 | 1 << 18 }
    }
  }

  /// Bold, dim and so on.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 19 & 31)) }
    set { bits = bits & ~(31 << 19) | UInt32(newValue.rawValue & 31) << 19 }
  }

  /// All of it in a number below 2²⁴, equal for equal styles.
  package var code: UInt32 { bits }
}

extension Style {
  /// The same with more attributes.
  public func adding(_ attributes: Attributes) -> Style {
    var copy = self
    copy.attributes.formUnion(attributes)
    return copy
  }

  /// The same, bold.
  public func bold() -> Style { adding(.bold) }

  /// The same, faint.
  public func dim() -> Style { adding(.dim) }

  /// The same, underlined.
  public func underlined() -> Style { adding(.underline) }

  /// The same style with the colors swapped.
  public func reversed() -> Style { adding(.reverse) }

  /// The same, slanted.
  public func italic() -> Style { adding(.italic) }

  /// The same style on the color of a role.
  public func on(_ role: Role) -> Style { on(.role(role)) }

  /// The same style on a color, or on the canvas's own background.
  public func on(_ background: Paint?) -> Style {
    var copy = self
    copy.background = background
    return copy
  }
}
