import Foundation
import Testing

@Suite("bgtop compare, and bgtop run from a log") struct CompareTests {
  private let log = """
    2026-05-04 08:10:00.000200-0700 0x1f00     Default     0x0                  99     8    dasd: [com.apple.duetactivityscheduler:scoring] bgProcessing-org.example.scan:00AA11:[
    \t{name: CPUUsagePolicy, policyWeight: 5.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{[Max allowed CPU Usage level]: Required:50.00, Observed:90.00},]}}
     ], FinalDecision: Must Not Proceed}
    """

  @Test func `exit codes distinguish agreement, difference, and unreadable input`() throws {
    let scratch = try Scratch()
    let agrees = try scratch.write("a.log", log)
    let differs = try scratch.write("b.log", log.replacingOccurrences(of: "Observed:90", with: "Observed:40"))
    let good = try bgtop("compare", agrees)
    #expect(good.code == 0)
    #expect(good.output.contains("2 agree with the model, 0 differ, 0 cannot be known from this log"))
    let bad = try bgtop("compare", differs, "--json")
    #expect(bad.code == 1)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(bad.output.utf8)) as? [String: Any])
    #expect(json["differ"] as? Int == 1)
    #expect((json["rows"] as? [[String: Any]])?.first?["line"] as? Int == 1)
    #expect(try bgtop("compare", "nowhere.log").code == 2)
    #expect(try bgtop("compare", "day").code == 2)
  }

  @Test func `two logs are compared event by event`() throws {
    let scratch = try Scratch()
    let first = try scratch.write("a.log", log)
    let second = try scratch.write("b.log", log.replacingOccurrences(of: "Observed:90", with: "Observed:91"))
    let saved = scratch.path("a.jsonl")
    #expect(try bgtop("import", first, "-o", saved).code == 0)
    #expect(try bgtop("compare", first, saved).code == 0)
    let outcome = try bgtop("compare", first, second)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("cpu"))
  }

  @Test func `a run continues from a log, and lists what it assumes`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("a.log", log)
    let outcome = try bgtop("run", path, "--at", "08:10:01", "--until", "1d")
    #expect(outcome.code == 2)  // the log ends before that
    let fork = try bgtop("run", path, "--at", "0s", "--until", "1d")
    #expect(fork.code == 0)
    #expect(fork.errors.contains("assumed: the thermal state is nominal"))
    #expect(fork.output.contains("org.example.scan"))
  }
}
