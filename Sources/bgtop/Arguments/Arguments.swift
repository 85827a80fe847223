internal import TaskTrace

/// A command line that was understood.
struct Arguments {
  var command: CommandSpec
  var operands: [String] = []
  private var values: [String: String] = [:]

  /// What is wrong with a command line, in one sentence.
  struct UsageError: Error {
    var message: String
    var command: String

    init(_ message: String, command: String = "") { (self.message, self.command) = (message, command) }
  }

  func has(_ option: OptionSpec) -> Bool { values[option.name] != nil }
  func has(_ name: String) -> Bool { values[name] != nil }
  func value(_ name: String) -> String? { values[name] }
  func value(_ option: OptionSpec) -> String? { values[option.name] }

  /// Takes a command line apart. Options may stand anywhere; `--` ends them.
  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    if let first = rest.first, let spec = CommandTable.spec(named: first) {
      command = spec
      rest = rest.dropFirst()
    } else {
      command = CommandTable.dashboard
    }
    var optionsEnded = false
    while let word = rest.popFirst() {
      // No option is a digit, and some error codes are less than zero.
      let isNumber = word.utf8.dropFirst().first.map { (0x30...0x39).contains($0) } ?? true
      if optionsEnded || isNumber || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        optionsEnded = true
      } else if word.hasPrefix("--") {
        try takeLong(word, &rest)
      } else {
        try takeShort(word, &rest)
      }
    }
    guard !has(CommandTable.help), !has(CommandTable.version) else { return }
    try checkOperands()
  }

  private mutating func takeLong(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let option = command.options.first(where: { $0.name == name }) else {
      let nearest = nearestName(to: name, among: command.options.map(\.name))
      let hint = nearest.map { "; did you mean '--\($0)'?" } ?? ""
      throw fault("unknown option '--\(name)'\(hint)")
    }
    let inline = parts.count > 1 ? String(parts[1]) : nil
    try take(option, inline: inline, &rest)
  }

  private mutating func takeShort(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let letters = word.dropFirst()
    guard let letter = letters.first, let option = command.options.first(where: { $0.short == letter }) else {
      throw fault("unknown option '\(word)'")
    }
    let inline = letters.count > 1 ? String(letters.dropFirst()) : nil
    if option.value == nil, inline != nil { throw fault("unknown option '\(word)'") }
    try take(option, inline: inline, &rest)
  }

  private mutating func take(
    _ option: OptionSpec, inline: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard let placeholder = option.value else {
      guard inline == nil else { throw fault("'--\(option.name)' takes no value") }
      values[option.name] = ""
      return
    }
    // Another option is not meant as a value, which would become the name of a file; behind an equals sign it is.
    let hasValue = inline != nil || rest.first.map { !isOption($0) } == true
    guard hasValue, let value = inline ?? rest.popFirst() else {
      throw fault("'--\(option.name)' needs a value: \(placeholder)")
    }
    values[option.name] = value
  }

  /// Whether a word is one of the command's options, with a value behind an equals sign or without.
  private func isOption(_ word: String) -> Bool {
    let name = word.prefix { $0 != "=" }
    return command.options.contains { "--\($0.name)" == name || $0.short.map { "-\($0)" } == word }
  }

  private func checkOperands() throws(UsageError) {
    if operands.count < command.operandCount.lowerBound {
      throw fault("\(command.name) needs \(command.operands)")
    }
    if operands.count > command.operandCount.upperBound {
      let extra = operands[command.operandCount.upperBound]
      if command.name.isEmpty, let first = operands.first,
        let nearest = nearestName(to: first, among: CommandTable.named.map(\.name))
      {
        throw fault("unknown command '\(first)'; did you mean '\(nearest)'?")
      }
      throw fault("what is '\(extra)' for?")
    }
  }

  func fault(_ message: String) -> UsageError { UsageError(message, command: command.name) }
}

extension Arguments {
  /// A whole number in a range.
  func integer<Number: FixedWidthInteger>(
    _ option: OptionSpec, in range: ClosedRange<Number>
  ) throws(UsageError) -> Number? {
    guard let text = value(option) else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw fault(
        "'--\(option.name)' takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }

  /// The day that `--date` names.
  func date() throws(UsageError) -> CivilTime? {
    guard let text = value(CommandTable.date) else { return nil }
    guard text.utf8.count == 10, let epoch = Epoch(text + "T00:00") else {
      throw fault("'--date' takes a day such as 2026-06-02, not '\(text)'")
    }
    return epoch.civil(.zero)
  }

  func time(_ name: String) throws(UsageError) -> TimeReference? {
    guard let text = value(name) else { return nil }
    guard let time = TimeReference(text) else {
      throw fault("'--\(name)' takes a time such as 90s, 2h30m, 3d, 21:45 or 2026-06-02T21:45, not '\(text)'")
    }
    return time
  }
}
