import Dashboard
import Foundation
import SchedulerModel
import Screen
import TaskTrace
import Testing

/// What a user does and sees, one story per file in the folder Sessions. A line is a word and its arguments:
///
/// `scenario NAME`, `size COLSxROWS`, and `at TIME` begin one; `press KEYS` (with commas), `type TEXT`, and `wait TIME`
/// (of real time) act; `see TEXT` and `miss TEXT` check the screen; `#` begins a comment.
@Suite("Sessions") struct SessionTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Sessions")

  private static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".txt") }.sorted()

  @Test func `there are sessions`() { #expect(Self.files.count >= 7) }

  @Test("a session proceeds as written", arguments: files)
  func session(_ file: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
    var state: DashboardState?
    var size = DashboardState.defaultSize
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard let word = parts.first, !word.hasPrefix("#") else { continue }
      let rest = parts.count > 1 ? parts[1] : ""
      let place = Comment(rawValue: "\(file):\(number + 1): \(line)")
      switch word {
      case "size":
        let numbers = rest.split(separator: "x").compactMap { Int($0) }
        size = Size(columns: numbers[0], rows: numbers[1])
        state?.size = size
      case "scenario":
        let scenario = try #require(try Scenario.builtIn(named: rest), place)
        state = DashboardState(simulation: Simulation(scenario), name: rest, size: size)
      default:
        var now = try #require(state, place)
        try act(word, rest, on: &now, place)
        state = now
      }
    }
  }

  private func act(_ word: String, _ rest: String, on state: inout DashboardState, _ place: Comment) throws {
    switch word {
    case "at":
      let span = try #require(TimeSpan(units: rest), place)
      state.go(to: state.start + span)
    case "press": for key in try Key.list(rest) { _ = state.reduce(.key(key)) }
    case "type": for letter in rest { _ = state.reduce(.key(.character(letter))) }
    case "wait":
      let span = try #require(TimeSpan(units: rest), place)
      var passed = TimeSpan.zero
      while passed < span {
        state.elapse(.milliseconds(125))
        passed = passed + .milliseconds(125)
      }
    case "see": #expect(state.drawSettled().text().contains(rest), place)
    case "miss": #expect(!state.drawSettled().text().contains(rest), place)
    default: Issue.record(place)
    }
  }
}
