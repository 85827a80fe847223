import CPlatform

/// What the environment says about the terminal.
struct Environment {
  /// `TERM`, empty if it is not set.
  var type: String
  /// Whether `COLORTERM` announces any color.
  var hasTruecolor: Bool
  /// Whether `NO_COLOR` is set to anything (no-color.org).
  var wantsNoColor: Bool

  /// Reads the environment of the process.
  static var current: Environment {
    let colors = variable("COLORTERM")
    return Environment(
      type: variable("TERM") ?? "", hasTruecolor: colors == "truecolor" || colors == "24bit",
      wantsNoColor: !(variable("NO_COLOR") ?? "").isEmpty)
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe bgp_environment(name) else { return nil }
    return unsafe String(cString: value)
  }
}
