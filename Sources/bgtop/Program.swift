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
    System.prepare()
    System.leave(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ words: [String]) -> Int32 {
    do {
      switch try Request(words) {
      case .help(let command): try print(HelpText.text(for: command))
      case .version: try print("bgtop \(version)\n")
      case .run(let invocation): return try invocation.command.run(invocation)
      }
      return ExitCode.fine
    } catch {
      return report(error)
    }
  }

  /// Reports on standard error what could not be read, written, or understood, in the same way for every command.
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

  /// Retains something until the program ends: the system then reclaims all of its memory together, which is faster
  /// than freeing it piece by piece.
  static func retain(_ value: some Sendable) { retained.withLock { $0.append(value) } }

  private static let retained = Mutex<[any Sendable]>([])

  /// Writes results to standard output, without anything that a terminal would interpret. A full disk is an error, as
  /// it is for `cat`.
  static func print(_ text: String) throws(FileAccess.Failure) { try put(visibleLines(text)) }

  /// Writes a screen to standard output, with its escape sequences intact.
  static func put(_ picture: String) throws(FileAccess.Failure) { try FileAccess.Output("-").write(picture) }

  /// Writes messages to standard error, one a line, with nothing in them that a terminal would obey.
  static func complain(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    FileAccess.writeError(lines.map { "bgtop: \(visible($0))\n" }.joined())
  }

  /// A text with its control characters made visible.
  static func visible(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.isHidden {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// A text of several lines with its control characters made visible.
  static func visibleLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }.joined(separator: "\n")
  }
}
