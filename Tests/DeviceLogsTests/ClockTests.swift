import DeviceLogs
import TaskTrace
import Testing

private func read(_ text: String, date: CivilTime? = nil) -> DeviceLog.Reading {
  DeviceLog.read(Array(text.utf8), named: "x", date: date)
}

/// A record of dasd's with ticks of 24 MHz.
private func record(_ clock: String, ticks: Int, boot: String = "A", message: String = "COMPLETED bgRefresh-a.b:0000AA")
  -> String
{
  #"{"timestamp":"2026-05-04 \#(clock)+0000","machTimestamp":\#(ticks * 24_000_000),"bootUUID":"\#(boot)","#
    + #""processImagePath":"\/usr\/libexec\/dasd","subsystem":"com.apple.duetactivityscheduler","category":"x","#
    + #""eventType":"logEvent","messageType":"Default","eventMessage":"\#(message)"}"#
}

@Suite("The clock of a log") struct ClockTests {
  @Test func `a clock that was set moves nothing that was measured (rule O8)`() {
    let lines = [
      record("08:00:00.000000", ticks: 100),
      record("08:00:10.000000", ticks: 110, message: "STARTING activity a.b:0000AA"),
      record("07:00:20.000000", ticks: 120, message: "COMPLETED a.b:0000AB"),
      record("07:00:30.000000", ticks: 130, message: "STARTING activity a.b:0000AC"),
    ]
    let reading = read(lines.joined(separator: "\n"))
    let scheduler = reading.events.filter { $0.event.reference != nil }
    #expect(scheduler.map(\.at) == [0, 10, 20, 30].map { .zero + .seconds($0) })
    #expect(
      reading.events.contains {
        if case .note(let note) = $0.event { note.text == "the clock was set back by 1 h" } else { false }
      })
  }

  @Test func `a boot is an event, and the time before it is unknown`() {
    let lines = [
      record("08:00:00.000000", ticks: 100),
      record("08:30:00.000000", ticks: 5, boot: "B", message: "STARTING activity a.b:0000AC"),
    ]
    let events = read(lines.joined(separator: "\n")).events
    #expect(events.map(\.event.name) == ["completed", "gap", "boot", "started"])
    #expect(events[1].event == .gap(until: .zero + .minutes(30), cause: .boot))
    #expect(events[2].at == .zero + .minutes(30))
    let text = """
      2026-05-04 08:00:00.000100+0000 0x1f00     Default     0x0                  99     8    dasd: [com.apple.duetactivityscheduler:lifecycle] COMPLETED bgRefresh-a.b:0000AA
      2026-05-04 08:20:00.000100+0000 0x0        Timesync    0x0                  0      0    === system boot: 8F1C7A2E-0000-0000-0000-000000000000
      2026-05-04 08:21:00.000100+0000 0x1f00     Default     0x0                  99     8    dasd: [com.apple.duetactivityscheduler:lifecycle] STARTING activity bgRefresh-a.b:0000AB <private>!
      """
    #expect(read(text).events.map(\.event.name) == ["completed", "gap", "boot", "started"])
  }

  @Test func `lost messages are a gap, in every style that reports them`() {
    let json = [
      record("08:00:00.000000", ticks: 100),
      #"{"timestamp":"2026-05-04 08:00:05.000000+0000","eventType":"lossEvent"}"#,
      record("08:00:10.000000", ticks: 110, message: "STARTING activity a.b:0000AC"),
    ].joined(separator: "\n")
    let text = """
      2026-05-04 08:00:00.000000+0000 0x1f00     Default     0x0                  99     8    dasd: [com.apple.duetactivityscheduler:lifecycle] COMPLETED bgRefresh-a.b:0000AA
      2026-05-04 08:00:05.000000+0000 0x1f00     Loss        0x0                  0      0    kernel: lost >= 12 messages
      2026-05-04 08:00:10.000000+0000 0x1f00     Default     0x0                  99     8    dasd: [com.apple.duetactivityscheduler:lifecycle] STARTING activity bgRefresh-a.b:0000AC <private>!
      """
    for log in [json, text] {
      let events = read(log).events
      #expect(events.map(\.event.name) == ["completed", "gap", "started"])
      #expect(events[1].event == .gap(until: .zero + .seconds(5), cause: .messagesLost))
    }
  }

  @Test func `a device that was unplugged is a gap until its next record`() {
    let text = """
      [connected]
      May  4 08:00:00 dasd(Lib)[99] <Notice>: COMPLETED bgRefresh-a.b:0000AA
      [disconnected]
      [connected]
      May  4 09:00:00 dasd(Lib)[99] <Notice>: STARTING activity bgRefresh-a.b:0000AB <private>!
      """
    let events = read(text).events
    #expect(events.map(\.event.name) == ["completed", "gap", "started"])
    #expect(events[1].event == .gap(until: .zero + .hours(1), cause: .disconnected))
  }

  @Test func `a log without dates begins on the specified day, or on that of another log`() {
    let console = "default\t08:00:00.000000+0000\tdasd\tCOMPLETED bgRefresh-a.b:0000AA"
    #expect(read(console).header.inferred == ["date"])
    #expect(read(console).isDayArbitrary)
    let given = read(console, date: CivilTime(year: 2026, month: 5, day: 4))
    #expect(given.header.inferred.isEmpty)
    #expect(given.header.epoch.description == "2026-05-04T08:00:00.000000+00:00")
    let relay = read(
      "May  4 08:00:00 dasd[99] <Notice>: COMPLETED bgRefresh-a.b:0000AA", date: CivilTime(year: 2026, month: 1, day: 1)
    )
    #expect(relay.header.epoch.description.hasPrefix("2026-05-04"))
    let dated = record("09:00:00.000000", ticks: 100, message: "STARTING activity a.b:0000AC")
    let both = DeviceLog.read([(name: "c", bytes: Array(console.utf8)), (name: "d", bytes: Array(dated.utf8))])
    #expect(both.header.inferred == ["date"])
    #expect(both.events.map(\.event.name) == ["completed", "gap", "started"])
    #expect(both.events.map(\.at) == [.zero, .zero, .zero + .hours(1)])
    #expect(both.events[1].event == .gap(until: .zero + .hours(1), cause: .noLog))
  }

  @Test func `a day is crossed where the clock falls far, or rises by nearly all of it`() {
    let clocks = ["00:10:00", "14:30:00", "23:59:59", "00:00:01", "23:59:58", "09:00:00"]
    let text = clocks.map { "default\t\($0).000000+0100\tdasd\tCOMPLETED bgRefresh-\($0):0000AA\n" }.joined()
    let hours = read(text).events.map { $0.at.microseconds / 3_600_000_000 }
    #expect(hours == [0, 14, 23, 23, 23, 32])
  }

  @Test(arguments: [
    (["Dec 31", "Jan  1"], [0, 1]), (["Nov 28", "Feb 20"], [0, 84]), (["Jan  1", "Dec 31"], [-1, 0]),
  ]) func `a year is crossed where that is nearer`(_ days: [String], _ expected: [Int64]) {
    let text = days.map { "\($0) 12:00:00 dasd[99] <Notice>: COMPLETED bgRefresh-a.b:0000AA\n" }.joined()
    #expect(read(text).events.map { $0.at.microseconds / 86_400_000_000 } == expected)
  }

  @Test func `a clock that the log says was set back does not put later records before earlier ones`() {
    func line(_ clock: String, _ rest: String) -> String {
      "2026-05-04 \(clock).000000+0000 0x1f00     Default     0x0                  99     8    \(rest)\n"
    }
    let text =
      line("08:00:00", "dasd: COMPLETED a.b:0000AA") + line("07:00:05", "=== system wallclock time adjusted")
      + line("07:00:10", "dasd: COMPLETED a.b:0000AB") + line("07:00:08", "dasd: COMPLETED a.b:0000AC")
    let events = read(text).events
    #expect(
      events.compactMap { $0.event.reference?.activity } == ["0000AA", "0000AC", "0000AB"].map { ActivityID($0) })
    #expect(events.map(\.at.microseconds) == [0, 0, 3_000_000, 5_000_000])
    let forward =
      line("08:00:00", "dasd: COMPLETED a.b:0000AA") + line("09:00:00", "=== system wallclock time adjusted")
    #expect(read(forward).events.contains { $0.event.name == "note" })
  }
}
