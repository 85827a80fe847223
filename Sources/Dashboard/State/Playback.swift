public import TaskTrace

/// Which instant is shown, and how fast it advances.
public struct Playback: Hashable, Sendable {
  /// The instant that all panes show.
  public internal(set) var playhead: Instant
  public internal(set) var isPlaying: Bool
  /// Simulated seconds for each real one, within ``speeds``.
  public internal(set) var speed: Int {
    didSet { speed = Self.clamped(speed) }
  }

  public static let speeds = 1...100_000

  init(playhead: Instant, isPlaying: Bool, speed: Int) {
    (self.playhead, self.isPlaying, self.speed) = (playhead, isPlaying, Self.clamped(speed))
  }

  private static func clamped(_ speed: Int) -> Int { min(max(speed, speeds.lowerBound), speeds.upperBound) }
}
