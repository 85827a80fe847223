import Foundation
import Terminal
import Testing

@Suite("Terminal descriptions that bgtop brings along")
struct EmbeddedEntryTests {
  /// The compiler of terminal descriptions, which comes with ncurses.
  private static let tic = ["/usr/bin/tic", "/usr/local/bin/tic", "/opt/homebrew/opt/ncurses/bin/tic"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(
    "The embedded entries are what tic compiles from the source",
    .enabled(if: tic != nil, "tic, which comes with ncurses, is not installed"),
    arguments: [EmbeddedEntry.colors256, .direct])
  func compiled(_ entry: EmbeddedEntry) throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Terminal/Descriptions/bgtop.ti").standardizedFileURL
    let folder = FileManager.default.temporaryDirectory.appending(path: "bgtop-terminfo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let compiler = Process()
    compiler.executableURL = URL(filePath: try #require(Self.tic))
    compiler.arguments = ["-x", "-o", folder.path, source.path]
    try compiler.run()
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 0)
    // macOS names the folder by the number of the first letter.
    let places = ["b", "62"].map { folder.appending(path: "\($0)/\(entry.type)") }
    let file = try #require(places.first { FileManager.default.fileExists(atPath: $0.path) })
    let compiled = try Data(contentsOf: file).base64EncodedString()
    #expect(entry.entry == "b64:" + compiled)
  }
}
