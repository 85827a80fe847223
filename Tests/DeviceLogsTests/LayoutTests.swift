import DeviceLogs
import TaskTrace
import Testing

/// A way in which lines of a log are copied.
enum Copying: String, CaseIterable {
  case plain, ci, composed, tagged, numbered, nonBreaking, upload, colored, returns

  func text(_ lines: String) -> String {
    var number = 0
    return lines.split(separator: "\n").map { line in
      number += 1
      let ones = number % 10
      return switch self {
      case .plain: "\(line)\n"
      case .ci: "2026-05-05T07:0\(ones):41.123456\(ones)Z \(line)\n"
      case .composed: "phone_\(ones)   | \(line)\n"
      case .tagged: "[Xcode] \(line)\n"
      case .numbered: "     \(number) \(line)\n"
      case .nonBreaking: "log\u{A0}\(line)\n"
      case .upload: "[Driver@4f2\(ones)] [SYSLOG] \(line)\n"
      case .colored: "\u{1B}[36m\(line)\u{1B}[0m\n"
      case .returns: "\(line)\r\n"
      }
    }.joined()
  }
}

/// A table of the story.
enum FixtureTable: String, CaseIterable {
  case commas, semicolons, tabs, reordered

  func text(_ records: [FixtureRecord]) -> String {
    let names =
      self == .reordered
      ? ["Message", "PID", "Process", "Timestamp", "Category", "Subsystem"]
      : ["Timestamp", "Log Type", "Subsystem", "Category", "PID", "Process", "Message"]
    let separator = self == .semicolons ? ";" : self == .tabs ? "\t" : ","
    let rows = records.map { record in
      names.map { name in
        let value =
          switch name {
          case "Timestamp": time(record.at)
          case "Log Type": "Default"
          case "Subsystem": record.subsystem
          case "Category": record.category
          case "PID": "99"
          case "Process": "/usr/libexec/\(record.process)"
          default: record.message
          }
        return self == .tabs ? value : "\"\(value.replacing("\"", with: "\"\""))\""
      }.joined(separator: separator)
    }
    return ([names.joined(separator: separator)] + rows).joined(separator: "\n") + "\n"
  }

  private func time(_ at: Int) -> String {
    let epoch = Epoch(wallClock: CivilTime(year: 2026, month: 5, day: 4, hour: 23, minute: 58), utcOffset: -25_200)
    let instant = Instant(microseconds: Int64(at))
    return Self.stamp(epoch.civil(instant))
  }

  static func stamp(_ civil: CivilTime) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(civil.year)-\(two(civil.month))-\(two(civil.day))T\(two(civil.hour)):\(two(civil.minute)):"
      + "\(two(civil.second)).\(String(1_000_000 + civil.microsecond).dropFirst())-07:00"
  }
}

@Suite("Logs that another program has laid out") struct LayoutTests {
  private func expectTheStory(_ text: String, unit: Int64 = 1_000, _ name: String) {
    let reading = DeviceLog.read(Array(text.utf8), named: name)
    #expect(reading.events.map(\.event.name) == storyEvents, "\(name)")
    let tasks = Set(reading.events.compactMap(\.event.reference?.task))
    #expect(tasks == ["org.example.mail.sync"], "\(name)")
    let first = reading.events.first?.at ?? .zero
    let last = reading.events.last?.at ?? .zero
    #expect(abs((last - first).microseconds - 139_999_000) <= unit, "\(name)")
    #expect(!reading.summary.hasLostTimes, "\(name)")
  }

  /// The table of formats: every style in every way of copying is read whole, with its times.
  @Test(arguments: [
    FixtureStyle.default, .oldDefault, .syslog, .compact, .console, .xcode, .relay, .relayDevice, .pymobiledevice,
    .ndjson,
    .xclog, .syslogSpaces, .tabColumns,
  ]) func `every style is read however its lines were copied`(_ style: FixtureStyle) {
    for copying in Copying.allCases {
      expectTheStory(
        copying.text(style.text(story)), unit: style.hasFractions ? 1_000 : 1_000_000, "\(style) \(copying)")
    }
  }

  @Test(arguments: FixtureTable.allCases) func `tables are read by the names of their columns`(_ table: FixtureTable) {
    expectTheStory(table.text(story), "\(table)")
    let reading = DeviceLog.read(Array(table.text(story).utf8), named: "x")
    // The lines are those of the table: the scoring is the record of line 5, and has four lines.
    #expect(reading.events.first { $0.event.name == "scored" }?.source?.line == 5)
    #expect(reading.events.last?.source?.line == 22)
  }

  @Test func `Xcode's structured console has its metadata behind each message`() {
    let text =
      "Some print\nType: stdio\n"
      + story.map { record in
        let epoch = Epoch(wallClock: CivilTime(year: 2026, month: 5, day: 4, hour: 23, minute: 58), utcOffset: -25_200)
        let stamp = FixtureTable.stamp(epoch.civil(Instant(microseconds: Int64(record.at)))).replacing("T", with: " ")
        return record.message
          + "\nType: Notice | Timestamp: \(stamp) | Process: \(record.process) | Library: X | Subsystem: \(record.subsystem)"
          + " | Category: \(record.category) | TID: 0xf900\n"
      }.joined()
    expectTheStory(text, "structured")
    let reading = DeviceLog.read(Array(text.utf8), named: "x")
    #expect(reading.events.first?.source?.line == 5)
  }

  @Test(arguments: [1, 7, 100, 5_000]) func `pieces of any size are laid out alike`(_ size: Int) throws {
    let texts = [
      Copying.ci.text(FixtureStyle.default.text(story)), FixtureTable.commas.text(story), FixtureTable.tabs.text(story),
    ]
    for text in texts {
      let bytes = Array(text.dropLast().utf8)
      var whole = try #require(LogLayout(bytes))
      let expected = whole.decode(bytes) + whole.finish()
      var layout = try #require(LogLayout(bytes))
      var pieces: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        pieces += layout.decode(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(pieces + layout.finish() == expected)
    }
  }

  @Test(arguments: FixtureStyle.allCases) func `standard tool output is not reformatted`(_ style: FixtureStyle) {
    #expect(LogLayout(Array(style.text(story).utf8)) == nil)
  }

  @Test func `a table whose quotes are open costs no more than its length`() {
    let row = "a,\"b\n"
    let text = "Timestamp,Message,Process\n" + String(repeating: row, count: 60_000)
    #expect(DeviceLog.read(Array(text.utf8), named: "x").events.isEmpty)
  }

  @Test func `a prefix with a time gives it to a message that has none`() {
    let text = """
      2026-05-04T10:00:00.0000000Z ##[group]Run test
      2026-05-04T10:00:02.0000000Z 2026-05-04 09:59:59.000000+0000 App[9:9] [Framework] Starting task: <BGAppRefreshTask: a.b>
      2026-05-04T10:00:03.0000000Z 2026-05-04 10:00:01.000000+0000 App[9:9] something
      2026-05-04T10:00:05.0000000Z Marking task <BGAppRefreshTask: a.b> complete with success: 1
      """
    let reading = DeviceLog.read(Array(text.utf8), named: "x")
    #expect(reading.events.map(\.event.name) == ["started", "completed", "ended"])
    #expect((reading.events.last?.at ?? .zero) - (reading.events.first?.at ?? .zero) == .seconds(6))
  }
}

@Suite("Records that are duplicated, truncated, or wrapped") struct TornRecordTests {
  private func read(_ text: String) -> DeviceLog.Reading { DeviceLog.read(Array(text.utf8), named: "x") }

  @Test func `a record of the console and of the stream is reported once`() {
    let records = story.filter { $0.process == "Mail" }
    let both = records.map { FixtureStyle.xcode.text([$0]) + FixtureStyle.default.text([$0]) }.joined()
    #expect(read(both).events.map(\.event) == read(FixtureStyle.default.text(records)).events.map(\.event))
    // The same style twice is no mirror, nor is another time.
    let twice = FixtureStyle.relay.text([story[5]]) + FixtureStyle.relay.text([story[5]])
    #expect(read(twice).events.count == 2)
  }

  @Test func `a name that a line end cut is neither completed nor invented`() {
    let head = "Sep 14 09:58:01 phone App(BackgroundTasks)[9] <Notice>: "
    let cut =
      head
      + "submitTaskRequest: <BGAppRefreshTaskRequest: org.example.ref\nresh, earliestBeginDate: 2026-09-14 17:13:00 +0000>\n"
    #expect(read(cut).events.map(\.event.name) == ["note"])
    let result =
      cut + "Sep 14 09:58:01 phone dasd[1] <Notice>: Submitted: bgRefresh-org.example.refresh:3F21AB at priority 10\n"
    guard case .submitted(let task, let submission)? = read(result).events.last?.event else {
      Issue.record("no submission")
      return
    }
    #expect(task.task == "org.example.refresh" && submission.earliest != nil)
    let other =
      cut + "Sep 14 09:58:01 phone dasd[1] <Notice>: Submitted: bgRefresh-org.other.refresh:3F21AB at priority 10\n"
    guard case .submitted(_, let submission)? = read(other).events.last?.event else {
      Issue.record("no submission")
      return
    }
    #expect(submission.earliest == nil)
  }

  @Test(arguments: [20, 33, 47, 80, 120]) func `records are read at any width`(_ width: Int) {
    let block = FixtureStyle.relay.text([story[3]])
    let whole = read(block).events
    var lines: [String] = []
    for line in block.split(separator: "\n") {
      var rest = Array(line.split(separator: " ", omittingEmptySubsequences: false))[...]
      while let first = rest.popFirst() {
        var text = String(first)
        while let next = rest.first, text.utf8.count + next.utf8.count < width || lines.isEmpty && text.utf8.count < 38
        {
          text += " " + next
          rest.removeFirst()
        }
        lines.append(text)
      }
    }
    let events = read(lines.joined(separator: "\n")).events
    #expect(events.map(\.event) == whole.map(\.event), "\(width)")
  }

  @Test func `a time inside a message is none of the record's`() {
    let text = """
      Starting task: <BGAppRefreshTask: a.b>
      it was due at 2031-01-01 00:00:00 +0000, and
      2031-01-01 00:00:00 +0000> is its date
      """
    let reading = read(text)
    #expect(reading.summary.records == 1 && !reading.header.epoch.description.hasPrefix("2031"))
  }

  @Test func `times in an unknown format are lost and counted`() {
    let text = (0..<4).map {
      "Day 4 at \($0):12:33Z STARTING activity bgRefresh-a.b:00AA1\($0) <private>!\n"
    }
    .joined()
    #expect(read(text).summary.hasLostTimes)
    #expect(!read(FixtureStyle.default.text(story)).summary.hasLostTimes)
    #expect(!read(story.map { $0.message + "\n" }.joined()).summary.hasLostTimes)
  }
}

@Suite("The order of events") struct OrderTests {
  private func isOrdered(_ events: [TraceEvent]) -> Bool {
    zip(events, events.dropFirst()).allSatisfy { $0.at <= $1.at }
  }

  @Test func `records of other processes leave in order too`() {
    let text = """
      2026-05-04 10:00:00.002000+0000 0x1f00     Default     0x0                  99     8    wifid: later
      2026-05-04 10:00:00.001000+0000 0x1f00     Default     0x0                  99     8    wifid: earlier
      """
    let events = DeviceLog.read(Array(text.utf8), named: "x").events
    #expect(events.count == 2 && isOrdered(events))
    _ = Trace(
      header: TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .deviceLog(files: [])),
      events: events)
  }

  /// Clocks that go back by anything, in every style, in the records that matter and in those that do not.
  @Test(arguments: FixtureStyle.allCases) func `nothing leaves the importer out of order`(_ style: FixtureStyle) {
    var random = UInt64(3)
    func below(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % limit
    }
    for _ in 0..<20 {
      var records = story
      if below(2) == 0 { records = records.filter { $0.process == "wifid" } + records.filter { $0.process == "wifid" } }
      for index in records.indices { records[index].at = below(200) * 1_000_000 + below(3) * 1_000 }
      let bytes = Array(style.text(records).utf8)
      #expect(isOrdered(DeviceLog.read(bytes, named: "x").events))
      var importer = LogImporter(named: "x")
      var live: [TraceEvent] = []
      for start in stride(from: 0, to: bytes.count, by: 333) {
        live += importer.feed(bytes[start..<min(start + 333, bytes.count)])
      }
      #expect(isOrdered(live + importer.flush()))
      #expect(isOrdered(importer.finish().events))
    }
  }

  @Test func `a second run within a minute is a separate run`() {
    func record(_ second: Int, _ process: String, _ message: String) -> FixtureRecord {
      FixtureRecord(at: second * 1_000_000, process: process, category: "lifecycle", message: message)
    }
    let records = [
      record(0, "dasd", "STARTING activity bgRefresh-a.b:00AA11 <private>!"),
      record(5, "dasd", "COMPLETED bgRefresh-a.b:00AA11 at priority 5 <private>!"),
      record(20, "Mail", "Starting task: <BGAppRefreshTask: a.b>"),
      record(35, "dasd", "NO LONGER RUNNING bgRefresh-a.b:00AA12 ...Tasks running in group [g] are 0!"),
    ]
    let events = DeviceLog.read(Array(FixtureStyle.default.text(records).utf8), named: "x").events
    #expect(events.map(\.event.name) == ["started", "completed", "started", "group", "completed"])
  }

  @Test func `the client of an activity also reports its run`() {
    let client = "UserEventAgent: (com.apple.cts) [com.apple.xpc.activity:Activities]"
    let head = "+0000 0x1f00     Default     0x0                  99     8    "
    let text = """
      2026-05-04 10:00:00.000000\(head)\(client) Running XPC Activity (PID 9699): org.example.x (0x7fef5fc14f30)
      2026-05-04 10:00:00.100000\(head)dasd: [com.apple.duetactivityscheduler:lifecycle] STARTING activity 501:org.example.x:BB0E3B <private>!
      2026-05-04 10:00:09.000000\(head)\(client) Completed XPC Activity: org.example.x (0x7fef5fc14f30)
      """
    let events = DeviceLog.read(Array(text.utf8), named: "x").events
    #expect(events.map(\.event.name) == ["started", "completed"])
    #expect(events.first?.event.reference?.activity == ActivityID("BB0E3B"))
  }
}
