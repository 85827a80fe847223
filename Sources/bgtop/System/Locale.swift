/// What the environment says of characters, for text that goes to no terminal.
enum Locale {
  /// The first of the three variables that is set decides, as POSIX has it.
  static var isUTF8: Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(System.variable).first ?? ""
    let upper = name.uppercased()
    return upper.hasSuffix("UTF-8") || upper.hasSuffix("UTF8")
  }
}
