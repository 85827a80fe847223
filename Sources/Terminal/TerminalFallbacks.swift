import Screen

/// The types of terminal to try, best first.
///
/// A terminal whose own type is not installed here, as can happen over a network, almost always belongs to xterm's
/// family. Only one that calls itself dumb is taken at its word.
struct TerminalFallbacks {
  /// One type to try.
  struct Fallback: Hashable {
    /// What the terminal is called.
    var type: String
    /// Its description, if the program brings it.
    var entry: String?
    /// The maximum number of colors to use on it.
    var colorLimit: ColorDepth

    init(type: String, colorLimit: ColorDepth) { (self.type, self.colorLimit) = (type, colorLimit) }

    init(_ embedded: EmbeddedEntry, colorLimit: ColorDepth) {
      (type, entry, self.colorLimit) = (embedded.type, embedded.entry, colorLimit)
    }
  }

  /// The fallbacks, best first; none if no terminal type can work.
  var all: [Fallback]

  /// Chooses rungs.
  init(_ environment: Environment, color: TerminalOptions.Color) {
    all = []
    let type = environment.type
    guard type != "dumb" else { return }
    let wanted: ColorDepth
    switch color {
    case .never: wanted = .none
    case .depth(let depth): wanted = depth
    case .auto:
      wanted = environment.wantsNoColor ? .none : environment.hasTruecolor ? .truecolor : .colors256
    }
    if Self.isLikeXterm(type) {
      if wanted == .truecolor {
        all.append(Fallback(.direct, colorLimit: .truecolor))
      }
      // More colors than the type admits can be requested by name.
      if color == .depth(.colors256) || [.truecolor, .colors256].contains(wanted) && type.hasSuffix("256color") {
        all.append(Fallback(.colors256, colorLimit: .colors256))
      }
    }
    let colorLimit = wanted == .truecolor ? .colors256 : wanted
    for name in [type, "xterm-256color", "xterm", "vt100", "ansi"] where !name.isEmpty {
      all.append(Fallback(type: name, colorLimit: colorLimit))
    }
  }

  /// Whether a terminal can be expected to understand what xterm does.
  private static func isLikeXterm(_ type: String) -> Bool {
    !["linux", "vt", "ansi", "cons", "hurd", "sun", "wy", "screen.linux"].contains { type.hasPrefix($0) }
  }

  /// The depth to use on a terminal with a number of colors.
  static func depth(colors: Int, colorLimit: ColorDepth) -> ColorDepth {
    switch colorLimit {
    case .none: .none
    case .truecolor where colors > 256: .truecolor
    case .truecolor, .colors256: colors >= 256 ? .colors256 : depth(colors: colors, colorLimit: .colors16)
    case .colors16: colors >= 16 ? .colors16 : depth(colors: colors, colorLimit: .colors8)
    case .colors8: colors >= 8 ? .colors8 : .none
    }
  }
}
