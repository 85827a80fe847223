import DeviceLogs
import TaskTrace
import Testing

@Suite struct StyleTests {
  @Test(arguments: FixtureStyle.allCases) func tellsTheSameStory(_ style: FixtureStyle) {
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

  @Test func aLogWithoutDatesTakesTheDayThatItsTextStates() {
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

  @Test func tellsLogsInJSONFromScenarios() {
    #expect(DeviceLog.looksLikeJSONLog(Array(FixtureStyle.ndjson.text(story).utf8)))
    #expect(DeviceLog.looksLikeJSONLog(Array(FixtureStyle.list.text(story).utf8)))
    #expect(!DeviceLog.looksLikeJSONLog(Array(#"{"name": "day", "apps": []}"#.utf8)))
  }
}
