internal import Screen
internal import TaskTrace

/// The conditions of the device as lamps: a sign, the name with its key marked, the value in words.
enum LampLine {
  /// The lamps of a board as they are written.
  struct Written: Sendable {
    var runs: [[TextRun]]
    /// The columns that all of them take on one line.
    var width: Int

    init(_ app: AppRecord?, _ board: Board, symbols: Symbols) {
      runs = lamps(app, board).map(LampLine.runs)
      width = runs.map { $0.width(symbols: symbols) + 2 }.reduce(1, +)
    }
  }

  struct Lamp {
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
    for runs in context.lamps.runs {
      let width = runs.width(symbols: canvas.symbols)
      if place.column + width > rect.endColumn, place.column > rect.column + 1 {
        place = Point(column: rect.column + 1, row: place.row + 1)
      }
      guard place.row < rect.endRow else { return }
      canvas.put(runs, at: place, within: rect, ellipsis: true)
      place.column += width + 2
    }
  }

  private static func runs(for lamp: Lamp) -> [TextRun] {
    var runs = [TextRun(lamp.on ? "● " : "○ ", Style(lamp.on ? lamp.role : .inactive))]
    if let index = lamp.name.firstIndex(of: lamp.key) {
      runs.append(TextRun(String(lamp.name[..<index]), Style(.secondary)))
      runs.append(TextRun(String(lamp.key), Style(.highlight, .underline)))
      runs.append(TextRun(String(lamp.name[lamp.name.index(after: index)...]) + " ", Style(.secondary)))
    } else {
      runs.append(TextRun(lamp.name + " ", Style(.secondary)))
    }
    runs.append(TextRun(lamp.value, Style(lamp.role)))
    return runs
  }

  private static func lamps(_ app: AppRecord?, _ board: Board) -> [Lamp] {
    let device = board.conditions
    func lamp(_ key: Character, _ name: String, _ value: String?, _ role: Role, on: Bool = true) -> Lamp {
      guard let value else { return Lamp(key: key, name: name, value: "unknown", role: .unknown, on: false) }
      return Lamp(key: key, name: name, value: value, role: role, on: on)
    }
    let charge = device.battery.map { "\($0)%" }
    let low = (device.battery ?? 100) <= 20 && device.plugged != true
    var lamps = [
      lamp("b", "battery", charge, low ? .bad : device.charging == true ? .good : .text),
      lamp(
        "c", "charger", device.plugged.map { $0 ? (device.charging == true ? "charging" : "full") : "off" },
        device.plugged == true ? .good : .text,
        on: device.plugged == true),
      lamp("t", "thermal", device.thermal?.word, thermalRole(device.thermal)),
      lamp(
        "p", "low power", device.lowPower.map { $0 ? "ON" : "off" }, device.lowPower == true ? .warning : .text,
        on: device.lowPower == true),
      lamp(
        "w", device.network.map(networkName) ?? "network", device.network.map(networkValue),
        device.network?.isReachable == false ? .bad : .good, on: device.network?.isReachable == true),
      lamp(
        "i", device.inUse == true ? "in" : "idle",
        device.inUse.map { $0 ? "use" : device.locked == true ? "locked" : "unlocked" },
        device.inUse == true ? .info : .text, on: device.inUse == true),
      lamp(
        "r", "refresh", device.backgroundRefresh.map { $0 ? "on" : "OFF" },
        device.backgroundRefresh == false ? .bad : .good, on: device.backgroundRefresh == true),
    ]
    if let pressure = device.memoryPressure, pressure != .normal {
      lamps.append(lamp("m", "memory", pressure.word, pressure == .critical ? .bad : .warning))
    }
    if let cpu = device.cpu, cpu > 50 { lamps.append(lamp("u", "cpu", "\(cpu)%", .warning)) }
    if device.camera == true { lamps.append(lamp("-", "camera", "on", .warning)) }
    if let app {
      let name = String(app.bundle.split(separator: ".").last ?? Substring(app.bundle))
      lamps.append(
        lamp(
          "a", name, app.state == .foreground ? "foreground" : app.state.word,
          app.state == .foreground ? .info : app.state == .forceQuit ? .bad : .text, on: app.state == .foreground))
    }
    return lamps
  }

  /// The app in front, else that of the selected task.
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
