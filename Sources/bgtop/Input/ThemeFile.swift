/// The file of the theme that is shown, watched for changes while somebody edits it.
struct ThemeFile {
  private var name: String
  private var path: String?
  private var stamp: Int64?

  init(_ name: String) {
    self.name = name
    look()
  }

  /// Whether the file is another one than at the last look; a theme that is built in never is.
  mutating func hasChanged(_ name: String) -> Bool {
    guard name == self.name else {
      self = ThemeFile(name)
      return false
    }
    guard let path else { return false }
    let now = FileAccess.changed(path)
    defer { stamp = now }
    return now != stamp && now != nil
  }

  private mutating func look() {
    path = ThemeLoader.path(for: name)
    stamp = path.flatMap(FileAccess.changed)
  }
}
