import Foundation
import SchedulerModel
import TaskTrace
import Testing

/// Every scenario, with three seeds and a random walk through it, makes the same trace as when the fingerprints were
/// recorded (`make golden`): a run is a number, so whatever changes one of them changes the model.
@Suite("Fingerprints of runs") struct FingerprintTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fingerprints.txt")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil

  @Test func `scenarios make the traces that were recorded`() throws {
    var lines: [String] = []
    for name in Scenario.builtIn.map(\.name) {
      let scenario = try #require(try Scenario.builtIn(named: name))
      for seed in 1...3 as ClosedRange<UInt64> {
        var story = Story(scenario, seed: seed)
        story.advance(min(scenario.length, .days(4)))
        lines.append("\(name) seed \(seed): \(Self.fingerprint(story.events))")
      }
      var (walker, story) = (Walker(scenario, seed: 3), Story(scenario, seed: 4))
      for _ in 0..<250 {
        story.advance(walker.wait())
        _ = story.refusal(walker.command())
      }
      lines.append("\(name) walk: \(Self.fingerprint(story.events))")
    }
    if Self.isRecording {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.file)
      Issue.record("the fingerprints were recorded")
      return
    }
    let recorded = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init)
    for (line, expected) in zip(lines, recorded) where line != expected {
      Issue.record("\(line), not \(expected); if the model was meant to change, run make golden")
    }
    #expect(lines.count == recorded.count)
  }

  /// How many events, and what is left of their bytes (FNV-1a of 64 bits).
  private static func fingerprint(_ events: [TraceEvent]) -> String {
    let hash = TraceFile.lines(events).reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\(events.count) events, \(String(hash, radix: 16))"
  }
}
