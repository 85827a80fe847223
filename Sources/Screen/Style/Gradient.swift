/// A run of colors from a calm to a strong one.
public enum Gradient: UInt8, CaseIterable, Sendable {
  case temperature, cpu, free, used, cached, available, download, upload, process

  /// How many colors a gradient has.
  ///
  /// Few enough that adjacent cells often share one, which keeps frames small; more are hard to distinguish in a bar of
  /// usual length.
  public static let steps = 16

  /// The step for a fraction from 0 to 1; values outside, and values that are not numbers, count as the nearer end.
  public static func step(for fraction: Double) -> Int {
    guard fraction > 0 else { return 0 }
    guard fraction < 1 else { return steps - 1 }
    return min(steps - 1, Int(fraction * Double(steps)))
  }
}
