import DeviceLogs
import Foundation
import TaskTrace
import Testing

/// Logs in every style, whole and damaged, are read as they were when the fingerprints were recorded (`make golden`).
@Suite("Fingerprints of logs") struct FingerprintTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fingerprints.txt")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil

  @Test func `logs are read as they were recorded`() throws {
    var lines: [String] = []
    var random = UInt64(23)
    func below(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % limit
    }
    for style in FixtureStyle.allCases {
      let whole = Array(style.text(story).utf8)
      lines.append("\(style) \(Self.fingerprint(whole))")
      for round in 0..<24 {
        var torn = whole
        for _ in 0..<(1 + round) {
          let place = below(torn.count)
          switch below(4) {
          case 0: torn.remove(at: place)
          case 1: torn.insert(UInt8(truncatingIfNeeded: below(256)), at: place)
          case 2: torn.removeSubrange(place..<min(torn.count, place + below(30)))
          default: torn[place] = Self.likely[below(Self.likely.count)]
          }
        }
        lines.append("\(style) damaged \(round) \(Self.fingerprint(torn))")
      }
    }
    if Self.isRecording {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.file)
      Issue.record("the fingerprints were recorded")
      return
    }
    let recorded = Set(try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init))
    let changed = Set(lines).symmetricDifference(recorded).sorted()
    #expect(changed.isEmpty, "\(changed.prefix(8)); if the change is meant, run make golden")
  }

  /// What the grammars look for.
  private static let likely = Array(" \t\n\":;,.[](){}<>=-+'0159AFZaz|".utf8)

  /// How many events, and what is left of the summary and the trace (FNV-1a of 64 bits).
  private static func fingerprint(_ bytes: [UInt8]) -> String {
    let reading = DeviceLog.read(bytes, named: "x")
    let told = Array(reading.summary.text.utf8) + TraceFile.write(reading.header, reading.events)
    let hash = told.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\(reading.events.count) events, \(String(hash, radix: 16))"
  }
}
