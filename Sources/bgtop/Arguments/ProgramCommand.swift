internal import SchedulerModel

/// One command: its arguments, its help text, and its action.
///
/// Parsing, `--help`, the manual page and completions are made from this value. A command is a file that makes one, and an
/// entry in ``named``.
struct ProgramCommand: Sendable {
  /// Does what the command is for; the result is the exit code.
  typealias Run = @Sendable (Invocation) throws -> Int32

  /// Empty for the dashboard, which is what bgtop does with an input alone.
  let name: String
  /// What follows the name in the usage line.
  let operands: String
  let operandCount: ClosedRange<Int>
  let summary: String
  let details: String
  /// Operands that a shell completes, other than files.
  let words: @Sendable () -> [String]
  let options: [OptionRow]
  let run: Run

  /// Creates a command; `declare` adds the options in the order of the help, and returns the action that uses their
  /// values.
  init(
    _ name: String, operands: String = "", count: ClosedRange<Int> = 0...0, summary: String, details: String = "",
    words: @escaping @Sendable () -> [String] = { Scenario.builtIn.map(\.name) }, _ declare: (inout OptionTable) -> Run
  ) {
    (self.name, self.operands, operandCount) = (name, operands, count)
    (self.summary, self.details, self.words) = (summary, details, words)
    var table = OptionTable()
    run = declare(&table)
    table.add(.help)
    if name.isEmpty { table.add(.version) }
    options = table.rows
  }

  /// The commands in the order of the help.
  static let named: [ProgramCommand] = [
    .run, .importLogs, .why, .diagnose, .error, .check, .choose, .compare, .shot, .list, .completions, .manual, .help,
  ]

  static func named(_ name: String) -> ProgramCommand? { named.first { $0.name == name } }

  /// The index of a switch that every command, or the dashboard alone, has.
  func index(of option: Switch) -> Int? { options.firstIndex { $0.name == option.name } }
}
