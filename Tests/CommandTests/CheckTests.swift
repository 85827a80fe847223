import Foundation
import Testing

@Suite("bgtop check") struct CheckCommandTests {
  private let plist: [String: Any] = [
    "CFBundleIdentifier": "com.a", "BGTaskSchedulerPermittedIdentifiers": ["com.a.Sync", "com.a.sync", "com.b.out.*"],
    "UIBackgroundModes": ["Fetch", "location"],
  ]

  @Test func `an Info_plist gets its findings with their places, and the keys as they should be`() throws {
    let scratch = try Scratch()
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(fromPropertyList: plist, format: format, options: 0)
      let path = try scratch.write("Info-\(format.rawValue)", data)
      let outcome = try bgtop("check", path)
      #expect(outcome.code == 1)
      for check in ["identifier-case", "mode-missing", "mode-unknown", "wildcard"] {
        #expect(outcome.output.contains("  \(check)  com.a"), "\(outcome.output)")
      }
      let place = format == .xml ? "Info-\(format.rawValue):8:3: " : "Info-\(format.rawValue):byte "
      #expect(outcome.output.contains(place), "\(outcome.output)")
      // The text that it suggests for pasting has no findings.
      let keys = try #require(outcome.output.components(separatedBy: "</dict>:").last)
      let corrected = "<plist><dict><key>CFBundleIdentifier</key><string>com.a</string>\(keys)</dict></plist>"
      let again = try bgtop("check", try scratch.write("Mended", corrected))
      #expect(again.code == 0 && again.output.contains("no findings"), "\(corrected)\n\(again.output)")
    }
  }

  @Test func `what a scenario declares has its line and column, and what is built in has none`() throws {
    let text = """
      { length: "1h", apps: [
          { bundle: "é.app", state: "suspended", modes: ["Fetch"],
            permitted: ["é.app.sync", "é.app.gone"],
            tasks: [{ id: "é.app.sync", kind: "refresh", completes: "never" }] } ] }
      """
    let path = try Scratch().url.path + ".json5"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let output = try bgtop("check", path).output
    for part in [
      ":4:21: its handler never calls", ":3:33: \"é.app.gone\" is permitted",
      ":2:52: \"Fetch\" is not a background mode",
      ":4:21: a refresh task needs fetch",
    ] {
      #expect(output.contains(path + part), "\(output)")
    }
    #expect(try bgtop("check", "registration").output.contains("\n  no handler is registered for none.a\n"))
  }

  @Test func `checks can be picked and passed over`() throws {
    let all = try bgtop("check", "broken-chain")
    #expect(all.code == 1 && all.output.contains("chain-broken  last.refresh"))
    let one = try bgtop("check", "broken-chain", "--only", "chain-broken")
    #expect(one.output.contains("1 finding\n"))
    #expect(try bgtop("check", "broken-chain", "--except", "chain-broken,work-too-long").code == 0)
    let wrong = try bgtop("check", "day", "--only", "chain-brokn")
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean 'chain-broken'?"))
  }

  @Test func `a trace has the findings of the run that it is of, and JSON points at its events`() throws {
    let scratch = try Scratch()
    let trace = scratch.path("t.jsonl")
    #expect(try bgtop("run", "ends", "--trace", trace).code == 0)
    let outcome = try bgtop("check", trace, "--json")
    let inputs = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    #expect(inputs.first?["kind"] as? String == "trace")
    let findings = try #require(inputs.first?["findings"] as? [[String: Any]])
    #expect(findings.count == 13)
    let first = try #require(findings.first)
    #expect(first["check"] as? String == "completed-twice" && first["task"] as? String == "k.twice")
    let event = try #require((first["evidence"] as? [[String: Any]])?.first?["event"] as? Int)
    let lines = String(decoding: try scratch.read("t.jsonl"), as: UTF8.self).split(separator: "\n")
    #expect(lines[event + 1].contains("was completed twice"))
  }

  @Test func `unreadable input is reported, and the rest is checked`() throws {
    let scratch = try Scratch()
    let outcome = try bgtop("check", scratch.path("gone"), try scratch.write("x.plist", "<plist>\n<dict>"), "mac")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("no such file") && outcome.errors.contains("x.plist:2:1: <dict> is never closed"))
    #expect(outcome.output == "mac: no findings\n")
    #expect(try bgtop("list", "checks").output.contains("chain-broken"))
  }

  @Test func `out-of-range times are reported with their position, and never crash`() throws {
    let scratch = try Scratch()
    let header = #"{"bgtop":1,"epoch":"2026-06-01T12:00:00Z","source":{"kind":"deviceLog","files":["x"]}}"#
    for time in ["9223372036854775807", "-9223372036854775808", "1152921504606846976", "-1152921504606846976"] {
      let event = #"{"t":0,"event":"submitted","task":"a.b","kind":"refresh","earliest":\#(time)}"#
      let end = #"{"t":\#(time),"event":"started","task":"a.b","limit":\#(time)}"#
      let path = try scratch.write("t.jsonl", [header, event, end].joined(separator: "\n") + "\n")
      for command in ["check", "why"] {
        let outcome = try bgtop(command, path)
        #expect((0...2).contains(outcome.code), "\(command) \(time) \(outcome.errors)")
        if time.contains("9223") { #expect(outcome.errors.contains("within 36,000 years"), "\(outcome.errors)") }
      }
    }
  }
}
