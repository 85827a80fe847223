/// A point in time of a trace, in whole microseconds since the trace's epoch.
///
/// An instant has no zone and no calendar: ``Epoch`` converts it to wall-clock time. Sums and differences saturate: a
/// time in a file must not crash the program.
public struct Instant: Hashable, Comparable, Sendable {
  /// Microseconds since the epoch; negative before it.
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The epoch itself.
  public static let zero = Instant(microseconds: 0)
  /// Later than any instant that a trace can hold.
  public static let distantFuture = Instant(microseconds: .max)
  /// Earlier than any instant that a trace can hold.
  public static let distantPast = Instant(microseconds: .min)

  @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }
  public static func + (a: Instant, b: TimeSpan) -> Instant {
    Instant(microseconds: a.microseconds.saturatingAdding(b.microseconds))
  }
  public static func - (a: Instant, b: TimeSpan) -> Instant {
    Instant(microseconds: a.microseconds.saturatingSubtracting(b.microseconds))
  }
  public static func - (a: Instant, b: Instant) -> TimeSpan {
    TimeSpan(microseconds: a.microseconds.saturatingSubtracting(b.microseconds))
  }
  public static func += (a: inout Instant, b: TimeSpan) { a = a + b }
}
