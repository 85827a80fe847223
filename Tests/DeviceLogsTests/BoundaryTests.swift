import DeviceLogs
import TaskTrace
import Testing

private func read(_ text: String) -> DeviceLog.Reading { DeviceLog.read(Array(text.utf8), named: "x") }

/// Where reading begins and ends: widths, counts, and the characters around them.
@Suite("Boundaries of reading") struct BoundaryTests {
  private static let start = "STARTING activity bgRefresh-a.b:00AA11"

  @Test(arguments: zip(1...12, ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]))
  func `a month is known by its name`(_ number: Int, _ name: String) {
    let reading = DeviceLog.read(
      Array("\(name)  4 08:00:00 dasd[99] <Notice>: \(Self.start)".utf8), named: "x",
      date: CivilTime(year: 2026, month: 1, day: 1))
    #expect(reading.header.epoch.description.dropFirst(5).hasPrefix(number < 10 ? "0\(number)-04" : "\(number)-04"))
  }

  @Test func `a time without seconds is its whole minute`() {
    let reading = read("[9/14/2026, 9:57 AM] [Framework] Starting task: <BGAppRefreshTask: a.b>\n")
    #expect(reading.header.epoch.description.hasPrefix("2026-09-14T09:57:00.000000"))
  }

  @Test func `up to four columns stand before a time`() {
    func events(_ columns: Int) -> Int {
      let before = String(repeating: "[1] ", count: columns)
      return read("\(before)2026-09-14 09:57:58.250-0700 Mail [Framework] \(Self.start)\n").events.count {
        $0.at == .zero
      }
    }
    #expect((0...4).map(events) == [1, 1, 1, 1, 1])
    #expect(
      read("[1] [1] [1] [1] [1] 2026-09-14 09:57:58.250-0700 Mail [Framework] \(Self.start)").summary.records == 0)
  }

  @Test(arguments: ["PID:9", "PID:99", "TID=0x1f", "pid=9"])
  func `the number of a process or thread is a column`(_ column: String) {
    let reading = read("2026-09-14T09:57:58.250-07:00  \(column)     <Error  >  dasd: \(Self.start)\n")
    #expect(reading.summary.starts == 1)
  }

  @Test func `an unfinished color sequence at the end of a log stays text`() {
    for end in ["\u{1B}", "\u{1B}[", "\u{1B}[3"] {
      let text = "\u{1B}[31mMay  4 08:00:00\u{1B}[0m dasd[99] <Notice>: \(Self.start)\n\(end)"
      #expect(read(text).events.map(\.event.name) == ["started"])
    }
  }

  @Test func `objects of a list may begin behind a comma at the beginning of a line`() {
    let objects = FixtureStyle.ndjson.text(story).split(separator: "\n")
    let list = "[" + objects.joined(separator: "\n,") + "]\n"
    #expect(read(list).events.map(\.event.name) == storyEvents)
  }

  @Test func `commas that nobody quoted are of the message, wherever its column is`() {
    let message = "Something new, about, bgRefresh"
    for (header, row) in [
      ("time,process,message", "2026-09-14 09:57:58.5,dasd,\(message)"),
      ("time,message,process", "2026-09-14 09:57:58.5,\(message),dasd"),
    ] {
      #expect(read("\(header)\n\(row)\n").summary.firstNotUnderstood.map(\.text) == [message], "\(header)")
    }
  }

  @Test func `a table is known by the first 65,536 bytes of a text`() {
    let table = "time,process,message\n2026-09-14 09:57:58.5,dasd,\(Self.start)\n"
    #expect(TextDecoder(Array((String(repeating: "\n", count: 60_000) + table).utf8)) != nil)
    #expect(TextDecoder(Array((String(repeating: "\n", count: 65_536) + table).utf8)) == nil)
  }

  @Test func `an object is a record if a colon follows its keys`() {
    let object = #"{"ts":"2026-09-14 09:57:58","msg":"x"}"#
    #expect(DeviceLog.looksLikeJSONLog(Array(object.utf8)))
    #expect(DeviceLog.looksLikeJSONLog(Array(object.replacing(":\"", with: " : \"").utf8)))
    #expect(!DeviceLog.looksLikeJSONLog(Array(object.replacing(":\"", with: ";\"").utf8)))
  }

  @Test func `between logs that end and begin apart there is a gap each`() {
    let logs = ["08:00:00", "09:00:00", "11:00:00"].map { clock in
      let record = "2026-05-04 \(clock).000000-0700 localhost dasd[99]: \(Self.start)\n"
      return (name: clock, bytes: Array(record.utf8))
    }
    let gaps = DeviceLog.read(logs).events.filter { $0.event.name == "gap" }
    #expect(gaps.map(\.at) == [.zero, .zero + .hours(1)])
    #expect(
      gaps.map(\.event) == [1, 3].map { .gap(until: .zero + .hours($0), cause: .noLog) })
  }
}

/// What is a number, a time or a line in the files of other programs, and what is none.
@Suite("Boundaries of files of events") struct EventFileBoundaryTests {
  private func read(_ text: String) -> DeviceLog.Reading? { EventFile.read(Array(text.utf8), named: "x") }

  @Test func `a line of spaces is none, and a line of one character is not understood`() throws {
    let event = #"{"event":"WorkStarted","taskId":"sync","at":"2026-05-04T08:20:00Z","attempt":0}"#
    let reading = try #require(read(" \t\r\n!\n\(event)\n"))
    #expect(reading.summary.firstNotUnderstood.map(\.number) == [2])
    #expect(reading.events.map { $0.source?.line } == [3])
  }

  @Test(arguments: [("0", 0), ("0.000001", 1), ("-1", 0), ("1777881600", 1), ("1777881600000", 1), ("9e12", 0)])
  func `a time is later than the beginning of 1970, and before 2255`(_ time: String, _ count: Int) {
    let text = #"{"event":"WorkStarted","taskId":"sync","at":\#(time),"attempt":0}"#
    #expect((read(text)?.events.count ?? 0) == count)
  }

  @Test(arguments: [("SUCCESS", "", nil), ("FAILURE", "", "failure"), ("TIMEOUT", #","errorMessage":"slow""#, "slow")])
  func `a run that succeeded has no cause, and any other has one`(
    _ status: String, _ message: String, _ cause: String?
  ) throws {
    let text =
      #"{"chainId":"sync","status":"\#(status)","startedAtMs":1777881600000,"endedAtMs":1777881601000\#(message)}"#
    guard case .ended(_, let end)? = try #require(read(text)).events.last?.event else {
      Issue.record("no end")
      return
    }
    #expect(end.cause?.rawValue == cause)
  }

  @Test(arguments: [(86_400.0, 86_400), (1.5e8, 86_400), (-1, 86_400), (9.9e7, 99_000_000)])
  func `a report covers its duration, or a day if that is no length of a report`(_ length: Double, _ seconds: Int64)
    throws
  {
    let text = #"{"timeRange":{"start":799632000,"duration":\#(length)},"intervalEntries":[]}"#
    guard case .report(let report)? = try #require(read(text)).events.first?.event else {
      Issue.record("no report")
      return
    }
    #expect(report.until == .zero + .seconds(seconds))
  }

  @Test(arguments: [(900_000.0, true), (9.9e14, true), (1e15, false), (0, false), (-1, false)])
  func `an interval is longer than nothing and shorter than any life`(_ interval: Double, _ isTold: Bool) throws {
    let text =
      #"{"tasks.sync.active":true,"tasks.sync.interval_ms":\#(interval),"tasks.sync.next_run_epoch_ms":1777882500000}"#
    guard case .submitted(_, let submission)? = try #require(read(text)).events.first?.event else {
      Issue.record("no submission")
      return
    }
    #expect((submission.interval != nil) == isTold)
  }
}
