internal import TaskTrace

/// Reads the dates that messages hold.
enum DateReader {
  /// C's `ctime`, `Sun Aug  9 21:57:42 2026`, the day padded with a space.
  static func ctime(_ text: Text) -> CivilTime? {
    let text = text.trimmed
    guard text.count >= 24 else { return nil }
    let start = text.start
    guard let (time, after) = TimeReader.monthAndDay(text.bytes, at: start + 4, end: text.end),
      let year = text.from(after + 1).integer, (1970...9999).contains(year)
    else { return nil }
    let day = CivilTime(year: Int(year), month: time.month, day: time.day)
    return CivilTime(microsecondsSince1970: day.microsecondsSince1970 + time.wall)
  }

  /// `2020-06-15 07:30:54 +0000`, with the offset if one is given.
  static func stamp(_ text: Text) -> (civil: CivilTime, utcOffset: Int?)? {
    let text = text.trimmed
    guard let (time, _) = TimeReader.date(text.bytes, at: text.start, end: text.end) else { return nil }
    return (CivilTime(microsecondsSince1970: time.wall), time.offset)
  }

  /// The two ends of `(ctime - ctime)` inside a text.
  static func window(_ text: Text) -> (start: CivilTime, end: CivilTime)? {
    guard let open = text.find(UInt8(ascii: "(")), let start = ctime(text.from(open + 1)),
      let dash = text.find(" - ", from: open), let end = ctime(text.from(dash + 3))
    else { return nil }
    return (start, end)
  }
}
