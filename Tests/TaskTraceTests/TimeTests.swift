import TaskTrace
import Testing

@Suite("Time") struct TimeTests {
  @Test(
    "a date survives the way through microseconds",
    arguments: [
      CivilTime(year: 1970, month: 1, day: 1),
      CivilTime(year: 2026, month: 6, day: 1, hour: 21, minute: 47, second: 12),
      CivilTime(year: 2000, month: 2, day: 29, hour: 23, minute: 59, second: 59, microsecond: 999_999),
      CivilTime(year: 1969, month: 12, day: 31, hour: 23), CivilTime(year: 1600, month: 3, day: 1),
      CivilTime(year: 9999, month: 12, day: 31), CivilTime(year: -1, month: 1, day: 31),
    ])
  func calendar(_ civil: CivilTime) {
    #expect(CivilTime(microsecondsSince1970: civil.microsecondsSince1970) == civil)
    #expect(civil.isValid)
  }

  @Test func `weekdays are those of the calendar`() {
    #expect(CivilTime(year: 2026, month: 6, day: 1).weekday == 0)  // a Monday
    #expect(CivilTime(year: 1970, month: 1, day: 1).weekday == 3)  // a Thursday
    #expect(CivilTime(year: 2026, month: 8, day: 9).weekday == 6)  // "Sun Aug  9 … 2026" in a real dasd log
  }

  @Test func `windows print as in dasd's log`() throws {
    let epoch = try #require(Epoch("2026-08-09T21:57:42-04:00"))
    #expect(epoch.ctime(.zero) == "Sun Aug  9 21:57:42 2026")
    #expect(epoch.ctime(.zero + .days(1)) == "Mon Aug 10 21:57:42 2026")
  }

  @Test(
    "an epoch parses what it prints",
    arguments: [
      "2026-06-01T07:00:00.000000+02:00", "1969-12-31T23:59:59.000001-11:30", "2026-03-15T14:14:03.347462+00:00",
    ])
  func epochs(_ text: String) throws {
    #expect(try #require(Epoch(text)).description == text)
  }

  @Test(
    "texts that are not times are rejected",
    arguments: ["", "2026", "2026-13-01T00:00", "2026-02-30T00:00", "2026-06-01T24:00", "2026-06-01T10:00x", "T"])
  func badEpochs(_ text: String) { #expect(Epoch(text) == nil) }

  @Test(
    "lengths are read in units",
    arguments: [
      ("90s", 90_000_000), ("15m", 900_000_000), ("2h30m", 9_000_000_000), ("3d", 259_200_000_000), ("250ms", 250_000),
      ("1d2h3m4s5ms", 93_784_005_000),
    ] as [(String, Int64)])
  func units(_ text: String, _ microseconds: Int64) throws {
    let span = try #require(TimeSpan(units: text))
    #expect(span.microseconds == microseconds)
    #expect(TimeSpan(units: span.units) == span)
  }

  @Test(
    "texts that are not lengths are rejected",
    arguments: ["", "5", "s", "5x", "5m3h", "5s5s", "-5s", "1.5h", "999999999999999d", "5m ", "٥s"])
  func badUnits(_ text: String) { #expect(TimeSpan(units: text) == nil) }

  @Test func `a clock time is the next one at or after the start`() throws {
    let epoch = try #require(Epoch("2026-06-01T21:30:00+02:00"))
    #expect(TimeReference("21:45")?.instant(epoch: epoch) == .zero + .minutes(15))
    #expect(TimeReference("21:30")?.instant(epoch: epoch) == .zero)
    #expect(TimeReference("07:00")?.instant(epoch: epoch) == .zero + .minutes(570))
    #expect(TimeReference("2026-06-02T21:45")?.instant(epoch: epoch) == .zero + .minutes(24 * 60 + 15))
    #expect(TimeReference("2h")?.instant(epoch: epoch) == .zero + .hours(2))
    for bad in ["24:00", "7:00", "12:60", "noon", "2026-06-02", "12:00:61"] { #expect(TimeReference(bad) == nil) }
  }

  @Test(
    "spans print in their two largest units",
    arguments: [
      (TimeSpan.seconds(0), "0 s", "0:00"), (.milliseconds(250), "0.25 s", "0:00"), (.seconds(75), "1 m 15 s", "1:15"),
      (.hours(2) + .seconds(1), "2 h", "2:00:01"), (.days(3) + .hours(4), "3 d 4 h", "3d 04:00"),
      (-.minutes(5), "-5 m", "-5:00"),
    ])
  func descriptions(_ span: TimeSpan, _ words: String, _ stopwatch: String) {
    #expect(span.description == words)
    #expect(span.stopwatch == stopwatch)
  }

  @Test func `numbers print without the locale`() {
    #expect(fixed(0.888734, decimals: 6) == "0.888734")
    #expect(fixed(-0.0004, decimals: 2) == "0.00")
    #expect(fixed(1, decimals: 3) == "1.000")
    #expect(fixed(99.995, decimals: 1) == "100.0")
    #expect(fixed(.nan, decimals: 2) == "nan")
    #expect(grouped(1_234_567) == "1,234,567")
    #expect(grouped(-999) == "-999")
  }
}
