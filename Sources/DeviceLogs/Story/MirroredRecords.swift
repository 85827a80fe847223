internal import TaskTrace

/// Finds records that stand in a log twice: once as the console of an app shows them and once as the system's log does.
///
/// Both have the same text and, to the digits that both print, the same time, but not the same style.
struct MirroredRecords {
  private struct Seen {
    var key: UInt64
    var at: Instant
    var style: RecordStyle
  }

  private var seen: [Seen] = []
  private var next = 0
  /// The two come close to one another: so many records that matter at most lie between.
  private static let most = 8
  /// Styles print at least this much of a second, where they print fractions.
  private static let unit = TimeSpan.milliseconds(1)

  /// Whether a record was told before in another style. Complexity: O(1).
  mutating func holds(_ head: RecordHead, _ glance: Glance, at instant: Instant) -> Bool {
    guard head.time.form != .none, let key = glance.digest?.key else { return false }
    let twin = seen.contains {
      $0.key == key && $0.style != head.style && $0.at - instant < Self.unit && instant - $0.at < Self.unit
    }
    guard !twin else { return true }
    let record = Seen(key: key, at: instant, style: head.style)
    if seen.count < Self.most { seen.append(record) } else { seen[next] = record }
    next = (next + 1) % Self.most
    return false
  }
}
