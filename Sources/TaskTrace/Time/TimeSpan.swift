/// A length of simulated or logged time, in whole microseconds.
///
/// The unified log writes microseconds, so nothing in a device log is rounded. The range is about ±292,000 years;
/// arithmetic saturates.
public struct TimeSpan: Hashable, Comparable, Sendable {
  /// The length in microseconds; negative lengths are legal.
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  public static let zero = TimeSpan(microseconds: 0)

  public static func milliseconds(_ count: Int64) -> TimeSpan {
    TimeSpan(microseconds: count.saturatingMultiplied(by: 1_000))
  }
  public static func seconds(_ count: Int64) -> TimeSpan { .milliseconds(1_000) * count }
  public static func minutes(_ count: Int64) -> TimeSpan { .seconds(60) * count }
  public static func hours(_ count: Int64) -> TimeSpan { .seconds(3_600) * count }
  public static func days(_ count: Int64) -> TimeSpan { .seconds(86_400) * count }

  /// Rounds a length in seconds to whole microseconds; values outside ±10¹² seconds are clamped, NaN becomes zero.
  public init(seconds: Double) {
    guard !seconds.isNaN else {
      self = .zero
      return
    }
    microseconds = Int64((min(max(seconds, -1e12), 1e12) * 1e6).rounded())
  }

  /// The length in seconds, as a fraction.
  public var seconds: Double { Double(microseconds) / 1e6 }

  public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.microseconds < b.microseconds }
  public static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds.saturatingAdding(b.microseconds))
  }
  public static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds.saturatingSubtracting(b.microseconds))
  }
  public static prefix func - (a: TimeSpan) -> TimeSpan { .zero - a }
  public static func += (a: inout TimeSpan, b: TimeSpan) { a = a + b }
  public static func -= (a: inout TimeSpan, b: TimeSpan) { a = a - b }
  public static func * (a: TimeSpan, factor: Int64) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds.saturatingMultiplied(by: factor))
  }
  /// The divisor is a number of the program's own, and is not zero.
  public static func / (a: TimeSpan, divisor: Int64) -> TimeSpan {
    TimeSpan(
      microseconds: a.microseconds.dividedReportingOverflow(by: divisor).overflow ? .max : a.microseconds / divisor)
  }

  /// The span times a fraction, rounded to whole microseconds.
  public func scaled(by factor: Double) -> TimeSpan { TimeSpan(seconds: seconds * factor) }
}

extension TimeSpan: CustomStringConvertible {
  /// The length in its two largest units, for display: `4 d 3 h`, `2 h 30 m`, `15 m`, `12 s`, `0.25 s`.
  public var description: String {
    let sign = microseconds < 0 ? "-" : ""
    let total = microseconds.magnitude
    let seconds = Int64(total / 1_000_000)
    if seconds < 10, total % 1_000_000 != 0 { return sign + fixed(Double(total) / 1e6, decimals: 2) + " s" }
    let units: [(Int64, String)] = [(86_400, "d"), (3_600, "h"), (60, "m"), (1, "s")]
    guard let first = units.firstIndex(where: { seconds >= $0.0 }) else { return "0 s" }
    let (size, name) = units[first]
    let rest = seconds % size
    guard first + 1 < units.count, rest / units[first + 1].0 > 0 else { return "\(sign)\(seconds / size) \(name)" }
    return "\(sign)\(seconds / size) \(name) \(rest / units[first + 1].0) \(units[first + 1].1)"
  }

  /// The length as a stopwatch shows it, for narrow columns: `4:13`, `2:30:00`, `3d 04:00`.
  public var stopwatch: String {
    let total = Int64(microseconds.magnitude / 1_000_000)
    let (hours, minutes, seconds) = (total / 3_600, total / 60 % 60, total % 60)
    let sign = microseconds < 0 ? "-" : ""
    if hours >= 24 { return "\(sign)\(hours / 24)d \(padded(hours % 24)):\(padded(minutes))" }
    if hours > 0 { return "\(sign)\(hours):\(padded(minutes)):\(padded(seconds))" }
    return "\(sign)\(minutes):\(padded(seconds))"
  }
}
