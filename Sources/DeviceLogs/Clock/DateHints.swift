internal import TaskTrace

/// Dates that the text of a log states, for styles whose heads have none.
struct DateHints {
  /// The day to start on.
  var day: CivilTime?
  /// The time to start at, for logs without any times.
  var moment: CivilTime?
  /// The offset from UTC, if two dates of one request reveal it.
  var zone: Int?
  /// The offset of the dates inside messages, where the heads are in UTC and the messages are not.
  var messageZone: Int?
  /// Whether the user specified the day.
  var isGiven = false
  /// The time of the first record that has one, for bare messages before it.
  var first: RecordTime?
  /// What is missing of a day that the head of a later record states: nothing, or the year; nil without such a head.
  var missing: [String]?

  /// Only the beginning of a log is searched.
  static let searched = 1 << 18

  init() {}

  /// What the beginning of a log reveals, and the day that the caller knows or finds in another log.
  init(_ bytes: Bytes, day: CivilTime?, isGiven: Bool) {
    self.init(bytes)
    guard let day else { return }
    (self.day, self.isGiven) = (day, isGiven)
    moment = moment ?? CivilTime(year: day.year, month: day.month, day: day.day)
  }

  /// Looks through the beginning of a log. Complexity: O(bytes searched).
  init(_ bytes: Bytes) {
    let text = Text(bytes, 0, min(bytes.count, Self.searched))
    var line = 0
    var (full, dated): (RecordTime?, RecordTime?)
    while full == nil, line < text.end {
      let stop = nextLineEnd(in: bytes, from: line, to: text.end)
      if let time = HeadReader.head(in: bytes, from: line, to: stop)?.time, time.form != .none {
        first = first ?? time
        if time.form != .timeOfDay { dated = dated ?? time }
        if time.form == .date, time.offset != nil { full = time }
      }
      line = stop + 1
    }
    guard first?.form != .date || first?.offset == nil || first?.offset == 0 else { return }
    // Heads of several kinds share one clock: what one omits, another contains.
    if let full {
      zone = full.offset
      let civil = CivilTime(microsecondsSince1970: full.wall)
      day = CivilTime(year: civil.year, month: civil.month, day: civil.day)
      // A tool that prints UTC does not reveal where the device was; dasd's messages in local time do.
      guard full.offset == 0 else { return }
    }
    if full == nil, first?.form == .timeOfDay, let dated {
      let isFull = dated.form == .date
      let civil = isFull ? CivilTime(microsecondsSince1970: dated.wall) : LogClock.defaultDay
      let (month, ofMonth) = isFull ? (civil.month, civil.day) : (dated.month, dated.day)
      day = CivilTime(year: civil.year, month: month, day: ofMonth)
      missing = isFull ? [] : ["year"]
      return
    }
    var earliest: CivilTime?
    if let found = text.find("earliestBeginDate: "), let stamp = DateReader.stamp(text.from(found + 19)) {
      earliest = stamp.civil
    }
    var window: CivilTime?
    var firstWindow: CivilTime?
    var index = text.start
    while let found = text.find(" - ", from: index) {
      index = found + 3
      guard found - 24 >= 0, DateReader.ctime(text[found + 3, found + 27]) != nil,
        let start = DateReader.ctime(text[found - 24, found])
      else { continue }
      window = window ?? start
      if start.microsecondsSince1970 < firstWindow?.microsecondsSince1970 ?? .max { firstWindow = start }
    }
    var stated: CivilTime?
    index = text.start
    while earliest == nil, window == nil, stated == nil, let found = text.find("date: ", from: index) {
      index = found + 6
      if let stamp = DateReader.stamp(text.from(index)), stamp.utcOffset == 0 { stated = stamp.civil }
    }
    var local: Int?
    // A window starts at the earliest begin date if that is in the future, so both denote the same instant.
    if let earliest, let window {
      let seconds = (window.microsecondsSince1970 - earliest.microsecondsSince1970) / 1_000_000
      if abs(seconds) <= 14 * 3_600, seconds % 900 == 0 { local = Int(seconds) }
    }
    messageZone = local
    guard full == nil else { return }
    zone = local
    day = earliest ?? window ?? stated
    moment = firstWindow ?? earliest
  }
}
