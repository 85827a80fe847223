import Foundation

/// The program itself on a terminal of its own, as a person runs it.
final class ProgramOnTerminal {
  private let terminal: PseudoTerminal
  private let process: pid_t
  private(set) var output = ""

  /// POSIX_SPAWN_SETSID of <spawn.h>, which is not imported everywhere.
  #if canImport(Darwin)
    private static let newSession: Int16 = 0x400
  #else
    private static let newSession: Int16 = 0x80
  #endif

  /// The program beside the tests, as it was built with them.
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
    var files = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&files)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&files)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for stream in Int32(0)...2 {
      unsafe posix_spawn_file_actions_addopen(&files, stream, terminal.path, O_RDWR | O_NOCTTY, 0)
    }
    unsafe posix_spawnattr_setflags(&attributes, Self.newSession)
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var started: pid_t = 0
    guard unsafe posix_spawn(&started, path, &files, &attributes, &words, &variables) == 0 else { return nil }
    process = started
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Types, and reads on until a text has been sent, or nothing comes of it for ten seconds.
  func type(_ keys: String, until text: String) -> Bool {
    output = ""
    terminal.type(keys)
    return waits(for: text)
  }

  func waits(for text: String) -> Bool {
    let end = Date(timeIntervalSinceNow: 10)
    while !output.contains(text), Date() < end {
      output += String(decoding: terminal.output(), as: UTF8.self)
      usleep(5_000)
    }
    return output.contains(text)
  }

  /// How it ended, once it has.
  func waitForEnd() -> Int32? {
    var status: Int32 = 0
    let end = Date(timeIntervalSinceNow: 10)
    while Date() < end {
      if unsafe waitpid(process, &status, WNOHANG) == process { return status >> 8 & 0xFF }
      usleep(10_000)
    }
    return nil
  }
}
