internal import Dashboard
internal import Screen

/// The manual page in roff, made from the commands and the table of keys.
enum ManualPage {
  static var text: String {
    var page = ".TH BGTOP 1 \"\" \"bgtop \(Program.version)\" \"User Commands\"\n"
    page += ".SH NAME\nbgtop \\- htop for iOS background work\n"
    page += ".SH SYNOPSIS\n.B bgtop\n[\\fIINPUT\\fR] [\\fIoptions\\fR]\n.br\n.B bgtop\n\\fICOMMAND\\fR ...\n"
    page += ".SH DESCRIPTION\n"
    page += plain(
      "Shows pending background tasks, budgets, device conditions and running tasks, and why a task does not run: for a "
        + "simulation of Apple's background scheduler, a saved trace, or the log of a device.")
    page += ".PP\n" + plain(ProgramCommand.dashboard.details)
    page += ".SH OPTIONS\n" + options(.dashboard)
    page += ".SH COMMANDS\n"
    for spec in ProgramCommand.named {
      page += ".SS \(escaped("bgtop \(spec.name) \(spec.operands)"))\n"
      page += plain(spec.summary.prefix(1).uppercased() + spec.summary.dropFirst() + ".")
      if !spec.details.isEmpty { page += ".PP\n" + plain(spec.details) }
      page += options(spec)
    }
    page += ".SH KEYS\n"
    for group in KeyBinding.Group.allCases {
      page += ".SS \(group.rawValue)\n"
      for binding in KeyTable.bindings where binding.group == group {
        let keys = binding.keys.map(\.description).joined(separator: ", ")
        page += ".TP\n.B \(escaped(keys))\n" + plain(binding.help)
      }
    }
    page += ".SH EXIT STATUS\n.TP\n0\nsuccess\n.TP\n1\nfindings, failed expectations, or differences\n.TP\n2\n"
    page += "bad usage, or input that cannot be read\n.TP\n128+n\nended by signal n\n"
    page += ".SH FILES\n.TP\n.I $XDG_CONFIG_HOME/bgtop/config\n"
    page += plain("Options and keys, in JSON5; written only by :save. The NO_COLOR environment variable is respected.")
    page +=
      ".TP\n.I $XDG_CONFIG_HOME/bgtop/themes\n"
      + plain("Themes in the format of btop; btop's own themes are also found.")
    return page
  }

  private static func options(_ spec: ProgramCommand) -> String {
    spec.options.map { option in
      let short = option.short.map { "\\-\($0), " } ?? ""
      let value = option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
      return ".TP\n\\fB\(short)\\-\\-\(option.name.replacing("-", with: "\\-"))\\fR\(value)\n" + plain(option.help)
    }.joined()
  }

  /// A paragraph; no line of it may begin with a request.
  private static func plain(_ text: some StringProtocol) -> String {
    text.split(separator: "\n").map { line in
      let escaped = escaped(String(line))
      return (escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" : "") + escaped + "\n"
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"": escaped += "\\(dq"
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default: escaped += "\\[u\(String(repeating: "0", count: max(0, 4 - hex(scalar).count)))\(hex(scalar))]"
      }
    }
    return escaped
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16, uppercase: true)
  }
}
