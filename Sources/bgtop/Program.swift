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
    System.leave(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ words: [String]) -> Int32 {
    do {
      switch try Request(words) {
      case .help(let command): say(HelpText.text(for: command))
      case .version: say("bgtop \(version)\n")
      case .run(let invocation): return try invocation.command.run(invocation)
      }
      return ExitCode.fine
    } catch {
      return report(error)
    }
  }

  /// Tells on standard error what could not be read, written or understood, in the same way for every command.
  static func report(_ error: any Error) -> Int32 {
    if let fault = error as? UsageError {
      let help = fault.command.isEmpty ? "bgtop --help" : "bgtop help \(fault.command)"
      complain([fault.message, "for details: '\(help)'"])
    } else if let failure = error as? LoadedInput.Failure {
      complain(failure.lines)
    } else if let failure = error as? ThemeLoader.Failure {
      complain([failure.message])
    } else if let failure = error as? FileAccess.Failure {
      complain([failure.message])
    } else {
      complain(["\(error)"])
    }
    return ExitCode.unusable
  }

  /// Keeps something until the program ends: the system takes its memory back at once then, and faster than it could be
  /// given back piece by piece.
  static func keep(_ value: some Sendable) { kept.withLock { $0.append(value) } }

  private static let kept = Mutex<[any Sendable]>([])

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

  /// A text of several lines with its control characters made visible.
  static func visibleLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }.joined(separator: "\n")
  }
}
