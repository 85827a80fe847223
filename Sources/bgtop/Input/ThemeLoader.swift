internal import BuiltInThemes
internal import Screen
internal import TaskTrace

/// Finds themes: built in, by path, or by name in the folders of bgtop and btop.
enum ThemeLoader {
  struct Failure: Error {
    var message: String
  }

  /// The theme of a name or path, and what was wrong with some of its lines.
  ///
  /// A pipe is read only where blocking is acceptable, which is before the screen opens.
  static func load(_ name: String?, mayWait: Bool = false) throws(Failure) -> (theme: Theme, problems: [String]) {
    // The default is the fallback of all themes, which is there without reading a text.
    guard let name else { return (.fallback, []) }
    if let builtIn = BuiltInThemes.all.first(where: { $0.name == name }) {
      return (Theme.parse(name: name, text: builtIn.text).theme, [])
    }
    guard let path = path(for: name) else {
      let hint = didYouMean(name, among: BuiltInThemes.all.map(\.name))
      throw Failure(message: "there is no theme '\(name)'\(hint)")
    }
    do throws(FileAccess.Failure) {
      let bytes = try Source.small(path, mayWait: mayWait)
      let (theme, problems) = Theme.parse(name: name, text: String(decoding: bytes, as: UTF8.self))
      return (theme, problems.map { "\(path):\($0.line): \($0.message)" })
    } catch {
      throw Failure(message: error.message)
    }
  }

  /// The themes that can be chosen by name: built in, then those of the folders.
  static var names: [String] {
    let files = folders.flatMap { FileAccess.names(in: $0) }.filter { $0.hasSuffix(".theme") }
      .map { String($0.dropLast(".theme".count)) }
    var names = BuiltInThemes.all.map(\.name)
    for name in files.sorted() where !names.contains(name) { names.append(name) }
    return names
  }

  /// The file that a theme comes from; nil for a built-in theme.
  static func file(of name: String) -> String? {
    BuiltInThemes.all.contains { $0.name == name } ? nil : path(for: name)
  }

  private static func path(for name: String) -> String? {
    if name.contains("/") || name.hasSuffix(".theme") { return FileAccess.exists(name) ? name : nil }
    return folders.map { "\($0)/\(name).theme" }.first(where: FileAccess.exists)
  }

  /// The folders in which themes are found by name: bgtop's own folder first, then btop's.
  static var folders: [String] {
    let home = System.variable("HOME") ?? ""
    let config = System.variable("XDG_CONFIG_HOME") ?? "\(home)/.config"
    return [
      "\(config)/bgtop/themes", "\(config)/btop/themes", "/usr/local/share/btop/themes", "/usr/share/btop/themes",
      "/opt/homebrew/share/btop/themes",
    ]
  }
}
