import Foundation
import Testing

/// Effects outside the program while it has a terminal: files, the clipboard, colors of a file that is being edited.
@Suite("The dashboard as a program", .serialized, .needsPseudoTerminal) struct DashboardProgramTests {
  private let folder: URL
  private let program: ProgramOnTerminal

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bgtop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let theme = folder.appending(path: "own.theme")
    try ##"theme[main_fg]="#a0a0a0""##.write(to: theme, atomically: false, encoding: .utf8)
    let path = try #require(ProgramOnTerminal.path, "the program is built with the tests")
    let environment = [
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": folder.path,
      "XDG_CONFIG_HOME": folder.appending(path: "config").path,
    ]
    program = try #require(ProgramOnTerminal(path, ["--theme", theme.path], environment: environment))
    #expect(program.waits(for: "LIVE"))
    #expect(program.output.contains("\u{1B}[?1049h"), "what was on the terminal before is kept aside")
    #expect(program.type(" ", until: "PAUSED"))
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  private func leave() throws {
    #expect(program.type("q", until: "\u{1B}[?1049l"))
    #expect(program.waitForEnd() == 0)
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `the trace and the screen are saved, and no file is overwritten`() throws {
    let (trace, picture) = (folder.appending(path: "a.jsonl").path, folder.appending(path: "a.svg").path)
    #expect(program.type(":write \(trace)\r", until: "events as"))
    #expect(try text("a.jsonl").hasPrefix("{\"bgtop\":1,"))
    #expect(program.type(":write \(trace)\r", until: "already"))
    #expect(program.type(":picture \(picture)\r", until: "Saved the screen"))
    #expect(try text("a.svg").hasPrefix("<svg "))
    #expect(program.type(":write \(folder.path)/none/a.jsonl\r", until: "no such file or directory"))
    try leave()
  }

  @Test func `options are saved when that is asked for, and not before`() throws {
    #expect(program.type(":set layout waiting\r", until: "layout is now waiting"))
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "config").path))
    #expect(program.type(":save\r", until: "Saved as"))
    #expect(try text("config/bgtop/config").contains(#"layout: "waiting""#))
    try leave()
  }

  @Test func `a pane is copied to the clipboard of the user at the terminal (OSC 52)`() throws {
    #expect(program.type("y", until: "Copied"))
    let start = try #require(program.output.range(of: "\u{1B}]52;c;"))
    let code = program.output[start.upperBound...].prefix { $0 != "\u{7}" }
    let copied = try #require(Data(base64Encoded: String(code)))
    #expect(String(decoding: copied, as: UTF8.self).contains("news.refresh"))
    try leave()
  }

  @Test func `changes to a theme are shown immediately, without a key`() throws {
    let theme = folder.appending(path: "own.theme")
    try ##"theme[main_fg]="#ff0000""##.write(to: theme, atomically: false, encoding: .utf8)
    #expect(program.waits(for: "38;5;196m"), "written in place")
    // As editors do: another file replaces the first.
    try ##"theme[main_fg]="#00ff00""##.write(to: theme, atomically: true, encoding: .utf8)
    #expect(program.waits(for: "38;5;46m"), "put in its place")
    try "nonsense".write(to: theme, atomically: true, encoding: .utf8)
    #expect(program.waits(for: "own.theme:1"))
    try leave()
  }
}
