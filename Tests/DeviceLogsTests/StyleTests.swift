import DeviceLogs
import TaskTrace
import Testing

@Suite struct StyleTests {
  @Test(arguments: FixtureStyle.allCases) func givesTheSameEvents(_ style: FixtureStyle) {
    let reading = DeviceLog.read(Array(style.text(story).utf8), named: "story")
    #expect(reading.events.map(\.event.name) == storyEvents)
    #expect(reading.summary.records == story.count)
    #expect(reading.summary.others == 1)
    #expect(reading.summary.notUnderstood == 0)
    let last = reading.events.last?.at ?? .zero
    let unit: Int64 = style.hasFractions ? 1_000 : 1_000_000
    #expect(abs(last.microseconds - 140_000_000) < unit)
    guard case .submitted(let reference, let submission) = reading.events.first?.event else {
      Issue.record("the first event is no submission")
      return
    }
    #expect(reference == TaskReference("org.example.mail.sync", ActivityID("00AA11"), kind: .refresh))
    #expect(submission.priority == 10)
    #expect(submission.windowEnd.map { $0 - (submission.windowStart ?? .zero) } == .days(1))
    #expect(submission.earliest == submission.windowStart)
  }

  @Test func everyStyleInOneFile() {
    let text = FixtureStyle.allCases.filter { $0 != .windows }.map { $0.text(story) }.joined(separator: "\n")
    let reading = DeviceLog.read(Array(text.utf8), named: "mixed")
    #expect(reading.summary.records == story.count * (FixtureStyle.allCases.count - 1))
    #expect(reading.summary.decisions.map(\.count).reduce(0, +) == 2 * (FixtureStyle.allCases.count - 1))
    #expect(reading.summary.notUnderstood == 0)
  }

  /// The user chooses which columns Console.app shows, and can reorder them.
  @Test(arguments: [
    "type time process message", "time process message", "time type process message", "type date process message",
    "type time process library message", "type time process pid message", "type time pid process message",
    "type time process pid tid activity library subsystem category message", "type time process subsystem message",
    "date type pid process message", "type time process subsystem category message",
  ]) func anyColumnsOfConsole(_ columns: String) {
    let block =
      "a.b.sync:0A1B2C:[\n\t{name: ThermalPolicy, policyWeight: 5.000, response: {Decision: MNP, Score: 0.00}}\n ], FinalDecision: MNP}"
    let rows = [
      ("dasd", "Submitted Activity: a.b.sync:0A1B2C at priority 10 <private>"), ("dasd", block),
      ("Some App", "two words"), ("dasd", "STARTING activity a.b.sync:0A1B2C <private>!"),
    ]
    let text = rows.enumerated().map { index, row in
      let fields = [
        "type": "default", "time": "14:0\(index):00.388775+0900", "date": "2026-05-04 14:0\(index):00.388775+0900",
        "process": row.0, "library": "SomeLibrary", "pid": "120", "tid": "0x1a2b", "activity": "0",
        "subsystem": row.0 == "dasd" ? "com.apple.duetactivityscheduler" : "", "category": "scoring", "message": row.1,
      ]
      return columns.split(separator: " ").map { fields[String($0)] ?? "" }.joined(separator: "\t") + "\n"
    }.joined()
    let reading = DeviceLog.read(Array(text.utf8), named: "x")
    #expect(reading.events.map(\.event.name) == ["submitted", "scored", "started"])
    #expect(reading.summary.records == 4)
    #expect(reading.summary.others == 1)
    #expect(reading.summary.notUnderstood == 0)
  }

  @Test func aLabelBehindTheMessageIsNoPartOfIt() {
    let text = """
      2026-05-04 09:07:59.787452 SomeApp{Lib}[120] <NOTICE>: Starting task: <BGAppRefreshTask: a.b.sync> [com.apple.BackgroundTasks][Framework]
      2026-05-04 09:08:59.787452 dasd{}[99] <NOTICE>: a.b.sync:0A1B2C:[
      \t{name: ThermalPolicy, policyWeight: 5.000, response: {Decision: Must Not Proceed, Score: 0.00, Rationale: [{thermalLevel >= 2}]}}
       ], FinalDecision: Must Not Proceed} [com.apple.duetactivityscheduler][scoring]
      2026-05-04 09:09:59.787452 SomeApp{}[120] <NOTICE>: what is this [com.apple.BackgroundTasks][Framework]
      2026-05-04 09:10:59 SomeApp[120] <NOTICE>: a list [1][2]
      """
    let reading = DeviceLog.read(Array(text.utf8), named: "x")
    #expect(reading.events.map(\.event.name) == ["started", "thermal", "scored", "note"])
    #expect(
      reading.events.compactMap { $0.event.name == "thermal" || $0.event.name == "note" ? nil : $0.source?.message }
        .allSatisfy { !$0.contains("[com.apple") })
    #expect(reading.summary.firstNotUnderstood.map(\.text) == ["what is this"])
    #expect(reading.summary.others == 1)
  }

  /// iOS 26 prints blocks without responses on one line.
  @Test(arguments: [
    ("a.b.sync:0A1B2C, Decision: CP Score: 0.961348}", Decision.canProceed, Double?.some(0.961348)),
    (
      "a.b.sync:0A1B2C:[ ] sumScores:43.1, denominator:48.5 Decision: CP Score: 0.888660}", .canProceed,
      Double?.some(0.88866)
    ),
    ("a.b.sync:0A1B2C:[], Decision: MNP}", .mustNotProceed, Double?.none),
  ]) func shortScorings(_ message: String, _ decision: Decision, _ final: Double?) {
    let head = "2026-05-04 09:08:59.787452-0700 0x1f00     Default     0x0                  99     8    dasd: "
    let reading = DeviceLog.read(Array((head + message + "\n").utf8), named: "x")
    guard case .scored(let task, let score)? = reading.events.first?.event else {
      Issue.record("no scoring")
      return
    }
    #expect(task.activity == ActivityID("0A1B2C"))
    #expect(score.decision == decision && score.score == final)
  }

  @Test func aLogWithoutDatesUsesTheDayThatItsTextStates() {
    let reading = DeviceLog.read(Array(FixtureStyle.console.text(story).utf8), named: "console")
    #expect(reading.header.inferred == ["date"])
    #expect(reading.header.epoch.description.hasPrefix("2026-05-0"))
  }

  @Test func recordsOutOfOrderAreSorted() {
    let reading = DeviceLog.read(Array(FixtureStyle.default.text(story.reversed()).utf8), named: "reversed")
    #expect(zip(reading.events, reading.events.dropFirst()).allSatisfy { $0.at <= $1.at })
  }

  @Test func severalLogsAreMergedOnOneClock() {
    let half = story.count / 2
    let reading = DeviceLog.read([
      (name: "b", bytes: Array(FixtureStyle.default.text(Array(story[half...])).utf8)),
      (name: "a", bytes: Array(FixtureStyle.ndjson.text(Array(story[..<half])).utf8)),
    ])
    #expect(reading.header.source == .deviceLog(files: ["b", "a"]))
    #expect(reading.header.epoch.description == "2026-05-04T23:58:00.000000-07:00")
    #expect(reading.events.last?.at == Instant(microseconds: 140_000_000))
  }

  @Test func distinguishesJSONLogsFromScenarios() {
    #expect(DeviceLog.looksLikeJSONLog(Array(FixtureStyle.ndjson.text(story).utf8)))
    #expect(DeviceLog.looksLikeJSONLog(Array(FixtureStyle.list.text(story).utf8)))
    #expect(!DeviceLog.looksLikeJSONLog(Array(#"{"name": "day", "apps": []}"#.utf8)))
  }
}
