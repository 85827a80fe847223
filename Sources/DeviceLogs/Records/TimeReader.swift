internal import TaskTrace

/// Reads the times at the heads of records, at fixed places.
struct TimeReader {
  let bytes: Bytes
  let end: Int
  var index: Int

  init(_ bytes: Bytes, at index: Int, end: Int) { (self.bytes, self.index, self.end) = (bytes, index, end) }

  /// `YYYY-MM-DD HH:MM:SS[.fraction][ ]±HHMM`, zone optional; some write the date with slashes.
  static func date(_ bytes: Bytes, at start: Int, end: Int) -> (time: RecordTime, index: Int)? {
    guard start + 19 <= end, bytes[start + 4] == 0x2D || bytes[start + 4] == 0x2F, bytes[start + 7] == bytes[start + 4],
      bytes[start + 10] == 0x20 || bytes[start + 10] == 0x54
    else { return nil }
    var reader = TimeReader(bytes, at: start, end: end)
    guard let century = reader.pair(0), let year = reader.pair(2), let month = reader.pair(5),
      let day = reader.pair(8), century >= 19, (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    reader.index = start + 11
    guard let ofDay = reader.timeOfDay() else { return nil }
    let civil = CivilTime(year: century * 100 + year, month: month, day: day)
    var time = RecordTime(form: .date, wall: civil.microsecondsSince1970 + ofDay)
    time.offset = reader.zone()
    return (time, reader.index)
  }

  /// `HH:MM:SS[.fraction][ ]±HHMM`, zone optional.
  static func clock(_ bytes: Bytes, at start: Int, end: Int) -> (time: RecordTime, index: Int)? {
    guard start + 8 <= end, bytes[start + 2] == 0x3A else { return nil }
    var reader = TimeReader(bytes, at: start, end: end)
    guard let ofDay = reader.timeOfDay() else { return nil }
    var time = RecordTime(form: .timeOfDay, wall: ofDay)
    time.offset = reader.zone()
    return (time, reader.index)
  }

  /// `Mon DD HH:MM:SS[.fraction]`.
  static func monthAndDay(_ bytes: Bytes, at start: Int, end: Int) -> (time: RecordTime, index: Int)? {
    guard start + 15 <= end, bytes[start + 3] == 0x20, bytes[start + 6] == 0x20,
      let month = month(bytes, at: start)
    else { return nil }
    var reader = TimeReader(bytes, at: start, end: end)
    let tens = bytes[start + 4] == 0x20 ? 0 : bytes[start + 4] &- 48
    let ones = bytes[start + 5] &- 48
    guard tens <= 3, ones <= 9, (1...31).contains(tens * 10 + ones) else { return nil }
    reader.index = start + 7
    guard let ofDay = reader.timeOfDay() else { return nil }
    let time = RecordTime(form: .monthAndDay, wall: ofDay, month: month, day: Int(tens * 10 + ones))
    return (time, reader.index)
  }

  /// The number of an English three-letter month, 1 to 12.
  static func month(_ bytes: Bytes, at index: Int) -> Int? {
    switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
    case (0x4A, 0x61, 0x6E): 1
    case (0x46, 0x65, 0x62): 2
    case (0x4D, 0x61, 0x72): 3
    case (0x41, 0x70, 0x72): 4
    case (0x4D, 0x61, 0x79): 5
    case (0x4A, 0x75, 0x6E): 6
    case (0x4A, 0x75, 0x6C): 7
    case (0x41, 0x75, 0x67): 8
    case (0x53, 0x65, 0x70): 9
    case (0x4F, 0x63, 0x74): 10
    case (0x4E, 0x6F, 0x76): 11
    case (0x44, 0x65, 0x63): 12
    default: nil
    }
  }

  private func pair(_ offset: Int) -> Int? {
    let (tens, ones) = (bytes[index + offset] &- 48, bytes[index + offset + 1] &- 48)
    return tens <= 9 && ones <= 9 ? Int(tens) * 10 + Int(ones) : nil
  }

  /// Microseconds since midnight.
  private mutating func timeOfDay() -> Int64? {
    guard index + 8 <= end, bytes[index + 2] == 0x3A, bytes[index + 5] == 0x3A, let hour = pair(0),
      let minute = pair(3), let second = pair(6), hour < 24, minute < 60, second <= 60
    else { return nil }
    index += 8
    return Int64(hour * 3_600 + minute * 60 + second) * 1_000_000 + fraction()
  }

  /// The microseconds behind a point or a comma; CocoaLumberjack puts a colon before its milliseconds.
  mutating func fraction() -> Int64 {
    var (fraction, scale): (Int64, Int64) = (0, 100_000)
    guard index + 1 < end, bytes[index + 1].isDigit else { return 0 }
    let isColon =
      bytes[index] == 0x3A && index + 4 < end && bytes[index + 2].isDigit && bytes[index + 3].isDigit
      && bytes[index + 4] == 0x20
    guard bytes[index] == 0x2E || bytes[index] == 0x2C || isColon else { return 0 }
    index += 1
    while index < end, bytes[index].isDigit {
      fraction += Int64(bytes[index] - 48) * scale
      scale /= 10
      index += 1
    }
    return fraction
  }

  mutating func zone() -> Int? {
    if index < end, bytes[index] == 0x5A {
      index += 1
      return 0
    }
    let spaced = index < end && bytes[index] == 0x20
    let sign = index + (spaced ? 1 : 0)
    guard sign + 5 <= end, bytes[sign] == 0x2B || bytes[sign] == 0x2D else { return nil }
    let colon = bytes[sign + 3] == 0x3A ? 1 : 0
    guard sign + 5 + colon <= end else { return nil }
    var reader = self
    reader.index = sign + 1
    guard let hours = reader.pair(0), let minutes = reader.pair(2 + colon), hours <= 14, minutes < 60 else {
      return nil
    }
    // A space and a number may also be the next field.
    let stop = sign + 5 + colon
    guard stop == end || !bytes[stop].isDigit else { return nil }
    index = stop
    return (hours * 3_600 + minutes * 60) * (bytes[sign] == 0x2D ? -1 : 1)
  }
}
