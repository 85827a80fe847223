import Foundation
import Testing

@Suite("bgtop why") struct WhyTests {
  private let log = """
    2026-03-15 14:14:03.347462-0500 0x18538    Default     0x0                  120    8    dasd: [com.apple.duetactivityscheduler:scoring] bgProcessing-com.example.backup:BB0E3B:[
    \t{name: ChargerPluggedInPolicy, policyWeight: 20.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{pluggedIn == 0}]}}
    \t{name: ThermalPolicy, policyWeight: 5.000, response: {Decision: Absolutely Must Not Proceed, Score: 0.00, Rationale: [{thermalLevel >= 2}]}}
     ], FinalDecision: Absolutely Must Not Proceed}

    """

  @Test func `the denials of a log are named, the strongest first, with their line`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("phone.log", log)
    let outcome = try bgtop("why", path, "backup")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains(
        "It is not running: the device is too hot; and it requires external power, and no charger is plugged in."))
    #expect(outcome.output.contains("Source: line 1 of the log."))
    #expect(outcome.output.contains("the log does not say when it was submitted"))
    #expect(outcome.output.contains("the model's opinion, based on the log"))
    #expect(outcome.output.contains("Assumptions: the battery is at 80%"))
    #expect(outcome.output.contains("Not known: The log does not state the battery"))
  }

  @Test func `JSON has the same answer, and what would help as commands`() throws {
    let outcome = try bgtop("why", "overnight", "photos.backup", "--at", "3h", "--json")
    let all = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    let answer = try #require(all.first)
    #expect(answer["standing"] as? String == "held")
    let help = try #require(answer["help"] as? [[String: Any]])
    #expect(help.first?["commands"] as? [String] == ["charger on"])
    let wait = try #require(answer["wait"] as? [[String: Any]])
    #expect(wait.compactMap { $0["span"] as? Int }.reduce(0, +) == answer["waited"] as? Int)
    #expect(answer["waited"] as? Int == 10_800_000_000)
  }

  @Test func `a trace of a simulation gets the same answer as the simulation`() throws {
    let scratch = try Scratch()
    let trace = scratch.path("t.jsonl")
    #expect(try bgtop("run", "day", "--until", "1d", "--trace", trace).code == 0)
    let first = try bgtop("why", "day", "photos.backup", "--at", "21:00")
    #expect(try bgtop("why", trace, "photos.backup", "--at", "21:00").output == first.output)
    #expect(first.output.contains("What would help: plugging in the charger (it runs immediately)."))
  }

  @Test func `without a task each has a sentence, and an unknown one has a suggestion`() throws {
    let all = try bgtop("why", "day", "--at", "14h")
    #expect(
      all.output.contains(
        "news.refresh (refresh, news) at Mon 1 Jun 21:00:00\n  It is not running: Low Power Mode is on.\n"))
    let wrong = try bgtop("why", "day", "news.refrsh", "--at", "14h")
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean 'news.refresh'?"))
    let late = try bgtop("why", "day", "--at", "900d")
    #expect(late.code == 2 && late.errors.contains("within a year"))
  }

  @Test func `a malformed identifier is neither offered for a debugger nor interpreted by a terminal`() throws {
    let scratch = try Scratch()
    let evil = log.replacingOccurrences(of: "com.example.backup", with: "com.\u{1B}[2J\"];exit(1);")
    let outcome = try bgtop("why", try scratch.write("evil.log", evil))
    #expect(!outcome.output.contains("e -l objc") && !outcome.output.unicodeScalars.contains("\u{1B}"))
  }
}
