public import TaskTrace

/// Which part of time the timeline shows, and what is marked on it.
public struct TimelineState: Hashable, Sendable {
  /// The length of time that it shows.
  public internal(set) var length: TimeSpan
  /// Where it begins if it was moved manually; nil while it follows the instant that is shown.
  var start: Instant?
  /// A span that is being marked.
  var marked: Span?

  init(length: TimeSpan) { self.length = length }

  /// A marked span: from an instant to another, or to the playhead while that moves.
  struct Span: Hashable, Sendable {
    var from: Instant
    var to: Instant?
  }

  /// A length that shows all of a short recording, and at most a day.
  static func fitting(_ trace: Trace) -> TimeSpan {
    let length = trace.end - trace.start
    return TimelineScale.spans.first { $0 >= length + length / 4 } ?? .days(1)
  }
}
