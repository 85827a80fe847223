internal import Screen
internal import TaskTrace

/// What a person can choose once and for all. Every option has a name, a value in words, and the values that Tab and the
/// arrow keys offer.
public enum Options {
  public enum Key: String, CaseIterable, Hashable, Sendable {
    case theme, symbols, layout, mouse, linear, order, tips
  }

  /// An option with its value, as the configuration keeps it.
  public struct Setting: Hashable, Sendable {
    public var key: Key
    public var value: String

    public init(_ key: Key, _ value: String) { (self.key, self.value) = (key, value) }
  }
}

extension Options.Key {
  /// A sentence for the list of options.
  public var help: String {
    switch self {
    case .theme: "The colours."
    case .symbols: "Lines and signs in Unicode, or in ASCII."
    case .layout: "Which panes the overview has."
    case .mouse: "Clicks and the wheel go to bgtop; off leaves them to the terminal."
    case .linear: "One column of plain lines without frames, for screen readers."
    case .order: "The order of the tasks."
    case .tips: "A first hint for newcomers."
    }
  }

  /// The values that can be chosen.
  func values(_ state: DashboardState) -> [String] {
    switch self {
    case .theme: state.themeNames
    case .symbols: ["utf8", "ascii"]
    case .layout: Preset.allCases.map(\.rawValue)
    case .mouse, .linear, .tips: ["on", "off"]
    case .order: TaskOrder.allCases.map(\.rawValue)
    }
  }

  func value(_ state: DashboardState) -> String {
    func word(_ on: Bool) -> String { on ? "on" : "off" }
    return switch self {
    case .theme: state.themeName
    case .symbols: state.symbols.isASCII ? "ascii" : "utf8"
    case .layout: state.preset.rawValue
    case .mouse: word(state.mouse)
    case .linear: word(state.linear)
    case .order: state.order.rawValue
    case .tips: word(state.tips)
    }
  }
}

/// The list of options while it is open.
public struct OptionsState: Hashable, Sendable {
  var row = 0
}
