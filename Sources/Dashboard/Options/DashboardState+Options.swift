internal import Screen
internal import TaskTrace

extension DashboardState {
  /// All options with their present values, for the configuration.
  public var settings: [Options.Setting] { Options.Key.allCases.map { Options.Setting($0, $0.value(options)) } }

  /// Why an option cannot have a value; nil if it can.
  func optionFault(_ rest: [String]) -> String? {
    guard let name = rest.first else { return nil }
    guard let key = Options.Key(rawValue: name) else {
      return "there is no option '\(name)'" + didYouMean(name, among: Options.Key.allCases.map(\.rawValue))
    }
    guard rest.count == 2 else {
      return "\(name) takes one value: \(key.values(options).prefix(6).joined(separator: ", "))"
    }
    var copy = self
    return copy.apply(Options.Setting(key, rest[1]))
      ? nil : "\(name) is one of \(key.values(options).prefix(12).joined(separator: ", ")), not '\(rest[1])'"
  }

  /// Changes an option; false if it cannot have the value.
  @discardableResult
  public mutating func apply(_ setting: Options.Setting) -> Bool {
    let value = setting.value
    func flag() -> Bool? { value == "on" ? true : value == "off" ? false : nil }
    switch setting.key {
    case .theme:
      guard options.themeNames.isEmpty || options.themeNames.contains(value) || value.contains("/") else {
        return false
      }
      options.themeName = value
    case .symbols:
      guard value == "utf8" || value == "ascii" else { return false }
      options.symbols = value == "ascii" ? .ascii : .utf8
    case .layout:
      guard let wanted = Preset(rawValue: value) else { return false }
      options.preset = wanted
      if view == .overview, !wanted.panes.contains(focus) { focus = wanted.panes.first ?? .pending }
    case .mouse:
      guard let on = flag() else { return false }
      options.mouse = on
    case .linear:
      guard let on = flag() else { return false }
      options.linear = on
    case .tips:
      guard let on = flag() else { return false }
      options.tips = on
    case .order:
      guard let wanted = TaskOrder(rawValue: value) else { return false }
      options.order = wanted
    }
    return true
  }

  /// `:set OPTION VALUE`.
  mutating func set(_ rest: [String]) -> [Effect] {
    guard rest.count == 2, let key = Options.Key(rawValue: rest[0]) else {
      refuse("usage: set OPTION VALUE")
      return []
    }
    return set(key, to: rest[1])
  }

  private mutating func set(_ key: Options.Key, to value: String) -> [Effect] {
    guard apply(Options.Setting(key, value)) else { return [] }
    toast = Toast(text: "\(key.rawValue) is now \(value); :save keeps it.", isRefusal: false)
    switch key {
    case .theme: return [.theme(value)]
    case .mouse: return [.mouse(options.mouse)]
    case .symbols: return [.redrawAll]
    default: return []
    }
  }

  /// While the options are open: up and down choose one, left and right its value.
  mutating func reduce(_ key: Key, in open: OptionsState) -> [Effect] {
    let keys = Options.Key.allCases
    var open = open
    switch key {
    case .up, "k": open.row = (open.row + keys.count - 1) % keys.count
    case .down, "j": open.row = (open.row + 1) % keys.count
    case .left, "h", .right, "l", .enter, " ":
      let option = keys[open.row]
      let values = option.values(options)
      guard !values.isEmpty else { return [] }
      let step = key == .left || key == "h" ? values.count - 1 : 1
      let next = values.firstIndex(of: option.value(options)).map { ($0 + step) % values.count } ?? 0
      return set(option, to: values[next])
    case "s": return [.saveOptions]
    default:
      overlay = nil
      return []
    }
    overlay = .options(open)
    return []
  }
}
