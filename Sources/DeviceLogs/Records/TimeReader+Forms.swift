internal import TaskTrace

/// Times as apps, tools and spreadsheets write them.
extension TimeReader {
  /// A time in any form, and where it ends: ISO 8601 with slashes or a colon before the fraction, `9/14/2026, 9:57 AM`,
  /// `14.9.2026 09:57`, `9/14 09:57:58`, `Sep 14, 2026 at 9:57:58 AM`, `Mon Sep 14 09:57:58 2026`, a time of day alone,
  /// or seconds since 1970.
  ///
  /// Nil if it is unclear which number is the day and which the month: dates are not guessed.
  static func any(_ bytes: Bytes, at start: Int, end: Int) -> (time: RecordTime, index: Int)? {
    guard start + 8 <= end else { return nil }
    var reader = TimeReader(bytes, at: start, end: end)
    if bytes[start].isDigit {
      if let found = date(bytes, at: start, end: end) { return found }
      if bytes[start + 2] == 0x3A { return clock(bytes, at: start, end: end) }
      return reader.slashedDate() ?? dashedDay(bytes, at: start, end: end) ?? sinceEpoch(bytes, at: start, end: end)
    }
    guard bytes[start].isLetter, start + 15 <= end else { return nil }
    // The day of the week adds no information.
    reader.passWeekday()
    return reader.index < end && bytes[reader.index].isDigit ? reader.dayFirst() : reader.namedMonth()
  }

  private mutating func passWeekday() {
    let word = Text(bytes, index, min(end, index + 10)).word
    let isComma = word.last == 0x2C
    let name = isComma ? word.upTo(word.end - 1) : word
    guard name.count >= 3, CivilTime.weekdayNames.contains(where: { name.upTo(name.start + 3).equals($0) }),
      word.end + 1 < end, bytes[word.end] == 0x20,
      name.count == 3 || name.hasSuffix("day"), isComma || bytes[word.end + 1].isLetter
    else { return }
    index = word.end + 1
  }

  /// `14-Sep-26 09:57:58 GMT` (RFC 850), `14 Sep 2026 09:57:58 +0200` (RFC 1123).
  private mutating func dayFirst() -> (time: RecordTime, index: Int)? {
    guard let day = short(), index + 4 < end, bytes[index] == 0x2D || bytes[index] == 0x20 else { return nil }
    index += 1
    guard let month = Self.month(bytes, at: index) else { return nil }
    index += 3
    guard index < end, bytes[index] == 0x2D || bytes[index] == 0x20 else { return nil }
    index += 1
    var number = year()
    if number == nil, let two = short() { number = 2000 + two }
    guard let number else { return nil }
    passBlanks()
    guard let (ofDay, _) = looseTimeOfDay() else { return nil }
    let named = namedZone()
    guard var found = finish(number, month, day, ofDay) else { return nil }
    found.time.offset = found.time.offset ?? named?.offset
    return found
  }

  /// Skips the name of a zone, such as `CEST`, and returns its offset if it has a single meaning.
  private mutating func namedZone() -> (offset: Int?, name: Text)? {
    guard index + 1 < end, bytes[index] == 0x20 else { return nil }
    let word = Text(bytes, index + 1, min(end, index + 7)).word
    guard (3...5).contains(word.count), (word.start..<word.end).allSatisfy({ (0x41...0x5A).contains(bytes[$0]) }) else {
      return nil
    }
    index = word.end
    return (Self.zones.first { word.equals($0.name) }.map { $0.hours * 3_600 }, word)
  }

  /// Abbreviations that mean one zone in logs; others, such as `IST`, mean several.
  private static let zones: [(name: StaticString, hours: Int)] = [
    ("UTC", 0), ("GMT", 0), ("CET", 1), ("CEST", 2), ("EET", 2), ("EEST", 3), ("JST", 9), ("EST", -5), ("EDT", -4),
    ("CDT", -5), ("MST", -7), ("MDT", -6), ("PST", -8), ("PDT", -7),
  ]

  /// Seconds, milliseconds, microseconds, or nanoseconds since 1970, distinguished by their size.
  static func sinceEpoch(_ bytes: Bytes, at start: Int, end: Int) -> (time: RecordTime, index: Int)? {
    var stop = start
    while stop < end, bytes[stop].isDigit || bytes[stop] == 0x2E { stop += 1 }
    guard let micros = microseconds(Text(bytes, start, stop)), stop == end || bytes[stop].isBlank else { return nil }
    var time = RecordTime(form: .date, wall: micros)
    time.offset = 0
    return (time, stop)
  }

  /// `09-14 09:57:58.310`: the month is first wherever a fraction follows, as in Android's logs.
  private static func dashedDay(_ bytes: Bytes, at start: Int, end: Int) -> (time: RecordTime, index: Int)? {
    var reader = TimeReader(bytes, at: start, end: end)
    guard start + 15 <= end, bytes[start + 14] == 0x2E || bytes[start + 14] == 0x2C || bytes[start + 14] == 0x20,
      let month = reader.short(), bytes[reader.index] == 0x2D
    else { return nil }
    reader.index += 1
    guard let day = reader.short(), reader.index == start + 5, bytes[reader.index] == 0x20 else { return nil }
    reader.index += 1
    guard let (ofDay, _) = reader.looseTimeOfDay(), reader.index > start + 14 else { return nil }
    return reader.finish(nil, month, day, ofDay)
  }

  /// Microseconds since 1970 of a number such as `1789405078`, `1789405078.004` or `1.789405078004117e+18`.
  static func microseconds(_ number: Text) -> Int64? {
    guard number.count >= 10 else { return nil }
    if let whole = number.ticks {
      switch number.count {
      case 10: return Int64(whole) * 1_000_000
      case 13: return Int64(whole) * 1_000
      case 16: return Int64(whole)
      case 19: return Int64(whole / 1_000)
      default: return nil
      }
    }
    guard let value = number.number else { return nil }
    switch value {
    case 1e9..<1e10: return Int64((value * 1e6).rounded())
    case 1e12..<1e13: return Int64((value * 1e3).rounded())
    case 1e15..<1e16: return Int64(value.rounded())
    case 1e18..<9e18: return Int64((value / 1e3).rounded())
    default: return nil
    }
  }

  /// One or two digits.
  private mutating func short() -> Int? {
    guard index < end, bytes[index].isDigit else { return nil }
    var value = 0
    let first = index
    while index < end, index - first < 2, bytes[index].isDigit {
      value = value * 10 + Int(bytes[index] - 48)
      index += 1
    }
    return index < end && bytes[index].isDigit ? nil : value
  }

  private mutating func year() -> Int? {
    guard let value = Text(bytes, index, end).integer, (1970...9999).contains(value) else { return nil }
    index += 4
    return Int(value)
  }

  /// Skips commas, `at`, and every kind of blank.
  private mutating func passBlanks() {
    while index < end {
      if bytes[index] == 0x20 || bytes[index] == 0x09 || bytes[index] == 0x2C {
        index += 1
      } else if Text(bytes, index, end).hasPrefix("at ") {
        index += 3
      } else if let length = HeadReader.wideBlank(bytes, at: index, end: end) {
        index += length
      } else {
        break
      }
    }
  }

  /// `9/14/2026, 9:57 AM`, `14.9.2026 09:57:58`, `9/14 09:57:58`.
  private mutating func slashedDate() -> (time: RecordTime, index: Int)? {
    guard let first = short(), index < end, bytes[index] == 0x2F || bytes[index] == 0x2E else { return nil }
    let separator = bytes[index]
    index += 1
    guard let second = short() else { return nil }
    var year: Int?
    if index < end, bytes[index] == separator {
      index += 1
      guard let found = self.year() else { return nil }
      year = found
    }
    passBlanks()
    guard let (ofDay, isTwelve) = looseTimeOfDay() else { return nil }
    // Only the American format combines AM or PM with slashes; a number above twelve is not a month.
    let isDayFirst: Bool
    if separator == 0x2E || first > 12 {
      isDayFirst = true
    } else if isTwelve || second > 12 || first == second {
      isDayFirst = false
    } else {
      return nil
    }
    let (month, day) = isDayFirst ? (second, first) : (first, second)
    return finish(year, month, day, ofDay)
  }

  /// `Sep 14, 2026 at 9:57:58 AM`, `Sep 14 09:57:58 2026`, `Sep 14 09:57:58.004`.
  private mutating func namedMonth() -> (time: RecordTime, index: Int)? {
    guard index + 12 <= end, let month = Self.month(bytes, at: index) else { return nil }
    index += 3
    passBlanks()
    guard let day = short() else { return nil }
    let before = index
    passBlanks()
    var year = index > before ? self.year() : nil
    if year != nil { passBlanks() }
    guard let (ofDay, _) = looseTimeOfDay() else { return nil }
    // `date` prints the zone before the year.
    var named: (offset: Int?, name: Text)?
    if year == nil {
      let before = self
      named = namedZone()
      if named != nil, index + 5 > end || bytes[index] != 0x20 || !bytes[index + 1].isDigit {
        (self, named) = (before, nil)
      }
    }
    if year == nil, index + 5 <= end, bytes[index] == 0x20 {
      var ahead = self
      ahead.index += 1
      if let found = ahead.year(), ahead.index == end || !bytes[ahead.index].isDigit {
        (year, index) = (found, ahead.index)
      }
    }
    guard var found = finish(year, month, day, ofDay) else { return nil }
    found.time.offset = found.time.offset ?? named?.offset
    return found
  }

  private mutating func finish(_ year: Int?, _ month: Int, _ day: Int, _ ofDay: Int64) -> (
    time: RecordTime, index: Int
  )? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    guard let year else { return (RecordTime(form: .monthAndDay, wall: ofDay, month: month, day: day), index) }
    let civil = CivilTime(year: year, month: month, day: day)
    var time = RecordTime(form: .date, wall: civil.microsecondsSince1970 + ofDay)
    time.offset = zone()
    return (time, index)
  }

  /// `9:57 AM`, `09:57:58.004`: microseconds since midnight, and whether AM or PM is given.
  private mutating func looseTimeOfDay() -> (micros: Int64, isTwelve: Bool)? {
    guard var hour = short(), index < end, bytes[index] == 0x3A else { return nil }
    index += 1
    guard let minute = short(), hour < 24, minute < 60 else { return nil }
    var micros: Int64 = 0
    if index + 2 < end, bytes[index] == 0x3A {
      index += 1
      guard let second = short(), second <= 60 else { return nil }
      micros = Int64(second) * 1_000_000 + fraction()
    }
    let before = index
    passBlanks()
    let half = Text(bytes, index, end)
    let isMorning = half.hasPrefix("AM") || half.hasPrefix("am")
    let isTwelve = isMorning || half.hasPrefix("PM") || half.hasPrefix("pm")
    if isTwelve {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isMorning ? 0 : 12)
      index += 2
    } else {
      index = before
    }
    return (Int64(hour * 3_600 + minute * 60) * 1_000_000 + micros, isTwelve)
  }
}
