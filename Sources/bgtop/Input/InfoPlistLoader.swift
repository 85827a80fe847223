internal import PropertyLists
internal import SchedulerModel
internal import TaskTrace

/// Reads the Info.plists that scenarios name, and those that are checked directly.
enum InfoPlistLoader {
  /// All files that a scenario names, by the paths that it gives them.
  static func load(for scenario: [UInt8], nextTo path: String) -> [String: Scenario.InfoPlistFile] {
    var files: [String: Scenario.InfoPlistFile] = [:]
    for name in Scenario.infoPlistPaths(in: scenario) { files[name] = load(resolve(name, nextTo: path)) }
    return files
  }

  /// A path that does not begin at the root counts from the folder of the file that names it.
  private static func resolve(_ name: String, nextTo path: String) -> String {
    guard !name.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return name }
    return path[...slash] + name
  }

  private static func load(_ path: String) -> Scenario.InfoPlistFile {
    do {
      let plist = InfoPlist(try PropertyListFile(try Source.small(path, limit: Limits.propertyListFile)))
      guard plist.problems.isEmpty else { return .unreadable(plist.problems.map { "\(path):\($0)" }) }
      return .declares(permitted: (plist.permitted ?? []).map(\.text), modes: (plist.modes ?? []).map(\.text))
    } catch let failure as FileAccess.Failure {
      return .unreadable([failure.message])
    } catch {
      return .unreadable(["\(path):\(error)"])
    }
  }
}
