import Foundation
import Oracles
import Testing

/// All that is made of every input of the corpus is what it was when the fingerprints were recorded (`make golden`).
///
/// The inputs reach nearly every branch of the readers, and no other test looks at the answers to most of them. A line that
/// differs is a change of behavior: wanted, or not.
@Suite("Fingerprints of answers") struct FingerprintTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fingerprints.txt")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil

  @Test func `inputs are told as they were recorded`() throws {
    var lines: [String] = []
    for name in Oracle.all.map(\.name) {
      for input in try Corpus.inputs(name) {
        guard let told = Told.lines(name, input.bytes) else { continue }
        lines.append("\(name)/\(input.name) \(told.count) lines \(Self.hash(told))")
      }
    }
    if Self.isRecording {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.file)
      Issue.record("the fingerprints were recorded")
      return
    }
    let recorded = Set(try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init))
    let changed = Set(lines).symmetricDifference(recorded).sorted()
    #expect(changed.isEmpty, "Tests/OracleTests/Seeds: \(changed.prefix(8)); if the change is meant, run make golden")
  }

  /// FNV-1a of 64 bits.
  private static func hash(_ lines: [String]) -> String {
    let hash = lines.joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
