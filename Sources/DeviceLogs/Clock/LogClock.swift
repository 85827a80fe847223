internal import TaskTrace

/// Converts the times of records to one clock, and reports what had to be inferred.
///
/// Styles without a date continue with the day of the record before and roll over at midnight when the clock falls by
/// more than twelve hours; smaller decreases, and increases of nearly a day, are late records. The machine's date and
/// zone are never used.
struct LogClock {
  /// The wall clock at the first record; nil before it.
  private(set) var epoch: Epoch?
  private(set) var inferred: Set<String> = []
  /// Seconds ahead of UTC according to the last record.
  private(set) var zone: Int?
  /// The instant of the last record with a time.
  private(set) var latest = Instant.zero
  private var hints: DateHints
  /// What the last record revealed about the clock itself.
  private(set) var change: Change?
  private var ticks = TickClock()

  enum Change: Hashable {
    /// The device was started since the record before.
    case boot
    /// The clock was set forward or back by this much.
    case step(TimeSpan)
    /// The log says that the clock was set, but not by how much.
    case set
  }
  /// How many of the next records may show that the clock was set back, and how far it was.
  private var (watched, setBack): (Int, Int64) = (0, 0)
  private var lastUTC: Int64 = 0
  /// Whether no record so far had a time.
  private var isTimeless = false
  /// The month and day of the last record of a style without a year.
  private var lastMonth = 0
  private var year = 0

  /// The day that a log without any date starts on.
  static let defaultDay = CivilTime(year: 2000, month: 1, day: 1)
  private static let day: Int64 = 86_400_000_000

  init(_ hints: DateHints) { self.hints = hints }

  /// Whether the day or year is assumed, because nothing in the log states it.
  var isDayArbitrary: Bool { hints.day == nil && !inferred.isDisjoint(with: ["date", "year"]) }

  /// The epoch that the log has in the end.
  var finalEpoch: Epoch {
    epoch ?? Epoch(wallClock: hints.moment ?? Self.defaultDay, utcOffset: hints.zone ?? 0)
  }

  /// The next record reports that the clock was set.
  mutating func willBeAdjusted() { watched = 2 }

  /// The instant of a record.
  mutating func instant(_ time: RecordTime) -> Instant {
    change = watched == 2 ? .set : nil
    defer { watched = max(0, watched - 1) }
    guard time.form != .none else {
      if epoch == nil, let first = hints.first { return instant(first) }
      if epoch == nil {
        epoch = finalEpoch
        lastUTC = epoch?.microsecondsSince1970 ?? 0
        inferred.formUnion(hints.isGiven ? ["time", "zone"] : ["time", "date", "zone"])
        isTimeless = true
      }
      return latest
    }
    if isTimeless {
      inferred.remove("time")
      isTimeless = false
    }
    if let offset = time.offset { zone = offset } else if zone == nil { inferred.insert("zone") }
    let offset = Int64(time.offset ?? zone ?? hints.zone ?? 0)
    var utc: Int64
    switch time.form {
    case .date: utc = time.wall - offset * 1_000_000
    case .timeOfDay: utc = utcOfDay(time.wall, offset)
    case .monthAndDay: utc = utcOfYear(time, offset)
    case .none: utc = lastUTC
    }
    if watched > 0, time.ticks == nil, epoch != nil, lastUTC - utc > TickClock.jitter {
      // Time advances while the clock does not; how much of it passed in between is unknown.
      setBack += lastUTC - utc
      change = .step(TimeSpan(microseconds: utc - lastUTC))
    }
    lastUTC = utc
    utc += setBack
    if time.ticks != nil {
      change = ticks.advance(time, utc: utc) ?? change
      utc -= ticks.step
    }
    guard let epoch else {
      self.epoch = Epoch(microsecondsSince1970: utc, utcOffset: Int(offset))
      latest = .zero
      return latest
    }
    latest = Instant(microseconds: utc - epoch.microsecondsSince1970)
    return latest
  }

  private mutating func utcOfDay(_ ofDay: Int64, _ offset: Int64) -> Int64 {
    let ahead = offset * 1_000_000
    guard epoch != nil else {
      if !hints.isGiven { inferred.formUnion(hints.missing ?? ["date"]) }
      let date = hints.day ?? Self.defaultDay
      return CivilTime(year: date.year, month: date.month, day: date.day).microsecondsSince1970 + ofDay - ahead
    }
    let days = (lastUTC + ahead).floorDivided(by: Self.day)
    let fall = lastUTC + ahead - days * Self.day - ofDay
    let crossed: Int64 = fall > Self.day / 2 ? 1 : fall < -Self.day / 24 * 23 ? -1 : 0
    return (days + crossed) * Self.day + ofDay - ahead
  }

  private mutating func utcOfYear(_ time: RecordTime, _ offset: Int64) -> Int64 {
    if epoch == nil || year == 0 {
      if !hints.isGiven { inferred.insert("year") }
      year = epoch.map { $0.civil(latest).year } ?? hints.day?.year ?? Self.defaultDay.year
    } else if lastMonth - time.month > 6 {
      year += 1
    } else if time.month - lastMonth > 6 {
      year -= 1
    }
    lastMonth = time.month
    let midnight = CivilTime(year: year, month: time.month, day: time.day).microsecondsSince1970
    return midnight + time.wall - offset * 1_000_000
  }

  /// What the dates inside a message need.
  var dates: MessageDates {
    MessageDates(
      epoch: finalEpoch.microsecondsSince1970, utcOffset: zone == 0 ? hints.messageZone ?? 0 : zone ?? hints.zone ?? 0)
  }
}

/// Compares the wall clock with ticks that are never adjusted (rule O8).
struct TickClock {
  /// How far the wall clock was moved since the log began, in microseconds.
  private(set) var step: Int64 = 0
  /// Ticks per microsecond, once two records have revealed it.
  private var rate: Double?
  private var first: Reading?
  private var last: Reading?

  private struct Reading {
    var ticks: UInt64
    var utc: Int64
    var boot: UInt64
  }

  /// Apple silicon counts 24 million ticks a second, Intel a thousand million.
  private static let rates = [24.0, 1_000.0]
  /// Slewing and the order of threads move less than this.
  fileprivate static let jitter: Int64 = 500_000

  /// Reads a record, and returns what happened to the clock since the one before.
  mutating func advance(_ time: RecordTime, utc: Int64) -> LogClock.Change? {
    guard let ticks = time.ticks else { return nil }
    let now = Reading(ticks: ticks, utc: utc, boot: time.boot)
    defer { last = now }
    guard let last, let first else {
      first = now
      return nil
    }
    guard now.boot == last.boot else {
      self.first = now
      return .boot
    }
    guard let rate else {
      let (wall, elapsed) = (Double(utc - first.utc), Double(ticks) - Double(first.ticks))
      if wall >= 1e6 { self.rate = Self.rates.first { (elapsed / wall / $0 - 1).magnitude < 0.02 } }
      return nil
    }
    let expected = (Double(ticks) - Double(last.ticks)) / rate
    let moved = Double(utc - last.utc) - expected
    guard moved.magnitude > Double(Self.jitter), moved.magnitude < 9e15 else { return nil }
    step += Int64(moved)
    return .step(TimeSpan(microseconds: Int64(moved)))
  }
}

/// Converts the dates in messages to instants.
struct MessageDates {
  /// Microseconds from 1970 to instant zero.
  var epoch: Int64
  /// Seconds that the device is ahead of UTC.
  var utcOffset: Int

  /// The instant of a date, in the device's zone if the date has none.
  func instant(_ civil: CivilTime, utcOffset: Int? = nil) -> Instant {
    let offset = utcOffset ?? self.utcOffset
    return Instant(microseconds: civil.microsecondsSince1970 - Int64(offset) * 1_000_000 - epoch)
  }
}

extension Int64 {
  func floorDivided(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : (self - divisor + 1) / divisor
  }
}
