internal import Screen

/// What is on top of the panes. While one is open, it gets all keys, clicks, and wheel events.
public enum Overlay: Hashable, Sendable {
  case help(HelpState)
  case options(OptionsState)
  case chooser(ChooserState)
  /// A line that is being typed, at the bottom of the screen.
  case prompt(Prompt)
}

/// The table of keys while it is open.
public struct HelpState: Hashable, Sendable {
  /// The search text for the key table.
  var search = LineEditor()
  /// The chosen row, of those that match.
  var row = 0
}

/// The list of options while it is open.
public struct OptionsState: Hashable, Sendable {
  /// The chosen option.
  var row = 0
}

extension Overlay {
  /// Whether a click closes it. Questions and lines that are being typed stay.
  var closesOnClick: Bool {
    switch self {
    case .help, .options: true
    case .chooser, .prompt: false
    }
  }
}

extension DashboardState {
  /// Passes a key to the overlay.
  mutating func reduce(_ key: Key, in overlay: Overlay) -> [Effect] {
    if case .prompt(let prompt) = overlay { return reduce(key, in: prompt) }
    if key == .ctrl("c") { return reduce(.quit) }
    switch overlay {
    case .prompt: return []
    case .help(let help): return reduce(key, in: help)
    case .options(let options): return reduce(key, in: options)
    case .chooser(let chooser): return reduce(key, in: chooser)
    }
  }
}
