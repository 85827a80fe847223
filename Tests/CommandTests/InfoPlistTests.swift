import Foundation
import Testing

@Suite("Info.plists next to a scenario") struct InfoPlistTests {
  private let scenario = """
    { length: "1h", apps: [{ bundle: "com.a", infoPlist: "App/Info.plist", state: "suspended",
      tasks: [{ id: "com.a.sync", kind: "refresh", pendingFor: "1h" }, { id: "com.a.work", kind: "processing", pendingFor: "1h" }] }],
      expect: [{ event: "refused", task: "com.a.work", with: { code: 3, cause: "modeProcessingMissing" } }, { event: "refused", exactly: 1 }] }
    """
  private let plist: [String: Any] = [
    "BGTaskSchedulerPermittedIdentifiers": ["com.a.sync", "com.a.work"], "UIBackgroundModes": ["fetch"],
  ]

  private func folder(_ format: PropertyListSerialization.PropertyListFormat) throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(at: scratch.url.appending(path: "App"), withIntermediateDirectories: true)
    _ = try scratch.write(
      "App/Info.plist", try PropertyListSerialization.data(fromPropertyList: plist, format: format, options: 0))
    return scratch
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `a scenario reads its declarations from a file next to it, and its trace can be rerun without that file`(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let scratch = try folder(format)
    let (first, again) = (scratch.path("first.jsonl"), scratch.path("again.jsonl"))
    let outcome = try bgtop("run", try scratch.write("s.json5", scenario), "--trace", first)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("2 of 2 expectations were met"))
    try FileManager.default.removeItem(atPath: scratch.path("App/Info.plist"))
    #expect(try bgtop("run", first, "--until", "1h", "--trace", again).code == 0)
    #expect(try String(contentsOfFile: first, encoding: .utf8) == String(contentsOfFile: again, encoding: .utf8))
  }

  @Test func `errors in the file are reported with its position and the scenario's`() throws {
    let scratch = try folder(.xml)
    let path = try scratch.write("s.json5", scenario)
    let file = scratch.path("App/Info.plist")
    let cases: [(String, String)] = [
      (
        "<plist><dict>\n<key>UIBackgroundModes</key><string>fetch</string></dict></plist>",
        "Info.plist:2:29: \"UIBackgroundModes\" should be an array of strings, not a string"
      ),
      ("<plist>\n<dict>", "Info.plist:2:1: <dict> is never closed"),
      ("bplist00", "Info.plist:byte 8: the binary property list is cut short"),
      ("not one", "Info.plist:1:1: expected a property list here"),
    ]
    for (text, problem) in cases {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let outcome = try bgtop("run", path)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("s.json5:1:54: ") && outcome.errors.contains(problem), "\(outcome.errors)")
    }
    try FileManager.default.removeItem(atPath: file)
    #expect(try bgtop("run", path).errors.contains("Info.plist: no such file"))
    // A file without end is not read at all.
    #expect(
      try bgtop(
        "run", try scratch.write("z.json5", scenario.replacingOccurrences(of: "App/Info.plist", with: "/dev/zero"))
      ).errors.contains("/dev/zero: is not a regular file"))
  }

  @Test func `a property list is not an input on its own, and the message identifies it`() throws {
    let scratch = try folder(.binary)
    for command in ["run", "shot"] {
      let outcome = try bgtop(command, scratch.path("App/Info.plist"))
      #expect(outcome.code == 2)
      #expect(
        outcome.errors.contains("Info.plist: is a property list; 'bgtop check' checks it"), "\(outcome.errors)")
    }
  }

  @Test func `findings that a scenario expects are counted, and an unknown check is reported`() throws {
    let scratch = try Scratch()
    let fine = try bgtop(
      "run", try scratch.write("s.json5", "{ length: '1h', expect: [{ finding: 'any', exactly: 0 }] }"))
    #expect(fine.code == 0 && fine.output.contains("1 of 1 expectations were met"))
    let wrong = try bgtop(
      "run", try scratch.write("w.json5", "{ length: '1h', expect: [{ finding: 'chain-brokn', exactly: 0 }] }"))
    #expect(wrong.code == 1 && wrong.output.contains("there is no such check; did you mean \"chain-broken\"?"))
  }
}
