internal import TaskTrace

/// How something is used in every hour of the week, learned by watching (rules C3, C37, C38).
///
/// Each hour of the week has a share, 0 to 1, which moves toward the observed value whenever that hour has passed: by
/// one part of the memory, or, while little is known, by the amount that produces a mean. An hour in which nothing
/// happened is not counted when it passes but on the next query, so that time without events costs nothing.
struct UsageHistogram: Hashable, Sendable {
  static let hours: Int64 = 168

  /// What was seen in one hour of the week.
  private struct Hour: Hashable, Sendable {
    var share: Double
    /// How often it was seen.
    var weeks: Int64
    /// The week, counted from the one that the histogram began in, that is seen next.
    var next: Int64
  }

  private var known: [Hour]
  /// The hour, counted from Monday of the first week, in which something happened last; it is learned from when it is
  /// over.
  private var current: Int64
  private var currentShare = 0.0
  /// How many weeks are remembered.
  private let memory: Int64

  /// Habits that were observed this many times in each hour of the week, up to an hour counted from Monday of the first
  /// week.
  private init(_ shares: [Double], at hour: Int64, weeks: [Int64], memory: Int64) {
    self.memory = max(1, memory)
    current = hour
    let (week, now) = hour.quotientAndRemainder(dividingBy: Self.hours)
    known = zip(shares, weeks).enumerated().map { index, seen in
      Hour(share: seen.1 > 0 ? seen.0 : 0, weeks: seen.1, next: Int64(index) < now ? week + 1 : week)
    }
  }

  /// Habits that were observed for this many hours, up to an hour; nil means longer than is remembered.
  init(_ shares: [Double], at hour: Int64, watched: Int64?, memory: Int64) {
    let weeks = (0..<Self.hours).map { index in
      guard let watched else { return max(1, memory) }
      let ago = (hour - 1 - index) % Self.hours + 1
      let since = ago > 0 ? ago : ago + Self.hours
      return since <= watched ? (watched - since) / Self.hours + 1 : 0
    }
    self.init(shares, at: hour, weeks: weeks, memory: memory)
  }

  /// It was used for part of an hour. Hours must be passed in order.
  mutating func use(_ part: Double, in hour: Int64) {
    if hour > current {
      learn()
      (current, currentShare) = (hour, 0)
    }
    currentShare = min(1, currentShare + part)
  }

  /// Adds the hour of the latest use.
  private mutating func learn() {
    guard currentShare > 0 else { return }
    let index = Int(current % Self.hours)
    known[index] = seen(known[index], before: current / Self.hours, share: currentShare)
  }

  /// An hour after weeks without any use, and one with.
  private func seen(_ hour: Hour, before week: Int64, share: Double? = nil) -> Hour {
    var hour = hour
    while hour.next < week, hour.share > 0.000_1 {
      hour.share -= hour.share * rate(hour.weeks)
      (hour.weeks, hour.next) = (hour.weeks + 1, hour.next + 1)
    }
    if hour.next < week {
      (hour.share, hour.weeks, hour.next) = (0, hour.weeks + week - hour.next, week)
    }
    if let share {
      hour.share += (share - hour.share) * rate(hour.weeks)
      (hour.weeks, hour.next) = (hour.weeks + 1, week + 1)
    }
    return hour
  }

  private func rate(_ weeks: Int64) -> Double { max(1 / Double(memory), 1 / Double(weeks + 2)) }

  /// How likely it is used in an hour that is not over, counted from Monday of the first week.
  ///
  /// An hour of the week without observations is estimated as the mean of the same hour on the other days.
  func share(in hour: Int64, now: Int64) -> Double {
    let own = seen(at: hour)
    guard own.weeks == 0 else { return own.share }
    var (sum, days) = (0.0, 0.0)
    for back in 1...6 as ClosedRange<Int64> {
      let past = hour - back * 24
      guard past >= 0, past < now else { continue }
      // With the observations of that hour itself.
      let other = seen(at: past + Self.hours)
      if other.weeks > 0 { (sum, days) = (sum + other.share, days + 1) }
    }
    return days > 0 ? sum / days : 0
  }

  private func seen(at hour: Int64) -> Hour {
    let index = Int(hour % Self.hours)
    let isLearned = current < hour && current % Self.hours == hour % Self.hours && currentShare > 0
    let learned = isLearned ? seen(known[index], before: current / Self.hours, share: currentShare) : known[index]
    return seen(learned, before: hour / Self.hours)
  }
}
