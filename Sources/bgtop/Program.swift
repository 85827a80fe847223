internal import Synchronization
internal import TaskTrace

/// The program: one command, one exit code.
@main
enum Program {
  static let version = "0.1.0"

  /// Exit codes, the same for every command.
  enum ExitCode {
    static let fine: Int32 = 0
    static let findings: Int32 = 1
    static let unusable: Int32 = 2
  }

  static func main() {
    FileAccess.leave(run(Array(CommandLine.arguments.dropFirst())))
  }

  static func run(_ words: [String]) -> Int32 {
    do throws(Arguments.UsageError) {
      return try run(Arguments(words))
    } catch {
      let help = error.command.isEmpty ? "bgtop --help" : "bgtop help \(error.command)"
      complain(["\(error.message)", "'\(help)' tells more"])
      return ExitCode.unusable
    }
  }

  private static func run(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    if arguments.has(CommandTable.help) {
      say(HelpText.text(for: arguments.command))
      return ExitCode.fine
    }
    if arguments.has(CommandTable.version) {
      say("bgtop \(version)\n")
      return ExitCode.fine
    }
    switch arguments.command.name {
    case "run": return try RunCommand.run(arguments)
    case "check": return try CheckCommand.run(arguments)
    case "import": return try ImportCommand.run(arguments)
    case "compare": return try CompareCommand.run(arguments)
    case "shot": return try ShotCommand.run(arguments)
    case "why": return try WhyCommand.run(arguments)
    case "choose": return try ChooseCommand.run(arguments)
    case "error": return try ErrorCommand.run(arguments)
    case "diagnose": return try DiagnoseCommand.run(arguments)
    case "list": return try ListCommand.run(arguments)
    case "completions": return try CompletionsCommand.run(arguments)
    case "manual":
      say(ManualPage.text)
      return ExitCode.fine
    case "help": return try help(arguments)
    default: return try DashboardCommand.run(arguments)
    }
  }

  /// Keeps something until the program ends: the system takes its memory back at once then, and faster than it could be
  /// given back piece by piece.
  static func keep(_ value: some Sendable) { kept.withLock { $0.append(value) } }

  private static let kept = Mutex<[any Sendable]>([])

  /// Carries out a command; what could not be read or written is told on standard error, the same for every command.
  static func reporting(_ body: () throws -> Int32) throws(Arguments.UsageError) -> Int32 {
    do {
      return try body()
    } catch let fault as Arguments.UsageError {
      throw fault
    } catch let failure as LoadedInput.Failure {
      complain(failure.lines)
    } catch let failure as ThemeLoader.Failure {
      complain([failure.message])
    } catch let failure as FileAccess.Failure {
      complain([failure.message])
    } catch {
      complain(["\(error)"])
    }
    return ExitCode.unusable
  }

  private static func help(_ arguments: Arguments) throws(Arguments.UsageError) -> Int32 {
    guard let name = arguments.operands.first else {
      say(HelpText.text(for: CommandTable.dashboard))
      return ExitCode.fine
    }
    guard let spec = CommandTable.spec(named: name) else {
      let hint = didYouMean(name, among: CommandTable.named.map(\.name))
      throw arguments.fault("there is no command '\(name)'\(hint)")
    }
    say(HelpText.text(for: spec))
    return ExitCode.fine
  }

  /// Writes results to standard output; where that is gone there is nobody to tell.
  static func say(_ text: String) {
    do throws(FileAccess.Failure) { try FileAccess.Output("-").write(text) } catch { return }
  }

  /// Writes messages to standard error, one a line, with nothing in them that a terminal would obey.
  static func complain(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    FileAccess.writeError(lines.map { "bgtop: \(visible($0))\n" }.joined())
  }

  /// A text with its control characters made visible.
  static func visible(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF:
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
