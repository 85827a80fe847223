import TaskTrace
import Testing

@Suite("What a source does not say of its date is not displayed")
struct DatingTests {
  private func epoch(_ inferred: [String]) -> Epoch {
    let wall = CivilTime(year: 2000, month: 1, day: 1, hour: 14, minute: 14, second: 16)
    return TraceHeader(epoch: Epoch(wallClock: wall), source: .other("x"), inferred: inferred).epoch
  }

  @Test("A date, a time, a year that was inferred is left out")
  func forms() {
    let full = epoch(["zone"])
    #expect(full.stamp(.zero) == "Sat 1 Jan 14:14:16" && full.fullDate(.zero) == "Sat 1 Jan 2000")
    let yearless = epoch(["year", "zone"])
    #expect(yearless.stamp(.zero) == "1 Jan 14:14:16" && yearless.fullDate(.zero) == "1 Jan, no year")
    let undated = epoch(["date", "zone"])
    #expect(undated.stamp(.zero) == "14:14:16 (no date)" && undated.date(.zero) == "no date")
    #expect(undated.stamp(.zero + .hours(10)) == "day 2, 00:14:16 (no date)")
    #expect(undated.moment(.zero + .hours(10), seenFrom: .zero) == "day 2 00:14:16")
    let timeless = epoch(["time", "date", "zone"])
    #expect(timeless.stamp(.zero) == "no time" && timeless.clock(.zero) == "--:--:--")
    #expect(timeless.moment(.zero, seenFrom: .zero) == "an unknown time" && timeless.shortClock(.zero) == "--:--")
  }

  @Test("A date that the source states in full is displayed nevertheless, and the header keeps the wall clock")
  func stated() {
    let undated = epoch(["date"])
    #expect(undated.stated.stamp(.zero) == "Sat 1 Jan 14:14:16")
    #expect("\(undated)" == "2000-01-01T14:14:16.000000+00:00" && undated.ctime(.zero) == "Sat Jan  1 14:14:16 2000")
    #expect(epoch(["time"]).ctime(.zero) == "Sat Jan  1 14:14:16 2000")
  }

  @Test("The dating follows the header")
  func header() {
    var header = TraceHeader(epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .other("x"))
    #expect(header.epoch.dating == .full)
    header.inferred = ["date"]
    #expect(header.epoch.dating == .undated)
    header.epoch = Epoch(microsecondsSince1970: 1, utcOffset: 0)
    #expect(header.epoch.dating == .undated)
  }
}
