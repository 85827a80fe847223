internal import Screen
internal import TaskTrace

/// The conditions of the device as lamps: a sign, the name with its key marked, the value in words.
enum StatusLine {
  /// The lamps of a board as they are written.
  struct Written: Sendable {
    var runs: [[TextRun]]
    /// The columns that all of them take on one line.
    var width: Int

    init(_ app: AppRecord?, _ board: Board, symbols: Symbols) {
      runs = indicators(app, board).map(StatusLine.runs)
      width = runs.map { $0.width(symbols: symbols) + 2 }.reduce(1, +)
    }
  }

  struct StatusIndicator {
    /// The key that changes the condition, marked in the name where it occurs.
    var key: Character
    var name: String
    var value: String
    var role: Role
    var on: Bool
  }

  static func draw(_ context: PaneContext, in rect: Rect, on canvas: inout Canvas) {
    guard !rect.isEmpty else { return }
    var place = Point(column: rect.column + 1, row: rect.row)
    for runs in context.indicators.runs {
      let width = runs.width(symbols: canvas.symbols)
      if place.column + width > rect.endColumn, place.column > rect.column + 1 {
        place = Point(column: rect.column + 1, row: place.row + 1)
      }
      guard place.row < rect.endRow else { return }
      canvas.put(runs, at: place, within: rect, ellipsis: true)
      place.column += width + 2
    }
  }

  private static func runs(for indicator: StatusIndicator) -> [TextRun] {
    var runs = [TextRun(indicator.on ? "● " : "○ ", Style(indicator.on ? indicator.role : .inactive))]
    if let index = indicator.name.firstIndex(of: indicator.key) {
      runs.append(TextRun(String(indicator.name[..<index]), Style(.secondary)))
      runs.append(TextRun(String(indicator.key), Style(.highlight, .underline)))
      runs.append(TextRun(String(indicator.name[indicator.name.index(after: index)...]) + " ", Style(.secondary)))
    } else {
      runs.append(TextRun(indicator.name + " ", Style(.secondary)))
    }
    runs.append(TextRun(indicator.value, Style(indicator.role)))
    return runs
  }

  private static func indicators(_ app: AppRecord?, _ board: Board) -> [StatusIndicator] {
    let device = board.conditions
    func indicator(_ key: Character, _ name: String, _ value: String?, _ role: Role, on: Bool = true) -> StatusIndicator
    {
      guard let value else { return StatusIndicator(key: key, name: name, value: "unknown", role: .unknown, on: false) }
      return StatusIndicator(key: key, name: name, value: value, role: role, on: on)
    }
    let charge = device.battery.map { "\($0)%" }
    let low = (device.battery ?? 100) <= 20 && device.plugged != true
    var indicators = [
      indicator("b", "battery", charge, low ? .bad : device.charging == true ? .good : .text),
      indicator(
        "c", "charger", device.plugged.map { $0 ? (device.charging == true ? "charging" : "full") : "off" },
        device.plugged == true ? .good : .text,
        on: device.plugged == true),
      indicator("t", "thermal", device.thermal?.word, thermalRole(device.thermal)),
      indicator(
        "p", "low power", device.lowPower.map { $0 ? "ON" : "off" }, device.lowPower == true ? .warning : .text,
        on: device.lowPower == true),
      indicator(
        "w", device.network.map(networkName) ?? "network", device.network.map(networkValue),
        device.network?.isReachable == false ? .bad : .good, on: device.network?.isReachable == true),
      indicator(
        "i", device.inUse == true ? "in" : "idle",
        device.inUse.map { $0 ? "use" : device.locked == true ? "locked" : "unlocked" },
        device.inUse == true ? .info : .text, on: device.inUse == true),
      indicator(
        "r", "refresh", device.backgroundRefresh.map { $0 ? "on" : "OFF" },
        device.backgroundRefresh == false ? .bad : .good, on: device.backgroundRefresh == true),
    ]
    if let pressure = device.memoryPressure, pressure != .normal {
      indicators.append(indicator("m", "memory", pressure.word, pressure == .critical ? .bad : .warning))
    }
    if let cpu = device.cpu, cpu > 50 { indicators.append(indicator("u", "cpu", "\(cpu)%", .warning)) }
    if device.camera == true { indicators.append(indicator("-", "camera", "on", .warning)) }
    if let app {
      let name = String(app.bundle.split(separator: ".").last ?? Substring(app.bundle))
      indicators.append(
        indicator(
          "a", name, app.state == .foreground ? "foreground" : app.state.word,
          app.state == .foreground ? .info : app.state == .forceQuit ? .bad : .text, on: app.state == .foreground))
    }
    return indicators
  }

  /// The app in the foreground, or else that of the selected task.
  static func shownApp(_ state: DashboardState, _ board: Board) -> AppRecord? {
    board.apps.first { $0.state == .foreground }
      ?? state.selection.task.flatMap { board.task($0)?.bundle }.flatMap { board.app($0) }
  }

  static func thermalRole(_ state: ThermalState?) -> Role {
    switch state {
    case nil: .unknown
    case .nominal: .good
    case .fair: .warning
    case .serious, .critical: .bad
    }
  }

  private static func networkName(_ path: NetworkPath) -> String {
    switch path.transport {
    case .wifi: "Wi-Fi"
    case .none: "network"
    case .cellular, .wired: "network"
    }
  }

  private static func networkValue(_ path: NetworkPath) -> String {
    let quality = path.quality >= 80 ? "good" : path.quality >= 50 ? "fair" : "poor"
    switch path.transport {
    case .none: return "offline"
    case .wifi: return quality + (path.constrained ? ", low data" : "")
    case .cellular: return "cellular" + (path.constrained ? ", low data" : "")
    case .wired: return "wired"
    }
  }
}
