/// The themes that are part of the program.
public enum BuiltInThemes {
  /// All of them, the default first, as the content of files in btop's format.
  public static var all: [(name: String, text: String)] {
    [
      ("dark", String(decoding: PackageResources.dark_theme, as: UTF8.self)),
      ("light", String(decoding: PackageResources.light_theme, as: UTF8.self)),
    ]
  }
}
