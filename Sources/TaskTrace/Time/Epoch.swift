/// What a clock on the wall showed at instant zero of a trace, and how far that clock was from UTC.
///
/// The offset is one number for the whole trace: bgtop never asks the machine for its time zone, so that a run is the
/// same on every machine.
public struct Epoch: Hashable, Sendable {
  /// How much of the wall clock the source of a trace states. What it does not state is never displayed.
  public enum Dating: Hashable, Sendable {
    case full
    /// The year is assumed, and so is the day of the week.
    case yearless
    /// The date is assumed: only times of day are known.
    case undated
    /// No record has a time of its own: only their order is known.
    case timeless

    /// From the parts that had to be inferred, as ``TraceHeader/inferred`` lists them.
    init(inferred: [String]) {
      self =
        inferred.contains("time")
        ? .timeless : inferred.contains("date") ? .undated : inferred.contains("year") ? .yearless : .full
    }

    /// What is missing, in a sentence without its period; nil if nothing is.
    public var note: String? {
      switch self {
      case .full: nil
      case .yearless: "The log gives no year (--date sets it)"
      case .undated: "The log gives no date, only times of day (--date sets it)"
      case .timeless: "The log gives no times, only the order of its lines"
      }
    }
  }

  /// Microseconds from 1970-01-01 00:00 UTC to instant zero.
  public var microsecondsSince1970: Int64
  /// Seconds that the wall clock is ahead of UTC.
  public var utcOffset: Int
  /// How much of ``microsecondsSince1970`` is known.
  public var dating = Dating.full

  public init(microsecondsSince1970: Int64, utcOffset: Int) {
    (self.microsecondsSince1970, self.utcOffset) = (microsecondsSince1970, utcOffset)
  }

  /// The epoch at which the wall clock shows a given time.
  public init(wallClock: CivilTime, utcOffset: Int = 0) {
    self.init(
      microsecondsSince1970: wallClock.microsecondsSince1970 - Int64(utcOffset) * 1_000_000, utcOffset: utcOffset)
  }

  /// What the wall clock shows at an instant; instants beyond what a calendar can show are clamped.
  public func civil(_ instant: Instant) -> CivilTime {
    let limit: Int64 = 6_000_000_000_000_000_000
    let local = microsecondsSince1970 + Int64(utcOffset) * 1_000_000
    let clamped = min(max(instant.microseconds, -limit), limit)
    return CivilTime(
      microsecondsSince1970: min(max(local, -limit / 2), limit / 2) + clamped / 2 + (clamped - clamped / 2))
  }

  /// The instant at which the wall clock shows a given time.
  public func instant(_ civil: CivilTime) -> Instant {
    Instant(
      microseconds: (civil.microsecondsSince1970 - Int64(utcOffset) * 1_000_000).saturatingSubtracting(
        microsecondsSince1970))
  }

  /// `21:47:12`, or `--:--:--` if no times are known.
  public func clock(_ instant: Instant) -> String {
    guard dating != .timeless else { return "--:--:--" }
    let time = civil(instant)
    return "\(padded(Int64(time.hour))):\(padded(Int64(time.minute))):\(padded(Int64(time.second)))"
  }

  /// `21:47`, or `--:--` if no times are known.
  public func shortClock(_ instant: Instant) -> String { String(clock(instant).prefix(5)) }

  /// `Mon 1 Jun`; `1 Jun` without a year; `no date` on the first day of a log without dates, then `day 2`.
  public func date(_ instant: Instant) -> String {
    let time = civil(instant)
    switch dating {
    case .full: return "\(CivilTime.weekdayNames[time.weekday]) \(time.day) \(CivilTime.monthNames[time.month - 1])"
    case .yearless: return "\(time.day) \(CivilTime.monthNames[time.month - 1])"
    case .undated:
      let number = time.daysSince1970 - civil(.zero).daysSince1970 + 1
      return number == 1 ? "no date" : "day \(number)"
    case .timeless: return "no date"
    }
  }

  /// `Mon 1 Jun 2026`, or as much of it as is known.
  public func fullDate(_ instant: Instant) -> String {
    switch dating {
    case .full: "\(date(instant)) \(civil(instant).year)"
    case .yearless: "\(date(instant)), no year"
    case .undated, .timeless: date(instant)
    }
  }

  /// `Mon 1 Jun 21:47:12`, or as much of it as is known: `21:47:12 (no date)`, `no time`.
  public func stamp(_ instant: Instant) -> String {
    switch dating {
    case .full, .yearless: return "\(date(instant)) \(clock(instant))"
    case .undated:
      let date = date(instant)
      return date == "no date" ? "\(clock(instant)) (no date)" : "\(date), \(clock(instant)) (no date)"
    case .timeless: return "no time"
    }
  }

  /// A time as seen from another one, with its date if that is a different day.
  public func moment(_ instant: Instant, seenFrom now: Instant) -> String {
    guard dating != .timeless else { return "an unknown time" }
    let date = date(instant)
    return date == self.date(now) ? clock(instant) : "\(date) \(clock(instant))"
  }

  /// The same clock for times that a source states with their dates, such as the window of a request.
  public var stated: Epoch { Epoch(microsecondsSince1970: microsecondsSince1970, utcOffset: utcOffset) }

  /// The form of C's `ctime`, which dasd prints for windows: `Sun Aug  9 21:57:42 2026`.
  public func ctime(_ instant: Instant) -> String {
    let time = civil(instant)
    let day = time.day < 10 ? " \(time.day)" : "\(time.day)"
    let month = CivilTime.monthNames[time.month - 1]
    return "\(CivilTime.weekdayNames[time.weekday]) \(month) \(day) \(stated.clock(instant)) \(time.year)"
  }
}

extension Epoch: LosslessStringConvertible {
  /// `2026-06-01T07:00:00.000000+02:00`.
  public var description: String {
    let time = civil(.zero)
    let offset = utcOffset.magnitude
    let date = "\(padded(Int64(time.year), to: 4))-\(padded(Int64(time.month)))-\(padded(Int64(time.day)))"
    let zone = "\(utcOffset < 0 ? "-" : "+")\(padded(Int64(offset / 3_600))):\(padded(Int64(offset / 60 % 60)))"
    return "\(date)T\(stated.clock(.zero)).\(padded(Int64(time.microsecond), to: 6))\(zone)"
  }

  /// Reads the form of ``description``; the fraction and the zone may be missing, and `Z` means UTC.
  public init?(_ text: String) {
    var scanner = DigitScanner(text)
    guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
      let day = scanner.digits(2), scanner.skip("T") || scanner.skip(" "), let hour = scanner.digits(2),
      scanner.skip(":"), let minute = scanner.digits(2)
    else { return nil }
    var (second, microsecond, offset) = (0, 0, 0)
    if scanner.skip(":") {
      guard let value = scanner.digits(2) else { return nil }
      second = value
      if scanner.skip(".") {
        guard let value = scanner.fraction() else { return nil }
        microsecond = value
      }
    }
    if !scanner.atEnd, !scanner.skip("Z") {
      let negative = scanner.skip("-")
      guard negative || scanner.skip("+"), let hours = scanner.digits(2) else { return nil }
      _ = scanner.skip(":")
      guard let minutes = scanner.digits(2), hours <= 23, minutes <= 59 else { return nil }
      offset = (hours * 3_600 + minutes * 60) * (negative ? -1 : 1)
    }
    let civil = CivilTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, microsecond: microsecond)
    guard scanner.atEnd, civil.isValid else { return nil }
    self.init(wallClock: civil, utcOffset: offset)
  }
}
