import Foundation
import Testing

@Suite("A run is a number") struct DeterminismTests {
  @Test func `places and languages change nothing, another seed does`() throws {
    let scratch = try Scratch()
    let worlds = [["TZ": "UTC", "LC_ALL": "C"], ["TZ": "Asia/Kathmandu", "LC_ALL": "de_DE.UTF-8"]]
    for (index, world) in worlds.enumerated() {
      let trace = scratch.path("\(index).jsonl")
      let arguments = ["run", "day", "--until", "2d", "--trace", trace]
      #expect(try bgtop(arguments, environment: world).code == 0)
    }
    #expect(try bgtop("run", "day", "--until", "2d", "--seed", "8", "--trace", scratch.path("2.jsonl")).code == 0)
    #expect(try scratch.read("0.jsonl") == scratch.read("1.jsonl"))
    #expect(try scratch.read("0.jsonl") != scratch.read("2.jsonl"))
  }

  @Test func `a trace is made again from its header`() throws {
    let scratch = try Scratch()
    let (first, second) = (scratch.path("a.jsonl"), scratch.path("b.jsonl"))
    #expect(try bgtop("run", "day", "--until", "1d", "--seed", "12", "--trace", first).code == 0)
    #expect(try bgtop("run", first, "--trace", second).code == 0)
    #expect(try scratch.read("a.jsonl") == scratch.read("b.jsonl"))
  }

  @Test func `commands that a person gave are part of the run, refusals too`() throws {
    let scratch = try Scratch()
    let (first, second) = (scratch.path("a.jsonl"), scratch.path("b.jsonl"))
    #expect(try bgtop("run", "day", "--until", "1h", "--trace", first).code == 0)
    var text = String(decoding: try scratch.read("a.jsonl"), as: UTF8.self)
    let header = text.prefix { $0 != "\n" }
    text =
      header + "\n"
      + #"{"t":60000000,"event":"command","command":"thermal serious"}"# + "\n"
      + #"{"t":120000000,"event":"command","command":"launch no.such.task","refusal":"?"}"# + "\n"
      + #"{"t":180000000,"event":"command","command":"charger off"}"# + "\n"
    _ = try scratch.write("a.jsonl", text)
    #expect(try bgtop("run", first, "--until", "1h", "--trace", second).code == 0)
    let made = String(decoding: try scratch.read("b.jsonl"), as: UTF8.self)
    #expect(made.contains(#""event":"thermal","state":"serious""#))
    #expect(made.contains("no.such.task"))
    #expect(made.contains(#""refusal":"#))
    let third = scratch.path("c.jsonl")
    #expect(try bgtop("run", second, "--until", "1h", "--trace", third).code == 0)
    #expect(try scratch.read("b.jsonl") == scratch.read("c.jsonl"))
  }

  @Test func `a trace to standard output leaves the summary to standard error`() throws {
    let outcome = try bgtop("run", "day", "--until", "1h", "--trace", "-")
    #expect(outcome.output.hasPrefix(#"{"bgtop":1"#))
    #expect(outcome.errors.contains("events"))
    let json = try bgtop("run", "day", "--until", "1h", "--json")
    let summary = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(summary["events"] != nil)
  }
}
