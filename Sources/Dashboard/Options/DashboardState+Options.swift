internal import Screen
internal import TaskTrace

extension DashboardState {
  /// All options as they are now, for the configuration.
  public var settings: [Options.Setting] { Options.Key.allCases.map { Options.Setting($0, $0.value(self)) } }

  /// Why an option cannot have a value; nil if it can.
  func optionFault(_ rest: [String]) -> String? {
    guard let name = rest.first else { return nil }
    guard let key = Options.Key(rawValue: name) else {
      return "there is no option '\(name)'" + didYouMean(name, among: Options.Key.allCases.map(\.rawValue))
    }
    guard rest.count == 2 else {
      return "\(name) takes one value: \(key.values(self).prefix(6).joined(separator: ", "))"
    }
    var copy = self
    return copy.apply(Options.Setting(key, rest[1]))
      ? nil : "\(name) is one of \(key.values(self).prefix(12).joined(separator: ", ")), not '\(rest[1])'"
  }

  /// Changes an option; false if it cannot have the value.
  @discardableResult
  public mutating func apply(_ setting: Options.Setting) -> Bool {
    let value = setting.value
    func flag() -> Bool? { value == "on" ? true : value == "off" ? false : nil }
    switch setting.key {
    case .theme:
      guard themeNames.isEmpty || themeNames.contains(value) || value.contains("/") else { return false }
      themeName = value
    case .symbols:
      guard value == "utf8" || value == "ascii" else { return false }
      symbols = value == "ascii" ? .ascii : .utf8
    case .layout:
      guard let wanted = Preset(rawValue: value) else { return false }
      preset = wanted
      if view == .overview, !wanted.panes.contains(focus) { focus = wanted.panes.first ?? .pending }
    case .mouse:
      guard let on = flag() else { return false }
      mouse = on
    case .linear:
      guard let on = flag() else { return false }
      linear = on
    case .tips:
      guard let on = flag() else { return false }
      tips = on
    case .order:
      guard let wanted = TaskOrder(rawValue: value) else { return false }
      order = wanted
    }
    return true
  }

  /// `:set OPTION VALUE`.
  mutating func set(_ rest: [String]) -> [Effect] {
    guard rest.count == 2, let key = Options.Key(rawValue: rest[0]) else {
      tell("set OPTION VALUE is what is understood")
      return []
    }
    return set(key, to: rest[1])
  }

  private mutating func set(_ key: Options.Key, to value: String) -> [Effect] {
    guard apply(Options.Setting(key, value)) else { return [] }
    toast = Toast(text: "\(key.rawValue) is \(value) now; :save keeps it.", isRefusal: false)
    switch key {
    case .theme: return [.theme(value)]
    case .mouse: return [.mouse(mouse)]
    case .symbols: return [.redrawAll]
    default: return []
    }
  }

  /// While the options are open: up and down choose one, left and right its value.
  mutating func reduceOptions(_ key: Key) -> [Effect] {
    let count = Options.Key.allCases.count
    guard let row = optionsOpen?.row else { return [] }
    switch key {
    case .up, "k": optionsOpen?.row = (row + count - 1) % count
    case .down, "j": optionsOpen?.row = (row + 1) % count
    case .left, "h", .right, "l", .enter, " ":
      let option = Options.Key.allCases[row]
      let values = option.values(self)
      guard !values.isEmpty else { return [] }
      let step = key == .left || key == "h" ? values.count - 1 : 1
      let next = values.firstIndex(of: option.value(self)).map { ($0 + step) % values.count } ?? 0
      return set(option, to: values[next])
    case "s":
      return [.saveOptions]
    default: optionsOpen = nil
    }
    return []
  }
}
