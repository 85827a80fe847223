import Foundation
import Testing

/// The program on a terminal, and signals that come from outside.
@Suite("Signals and recordings", .serialized, .needsPseudoTerminal) struct SignalTests {
  private static func start(_ arguments: [String] = []) throws -> ProgramOnTerminal {
    let path = try #require(ProgramOnTerminal.path, "the program is built with the tests")
    let environment = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"]
    let program = try #require(ProgramOnTerminal(path, arguments, environment: environment))
    #expect(program.waits(for: "LIVE"))
    return program
  }

  static let deadly: [Int32] = {
    var all = [
      SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS,
    ]
    #if os(Linux)
      // SIGIO, SIGPWR, SIGSTKFLT and two real-time signals.
      all += [29, 30, 16, 34, 64]
    #endif
    return all
  }()

  @Test("the screen is given back before a signal ends the process", arguments: deadly)
  func givesBack(_ signal: Int32) throws {
    let program = try Self.start()
    program.send(signal)
    #expect(program.waits(for: "\u{1B}[?1049l", seconds: 10))
    #expect(program.waitForEnd() == 128 + signal)
    #expect(program.hasEcho)
  }

  @Test(
    "a signal that asks for the end is answered, and the screen is given back",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func ends(_ signal: Int32) throws {
    let program = try Self.start()
    program.send(signal)
    // A program that hangs never ends; how fast it ends is for a benchmark.
    #expect(program.waitForEnd() == 128 + signal)
    #expect(program.waits(for: "\u{1B}[?1049l", seconds: 10))
  }

  @Test func `a terminal that does not read blocks nothing`() throws {
    let program = try Self.start(["--speed", "100000"])
    // Nothing is read anymore, until the terminal has no more room.
    for _ in 0..<200 {
      program.type("?\u{1B}12345678\t\t")
      usleep(5_000)
    }
    usleep(500_000)
    program.send(SIGTERM)
    #expect(program.waitForEnd() == 128 + SIGTERM)
    #expect(program.hasEcho)
  }

  @Test func `a recording is on disk a second later, and SIGKILL leaves a complete one`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "bgtop-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let program = try Self.start(["--record", file.path, "--speed", "3600"])
    var sizes: Set<Int> = []
    let end = Date(timeIntervalSinceNow: 20)
    while sizes.count < 4, Date() < end {
      _ = program.waits(for: "\u{0}", seconds: 0.1)
      sizes.insert(try Data(contentsOf: file).count)
    }
    #expect(sizes.count >= 3, "it grows while it is shown")
    program.send(SIGKILL)
    #expect(program.waitForEnd() == 128 + SIGKILL)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.hasPrefix("{\"bgtop\":1,") == true)
    #expect(lines.count > 50 && lines.last == "")
    for line in lines.dropLast() { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
  }

  @Test func `a recording that cannot be written is reported before the screen opens`() throws {
    let path = try #require(ProgramOnTerminal.path)
    let environment = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"]
    let program = try #require(ProgramOnTerminal(path, ["--record", "/nonexistent/a.jsonl"], environment: environment))
    #expect(program.waits(for: "no such file or directory"))
    #expect(program.waitForEnd() == 2)
    #expect(!program.output.contains("\u{1B}[?1049h"))
  }

  @Test func `a FIFO as a theme keeps neither keys nor the end waiting`() throws {
    let fifo = FileManager.default.temporaryDirectory.appending(path: "bgtop-\(UUID().uuidString).theme").path
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    defer { try? FileManager.default.removeItem(atPath: fifo) }
    let program = try Self.start()
    #expect(program.type(":set theme \(fifo)\r", until: "not a regular file"))
    #expect(program.type("q", until: "\u{1B}[?1049l"))
    #expect(program.waitForEnd() == 0)
  }
}
