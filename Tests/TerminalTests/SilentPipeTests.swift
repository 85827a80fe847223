import CPlatform
import Foundation
import Testing

/// A device that logs nothing sends nothing, and the dashboard is there nevertheless.
@Suite("A pipe from which nothing comes", .serialized, .needsPseudoTerminal) struct SilentPipeTests {
  private let folder: URL
  private let program: ProgramOnTerminal
  /// Keeps the pipe open, so that it has no end.
  private let writer: FileHandle

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bgtop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let pipe = folder.appending(path: "device").path
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    writer = try #require(FileHandle(forUpdatingAtPath: pipe))
    let path = try #require(ProgramOnTerminal.path, "the program is built with the tests")
    let environment = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": folder.path]
    program = try #require(ProgramOnTerminal(path, [pipe], environment: environment))
    #expect(program.waits(for: "Waiting for the first record."))
  }

  private func leave() throws {
    #expect(program.type("q", until: "\u{1B}[?1049l"))
    #expect(program.waitForEnd() == 0)
    try writer.close()
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `keys are obeyed before anything has come`() throws {
    #expect(program.type("?", until: "type to search"))
    #expect(program.type("\u{1B}", until: "Waiting for the first record."))
    try leave()
  }

  @Test func `half a line keeps it waiting, and the whole line is shown`() throws {
    let head = "2026-03-15 02:00:01.088641-0500 0x22b827   Default     0x0                  120    8    dasd: "
    try writer.write(contentsOf: Data("\(head)[com.apple.duetactivityscheduler:lifecycle] COMPLETED".utf8))
    #expect(program.type("?", until: "type to search"))
    #expect(program.type("\u{1B}", until: "Waiting for the first record."))
    try writer.write(contentsOf: Data(" bgRefresh-org.example.scan:00AA11 at priority 5 <private>!\n".utf8))
    #expect(program.waits(for: "org.example.scan"))
    try leave()
  }
}
