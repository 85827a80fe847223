internal import Dashboard
internal import TaskTrace

/// The file that keeps options and keys: `$XDG_CONFIG_HOME/bgtop/config`, else `~/.config/bgtop/config`.
enum ConfigurationFile {
  static var path: String? {
    if let folder = System.variable("XDG_CONFIG_HOME"), !folder.isEmpty { return "\(folder)/bgtop/config" }
    return System.variable("HOME").map { "\($0)/.config/bgtop/config" }
  }

  /// What was found.
  struct LoadedConfiguration {
    var configuration = Configuration()
    /// What was wrong in the file.
    var problems: [String] = []
    var exists = true
  }

  /// The configuration, as far as it is understood; an empty one if there is not a file.
  static func load() -> LoadedConfiguration {
    guard let path, FileAccess.exists(path) else { return LoadedConfiguration(exists: false) }
    do {
      let bytes = try Source.small(path)
      guard bytes.contains(where: { $0 > 0x20 }) else { return LoadedConfiguration() }
      let (configuration, problems) = try Configuration.read(bytes)
      return LoadedConfiguration(configuration: configuration, problems: problems.map { "\(path):\($0)" })
    } catch let error as FileAccess.Failure {
      return LoadedConfiguration(problems: [error.message])
    } catch {
      return LoadedConfiguration(problems: ["\(path):\(error)"])
    }
  }

  /// Keeps a configuration; the file is replaced only once the new one is whole.
  static func save(_ configuration: Configuration) throws(FileAccess.Failure) -> String {
    guard let path else {
      throw FileAccess.Failure(path: "configuration", reason: "neither XDG_CONFIG_HOME nor HOME is set")
    }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    try FileAccess.makeFolder(folder)
    try FileAccess.write(configuration.text, to: path, replacesInput: true)
    return path
  }
}
