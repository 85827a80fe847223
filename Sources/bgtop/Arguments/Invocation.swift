internal import TaskTrace

/// A command with its operands and the values of its options.
struct Invocation: Sendable {
  let command: ProgramCommand
  let operands: [String]
  /// One for each row of the command's options; nil if it is not given.
  private let values: [(any Sendable)?]

  /// Reads the values of options. A user who asks for help gets no errors about them.
  init(_ line: CommandLineWords) throws(UsageError) {
    (command, operands) = (line.command, line.operands)
    var values: [(any Sendable)?] = []
    for (row, text) in zip(line.command.options, line.values) {
      do throws(Refusal) { values.append(try text.map { (text) throws(Refusal) in try row.read(text) }) } catch {
        throw UsageError(error.message, command: line.command.name)
      }
    }
    self.values = values
  }

  /// The value of an option; nil if it is not given.
  subscript<Value>(_ option: Given<Value>) -> Value? { values[option.index] as? Value }

  /// Whether a switch is given.
  subscript(_ option: GivenSwitch) -> Bool { values[option.index] != nil }

  /// What is wrong with the way in which the command was called.
  func fault(_ message: String) -> UsageError { UsageError(message, command: command.name) }
}

/// The problem with a command line, in one sentence.
struct UsageError: Error {
  var message: String
  /// The command that it was given to; empty for the dashboard.
  var command: String

  init(_ message: String, command: String = "") { (self.message, self.command) = (message, command) }
}

/// The request in a command line.
enum Request {
  case help(ProgramCommand)
  case version
  case run(Invocation)

  init(_ words: [String]) throws(UsageError) {
    let line = try CommandLineWords(words)
    if line.has(.help) {
      self = .help(line.command)
    } else if line.has(.version) {
      self = .version
    } else {
      try line.checkOperands()
      self = .run(try Invocation(line))
    }
  }
}
