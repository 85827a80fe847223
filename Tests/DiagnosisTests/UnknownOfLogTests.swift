import TaskTrace
import Testing

@testable import Diagnosis

@Suite("What a log does not state is reported")
struct UnknownOfLogTests {
  private let task = TaskReference("a.b", kind: .processing)

  private func why(_ source: TraceHeader.Source, after seconds: Int64) -> Why {
    let thermal = PolicyResponse(name: "ThermalPolicy", weight: 1, decision: .mustNotProceed, score: 0)
    let header = TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: source)
    let trace = Trace(
      header: header,
      events: [TraceEvent(.zero, .scored(task, Score(policies: [thermal], decision: .mustNotProceed)))])
    return Why.Explainer(trace, at: .zero + .seconds(seconds)).why("a.b")
  }

  @Test("Between two lines of a log nothing is known, and `why` says so")
  func between() {
    let output = why(.deviceLog(files: ["x"]), after: 600).unknown
    #expect(output.contains { $0.hasPrefix("Between two lines of a log nothing is known") && $0.contains("10 m") })
    // At the line itself it is known, and a simulation knows every instant.
    #expect(!why(.deviceLog(files: ["x"]), after: 0).unknown.contains { $0.hasPrefix("Between two lines") })
    #expect(!why(.other("x"), after: 0).unknown.contains { $0.hasPrefix("Between two lines") })
  }
}
