internal import TaskTrace

/// Finds records that appear in a log twice: once as an app's console shows them and once as the system log does.
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
  /// The two are close to each other: at most this many relevant records are between them.
  private static let limit = 8
  /// Styles print at least this much of a second, where they print fractions.
  private static let unit = TimeSpan.milliseconds(1)

  /// Whether a record was already reported in another style. Complexity: O(1).
  mutating func holds(_ head: RecordHead, _ scan: QuickScan, at instant: Instant) -> Bool {
    guard head.time.form != .none, let key = scan.digest?.key else { return false }
    let twin = seen.contains {
      $0.key == key && $0.style != head.style && $0.at - instant < Self.unit && instant - $0.at < Self.unit
    }
    guard !twin else { return true }
    let record = Seen(key: key, at: instant, style: head.style)
    if seen.count < Self.limit { seen.append(record) } else { seen[next] = record }
    next = (next + 1) % Self.limit
    return false
  }
}
