/// The themes that are part of the program.
public enum BuiltInThemes {
  /// All of them, the default first, as the content of files in btop's format.
  public static var all: [(name: String, text: String)] {
    [
      ("dark", String(decoding: PackageResources.dark_theme, as: UTF8.self)),
      ("light", String(decoding: PackageResources.light_theme, as: UTF8.self)),
      ("high-contrast", String(decoding: PackageResources.high_contrast_theme, as: UTF8.self)),
      ("colorblind-dark", String(decoding: PackageResources.colorblind_dark_theme, as: UTF8.self)),
      ("colorblind-light", String(decoding: PackageResources.colorblind_light_theme, as: UTF8.self)),
      ("mono", String(decoding: PackageResources.mono_theme, as: UTF8.self)),
    ]
  }
}
