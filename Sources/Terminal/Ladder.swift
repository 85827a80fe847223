import Screen

/// The types of terminal to try, best first.
///
/// A terminal whose own type is not installed here, as happens over a network, is almost always of xterm's family. Only
/// one that calls itself dumb is believed at once.
struct Ladder {
  /// One type to try.
  struct Rung: Hashable {
    /// What the terminal is called.
    var type: String
    /// Its description, if the program brings it.
    var entry: String?
    /// The most colours that may be used on it.
    var most: ColorDepth

    init(type: String, most: ColorDepth) { (self.type, self.most) = (type, most) }

    init(_ embedded: EmbeddedEntry, most: ColorDepth) {
      (type, entry, self.most) = (embedded.type, embedded.entry, most)
    }
  }

  /// The rungs, best first; none if there is no hope.
  var rungs: [Rung]

  /// Chooses rungs.
  init(_ environment: Environment, color: TerminalOptions.Color) {
    rungs = []
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
        rungs.append(Rung(.direct, most: .truecolor))
      }
      // More colours than the type admits may be asked for by name.
      if color == .depth(.colors256) || [.truecolor, .colors256].contains(wanted) && type.hasSuffix("256color") {
        rungs.append(Rung(.colors256, most: .colors256))
      }
    }
    let most = wanted == .truecolor ? .colors256 : wanted
    for name in [type, "xterm-256color", "xterm", "vt100", "ansi"] where !name.isEmpty {
      rungs.append(Rung(type: name, most: most))
    }
  }

  /// Whether a terminal can be expected to understand what xterm does.
  private static func isLikeXterm(_ type: String) -> Bool {
    !["linux", "vt", "ansi", "cons", "hurd", "sun", "wy", "screen.linux"].contains { type.hasPrefix($0) }
  }

  /// The depth to use on a terminal with a number of colours.
  static func depth(colors: Int, most: ColorDepth) -> ColorDepth {
    switch most {
    case .none: .none
    case .truecolor where colors > 256: .truecolor
    case .truecolor, .colors256: colors >= 256 ? .colors256 : depth(colors: colors, most: .colors16)
    case .colors16: colors >= 16 ? .colors16 : depth(colors: colors, most: .colors8)
    case .colors8: colors >= 8 ? .colors8 : .none
    }
  }
}
