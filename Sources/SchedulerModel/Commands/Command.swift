public import TaskTrace

/// What a user can do to a simulation.
///
/// Every command has a text that reads back as the same command, so that a trace replays.
public enum Command: Hashable, Sendable {
  /// Simulates the launch of a pending request, regardless of conditions (rules N1, N2).
  case launch(TaskIdentifier)
  /// Simulates the expiration of a running task (rule N3).
  case expire(TaskIdentifier)
  /// The user stops a continued task on its card (rule F10).
  case userCancel(TaskIdentifier)
  /// The app submits its request.
  case submit(TaskIdentifier)
  /// The app cancels its pending request.
  case cancel(TaskIdentifier)
  case thermal(ThermalState)
  case lowPower(Bool)
  /// Percent, 0 to 100.
  case battery(Int)
  case charger(Bool)
  case network(NetworkPath)
  case inUse(Bool)
  /// The switch of one app, or of the whole device.
  case backgroundRefresh(Bool, bundle: String?)
  case memoryPressure(MemoryPressure)
  /// Percent, 0 to 100.
  case cpu(Int)
  case camera(Bool)
  case open(String)
  case leave(String)
  case forceQuit(String)
  case reboot
  /// A server sends an app a silent push of priority 5.
  case push(String)
  /// An app creates its first transfer, or all of them that no other creates.
  case download(String)
  /// A new version replaces an app.
  case update(String)
  /// An app is deleted and reinstalled.
  case install(String)
  /// The system drops a pending request without notifying the app (rule B21).
  case prune(TaskIdentifier)
  /// The user answers the question about a continued task.
  case answer(TaskIdentifier, continues: Bool)

  /// The command as it is written in traces: a word, then its argument.
  public var text: String {
    switch self {
    case .launch(let task): "launch \(task.rawValue)"
    case .expire(let task): "expire \(task.rawValue)"
    case .userCancel(let task): "user-cancel \(task.rawValue)"
    case .submit(let task): "submit \(task.rawValue)"
    case .cancel(let task): "cancel \(task.rawValue)"
    case .thermal(let state): "thermal \(state.word)"
    case .lowPower(let on): "low-power \(Self.word(on))"
    case .battery(let level): "battery \(level)"
    case .charger(let on): "charger \(Self.word(on))"
    case .network(let path):
      "network \(path.transport.rawValue) \(path.quality)\(path.expensive ? " expensive" : "")"
        + (path.constrained ? " constrained" : "")
    case .inUse(let on): "in-use \(Self.word(on))"
    case .backgroundRefresh(let on, let bundle): "refresh \(Self.word(on))\(bundle.map { " \($0)" } ?? "")"
    case .memoryPressure(let level): "memory \(level.word)"
    case .cpu(let level): "cpu \(level)"
    case .camera(let on): "camera \(Self.word(on))"
    case .open(let bundle): "open \(bundle)"
    case .leave(let bundle): "leave \(bundle)"
    case .forceQuit(let bundle): "force-quit \(bundle)"
    case .reboot: "reboot"
    case .push(let bundle): "push \(bundle)"
    case .download(let bundle): "download \(bundle)"
    case .update(let bundle): "update \(bundle)"
    case .install(let bundle): "install \(bundle)"
    case .prune(let task): "prune \(task.rawValue)"
    case .answer(let task, let continues): "\(continues ? "continue" : "stop") \(task.rawValue)"
    }
  }

  private static func word(_ on: Bool) -> String { on ? "on" : "off" }

  /// Every first word with what follows it, for completion and help.
  public static let forms: [(word: String, follows: String)] = [
    ("launch", "TASK"), ("expire", "TASK"), ("user-cancel", "TASK"), ("submit", "TASK"), ("cancel", "TASK"),
    ("thermal", "nominal|fair|serious|critical"), ("low-power", "on|off"), ("battery", "0…100"),
    ("charger", "on|off"), ("network", "none|wifi|cellular|wired [0…100] [expensive] [constrained]"),
    ("in-use", "on|off"), ("refresh", "on|off [BUNDLE]"), ("memory", "normal|warning|critical"),
    ("cpu", "0…100"), ("camera", "on|off"), ("open", "BUNDLE"), ("leave", "BUNDLE"), ("force-quit", "BUNDLE"),
    ("reboot", ""), ("push", "BUNDLE"), ("download", "BUNDLE"), ("update", "BUNDLE"), ("install", "BUNDLE"),
    ("prune", "TASK"), ("continue", "TASK"), ("stop", "TASK"),
  ]
}

extension Command {
  /// Reads the form of ``text``; nil for anything else.
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard let first = words.first else { return nil }
    let rest = Array(words.dropFirst())
    guard let command = Self.read(first, rest) else { return nil }
    self = command
  }

  private static func read(_ word: String, _ rest: [String]) -> Command? {
    if word == "network" { return network(rest) }
    if word == "refresh" {
      guard let on = rest.first.flatMap(flag), rest.count <= 2 else { return nil }
      return .backgroundRefresh(on, bundle: rest.count == 2 ? rest[1] : nil)
    }
    if word == "reboot" { return rest.isEmpty ? .reboot : nil }
    guard rest.count == 1, let value = rest.first else { return nil }
    switch word {
    case "launch": return .launch(TaskIdentifier(value))
    case "expire": return .expire(TaskIdentifier(value))
    case "user-cancel": return .userCancel(TaskIdentifier(value))
    case "submit": return .submit(TaskIdentifier(value))
    case "cancel": return .cancel(TaskIdentifier(value))
    case "thermal": return ThermalState(word: value).map { .thermal($0) }
    case "low-power": return flag(value).map { .lowPower($0) }
    case "battery": return percent(value).map { .battery($0) }
    case "charger": return flag(value).map { .charger($0) }
    case "in-use": return flag(value).map { .inUse($0) }
    case "memory": return MemoryPressure(word: value).map { .memoryPressure($0) }
    case "cpu": return percent(value).map { .cpu($0) }
    case "camera": return flag(value).map { .camera($0) }
    case "open": return .open(value)
    case "leave": return .leave(value)
    case "force-quit": return .forceQuit(value)
    case "push": return .push(value)
    case "download": return .download(value)
    case "update": return .update(value)
    case "install": return .install(value)
    case "prune": return .prune(TaskIdentifier(value))
    case "continue": return .answer(TaskIdentifier(value), continues: true)
    case "stop": return .answer(TaskIdentifier(value), continues: false)
    default: return nil
    }
  }

  private static func flag(_ text: String) -> Bool? { text == "on" ? true : text == "off" ? false : nil }

  private static func percent(_ text: String) -> Int? {
    guard let value = Int(text), (0...100).contains(value) else { return nil }
    return value
  }

  private static func network(_ words: [String]) -> Command? {
    guard let first = words.first, let transport = NetworkPath.Transport(rawValue: first) else { return nil }
    var path = NetworkPath(usual: transport)
    if words.count > 1 { path.expensive = false }
    for (index, word) in words.enumerated().dropFirst() {
      if index == 1, let quality = percent(word) {
        path.quality = quality
      } else if word == "expensive" {
        path.expensive = true
      } else if word == "constrained" {
        path.constrained = true
      } else {
        return nil
      }
    }
    return .network(path)
  }
}
