import Foundation
import SchedulerModel
import Testing

@Suite("Every rule is tested, or the documentation says why it is not modeled")
struct TidyTests {
  static let sections: [(letter: Character, count: Int)] = [
    ("A", 15), ("B", 22), ("C", 43), ("D", 15), ("E", 18), ("F", 17), ("G", 8), ("H", 7), ("I", 6), ("K", 24), ("L", 6),
  ]
  static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()

  /// Rules that a text names: a letter of a section and a number, with no letter or digit around them.
  static func rules(in text: Substring) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { word in
      guard let letter = word.first, let number = Int(word.dropFirst()) else { return false }
      return sections.contains { $0.letter == letter && (1...$0.count).contains(number) }
    }
  }

  /// Names of tests and of the rows of their tables: the first text in quotes after what begins them.
  static func names(in source: String) -> [Substring] {
    var names: [Substring] = []
    for start in ["@Test(", "RuleRow(", ".init(", "testDescription: "] {
      for part in source.components(separatedBy: start).dropFirst() {
        let pieces = part.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3, pieces[0].allSatisfy(\.isWhitespace) else { continue }
        names.append(Substring(pieces[1]))
      }
    }
    return names
  }

  @Test("No rule is forgotten, and none is in both places")
  func rules() throws {
    var tested: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil) {
      guard file.pathExtension == "swift", file.lastPathComponent != "TidyTests.swift" else { continue }
      for name in Self.names(in: try String(contentsOf: file, encoding: .utf8)) {
        tested.formUnion(Self.rules(in: name))
      }
    }
    let model = try String(contentsOf: Self.folder.appending(path: "../../Docs/Model.md"), encoding: .utf8)
    let left = Set(
      model.split(separator: "\n").compactMap { line -> String? in
        let cells = line.split(separator: "|")
        guard cells.count == 2, let first = cells.first else { return nil }
        let found = Self.rules(in: first)
        return found.count == 1 && first.count <= 5 ? found.first : nil
      })
    for section in Self.sections {
      for number in 1...section.count {
        let rule = "\(section.letter)\(number)"
        #expect(tested.contains(rule) != left.contains(rule), "\(rule) should be tested or explained, and not both")
      }
    }
  }

  @Test("Every parameter that the model has is used by it")
  func parameters() throws {
    let sources = Self.folder.appending(path: "../../Sources/SchedulerModel")
    var text = ""
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", !file.path().contains("/Profile/") else { continue }
      text += try String(contentsOf: file, encoding: .utf8)
    }
    for parameter in SchedulerProfile.all {
      #expect(text.contains(".\(parameter.name)"), "\(parameter.name) is used nowhere")
    }
  }

  @Test("Every scenario of the folder is built in, with a name like its file's, the day first")
  func scenarios() throws {
    let folder = Self.folder.appending(path: "../../Sources/SchedulerModel/Scenarios")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let names = files.filter { $0.pathExtension == "json5" }.map { $0.deletingPathExtension().lastPathComponent }
    #expect(Set(names) == Set(Scenario.builtIn.map(\.name)))
    #expect(names.count == Scenario.builtIn.count)
    #expect(Scenario.builtIn.first?.name == "day")
    for (name, _) in Scenario.builtIn {
      let scenario = try #require(try Scenario.builtIn(named: name))
      #expect(!scenario.summary.isEmpty && scenario.summary.count <= 120, "\(name)")
      if name != "day" { #expect(!scenario.captions.isEmpty, "\(name) should have a caption") }
    }
  }
}
