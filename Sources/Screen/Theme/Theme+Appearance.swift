/// A style as sent to a terminal.
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
  /// Below truecolor, the nearest colors are used, with foregrounds chosen so that they stay readable on their
  /// background. Without colors, attributes mark what must stand out: see ``attributesWithoutColor(of:)``.
  ///
  /// - Complexity: linear in the number of colors of the depth; cache the results.
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
    let behind = background(of: style)
    var surface = behind.map { Palette.nearest(to: $0, among: numbers) }
    var attributes = style.attributes
    if style.background == .role(.selectedBackground), surface == Palette.nearest(to: page, among: numbers) {
      // No color between the page and this one is available: swap the colors instead.
      surface = resolve(.role(.background)).map { Palette.nearest(to: $0, among: numbers) }
      attributes.formSymmetricDifference(.reverse)
    }
    let front = resolve(style.foreground).map { wanted in
      Palette.nearest(
        to: wanted, among: numbers, on: surface.map(Palette.color) ?? page,
        contrast: min(Self.contrast(for: style.foreground), wanted.contrast(with: behind ?? page)))
    }
    return Appearance(
      foreground: front.map(TerminalColor.palette) ?? .standard,
      background: surface.map(TerminalColor.palette) ?? .standard, attributes: attributes)
  }

  /// The contrast that a foreground needs on its background, to the extent that the theme intended it.
  ///
  /// From WCAG 2.2: 4.5 : 1 for text (1.4.3), 3 : 1 for what only accompanies (1.4.11). Bars of gradients are blocks, not
  /// letters, and frames only divide; they must not vanish.
  static func contrast(for paint: Paint) -> Double {
    switch paint {
    case .gradient: 1.5
    case .role(.divider), .role(.boxPending), .role(.boxRunning), .role(.boxWhy), .role(.boxBudgets),
      .role(.boxTimeline), .role(.boxLog):
      1.5
    case .role(.secondary), .role(.inactive), .role(.unknown), .role(.refresh), .role(.processing), .role(.continued),
      .role(.push), .role(.transfer):
      3
    case .role: 4.5
    }
  }

  /// The attributes that replace colors: selection, badges, and key caps are reversed, headings and errors bold,
  /// clickable text underlined, less important text dim.
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
