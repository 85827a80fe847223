/// A date and time of day as a calendar and a clock show them, in the proleptic Gregorian calendar.
public struct CivilTime: Hashable, Sendable {
  public var year: Int
  /// 1 to 12.
  public var month: Int
  /// 1 to 31.
  public var day: Int
  public var hour: Int
  public var minute: Int
  public var second: Int
  /// 0 to 999,999.
  public var microsecond: Int

  public init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
  ) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second, self.microsecond) = (hour, minute, second, microsecond)
  }

  /// Microseconds from 1970-01-01 00:00 on the same clock.
  public var microsecondsSince1970: Int64 {
    let days = Self.days(year: Int64(year), month: Int64(month), day: Int64(day))
    let seconds = days * 86_400 + Int64(hour) * 3_600 + Int64(minute) * 60 + Int64(second)
    return seconds * 1_000_000 + Int64(microsecond)
  }

  public init(microsecondsSince1970 total: Int64) {
    let days = Self.floored(total, by: 86_400_000_000)
    let rest = total - days * 86_400_000_000
    let shifted = days + 719_468
    let era = Self.floored(shifted, by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    hour = Int(rest / 3_600_000_000)
    minute = Int(rest / 60_000_000 % 60)
    second = Int(rest / 1_000_000 % 60)
    microsecond = Int(rest % 1_000_000)
  }

  /// Whole days from 1970-01-01.
  public var daysSince1970: Int { Int(Self.days(year: Int64(year), month: Int64(month), day: Int64(day))) }

  /// 0 for Monday to 6 for Sunday.
  public var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }

  /// Whether every field is in its range and the day exists in its month.
  public var isValid: Bool {
    guard (1...12).contains(month), (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      (0..<1_000_000).contains(microsecond), (-200_000...200_000).contains(year)
    else { return false }
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
    let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...lengths[month - 1]).contains(day)
  }

  /// Days from 1970-01-01, counted in 400-year eras that begin on 1 March, so that leap days come last.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floored(shiftedYear, by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func floored(_ value: Int64, by divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : (value - divisor + 1) / divisor
  }

  public static let weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  public static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
