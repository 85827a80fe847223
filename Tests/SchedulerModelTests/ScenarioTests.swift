import Foundation
import SchedulerModel
import TaskTrace
import Testing

@Suite("Scenarios as text")
struct ScenarioTests {
  static func problems(_ text: String) -> [String] {
    do throws(ScenarioError) {
      _ = try Scenario.parse(Array(text.utf8), named: "test")
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var text: String
    var problem: String
    var testDescription: String { problem }
    init(_ text: String, _ problem: String) { (self.text, self.problem) = (text, problem) }
  }

  private static func pushes(_ entries: String) -> String {
    "{ length: \"100d\", apps: [{ bundle: \"a\" }], timeline: [\(entries)] }"
  }

  @Test func `what few bytes can ask for very often is limited in all`() {
    let burst = "{ at: \"1s\", push: { to: \"a\", count: 10000 } },"
    #expect(Self.problems(Self.pushes(String(repeating: burst, count: 10))) == [])
    let problem = "up to here the timeline sends 110000 pushes; at most 100000 can be simulated"
    #expect(Self.problems(Self.pushes(String(repeating: burst, count: 1_000))).map { $0.hasSuffix(problem) } == [true])
    let daily = "{ at: \"07:00\", push: { to: \"a\", count: 1000 } }"
    #expect(Self.problems(Self.pushes(daily)).count == 1, "1,000 on each of 101 days")
  }

  @Test func `a scenario with very many unknown keys is refused after a limited number of problems`() {
    let keys = (0..<100_000).map { "k\($0): 1" }.joined(separator: ",")
    #expect(Self.problems("{\(keys)}").count == 50)
  }

  static let bad: [Bad] = [
    Bad("{ apps: [,] }", "1:10: expected a value here"),
    Bad("[]", "1:1: a scenario should be an object, not a list"),
    Bad("{\n  sumary: 1,\n}", "2:3: unknown key \"sumary\"; did you mean \"summary\"?"),
    Bad("{ seed: \"x\" }", "1:9: \"seed\" should be a whole number, not a string"),
    Bad("{ length: \"-2d\" }", "1:11: \"length\" cannot be negative"),
    Bad("{ length: 5 }", "1:11: \"length\" should be a duration such as \"2h30m\", not a number"),
    Bad("{ device: { battery: 120 } }", "1:22: \"battery\" should be from 0 to 100"),
    Bad(
      "{ device: { thermal: \"seriuos\" } }",
      "1:22: \"thermal\" is \"seriuos\" but should be one of nominal, fair, serious, critical; did you mean \"serious\"?"
    ),
    Bad("{ epoch: \"today\" }", "1:10: \"epoch\" should be a time such as \"2026-06-01T07:00+02:00\""),
    Bad("{ profile: \"ios\" }", "1:12: \"profile\" should be one of ios26, documented, macos"),
    Bad(
      "{ parameters: { stallSecond: 5 } }", "1:17: unknown key \"stallSecond\"; did you mean \"stallSeconds\"?"),
    Bad("{ parameters: { budgetSlot: 0 } }", "1:29: \"budgetSlot\" should be from 1 to 1000000000"),
    Bad("{ timeline: [{ charger: true }] }", "1:14: an entry of the timeline needs \"at\""),
    Bad(
      "{ timeline: [{ at: \"25:00\", charger: true }] }", "1:20: \"at\" should be a time such as \"07:30\" or \"2h30m\""
    ),
    Bad("{ timeline: [{ at: \"1h\" }] }", "1:14: a timeline entry should change something"),
    Bad(
      "{ timeline: [{ at: \"07:00\", days: [\"monday\"], charger: true }] }",
      "1:36: a day should be one of mon, tue, wed, thu, fri, sat, sun"),
    Bad("{ apps: [{ bundle: \"a b\" }] }", "1:20: \"bundle\" should be an identifier without spaces"),
    Bad("{ apps: [{ bundle: \"a\\u001b[2J\" }] }", "1:20: \"bundle\" contains the control character U+001B"),
    Bad("{ apps: [{ bundle: \"a\\u202eb\" }] }", "1:20: \"bundle\" contains the control character U+202E"),
    Bad("{ apps: [{ bundle: \"a\", bundle: \"b\" }] }", "1:25: \"bundle\" appears twice"),
    Bad("{ apps: [{ bundle: \"a\" }, { bundle: \"a\" }] }", "1:37: two apps have the bundle \"a\""),
    Bad("{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\" }] }] }", "1:33: a task needs \"kind\""),
    Bad(
      "{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\", kind: \"refresh\", network: true }] }] }",
      "1:70: a refresh request has no \"network\""),
    Bad(
      "{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\", kind: \"refresh\", prioritty: 1 }] }] }",
      "unknown key \"prioritty\""),
    Bad(
      "{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\", kind: \"continued\" }] }] }",
      "1:33: a continued task needs \"title\""),
    Bad(
      "{ apps: [{ bundle: \"a\", sessions: [{ at: \"1h\", starts: [{ task: \"t\" }] }] }] }",
      "1:65: \"t\" is not a continued task of this app"),
    Bad(
      "{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\", kind: \"refresh\", title: \"x\" }] }] }",
      "only a continued task has \"title\""),
    Bad(
      "{ timeline: [{ at: \"1h\", do: \"opne a\" }] }",
      "1:30: \"opne a\" is not a command; did you mean \"open\"?"),
    Bad(
      "{ timeline: [{ at: \"1h\", do: \"thermal hot\" }] }",
      "the form is \"thermal nominal|fair|serious|critical\""),
    Bad(
      "{ timeline: [{ at: \"1h\", do: \"open nobody\" }] }",
      "1:30: there is no app \"nobody\""),
    Bad(
      "{ timeline: [{ at: \"1h\", push: \"nobody\" }] }",
      "1:32: there is no app \"nobody\""),
    Bad(
      "{ timeline: [{ at: \"1h\", push: { to: \"a\", count: 0 } }] }",
      "\"count\" should be from 1 to 10000"),
    Bad(
      "{ timeline: [{ at: \"1h\", push: { to: \"a\", evry: \"1m\" } }] }",
      "unknown key \"evry\"; did you mean \"every\"?"),
    Bad(
      "{ device: { environment: \"simulater\" } }",
      "did you mean \"simulator\"?"),
    Bad(
      "{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\", kind: \"refresh\", registers: \"later\" }] }] }",
      "\"registers\" should be true, false, \"late\" or \"twice\""),
    Bad(
      "{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\", kind: \"refresh\", interval: \"1h\" }] }] }",
      "only an activity has \"interval\""),
    Bad(
      "{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\", kind: \"activity\" }] }] }",
      "an activity needs \"interval\""),
    Bad(
      "{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\", kind: \"activity\", interval: \"1h\", tolerance: \"2h\" }] }] }",
      "\"tolerance\" should not be longer than \"interval\""),
    Bad(
      "{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\", kind: \"refresh\", protection: \"complete\" }] }] }",
      "only a health research request has \"protection\""),
    Bad(
      "{ apps: [{ bundle: \"a\", transfers: [{ name: \"x\", next: \"y\" }] }] }",
      "\"y\" is not a transfer of this app"),
    Bad(
      "{ apps: [{ bundle: \"a\", transfers: [{ name: \"x\", bytes: -1 }] }] }",
      "\"bytes\" should be from 1 to 1000000000000"),
    Bad(
      "{ apps: [{ bundle: \"a\", assertions: [{ nam: \"x\" }] }] }",
      "unknown key \"nam\"; did you mean \"name\"?"),
    Bad(
      "{ apps: [{ bundle: \"a\", layer: { tick: \"t\" } }] }",
      "\"t\" is not a refresh or processing task of this app"),
    Bad(
      "{ apps: [{ bundle: \"a\", layer: { tick: \"t\", preset: \"backgroundr\", works: [] }, tasks: [{ id: \"t\", kind: \"refresh\" }] }] }",
      "did you mean \"backgrounder\"?"),
    Bad(
      "{ apps: [{ bundle: \"a\", layer: { tick: \"t\", works: [{ id: \"w\", initial: \"1s\" }] }, tasks: [{ id: \"t\", kind: \"refresh\" }] }] }",
      "\"initial\" should be at least 10s"),
    Bad(
      "{ apps: [{ bundle: \"a\", layer: { tick: \"t\", works: [{ id: \"t\" }] }, tasks: [{ id: \"t\", kind: \"refresh\" }] }] }",
      "two tasks have the identifier \"t\""),
    Bad(
      "{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\", kind: \"continued\", title: \"T\", answer: \"maybe\" }] }] }",
      "\"answer\" is \"maybe\" but should be one of continue, stop, none"),
    Bad(
      "{ apps: [{ bundle: \"a\", sessions: [{ at: \"1h\", for: \"1m\", starts: [{ task: \"t\", after: \"2m\" }] }], tasks: [{ id: \"t\", kind: \"continued\", title: \"T\" }] }] }",
      "the session ends before it starts \"t\""),
    Bad(
      "{ length: \"2000000d\" }",
      "\"length\" should be"),
    Bad(
      "{ apps: [{ bundle: \"a\", sessions: [{ at: \"07:00\", for: \"-5m\" }] }] }",
      "\"for\" cannot be negative"),
    Bad(
      "{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\", kind: \"refresh\", earliest: \"-1h\" }] }] }",
      "1:71: \"earliest\" cannot be negative"),
    Bad(
      "{ timeline: [{ at: \"-1h\", charger: true }] }", "1:20: \"at\" cannot be negative"),
    Bad(
      "{ apps: [{ bundle: \"a\", tasks: [{ id: \"t\\u0007\", kind: \"refresh\" }] }] }",
      "1:39: \"id\" contains the control character U+0007"),
    Bad(
      "{ apps: [{ bundle: \"a\", sessions: [{ at: \"3d\", for: \"5m\" }] }], length: \"2d\" }",
      "this is after the end of the scenario, 2 d"),
    Bad(
      "{ apps: [{ bundle: \"a\", sessions: [{ at: \"07:00\", for: \"25h\" }] }] }",
      "\"for\" should be"),
    Bad(
      "{ apps: [{ bundle: \"a\", transfers: [{ name: \"x\", next: \"y\" }, { name: \"y\", next: \"x\" }] }] }",
      "\"x\" leads back to itself: a chain of transfers should have an end"),
    Bad("{ device: { model: \"iPod\" } }", "1:20: \"model\" is \"iPod\" but should be one of iPhone, iPad"),
    Bad(
      "{ length: \"3d\", captions: [{ at: \"4d\", text: \"x\" }] }",
      "1:34: this is after the end of the scenario, 3 d"),
    Bad(
      "{ length: \"3d\", expect: [{ event: \"ended\", after: \"4d\" }] }",
      "this is after the end of the scenario, 3 d"),
    Bad("{ start: \"3d\", length: \"2d\" }", "1:10: this is after the end of the scenario, 2 d"),
    Bad(
      "{ apps: [{ bundle: \"a\" }], length: \"2h\", timeline: [{ at: \"1h\", push: { to: \"a\", count: 14, every: \"6m\" } }] }",
      "1:71: the last of these pushes is after the end of the scenario, 2 h"),
    Bad(
      "{ apps: [{ bundle: \"a\", permitted: [], infoPlist: { UIBackgroundModes: [] } }] }",
      "1:36: \"infoPlist\" already defines \"permitted\""),
    Bad(
      "{ apps: [{ bundle: \"a\", infoPlist: { UIBackgroundMode: [] } }] }",
      "1:38: unknown key \"UIBackgroundMode\"; did you mean \"UIBackgroundModes\"?"),
    Bad("{ apps: [{ bundle: \"a\", infoPlist: true }] }", "1:36: infoPlist should be an object, not true or false"),
    Bad(
      "{ apps: [{ bundle: \"a\", infoPlist: \"a/Info.plist\" }] }",
      "1:36: files cannot be read here: include the keys of \"a/Info.plist\" inline"),
    Bad(
      "{ apps: [{ bundle: \"a\", transfers: [{ name: \"x\", next: \"x\" }] }] }",
      "1:37: \"x\" leads back to itself"),
    Bad(
      "{ apps: [{ bundle: \"a\", layer: { tick: \"t\", works: [{ id: \"w\", conditions: [\"chargin\"] }] }, tasks: [{ id: \"t\", kind: \"refresh\" }] }] }",
      "did you mean \"charging\"?"),
    Bad(
      "{ length: \"3d\", timeline: [{ at: \"4d\", charger: true }] }",
      "this is after the end of the scenario, 3 d"),
  ]

  @Test("Each mistake is reported with line, column, and the correct form", arguments: bad)
  func mistake(_ bad: Bad) {
    let problems = Self.problems(bad.text)
    #expect(problems.contains { $0.contains(bad.problem) }, "\(problems)")
  }

  @Test("All mistakes are reported together, in text order")
  func several() {
    let problems = Self.problems("{\n apps: [{}],\n speed: true,\n colour: 1 }")
    #expect(problems.map { $0.prefix(1) } == ["2", "3", "4"])
  }

  @Test("A scenario of a thousand apps is refused, and one of two hundred is not")
  func size() {
    func text(_ count: Int) -> String {
      "{ apps: [\((0..<count).map { "{ bundle: \"app\($0)\" }" }.joined(separator: ","))] }"
    }
    #expect(Self.problems(text(1_000)).count == 1)
    #expect(Self.problems(text(1_000)).first?.contains("1:9: ") == true)
    #expect(Self.problems(text(200)).isEmpty)
  }

  /// Every text that comes from putting one other value into the place of each value of a document.
  static func mutants(_ value: JSONValue, _ other: JSONValue) -> [(path: String, value: JSONValue)] {
    var mutants = [(path: "", value: other)]
    switch value.content {
    case .array(var values):
      for index in values.indices {
        let kept = values[index]
        for mutant in Self.mutants(kept, other) {
          values[index] = mutant.value
          mutants.append(("[\(index)]\(mutant.path)", JSONValue(.array(values))))
        }
        values[index] = kept
      }
    case .object(var members):
      for index in members.indices {
        let kept = members[index].value
        for mutant in Self.mutants(kept, other) {
          members[index].value = mutant.value
          mutants.append((".\(members[index].key)\(mutant.path)", JSONValue(.object(members))))
        }
        members[index].value = kept
      }
    case .null, .bool, .integer, .number, .string: break
    }
    return mutants
  }

  static func examples() throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/Scenarios.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "```json5\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  @Test("A value of the wrong type is reported wherever it appears in a scenario")
  func wrongTypes() throws {
    for example in try Self.examples() {
      let whole = try JSONReader.read(Array(example.utf8), dialect: .json5)
      for mutant in Self.mutants(whole, JSONValue(.null)) {
        let result = Self.problems(mutant.value.text)
        #expect(result.contains { $0.contains("null") || $0.contains("should be") }, "\(mutant.path): \(result)")
      }
    }
  }

  @Test("A negative length of time is reported wherever it can appear")
  func negative() throws {
    for example in try Self.examples() {
      let whole = try JSONReader.read(Array(example.utf8), dialect: .json5)
      for mutant in Self.mutants(whole, JSONValue(.string("-5m"))) {
        let key = mutant.path.split(separator: ".").last.map(String.init) ?? ""
        let spans = [
          "at", "jitter", "for", "after", "before", "earliest", "every", "interval", "up", "length", "lastOpened",
          "coldStart",
        ]
        guard spans.contains(key) else { continue }
        let result = Self.problems(mutant.value.text)
        #expect(result.contains { $0.contains("cannot be negative") }, "\(mutant.path): \(result)")
      }
    }
  }

  @Test("A control character is reported wherever a text can appear")
  func controls() throws {
    for example in try Self.examples() {
      let whole = try JSONReader.read(Array(example.utf8), dialect: .json5)
      for mutant in Self.mutants(whole, JSONValue(.string("a\u{1B}[2Jb"))) {
        let result = Self.problems(mutant.value.text)
        #expect(!result.isEmpty, "\(mutant.path)")
        #expect(result.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 } }, "\(mutant.path): \(result)")
      }
    }
  }

  static let declaring = """
    { apps: [{ bundle: "com.a", infoPlist: "App/Info.plist",
      tasks: [{ id: "com.a.sync", kind: "refresh", pendingFor: "5m" }, { id: "com.a.work", kind: "processing", pendingFor: "5m" }] }] }
    """

  @Test("Rules A1, A2: an Info.plist by file declares what the app may do, and the trace's header contains its keys")
  func infoPlist() throws {
    let bytes = Array(Self.declaring.utf8)
    #expect(Scenario.infoPlistPaths(in: bytes) == ["App/Info.plist"])
    #expect(Scenario.infoPlistPaths(in: Array("{ infoPlist".utf8)).isEmpty)
    let file = Scenario.InfoPlistFile.declares(
      permitted: ["$(PRODUCT_BUNDLE_IDENTIFIER).sync", "com.a.work"], modes: ["fetch"])
    let scenario = try Scenario.parse(bytes, named: "test", infoPlists: ["App/Info.plist": file])
    #expect(scenario.apps.first?.permitted == ["com.a.sync", "com.a.work"])
    #expect(scenario.apps.first?.modes == ["fetch"])
    var story = Story(scenario)
    story.advance(.minutes(1))
    #expect(story.submissions().map(\.kind) == [.refresh])
    #expect(story.all("refused").count == 1)
    let whole = try #require(scenario.text)
    let again = try Scenario.parse(Array(whole.utf8), named: "test")
    #expect(again.apps == scenario.apps)
    #expect(again.text == whole)
  }

  @Test("Errors in an Info.plist are reported with the scenario's position and the file's own")
  func brokenInfoPlist() throws {
    func result(_ file: Scenario.InfoPlistFile) -> [String] {
      do throws(ScenarioError) {
        _ = try Scenario.parse(Array(Self.declaring.utf8), named: "test", infoPlists: ["App/Info.plist": file])
        return []
      } catch {
        return error.problems.map(\.description)
      }
    }
    #expect(
      result(.unreadable(["App/Info.plist:4:2: <dict> is never closed"])) == [
        "1:40: App/Info.plist:4:2: <dict> is never closed"
      ])
    #expect(
      result(.declares(permitted: ["$(APP).sync"], modes: [])).first?.contains("contains a build setting") == true)
    #expect(result(.declares(permitted: ["a\u{1B}"], modes: [])).first?.contains("control character U+001B") == true)
  }

  @Test("Numbers of problems are bounded")
  func many() {
    let text = "{ \((0..<500).map { "k\($0): 1" }.joined(separator: ",")) }"
    #expect(Self.problems(text).count == 50)
  }

  @Test("Built-in scenarios are without fault, and their own text is left out of headers")
  func builtIn() throws {
    for (name, text) in Scenario.builtIn {
      let scenario = try #require(try Scenario.builtIn(named: name))
      #expect(scenario.name == name)
      #expect(scenario.text == nil)
      #expect(try Scenario.parse(text, named: name).text == String(decoding: text, as: UTF8.self))
    }
    #expect(try Scenario.builtIn(named: "nothing") == nil)
  }

  @Test("The example of the documentation is without fault and runs")
  func documentation() throws {
    let blocks = try Self.examples()
    #expect(blocks.count >= 2)
    for block in blocks {
      var story = Story(try Scenario.parse(Array(block.utf8), named: "example"))
      story.advance(.days(2))
      #expect(!story.all("started").isEmpty)
      #expect(story.simulation.checkInvariants() == [])
    }
  }
}
