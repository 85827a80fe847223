import Foundation
import Testing

@testable import bgtop

@Suite("Inputs, good and bad") struct InputTests {
  private let log = """
    2026-03-15 14:14:03.347462-0500 0x18538    Default     0x0                  120    8    dasd: [com.apple.duetactivityscheduler:scoring] bgProcessing-com.example.backup:BB0E3B:[
    \t{name: ChargerPluggedInPolicy, policyWeight: 20.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{pluggedIn == 0}]}}
     ], FinalDecision: Must Not Proceed}

    """

  @Test func `what an input is, is found from its content and never from its name`() throws {
    let scratch = try Scratch()
    let trace = scratch.path("scenario.json5")
    #expect(try bgtop("run", "day", "--until", "1h", "--trace", trace).code == 0)
    let shown = try bgtop("shot", trace)
    #expect(shown.code == 0)
    #expect(shown.output.contains("RECORDING"))
    let logPath = try scratch.write("trace.jsonl", log)
    let shot = try bgtop("shot", logPath)
    #expect(shot.output.contains("✗ charger"))
    #expect(shot.output.contains("com.example.backup"))
    #expect(try bgtop(["shot", "-"], input: log).output.contains("✗ charger"))
  }

  @Test func `a log in UTF-16 is read as any other`() throws {
    let scratch = try Scratch()
    let units = [0xFEFF] + Array(log.utf16)
    let bytes = Data(units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
    let path = try scratch.write("windows.log", bytes)
    let plain = try scratch.write("plain.log", log)
    let result = try bgtop("import", "--summary-json", "-", plain).output
    #expect(result.contains("\"denials\":1"))
    #expect(try bgtop("import", "--summary-json", "-", path).output == result)
    #expect(try bgtop("shot", path).output.contains("✗ charger"))
  }

  @Test func `nothing that cannot be read is shown as something`() throws {
    let scratch = try Scratch()
    let cases: [(String, String)] = [
      (scratch.path("missing.log"), "no such file"), (scratch.url.path, "is a directory"),
      (try scratch.write("empty", ""), "is empty"), (try scratch.write("blank", "  \n\n"), "is empty"),
      (try scratch.write("binary", Data((0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 37) })), "binary"),
      (try scratch.write("prose", "Dear diary,\ntoday was fine.\n"), "not a log, a trace, or a scenario"),
      (
        try scratch.write("phone.log", Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])),
        Unpacker.isAvailable ? "is compressed, and cut short" : "built without zlib"
      ),
      (
        try scratch.write("sysdiagnose", Data([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0])),
        "is compressed; 'unxz' decompresses it"
      ),
      (try scratch.write("logs", Data([0x50, 0x4B, 3, 4, 20, 0, 0, 0])), "is compressed; 'unzip' decompresses it"),
      (
        try scratch.write("a.tracev3", Data([0, 0x10, 0, 0, 0x11, 0, 0, 0] + Array(repeating: 0x41, count: 60))),
        "(.tracev3)"
      ),
      (try scratch.write("a.png", Data([0x89, 0x50, 0x4E, 0x47, 13, 10])), "is an image"),
      (try scratch.write("a.rtf", "{\\rtf1\\ansi dasd[1]: x}"), "is rich text"),
      (try scratch.write("a.html", "<!DOCTYPE html><p>x"), "is a web page"),
      (
        try scratch.write(
          "odd.log", String(repeating: "Day 3 at 4:12:33Z STARTING activity a.b:00AA11 x\n", count: 3)),
        "the times of its records"
      ),
      (try scratch.write("newer", #"{"bgtop":99,"epoch":"2026-06-01T00:00:00Z"}"#), "format 99"),
    ]
    for (path, part) in cases {
      for command in [["shot", path], [path]] {
        let outcome = try bgtop(command)
        #expect(outcome.code == 2, "\(command)")
        #expect(outcome.errors.contains(part), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
      }
    }
  }

  @Test func `unsuitable input for import is reported with an alternative`() throws {
    let scratch = try Scratch()
    let trace = scratch.path("day.jsonl")
    #expect(try bgtop("run", "day", "--until", "1h", "--trace", trace).code == 0)
    let archive = scratch.url.appending(path: "phone.logarchive")
    try FileManager.default.createDirectory(at: archive, withIntermediateDirectories: true)
    for (path, part) in [
      (trace, "is a trace already"), (archive.path, "log show --archive"), (scratch.url.path, "phone.logarchive"),
    ] {
      let outcome = try bgtop("import", path)
      #expect(outcome.code == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
    }
  }

  @Test func `a log answers only what it contains`() throws {
    let scratch = try Scratch()
    let head = "2026-05-04 10:00:00.000000+0000 0x1f00     Default     0x0                  99     8    "
    let crash = try scratch.write(
      "crash.log",
      head + "App: *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', "
        + "reason: 'No launch handler registered for task with identifier a.b'\n")
    #expect(try bgtop("check", crash).output.contains("no-handler  a.b"))
    #expect(try bgtop("diagnose", crash).output.contains("there is no handler"))
    let denied = try scratch.write(
      "denied.log",
      head
        + "dasd: [com.apple.duetactivityscheduler:scoring] bgRefresh-a.b:00AA11:[], FinalDecision: Must Not Proceed}\n")
    #expect(try bgtop("why", denied).output.contains("for a reason that the log does not tell"))
  }

  @Test func `a table without an end is read to its last row`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      "log.csv", "Timestamp,Process,Message\n2026-05-04T10:00:00Z,dasd,STARTING activity bgRefresh-a.b:00AA11")
    #expect(try bgtop("import", path).output.contains("\"event\":\"started\""))
    #expect(try bgtop("import", "-", input: String(contentsOfFile: path, encoding: .utf8)).output.contains("started"))
  }

  @Test func `a malformed scenario is reported with file, line, column, and the nearest known key`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("bad.json5", "{\n  name: 'x',\n  sumary: 'y',\n  apps: 3,\n}\n")
    let outcome = try bgtop("run", path)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("bad.json5:3:3"))
    #expect(outcome.errors.contains("summary"))
    #expect(outcome.errors.contains("bad.json5:4:9"))
    let broken = try bgtop("run", try scratch.write("broken.json5", "{ name: 'x', "))
    #expect(broken.errors.contains("broken.json5:1:"))
  }

  @Test func `a wrong line of a theme is reported with its number and passed over`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("odd.theme", "theme[main_fg]=\"#ffffff\"\ntheme[hi_fg]=\"blue-ish\"\nnonsense\n")
    let outcome = try bgtop("shot", "day", "--theme", path, "--as", "ansi")
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("odd.theme:2:"))
    #expect(outcome.errors.contains("odd.theme:3:"))
  }

  @Test func `escape sequences in a log become visible and reach no terminal`() throws {
    let scratch = try Scratch()
    let evil = log.replacingOccurrences(of: "com.example", with: "com.\u{1B}]0;pwned\u{7}\u{1B}[2Jexample\u{9B}31m")
    let path = try scratch.write("evil.log", evil)
    for command in [["shot", path], ["import", path]] {
      let outcome = try bgtop(command)
      #expect(outcome.code == 0)
      for scalar in (outcome.output + outcome.errors).unicodeScalars {
        let isControl = (scalar.value < 0x20 && scalar != "\n") || (0x7F...0x9F).contains(scalar.value)
        #expect(!isControl)
      }
    }
  }

  @Test func `an import writes a trace and a summary`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("a.log", log)
    let outcome = try bgtop("import", path, "--summary-json", scratch.path("s.json"))
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix(#"{"bgtop":1,"#))
    #expect(
      outcome.output.contains(
        #""event":"scored","task":"com.example.backup","activity":"BB0E3B","kind":"processing","decision":"MNP""#))
    #expect(outcome.errors.contains("1 Must Not Proceed"))
    #expect(try JSONSerialization.jsonObject(with: scratch.read("s.json")) is [String: Any])
    let again = try bgtop(["shot", "-"], input: outcome.output)
    #expect(again.output.contains("✗ charger"))
  }
}
