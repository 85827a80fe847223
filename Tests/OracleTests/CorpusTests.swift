import Foundation
import Oracles
import Testing

/// What the fuzzer started from, and what it found worth keeping (`make fuzz`): nothing of it breaks an oracle.
@Suite("The corpus of the fuzzer") struct CorpusTests {
  @Test("every input of the corpus passes", arguments: Oracle.all.map(\.name))
  func replay(_ name: String) throws {
    let oracle = try #require(Oracle.all.first { $0.name == name })
    let inputs = try Corpus.inputs(name)
    #expect(!inputs.isEmpty)
    for input in inputs {
      let broken = oracle.broken(input.bytes)
      #expect(broken.isEmpty, "Tests/OracleTests/Seeds/\(name)/\(input.name): \(broken)")
    }
  }

  @Test("every input of the corpus, cut anywhere, passes", arguments: ["theme", "configuration", "plist", "trace"])
  func cuts(_ name: String) throws {
    let oracle = try #require(Oracle.all.first { $0.name == name })
    for input in try Corpus.inputs(name).filter({ $0.bytes.count < 600 }).prefix(6) {
      for length in stride(from: 0, to: input.bytes.count, by: 7) {
        let broken = oracle.broken(Array(input.bytes.prefix(length)))
        #expect(broken.isEmpty, "\(input.name) cut after \(length) bytes: \(broken)")
      }
    }
  }
}
