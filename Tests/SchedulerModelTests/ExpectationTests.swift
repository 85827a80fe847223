import SchedulerModel
import TaskTrace
import Testing

@Suite("Expectations: required results of a scenario")
struct ExpectationTests {
  /// Runs three hours of one processing task, and returns the result of each expectation.
  static func verdicts(_ expect: String, hours: Int64 = 3) throws -> [Scenario.Expectation.Verdict] {
    var story = try Story(
      apps: """
        { bundle: "app", state: "suspended", tasks: [
          { id: "app.work", kind: "processing", pendingFor: "1h", steps: [{ name: "one", for: "20s" }] } ] }
        """, more: "length: \"3h\", expect: [\(expect)]")
    story.advance(.hours(hours))
    return ExpectationCheck.verdicts(story.simulation.scenario.expectations, story.events, until: story.simulation.now)
  }

  static let rows: [(text: String, state: Scenario.Expectation.Verdict.State)] = [
    ("{ task: \"app.work\" }", .met),
    ("{ task: \"app.work\", atLeast: 100 }", .failed),
    ("{ task: \"app.work\", atLeast: 100, before: \"2d\" }", .open),
    ("{ task: \"app.work\", after: \"2h50m\", atMost: 9 }", .met),
    ("{ task: \"app.work\", before: \"1m\" }", .met),
    ("{ task: \"app.work\", exactly: 1, before: \"1m\" }", .met),
    ("{ event: \"killed\", exactly: 0 }", .met),
    ("{ event: \"killed\", exactly: 0, before: \"2d\" }", .open),
    ("{ event: \"ended\", with: { outcome: \"succeeded\", cause: \"completed\" } }", .met),
    ("{ event: \"ended\", with: { outcome: \"expired\" } }", .failed),
    ("{ event: \"battery\", with: { level: 90 } }", .met),
    ("{ event: \"step\", contains: \"on\" }", .met),
    ("{ event: \"step\", contains: \"two\" }", .failed),
    ("{ order: [{ event: \"launching\" }, { event: \"started\" }, { event: \"ended\" }] }", .met),
    ("{ order: [{ event: \"killed\" }, { event: \"started\" }] }", .failed),
    ("{ budget: \"energy\", atLeast: 1, atMost: 200 }", .met),
    ("{ budget: \"energy\", atLeast: 199 }", .failed),
    ("{ task: \"app.work\", spacing: { atLeast: \"450s\" } }", .met),
    ("{ task: \"app.work\", spacing: { atLeast: \"2h\" } }", .failed),
  ]

  @Test("Each form holds, fails, or stays open", arguments: 0..<rows.count)
  func forms(_ row: Int) throws {
    let verdict = try #require(try Self.verdicts(Self.rows[row].text).first)
    #expect(verdict.state == Self.rows[row].state, "\(verdict.sentence)")
  }

  @Test("In a run that ends before its scenario, only what can no longer change is decided")
  func short() throws {
    #expect(try Self.verdicts("{ event: \"killed\", exactly: 0 }", hours: 2).map(\.state) == [.open])
    #expect(try Self.verdicts("{ task: \"app.work\", atLeast: 100 }", hours: 2).map(\.state) == [.open])
    #expect(try Self.verdicts("{ task: \"app.work\" }", hours: 2).map(\.state) == [.met])
    #expect(try Self.verdicts("{ task: \"app.work\", exactly: 0 }", hours: 2).map(\.state) == [.failed])
  }

  static let findingRows: [(text: String, findings: [String: Int]?, state: Scenario.Expectation.Verdict.State)] = [
    ("{ finding: \"any\", exactly: 0 }", nil, .notChecked),
    ("{ finding: \"chain\" }", nil, .notChecked),
    ("{ finding: \"any\", exactly: 0 }", [:], .met),
    ("{ finding: \"any\", exactly: 0 }", ["chain": 0, "late": 1], .failed),
    ("{ finding: \"chain\", exactly: 0 }", ["chain": 0, "late": 1], .met),
    ("{ finding: \"chain\" }", ["chain": 0], .failed),
    ("{ finding: \"chain\" }", ["chain": 2], .met),
    ("{ finding: \"chain\", atMost: 1 }", ["chain": 2], .failed),
    ("{ finding: \"chian\", exactly: 0 }", ["chain": 0], .failed),
  ]

  @Test(
    "The caller counts findings; without counts, nothing is claimed about them",
    arguments: 0..<findingRows.count)
  func findings(_ row: Int) throws {
    let (text, findings, state) = Self.findingRows[row]
    let scenario = try Scenario.parse(Array("{ expect: [\(text)] }".utf8), named: "test")
    let end = Instant.zero + scenario.length
    let verdict = try #require(
      ExpectationCheck.verdicts(scenario.expectations, [], until: end, findings: findings).first)
    #expect(verdict.state == state, "\(verdict.sentence)")
    if let findings {
      let early = ExpectationCheck.verdicts(scenario.expectations, [], until: .zero, findings: findings)
      #expect(early.first?.state == (verdict.sentence.contains("no such check") ? .failed : .open))
    }
  }

  @Test("A finding is reported in a sentence, and an unknown check with the nearest known one")
  func findingSentences() throws {
    let scenario = try Scenario.parse(
      Array("{ expect: [{ finding: \"chian\", exactly: 0 }, { finding: \"any\", atMost: 1 }] }".utf8), named: "test")
    let verdicts = ExpectationCheck.verdicts(
      scenario.expectations, [], until: .zero + scenario.length, findings: ["chain": 3])
    #expect(
      verdicts.map(\.sentence) == [
        "expected exactly 0 findings of chian, and there is no such check; did you mean \"chain\"?",
        "expected at most 1 findings of any kind; there were 3",
      ])
  }

  @Test("A failure is reported in a sentence")
  func sentence() throws {
    let verdict = try #require(
      try Self.verdicts("{ event: \"ended\", task: \"app.work\", with: { outcome: \"killed\" }, before: \"2h\" }").first
    )
    #expect(verdict.sentence == "expected at least 1 ended of app.work with outcome killed before 2 h; there were 0")
  }

  static let bad: [ScenarioTests.Bad] = [
    .init("{ expect: [{ }] }", "1:12: an expectation needs \"event\", \"task\", \"order\", \"budget\" or \"finding\""),
    .init("{ expect: [{ task: \"nobody\" }] }", "1:20: the scenario has no task \"nobody\""),
    .init("{ expect: [{ event: \"startd\" }] }", "did you mean \"started\"?"),
    .init(
      "{ expect: [{ event: \"ended\", with: { outcom: 1 } }] }", "unknown key \"outcom\"; did you mean \"outcome\"?"),
    .init(
      "{ expect: [{ event: \"ended\", after: \"2h\", before: \"1h\" }] }", "\"before\" should be later than \"after\""),
    .init(
      "{ expect: [{ event: \"ended\", atLeast: 2, atMost: 1 }] }", "\"atMost\" should not be less than \"atLeast\""),
    .init(
      "{ expect: [{ finding: \"any\", after: \"1h\" }] }", "1:37: findings cover the whole run and have no \"after\""),
    .init("{ expect: [{ finding: 3 }] }", "1:23: \"finding\" should be a string, not a number"),
    .init("{ expect: [{ order: [{ event: \"ended\" }] }] }", "\"order\" should have at least two events"),
  ]

  @Test("A mistake is reported with its position", arguments: bad)
  func mistake(_ bad: ScenarioTests.Bad) {
    let problems = ScenarioTests.problems(bad.text)
    #expect(problems.contains { $0.contains(bad.problem) }, "\(problems)")
  }

  @Test("Every built-in scenario meets its expectations", arguments: Scenario.builtIn.map(\.name))
  func builtIn(_ name: String) throws {
    let scenario = try #require(try Scenario.builtIn(named: name))
    #expect(name == "day" || !scenario.expectations.isEmpty)
    var story = Story(scenario)
    story.advance(scenario.length)
    let verdicts = ExpectationCheck.verdicts(scenario.expectations, story.events, until: story.simulation.now)
    for verdict in verdicts { #expect(verdict.state == .met, "\(verdict.sentence)") }
    #expect(story.simulation.checkInvariants() == [])
    #expect(try TraceFile.read(story.bytes).events == story.events)
  }
}
