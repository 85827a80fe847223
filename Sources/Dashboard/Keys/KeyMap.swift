public import Screen

/// The key table in effect: the built-in one, with the keys that the user has rebound.
public struct KeyMap: Sendable {
  /// In the order of ``KeyTable``.
  public private(set) var bindings = KeyTable.bindings { didSet { pairs = Self.pairs(bindings) } }
  /// The same key by key, side by side, so that a key finds its action in a few lines of memory.
  private var pairs = pairs(KeyTable.bindings)

  /// The table as it ships.
  public static let standard = KeyMap()

  private init() {}

  /// The table with other keys for some actions.
  ///
  /// A key that is bound to another action no longer belongs to the first; an action that loses its last key can still
  /// be typed after `:`.
  ///
  /// - Parameter wanted: The keys of some actions, which replace theirs.
  /// - Returns: The table, and a sentence for each key that was reassigned or bound twice.
  public static func rebound(_ wanted: [(action: Action, keys: [Key])]) -> (map: KeyMap, conflicts: [String]) {
    var map = KeyMap()
    var conflicts: [String] = []
    var owners: [Key: Action] = [:]
    for (action, keys) in wanted {
      guard let index = map.bindings.firstIndex(where: { $0.action == action }) else { continue }
      map.bindings[index].keys = keys.filter { key in
        if let owner = owners[key], owner != action {
          conflicts.append(
            "\(key) is assigned to \(owner.commandName) and \(action.commandName): the first one gets it")
          return false
        }
        owners[key] = action
        return true
      }
    }
    for index in map.bindings.indices {
      let action = map.bindings[index].action
      let lost = map.bindings[index].keys.filter { owners[$0].map { $0 != action } ?? false }
      guard !lost.isEmpty else { continue }
      map.bindings[index].keys.removeAll(where: lost.contains)
      for key in lost {
        let rest =
          map.bindings[index].keys.first.map { "still has \($0)" } ?? "can still be reached with :\(action.commandName)"
        conflicts.append("\(key) is now \(owners[key]?.commandName ?? ""); \(action.commandName) \(rest)")
      }
    }
    return (map, conflicts)
  }

  private static func pairs(_ bindings: [KeyBinding]) -> [(key: Key, action: Action)] {
    var pairs: [(key: Key, action: Action)] = []
    for binding in bindings {
      for key in binding.keys { pairs.append((key, binding.action)) }
    }
    return pairs
  }

  /// The action of a key. Complexity: linear in the number of keys; a dictionary would cost every start more than all keys
  /// that are ever pressed.
  public func action(for key: Key) -> Action? { pairs.first { $0.key == key }?.action }

  /// The first key of an action, if it has one.
  public func key(for action: Action) -> Key? { pairs.first { $0.action == action }?.key }
}
