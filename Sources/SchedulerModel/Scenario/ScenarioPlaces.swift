public import TaskTrace

/// Where a scenario's text names its apps and tasks, and what their Info.plists declare: for reporting mistakes there.
public struct ScenarioPlaces: Hashable, Sendable {
  /// A place in a text, from 1: `12:7`.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    public var line: Int
    public var column: Int

    public var description: String { "\(line):\(column)" }
  }

  private enum Key: Hashable {
    case app(String)
    case task(TaskIdentifier)
    case entry(app: String, list: String, text: String)
  }

  private var places: [Key: Place] = [:]

  public init() {}

  /// Finds the places in a scenario that was read. Complexity: O(bytes + n log n) for n names.
  init(_ scenario: JSONValue, in bytes: [UInt8]) {
    var found: [(offset: Int, key: Key)] = []
    for app in scenario["apps"]?.array ?? [] {
      guard let named = app["bundle"], let bundle = named.string else { continue }
      found.append((named.offset, .app(bundle)))
      for list in ["permitted", "modes"] {
        for entry in app[list]?.array ?? [] {
          if let text = entry.string { found.append((entry.offset, .entry(app: bundle, list: list, text: text))) }
        }
      }
      for task in app["tasks"]?.array ?? [] {
        if let named = task["id"], let id = named.string { found.append((named.offset, .task(TaskIdentifier(id)))) }
      }
    }
    found.sort { $0.offset < $1.offset }
    var (line, column, at) = (1, 1, 0)
    for (offset, key) in found {
      for byte in bytes[at..<max(at, min(offset, bytes.count))] {
        if byte == 10 { (line, column) = (line + 1, 1) } else if byte & 0xC0 != 0x80 { column += 1 }
      }
      at = max(at, min(offset, bytes.count))
      places[key] = places[key] ?? Place(line: line, column: column)
    }
  }

  public func app(_ bundle: String) -> Place? { places[.app(bundle)] }
  public func task(_ task: TaskIdentifier) -> Place? { places[.task(task)] }
  /// An entry of an app's `permitted` or `modes`.
  public func entry(_ text: String, in list: String, of bundle: String) -> Place? {
    places[.entry(app: bundle, list: list, text: text)]
  }

  /// Scenarios are equal if their contents are, regardless of position.
  public static func == (a: ScenarioPlaces, b: ScenarioPlaces) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}
