import Oracles
import Testing

@Suite("Command lines of the fuzzer") struct ArgumentsTests {
  @Test func `every command line of the corpus is understood or refused`() throws {
    let inputs = try Corpus.inputs("arguments")
    #expect(inputs.count >= 12)
    for input in inputs {
      let broken = Oracle.arguments.broken(input.bytes)
      #expect(broken.isEmpty, "Tests/OracleTests/Seeds/arguments/\(input.name): \(broken)")
    }
  }
}
