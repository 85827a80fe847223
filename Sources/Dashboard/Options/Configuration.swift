public import Screen
public import TaskTrace

/// What the user saves between sessions: options, and custom keys. JSON5:
///
///     { options: { theme: "light", mouse: false }, keys: { launch: ["F"], expire: ["X", "F5"] } }
public struct Configuration: Sendable {
  public var options: [Options.Setting] = []
  public var keys: [(action: Action, keys: [Key])] = []

  public init() {}

  /// Reads a configuration; problems are reported with their positions, and the rest is applied.
  ///
  /// - Throws: The position if the text is not valid JSON5.
  public static func read(_ bytes: [UInt8]) throws(TextProblem) -> (
    configuration: Configuration, problems: [TextProblem]
  ) {
    let value = try JSONReader.read(bytes, dialect: .json5)
    var configuration = Configuration()
    var problems: [TextProblem] = []
    func report(_ message: String, _ offset: Int) { problems.append(TextProblem(message, at: offset, in: bytes)) }
    guard let members = value.object else {
      report("a configuration is { options: { … }, keys: { … } }", value.offset)
      return (configuration, problems)
    }
    for member in members {
      switch member.key {
      case "options":
        for option in member.value.object ?? [] {
          guard let key = Options.Key(rawValue: option.key) else {
            report(unknown("option", option.key, Options.Key.allCases.map(\.rawValue)), option.offset)
            continue
          }
          guard let text = text(option.value) else {
            report("\(option.key) must be a string, a number, true, or false", option.value.offset)
            continue
          }
          configuration.options.append(Options.Setting(key, text))
        }
      case "keys":
        for binding in member.value.object ?? [] {
          guard let action = Action.allCases.first(where: { $0.commandName == binding.key }) else {
            report(unknown("action", binding.key, Action.allCases.map(\.commandName)), binding.offset)
            continue
          }
          var keys: [Key] = []
          for name in binding.value.array ?? [binding.value] {
            do throws(KeyNameError) { keys.append(try Key(name: name.string ?? "")) } catch {
              report("\(error)", name.offset)
            }
          }
          configuration.keys.append((action, keys))
        }
      default: report(unknown("part", member.key, ["options", "keys"]), member.offset)
      }
    }
    return (configuration, problems)
  }

  private static func text(_ value: JSONValue) -> String? {
    value.string ?? value.bool.map { $0 ? "on" : "off" } ?? value.integer.map { String($0) }
  }

  private static func unknown(_ what: String, _ name: String, _ known: [String]) -> String {
    let near = didYouMean(name, among: known)
    return "there is no \(what) '\(name.prefix(40))'\(near)"
  }

  /// The configuration as a file.
  public var text: String {
    func quoted(_ text: String) -> String {
      var writer = JSONWriter()
      writer.write(JSONValue(.string(text)))
      return writer.text
    }
    var lines = ["// Options and keys of bgtop: `bgtop list keys` lists the action names.", "{", "  options: {"]
    lines += options.map { "    \($0.key.rawValue): \(quoted($0.value))," }
    lines += ["  },", "  keys: {"]
    lines += keys.map { one in
      "    \(quoted(one.action.commandName)): [\(one.keys.map { quoted($0.description) }.joined(separator: ", "))],"
    }
    lines += ["  },", "}"]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension DashboardState {
  /// Applies a configuration; returns what could not be applied, and which keys now belong to another action.
  public mutating func apply(_ configuration: Configuration) -> [String] {
    var problems: [String] = []
    for setting in configuration.options where !apply(setting) {
      problems.append("\(setting.key.rawValue) cannot be '\(setting.value.prefix(40))'")
    }
    if !configuration.keys.isEmpty {
      let (map, conflicts) = KeyMap.rebound(configuration.keys)
      keyMap = map
      problems += conflicts
    }
    return problems
  }

  /// The contents to save: all options as they are, and the keys that differ from the table's.
  public var configuration: Configuration {
    var configuration = Configuration()
    configuration.options = settings
    configuration.keys = zip(keyMap.bindings, KeyTable.bindings).filter { $0.keys != $1.keys }
      .map { ($0.0.action, $0.0.keys) }
    return configuration
  }
}
