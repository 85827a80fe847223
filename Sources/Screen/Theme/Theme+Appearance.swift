/// A style as a terminal is told it.
public struct Appearance: Hashable, Sendable {
  public var foreground: TerminalColor
  public var background: TerminalColor
  public var attributes: Attributes

  /// Makes an appearance.
  public init(foreground: TerminalColor, background: TerminalColor, attributes: Attributes) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}

extension Theme {
  /// How a style looks on a terminal of a depth.
  ///
  /// Below truecolour the nearest colours are taken, foregrounds so that they stay readable on their background. Without
  /// colours, what must stand out does so by attributes: see ``attributesWithoutColor(of:)``.
  ///
  /// - Complexity: linear in the number of colours of the depth; keep the answers.
  public func appearance(of style: Style, depth: ColorDepth) -> Appearance {
    let numbers: ClosedRange<UInt8>
    switch depth {
    case .none:
      return Appearance(
        foreground: .standard, background: .standard, attributes: Self.attributesWithoutColor(of: style))
    case .truecolor:
      return Appearance(
        foreground: resolve(style.foreground).map(TerminalColor.rgb) ?? .standard,
        background: background(of: style).map(TerminalColor.rgb) ?? .standard, attributes: style.attributes)
    case .colors256: numbers = 16...255
    case .colors16: numbers = 0...15
    case .colors8: numbers = 0...7
    }
    let wantedBehind = background(of: style)
    let behind = wantedBehind.map { Palette.nearest(to: $0, among: numbers) }
    let surface = behind.map(Palette.color) ?? page
    let front = resolve(style.foreground).map { wanted in
      Palette.nearest(
        to: wanted, among: numbers, readableOn: surface, contrast: wanted.contrast(with: wantedBehind ?? page))
    }
    return Appearance(
      foreground: front.map(TerminalColor.palette) ?? .standard,
      background: behind.map(TerminalColor.palette) ?? .standard, attributes: style.attributes)
  }

  /// The attributes that stand in for colours: selection, badges and caps of keys are reversed, headings and what is
  /// wrong bold, what can be pressed underlined, what matters less dim.
  public static func attributesWithoutColor(of style: Style) -> Attributes {
    var attributes = style.attributes
    if case .role(let role) = style.background {
      switch role {
      case .selectedBackground, .badgeLive, .badgePaused, .badgePast, .badgeReplay, .key:
        attributes.formSymmetricDifference(.reverse)
      default: break
      }
    }
    guard case .role(let role) = style.foreground else { return attributes }
    switch role {
    case .title, .bad, .now: attributes.insert(.bold)
    case .highlight: attributes.formUnion([.bold, .underline])
    case .warning: attributes.insert(.underline)
    case .secondary, .inactive, .unknown, .divider:
      if !attributes.contains(.reverse) { attributes.insert(.dim) }
    default: break
    }
    return attributes
  }
}
