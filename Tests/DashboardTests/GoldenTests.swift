import Dashboard
import Foundation
import SchedulerModel
import Screen
import TaskTrace
import Testing

/// The views other than the overview, with the keys that lead there; the comparison has two branches.
private let otherViews: [(view: View, keys: [Key])] = [
  (.timeline, ["v", "[", "[", "[", "'", "2"]), (.task, ["3"]), (.log, ["4"]), (.findings, ["5"]), (.statistics, ["6"]),
  (.compare, ["[", "[", "c", "7"]), (.diagnosis, [.down, "8"]),
]

/// Screens as users see them, compared as text. `RECORD_SNAPSHOTS=1 swift test` rewrites them and fails, so that they
/// are not recorded by accident; review the differences with `git diff`.
@Suite("Golden screens") struct GoldenTests {
  private func day(
    _ columns: Int, _ rows: Int, _ view: View = .overview, symbols: Symbols = .utf8
  ) throws -> DashboardState {
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    var state = DashboardState(
      simulation: Simulation(scenario), name: "day", size: Size(columns: columns, rows: rows), symbols: symbols)
    state.go(to: .zero + .hours(14))
    for key in otherViews.first(where: { $0.view == view })?.keys ?? [] { _ = state.reduce(.key(key)) }
    return state
  }

  @Test(
    "the overview of the built-in day at nine in the evening",
    arguments: [(120, 40), (80, 24), (40, 12), (200, 60), (24, 6)])
  func overview(_ columns: Int, _ rows: Int) throws {
    try compare(day(columns, rows).draw().text(), "day-14h-\(columns)x\(rows).txt")
  }

  @Test("every view", arguments: otherViews.map(\.view), [(80, 24), (120, 40), (200, 60)])
  func views(_ view: View, _ size: (Int, Int)) throws {
    let state = try day(size.0, size.1, view)
    #expect(state.view == view)
    try compare(state.drawSettled().text(), "view-\(view.name)-\(size.0)x\(size.1).txt")
  }

  @Test("every view in color", arguments: View.allCases, [(80, 24), (120, 40), (200, 60)])
  func coloredViews(_ view: View, _ size: (Int, Int)) throws {
    let state = try day(size.0, size.1, view)
    try compare(
      state.drawSettled().ansi(theme: .fallback, depth: .truecolor),
      "view-\(view.name)-\(size.0)x\(size.1)-truecolor.ansi")
  }

  @Test("every view in ASCII and without color", arguments: View.allCases, [(80, 24), (120, 40), (200, 60)])
  func plainViews(_ view: View, _ size: (Int, Int)) throws {
    let canvas = try day(size.0, size.1, view, symbols: .ascii).drawSettled()
    #expect(canvas.text().allSatisfy { $0.isASCII })
    try compare(
      canvas.ansi(theme: .fallback, depth: .none), "view-\(view.name)-\(size.0)x\(size.1)-ascii-mono.ansi")
  }

  @Test func `the same in ASCII`() throws {
    try compare(day(80, 24, symbols: .ascii).draw().text(), "day-14h-80x24-ascii.txt")
  }

  @Test func `the same in 24-bit color and without color`() throws {
    let canvas = try day(120, 40).draw()
    try compare(canvas.ansi(theme: .fallback, depth: .truecolor), "day-14h-120x40-truecolor.ansi")
    try compare(canvas.ansi(theme: .fallback, depth: .none), "day-14h-120x40-mono.ansi")
  }

  @Test(
    "keys on the built-in day",
    arguments: [
      ("help", ["?"]), ("backup-why", ["down"]), ("timeline", ["2"]), ("task", ["3"]),
      ("compare", ["[", "[", "c", "7"]), ("choose", ["C"]), ("chosen", ["C", "3", "1"]), ("thermal", ["t", "t", "t"]),
      ("launch", ["l"]), ("refused", ["x"]), ("past", ["[", "["]),
    ] as [(String, [String])])
  func keys(_ name: String, _ keys: [String]) throws {
    var state = try day(120, 40)
    for key in keys { _ = state.reduce(.key(try Key(name: key))) }
    try compare(state.draw().text(), "day-14h-key-\(name).txt")
  }

  private func compare(_ text: String, _ name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      try Data(text.utf8).write(to: file)
      Issue.record("recorded \(name)")
      return
    }
    let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let (new, old) = (
      text.split(separator: "\n", omittingEmptySubsequences: false),
      golden.split(separator: "\n", omittingEmptySubsequences: false)
    )
    for (index, pair) in zip(new, old).enumerated() where pair.0 != pair.1 {
      Issue.record("\(name), line \(index + 1)\n  is:  \(pair.0)\n  was: \(pair.1)")
    }
    #expect(new.count == old.count)
  }
}
