import DeviceLogs
import TaskTrace
import Testing

/// How a logger or a tool writes one record: `DATE`, `SLASHED`, `US`, `SHORT`, `CLOCK`, `EPOCH`, `§` for the process and `¤`
/// for the message.
private struct Form: Sendable, CustomTestStringConvertible {
  var line: String
  /// The difference in seconds between the two records that the form can represent.
  var seconds = 3_660.5
  var inferred: [String] = []

  init(_ line: String, seconds: Double = 3_660.5, inferred: [String] = []) {
    (self.line, self.seconds, self.inferred) = (line, seconds, inferred)
  }

  var testDescription: String { line }

  /// Two records an hour, a minute and half a second apart.
  func text() -> String {
    [("09:57:58.250", "9:57 AM", "Starting task: <BGAppRefreshTask: a.b>"), ("10:58:58.750", "10:58 AM", Form.end)]
      .enumerated().map { index, record in
        line.replacing("DATE", with: "2026-09-14 \(record.0)").replacing("SLASHED", with: "2026/09/14 \(record.0)")
          .replacing("ISO", with: "2026-09-14T\(record.0)").replacing("US", with: "9/14/2026, \(record.1)")
          .replacing("SHORT", with: "09-14 \(record.0)").replacing("CLOCK", with: record.0)
          .replacing("MEDIUM", with: "Sep 14, 2026 at \(record.1.replacing(" ", with: ":58\u{202F}"))")
          .replacing("EPOCH", with: index == 0 ? "1789405078.250" : "1789408738.750")
          .replacing("§", with: "Mail").replacing("¤", with: record.2) + "\n"
      }.joined()
  }

  private static let end = "Marking task <BGAppRefreshTask: a.b> complete with success: 1"
}

@Suite("Heads in any order") struct HeadTests {
  @Test(arguments: [
    Form("DATE-0700 §[9:1f] [Framework] ¤"), Form("[ISO-07:00] [info] [Framework] ¤"), Form("DATE UTC [Notice] §: ¤"),
    Form("SLASHED  ¤", inferred: ["zone"]),
    Form("CLOCK \u{1F49A} DEBUG Scheduler.run():12 - ¤", inferred: ["date", "zone"]),
    Form("[US] [Framework] ¤", seconds: 3_660, inferred: ["zone"]),
    Form("MEDIUM ¤", seconds: 3_660, inferred: ["zone"]),
    Form("SHORT  9  9 I §: ¤", inferred: ["year", "zone"]), Form("<14>1 ISO-07:00 phone § 9 - - ¤"),
    Form("DATE-0700 Df §[9:1f] [com.apple.BackgroundTasks:Framework] ¤"), Form("EPOCH info §: ¤"),
    Form("| DATE | § | ¤ |", inferred: ["zone"]), Form("7\tDefault\tDATE-0700\t§\t¤"),
    Form("info 9 DATE -0700 § com.apple.BackgroundTasks Framework ¤"),
    Form("ISO-0700 info com.example.sync : key=1 [§] ¤"),
    Form("DATE-0700 §[9:1f] (i) Info: (Tag) 2031-01-01 00:00:00 ¤"),
    Form(#"{"@timestamp":"ISO-07:00","level":"info","logger":"x","process":{"name":"§"},"message":"¤"}"#),
    Form(#"{"ts":"EPOCH","severity":"I","tag":"§","msg":"¤"}"#),
    Form(#"{"log":"DATE-0700 §[9:1f] [Framework] ¤\n","stream":"stdout","time":"2031-01-01T00:00:00Z"}"#),
  ]) fileprivate func `they are read with their times`(_ form: Form) {
    let reading = DeviceLog.read(Array(form.text().utf8), named: "x")
    #expect(reading.events.map(\.event.name) == ["started", "completed", "ended"])
    #expect(Set(reading.events.compactMap(\.event.reference?.task)) == ["a.b"])
    let span = (reading.events.last?.at ?? .zero) - (reading.events.first?.at ?? .zero)
    #expect(span == TimeSpan(seconds: form.seconds))
    #expect(reading.header.inferred == form.inferred)
    let day = reading.header.epoch.description
    #expect(day.hasPrefix("2026-09-14") || form.inferred.contains("date") || form.inferred.contains("year"), "\(day)")
  }

  @Test func `a day that could be a month is not guessed`() {
    let text = "4/5/2026 09:57:58 STARTING activity bgRefresh-a.b:00AA11 <private>!\n"
    let reading = DeviceLog.read(Array(text.utf8), named: "x")
    #expect(reading.summary.hasLostTimes)
  }

  @Test func `signs that a web page wrote by their names are signs`() {
    let plain = FixtureStyle.default.text(story.filter { $0.process == "Mail" })
    let page = plain.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    #expect(
      DeviceLog.read(Array(page.utf8), named: "x").events.map(\.event)
        == DeviceLog.read(Array(plain.utf8), named: "x").events.map(\.event))
  }

  @Test func `a word of a sentence is not a process`() {
    let text = """
      2026-09-14 09:57:58 Background Task 5 ("a"), was created over 30 seconds ago.
      09:58:58 Background Task 6 ("a"), was created over 30 seconds ago.
      """
    let events = DeviceLog.read(Array(text.utf8), named: "x").events.map(\.event)
    #expect(
      events == [
        .assertion(Assertion(bundle: "", name: "a", state: .overdue)),
        .assertion(Assertion(bundle: "", name: "a", state: .overdue)),
      ])
  }

  @Test func `one head contains the zone and the day that another omits`() {
    let text = """
      09:57:40  Acquired tunnel connection.
      2026-09-14 09:58:01.000000-0700 Mail[9:1f] [Framework] Starting task: <BGAppRefreshTask: a.b>
      """
    let reading = DeviceLog.read(Array(text.utf8), named: "x")
    #expect(reading.header.epoch.description.hasPrefix("2026-09-14T09:57:40"))
    #expect(reading.events.first?.at == .zero + .seconds(21))
  }

  @Test(arguments: [
    "date,time,timezone,message\n09/14/2026,09:57:58,UTC,STARTING activity bgRefresh-a.b:00AA11\n",
    "_time,_raw,host\n2031-01-01T00:00:00Z,Sep 14 09:57:58 phone dasd[1] <Notice>: STARTING activity bgRefresh-a.b:00AA11,h\n",
    "File;TimeUtc;ProcessName;LogMessage\nx;2026-09-14 09:57:58.5;dasd;STARTING activity bgRefresh-a.b:00AA11\n",
  ]) func `tables keep dates, zones and lines in columns of their own`(_ table: String) {
    let reading = DeviceLog.read(Array(table.utf8), named: "x")
    #expect(reading.events.map(\.event.name) == ["started"])
    #expect(reading.header.epoch.description.contains("-09-14T09:57:58"))
  }
}
