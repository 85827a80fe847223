public import TaskTrace

/// When something of a scenario happens: once, or at a time of day on some days of the week.
public struct Recurrence: Hashable, Sendable {
  public enum When: Hashable, Sendable {
    /// Once, so long after the start.
    case once(TimeSpan)
    /// At a time of day, counted from midnight, on every day whose bit is set: bit 0 is Monday.
    case daily(TimeSpan, days: UInt8)
  }

  public var when: When
  /// It can occur this much earlier or later, drawn separately for every day.
  public var jitter = TimeSpan.zero
  /// In how many of 1,000 cases it happens at all.
  public var perMille: UInt64 = 1_000

  public init(_ when: When) { self.when = when }

  public static let everyDay: UInt8 = 0b111_1111

  /// A recurring time, with its occasion: the day that it belongs to, counted from 1970.
  struct Occurrence: Hashable, Sendable {
    var at: Instant
    var day: Int64
  }

  /// The first occurrence on or after a day; nil if there is none within ten years.
  func next(
    onOrAfter day: Int64, clock: WallClock, seed: UInt64, stream: SeededGenerator.Stream, thing: Int
  ) -> Occurrence? {
    guard case .daily(let time, let days) = when else { return nil }
    var day = day
    for _ in 0..<3_660 {
      if days >> UInt8(clock.weekday(ofDay: day)) & 1 == 1 {
        var generator = SeededGenerator(seed: seed, stream: stream, thing, day)
        if perMille >= 1_000 || generator.chance(perMille, in: 1_000) {
          let range = jitter.microseconds
          let shift = range > 0 ? generator.draw(in: -range...range) : 0
          return Occurrence(at: clock.midnight(ofDay: day) + time + TimeSpan(microseconds: shift), day: day)
        }
      }
      day += 1
    }
    return nil
  }
}

/// Days and hours of instants, as a clock on the wall counts them.
struct WallClock: Hashable, Sendable {
  /// Microseconds from 1970-01-01 00:00 on the wall clock to instant zero.
  private let base: Int64
  /// The hour, counted from 1970, that Monday of the week of instant zero begins with.
  private let monday: Int64
  private static let dayLength: Int64 = 86_400_000_000
  private static let hourLength: Int64 = 3_600_000_000

  init(_ epoch: Epoch) {
    base = epoch.microsecondsSince1970 + Int64(epoch.utcOffset) * 1_000_000
    let day = Self.floored(base, by: Self.dayLength)
    monday = (day - ((day + 3) % 7 + 7) % 7) * 24
  }

  /// Days since 1970-01-01.
  func day(_ instant: Instant) -> Int64 { Self.floored(instant.microseconds + base, by: Self.dayLength) }

  /// When a day begins.
  func midnight(ofDay day: Int64) -> Instant { Instant(microseconds: day * Self.dayLength - base) }

  /// 0 for Monday to 6 for Sunday.
  func weekday(ofDay day: Int64) -> Int { Int(((day + 3) % 7 + 7) % 7) }

  /// 0 for the hour that begins Monday 00:00, to 167.
  func hourOfWeek(_ instant: Instant) -> Int {
    let day = day(instant)
    let rest = instant.microseconds + base - day * Self.dayLength
    return weekday(ofDay: day) * 24 + Int(rest / Self.hourLength)
  }

  /// Hours since Monday of the week of instant zero began, for instants from zero on.
  func hour(_ instant: Instant) -> Int64 { Self.floored(instant.microseconds + base, by: Self.hourLength) - monday }

  /// When the hour after an instant begins.
  func nextHour(after instant: Instant) -> Instant {
    let hour = Self.floored(instant.microseconds + base, by: Self.hourLength) + 1
    return Instant(microseconds: hour * Self.hourLength - base)
  }

  private static func floored(_ value: Int64, by divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : (value - divisor + 1) / divisor
  }
}
