import CPseudoTerminal
import Foundation

/// The program on its own terminal, as a user runs it.
final class ProgramOnTerminal {
  private let terminal: PseudoTerminal
  private let process: Int32
  private(set) var output = ""
  private var hasEnded = false

  /// The program next to the tests, as it was built with them.
  static var path: String? {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<5 {
      let file = folder.appending(path: "bgtop").path
      if FileManager.default.isExecutableFile(atPath: file) { return file }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  /// Starts it in a session without a terminal, so that it can only take the one that it is given.
  init?(_ path: String, _ arguments: [String], environment: [String: String]) {
    guard let terminal = PseudoTerminal(columns: 100, rows: 30) else { return nil }
    self.terminal = terminal
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    process = unsafe bgt_start(path, &words, &variables, terminal.path)
    guard process > 0 else { return nil }
  }

  deinit { if process > 0, !hasEnded { bgt_kill(process) } }

  /// Types, and reads on until a text has been sent, or nothing comes of it for ten seconds.
  func type(_ keys: String, until text: String) -> Bool {
    output = ""
    terminal.type(keys)
    return waits(for: text)
  }

  /// Sends a signal to the program.
  func send(_ signal: Int32) { bgt_signal(process, signal) }

  /// Types without looking at what comes of it.
  func type(_ keys: String) { terminal.type(keys) }

  /// Whether typed letters are shown, as in a shell.
  var hasEcho: Bool { terminal.hasEcho }

  func waits(for text: String, seconds: Double = 10) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while !output.contains(text), Date() < end {
      output += String(decoding: terminal.output(), as: UTF8.self)
      usleep(5_000)
    }
    return output.contains(text)
  }

  /// How it ended, once it has.
  func waitForEnd() -> Int32? {
    let end = Date(timeIntervalSinceNow: 10)
    while Date() < end {
      let code = bgt_exit_code(process)
      if code >= 0 {
        hasEnded = true
        return code
      }
      usleep(10_000)
    }
    return nil
  }
}
