/// A time as a user writes it: an offset from the start, or a clock time.
public enum TimeReference: Hashable, Sendable {
  /// `90s`, `15m`, `2h30m`, `3d`.
  case offset(TimeSpan)
  /// `21:45` or `21:45:30`: the first such time at or after a given instant.
  case clock(hour: Int, minute: Int, second: Int)
  /// `2026-06-02T21:45`.
  case date(CivilTime)

  /// Reads any of the three forms; nil if the text is none of them.
  public init?(_ text: String) {
    if let span = TimeSpan(units: text) {
      self = .offset(span)
      return
    }
    if text.utf8.count > 8 {
      guard let epoch = Epoch(text), epoch.utcOffset == 0, !text.hasSuffix("Z") else { return nil }
      self = .date(epoch.civil(.zero))
      return
    }
    var scanner = DigitScanner(text)
    guard let hour = scanner.digits(2), scanner.skip(":"), let minute = scanner.digits(2) else { return nil }
    var second = 0
    if scanner.skip(":") {
      guard let value = scanner.digits(2) else { return nil }
      second = value
    }
    guard scanner.atEnd, hour < 24, minute < 60, second < 60 else { return nil }
    self = .clock(hour: hour, minute: minute, second: second)
  }

  /// The instant, relative to `start`.
  public func instant(epoch: Epoch, from start: Instant = .zero) -> Instant {
    switch self {
    case .offset(let span): return start + span
    case .date(let civil): return epoch.instant(civil)
    case .clock(let hour, let minute, let second):
      var civil = epoch.civil(start)
      (civil.hour, civil.minute, civil.second, civil.microsecond) = (hour, minute, second, 0)
      let sameDay = epoch.instant(civil)
      return sameDay >= start ? sameDay : sameDay + .days(1)
    }
  }
}

extension TimeSpan {
  /// The longest length that ``init(units:)`` reads: a hundred years.
  private static let maxLength: Int64 = 100 * 366 * 86_400_000_000

  /// Reads a length as a user writes it, largest unit first: `90s`, `2h30m`, `3d`, `250ms`; nil for anything else.
  public init?(units text: some StringProtocol) {
    let factors: [(name: [Unicode.Scalar], size: Int64)] = [
      (["d"], 86_400_000_000), (["h"], 3_600_000_000), (["m", "s"], 1_000), (["m"], 60_000_000), (["s"], 1_000_000),
    ]
    var scanner = DigitScanner(text)
    var (total, smallest): (Int64, Int64) = (0, .max)
    repeat {
      guard let number = scanner.number() else { return nil }
      let unit = factors.first { factor in
        var ahead = scanner
        guard factor.name.allSatisfy({ ahead.skip($0) }) else { return false }
        scanner = ahead
        return true
      }
      guard let unit, unit.size < smallest, number <= Self.maxLength / unit.size else { return nil }
      smallest = unit.size
      total += number * unit.size
    } while !scanner.atEnd
    self.init(microseconds: total)
  }

  /// The length in the form that ``init(units:)`` reads; lengths below a millisecond are rounded down.
  public var units: String {
    var rest = microseconds.magnitude / 1_000
    var text = microseconds < 0 ? "-" : ""
    for (name, size) in [("d", 86_400_000 as UInt64), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)]
    where rest >= size {
      text += "\(rest / size)\(name)"
      rest %= size
    }
    return text.isEmpty || text == "-" ? "0s" : text
  }
}
