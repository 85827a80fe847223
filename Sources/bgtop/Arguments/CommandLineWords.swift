internal import TaskTrace

/// A parsed command line: the command, its operands, and the texts of its options.
struct CommandLineWords {
  let command: ProgramCommand
  private(set) var operands: [String] = []
  /// One for each row of the command's options; empty for a switch, nil if the option is not given.
  private(set) var values: [String?]

  /// Parses a command line. Options can be anywhere, even before the command; `--` ends them.
  init(_ words: [String]) throws(UsageError) {
    var rest: ArraySlice<String>
    (command, rest) = Self.command(of: words)
    values = Array(repeating: nil, count: command.options.count)
    var optionsEnded = false
    while let word = rest.popFirst() {
      if optionsEnded || !Self.looksLikeOption(word) {
        operands.append(word)
      } else if word == "--" {
        optionsEnded = true
      } else if word.hasPrefix("--") {
        try parseLong(word, &rest)
      } else {
        try parseShort(word, &rest)
      }
    }
  }

  func has(_ option: Switch) -> Bool { command.index(of: option).map { values[$0] != nil } ?? false }

  /// The first word that is neither an option nor the value of one, if it names a command; otherwise it is the
  /// dashboard's operand.
  private static func command(of words: [String]) -> (ProgramCommand, rest: ArraySlice<String>) {
    var index = 0
    while index < words.count, words[index] != "--" {
      let word = words[index]
      guard looksLikeOption(word) else {
        guard let command = ProgramCommand.named(word) else { break }
        return (command, (words[..<index] + words[(index + 1)...]))
      }
      let row = row(of: word)
      // An option of the whole program is not an option of a command.
      if row?.name == Switch.version.name { break }
      let takesNext = row?.placeholder != nil && index + 1 < words.count && self.row(of: words[index + 1]) == nil
      index += takesNext ? 2 : 1
    }
    return (.dashboard, words[...])
  }

  /// The option that a word denotes, in any command: an option of one name takes a value in all commands or in none.
  private static func row(of word: String) -> OptionRow? {
    for command in [.dashboard] + ProgramCommand.named {
      if let row = command.options.first(where: { $0.isWritten(word) }) { return row }
    }
    return nil
  }

  /// Whether a word begins as an option does. No option is a digit, and some error codes are less than zero.
  private static func looksLikeOption(_ word: String) -> Bool {
    word.hasPrefix("-") && word.utf8.dropFirst().first.map { !(0x30...0x39).contains($0) } ?? false
  }

  private mutating func parseLong(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let index = command.options.firstIndex(where: { $0.name == name }) else {
      let nearest = nearestName(to: name, among: command.options.map(\.name))
      let hint = nearest.map { "; did you mean '--\($0)'?" } ?? ""
      throw fault("unknown option '--\(name)'\(hint)")
    }
    try consume(index, inline: parts.count > 1 ? String(parts[1]) : nil, &rest)
  }

  private mutating func parseShort(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let letters = word.dropFirst()
    guard let letter = letters.first, let index = command.options.firstIndex(where: { $0.short == letter }) else {
      throw fault("unknown option '\(word)'")
    }
    let inline = letters.count > 1 ? String(letters.dropFirst()) : nil
    if command.options[index].placeholder == nil, inline != nil { throw fault("unknown option '\(word)'") }
    try consume(index, inline: inline, &rest)
  }

  private mutating func consume(
    _ index: Int, inline: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let option = command.options[index]
    guard let placeholder = option.placeholder else {
      guard inline == nil else { throw fault("'--\(option.name)' takes no value") }
      values[index] = ""
      return
    }
    // Another option is not intended as a value, which would become the name of a file; after an equals sign it is.
    let hasValue = inline != nil || rest.first.map { !isOption($0) } == true
    guard hasValue, let value = inline ?? rest.popFirst() else {
      throw fault("'--\(option.name)' needs a value: \(placeholder)")
    }
    values[index] = value
  }

  /// Whether a word is one of the command's options, with a value behind an equals sign or without.
  private func isOption(_ word: String) -> Bool {
    let name = word.prefix { $0 != "=" }
    return command.options.contains { "--\($0.name)" == name || $0.isWritten(word) }
  }

  /// Refuses too few operands, and too many.
  func checkOperands() throws(UsageError) {
    if operands.count < command.operandCount.lowerBound {
      throw fault("\(command.name) needs \(command.operands)")
    }
    guard operands.count > command.operandCount.upperBound else { return }
    let extra = operands[command.operandCount.upperBound]
    if command.name.isEmpty, let first = operands.first,
      let nearest = nearestName(to: first, among: ProgramCommand.named.map(\.name))
    {
      throw fault("unknown command '\(first)'; did you mean '\(nearest)'?")
    }
    throw fault("unexpected argument '\(extra)'")
  }

  private func fault(_ message: String) -> UsageError { UsageError(message, command: command.name) }
}
