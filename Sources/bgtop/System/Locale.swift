/// The character encoding from the environment, for text that does not go to a terminal.
enum Locale {
  /// The first of the three variables that is set decides, as POSIX has it.
  static var isUTF8: Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(System.variable).first ?? ""
    let upper = name.uppercased()
    return upper.hasSuffix("UTF-8") || upper.hasSuffix("UTF8")
  }
}
