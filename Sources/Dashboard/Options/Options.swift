public import Screen

/// The persistent settings of the user. Every option has a name, a value as text, and the values that Tab and the arrow
/// keys offer.
public struct Options: Hashable, Sendable {
  public var themeName = "dark"
  /// The themes that can be chosen.
  public var themeNames: [String] = []
  public var symbols = Symbols.utf8
  /// How the overview is arranged.
  var preset = Preset.all
  /// Whether the mouse is bgtop's.
  public var mouse = true
  /// Whether the screen is one column of plain lines.
  public var linear = false
  var order = TaskOrder.activity
  public var tips = true

  public init() {}

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
    case .theme: "The colors."
    case .symbols: "Lines and symbols in Unicode or in ASCII."
    case .layout: "Which panes the overview has."
    case .mouse: "Clicks and the wheel go to bgtop; off leaves them to the terminal."
    case .linear: "One column of plain lines without frames, for screen readers."
    case .order: "The order of the tasks."
    case .tips: "A startup tip for new users."
    }
  }

  /// The values that can be chosen.
  func values(_ options: Options) -> [String] {
    switch self {
    case .theme: options.themeNames
    case .symbols: ["utf8", "ascii"]
    case .layout: Preset.allCases.map(\.rawValue)
    case .mouse, .linear, .tips: ["on", "off"]
    case .order: TaskOrder.allCases.map(\.rawValue)
    }
  }

  func value(_ options: Options) -> String {
    func word(_ on: Bool) -> String { on ? "on" : "off" }
    return switch self {
    case .theme: options.themeName
    case .symbols: options.symbols.isASCII ? "ascii" : "utf8"
    case .layout: options.preset.rawValue
    case .mouse: word(options.mouse)
    case .linear: word(options.linear)
    case .order: options.order.rawValue
    case .tips: word(options.tips)
    }
  }
}
