/// A table from roles and gradients to colors.
public struct Theme: Hashable, Sendable {
  /// What the theme is called.
  public var name: String

  /// The color on which everything is drawn if the theme leaves the background to the terminal.
  ///
  /// Used if there is not a terminal (pictures), and to choose readable colors: the theme's own key `bgtop_page`, or
  /// else black behind light text and white behind dark text.
  public private(set) var page: RGB

  // By the code of a paint; nil is the terminal's default color.
  private var colors: [RGB?]

  /// The theme that provides what other themes lack.
  ///
  /// The same colors as the shipped dark theme, in code, so that there is always one.
  public static let fallback = Theme(name: "fallback", values: fallbackValues, fallback: [:])

  /// Makes a theme from the values of a file; a key that is missing in both tables is the terminal's default.
  init(name: String, values: [String: RGB?], fallback: [String: RGB?]) {
    self.name = name
    func value(_ keys: [String]) -> RGB? {
      for key in keys {
        if let value = values[key] { return value }
      }
      for key in keys {
        if let value = fallback[key] { return value }
      }
      return nil
    }
    colors = Array(repeating: nil, count: Paint.codes)
    let text = value(["main_fg"])
    let darkPage = value(["bgtop_page"]).flatMap { values["bgtop_page"] == nil ? nil : $0 }
    page = value(["main_bg"]) ?? darkPage ?? ((text?.luminance ?? 1) < 0.18 ? RGB(0xFF_FFFF) : RGB(0))
    for role in Role.allCases { colors[Int(Paint.role(role).code)] = value(ThemeKey.keys(of: role)) }
    for gradient in Gradient.allCases {
      let table = Self.hasGradient(gradient, values) ? values : fallback
      let stops = ThemeKey.keys(of: gradient).map { table[$0] ?? nil }
      for step in 0..<Gradient.steps {
        colors[Int(Paint.gradient(gradient, step: step).code)] = Self.color(of: stops, at: step)
      }
    }
    for role in [Role.badgeText, .keyText] where value(ThemeKey.keys(of: role)) == nil || isForeign(role, values) {
      let behind = self.resolve(.role(role == .keyText ? .key : .badgeLive)) ?? page
      colors[Int(Paint.role(role).code)] = behind.luminance > 0.18 ? RGB(0) : RGB(0xFF_FFFF)
    }
    makeReadable()
  }

  /// Roles that are read as text, regardless of the theme's intention for their colors.
  private static let read: [Role] = [
    .text, .title, .highlight, .secondary, .good, .warning, .bad, .info, .refresh, .processing, .continued, .push,
    .transfer, .now,
  ]

  /// What text needs at least to be read (WCAG 2.1, large text and signs).
  private static let minimumContrast = 3.0

  /// Makes text readable if a theme draws it in the color of a graph: its color is moved away from the page, as far as
  /// needed.
  private mutating func makeReadable() {
    let behind = resolve(.role(.background)) ?? page
    let away = behind.luminance > 0.18 ? RGB(0) : RGB(0xFF_FFFF)
    for role in Self.read {
      guard let color = resolve(.role(role)) else {
        // The terminal's own color, on a page that is not the terminal's own: its readability is unknown.
        if resolve(.role(.background)) != nil { colors[Int(Paint.role(role).code)] = resolve(.role(.text)) ?? away }
        continue
      }
      guard color.contrast(with: behind) < Self.minimumContrast else { continue }
      let steps = (1...20).lazy.map { color.mixed(with: away, at: Double($0) / 20) }
      colors[Int(Paint.role(role).code)] = steps.first { $0.contrast(with: behind) >= Self.minimumContrast } ?? away
    }
  }

  /// The color of a paint; nil is the terminal's own.
  public func resolve(_ paint: Paint) -> RGB? {
    colors[Int(paint.code)]
  }

  /// The background color of a style; nil is the terminal's own.
  public func background(of style: Style) -> RGB? {
    resolve(style.background ?? .role(.background))
  }

  /// Whether a role has no value of its own in a table that has others.
  private func isForeign(_ role: Role, _ values: [String: RGB?]) -> Bool {
    ThemeKey.keys(of: role).allSatisfy { values[$0] == nil }
  }

  private static func hasGradient(_ gradient: Gradient, _ values: [String: RGB?]) -> Bool {
    ThemeKey.keys(of: gradient).first.map { values[$0] != nil } ?? false
  }

  /// The color of a step between a start, a middle, and an end, of which the latter two may be missing.
  private static func color(of stops: [RGB?], at step: Int) -> RGB? {
    guard let start = stops[0] else { return nil }
    guard let end = stops[2] ?? stops[1] else { return start }
    let fraction = Double(step) / Double(Gradient.steps - 1)
    guard let middle = stops[1], stops[2] != nil else { return start.mixed(with: end, at: fraction) }
    return fraction < 0.5
      ? start.mixed(with: middle, at: fraction * 2) : middle.mixed(with: end, at: fraction * 2 - 1)
  }
}
