/// The text of `--help`, made from the commands.
enum HelpText {
  static func text(for command: ProgramCommand) -> String {
    var text = ""
    if command.name.isEmpty {
      text += "bgtop: htop for iOS background work. Why isn't my background task running?\n\n"
      text += "usage: bgtop [INPUT] [options]\n"
      text += "       bgtop COMMAND …\n\n"
      text += command.details + "\n\nCommands:\n"
      let rows = ProgramCommand.named.map { ("\($0.name) \($0.operands)", $0.summary) }
      let width = (rows.map(\.0.count).max() ?? 0) + 2
      for (left, right) in rows { text += row(left, right, width: width) }
    } else {
      text += "usage: bgtop \(command.name) \(command.operands) [options]\n\n"
      text += "\(command.summary.prefix(1).uppercased() + command.summary.dropFirst()).\n"
      if !command.details.isEmpty { text += command.details + "\n" }
    }
    text += "\nOptions:\n"
    for option in command.options { text += row(name(of: option), option.help, width: 24) }
    if command.name.isEmpty {
      text += "\nExamples:\n"
      text += row("bgtop", "explore the built-in scenario", width: 44)
      text += row("bgtop device.log", "look at a device log", width: 44)
      text += row("bgtop run day --until 2d --trace day.jsonl", "run without a screen", width: 44)
      text += row("bgtop shot day --at 14h --size 120x40", "print one screen", width: 44)
      text += "\nExit codes: 0 success, 1 findings or failed expectations, 2 bad usage or unreadable input.\n"
    }
    return text
  }

  private static func name(of option: OptionRow) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return short + "--\(option.name)" + (option.placeholder.map { " \($0)" } ?? "")
  }

  private static func row(_ left: String, _ right: String, width: Int) -> String {
    let gap = String(repeating: " ", count: max(2, width - left.count))
    return "  \(left)\(gap)\(right)\n"
  }
}
