public import TaskTrace

/// Lengths of time, sorted: how they are spread.
public struct Distribution: Hashable, Sendable {
  /// From the shortest to the longest.
  public private(set) var values: [TimeSpan]

  /// Complexity: O(n log n).
  public init(_ values: some Sequence<TimeSpan>) { self.values = values.sorted() }

  public var count: Int { values.count }

  /// The length that a share of all lengths do not exceed (the nearest rank).
  ///
  /// - Parameter share: 0 to 1; 0.5 is the median.
  /// - Returns: the length; nil if there are none.
  public func percentile(_ share: Double) -> TimeSpan? {
    guard let last = values.indices.last else { return nil }
    let rank = Int((min(1, max(0, share)) * Double(values.count)).rounded(.up)) - 1
    return values[min(max(0, rank), last)]
  }

  public var median: TimeSpan? { percentile(0.5) }

  /// The bounds of the bars of ``histogram``: each bar holds the lengths below its bound and not below the one before.
  public static let bounds: [TimeSpan] =
    [.seconds(1), .seconds(10), .seconds(30), .minutes(1), .minutes(5), .minutes(15), .minutes(30)]
    + [1, 2, 4, 8, 12, 24, 48, 168].map { .hours($0) }

  /// How many lengths fall below each of ``bounds``, and after the last one how many are left.
  public var histogram: [Int] {
    var bars = Array(repeating: 0, count: Self.bounds.count + 1)
    for value in values { bars[Self.bounds.firstIndex { value < $0 } ?? Self.bounds.count] += 1 }
    return bars
  }
}
