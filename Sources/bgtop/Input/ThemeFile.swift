/// The file of the active theme, watched for changes while the user edits it.
struct ThemeFile {
  private var name: String
  private var path: String?
  private var stamp: Int64?
  private var watch: FileWatch?

  init(_ name: String) {
    self.name = name
    path = ThemeLoader.file(of: name)
    stamp = path.flatMap(FileAccess.changed)
    watch = path.flatMap(FileWatch.init)
  }

  /// What can be read when it is time to ask ``hasChanged(_:)``.
  var descriptors: [Int32] { watch.map { [$0.descriptor] } ?? [] }

  /// Whether the file is another one than at the last look; a theme that is built in never is.
  mutating func hasChanged(_ name: String) -> Bool {
    guard name == self.name else {
      self = ThemeFile(name)
      return false
    }
    guard let path else { return false }
    watch?.acknowledge()
    let now = FileAccess.changed(path)
    defer { stamp = now }
    return now != stamp && now != nil
  }
}
