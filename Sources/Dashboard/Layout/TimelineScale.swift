internal import TaskTrace

/// The time that each column of the timeline represents.
struct TimelineScale {
  var start: Instant
  var span: TimeSpan
  var columns: Int

  /// The lengths of time that a timeline can show.
  static let spans: [TimeSpan] =
    [.seconds(10), .seconds(30), .minutes(1), .minutes(2), .minutes(5), .minutes(15), .minutes(30)]
    + [1, 3, 6, 9, 12, 24, 48, 96, 168, 336, 720, 2_160, 8_784].map { .hours($0) }

  private static let tickLengths: [TimeSpan] =
    [1, 2, 5, 10, 30].map { .seconds($0) } + [1, 2, 5, 10, 15, 30].map { .minutes($0) }
    + [1, 2, 3, 6, 12, 24, 48, 168, 720].map { .hours($0) }

  static func shorter(than span: TimeSpan) -> TimeSpan { spans.last { $0 < span } ?? span }
  static func longer(than span: TimeSpan) -> TimeSpan { spans.first { $0 > span } ?? span }

  /// The part of the screen before the playhead: a simulation has a future to show, a recording has not.
  init(_ state: DashboardState, columns: Int) {
    self.columns = max(1, columns)
    span = state.timeline.length
    let share = state.simulation == nil ? 0.9 : 0.64
    start = state.playhead - span.scaled(by: share)
    // The time before the beginning is irrelevant: a young simulation starts at the left.
    if state.simulation != nil { start = max(start, state.trace.start - span.scaled(by: 0.02)) }
    if state.simulation == nil, state.trace.end - state.trace.start <= span.scaled(by: 0.9) {
      // All of a short recording stays in place while the playhead moves over it.
      let length = state.trace.end - state.trace.start
      start = state.trace.start - (span - length).scaled(by: 0.4)
    }
    if let moved = state.timeline.start { start = moved }
  }

  var end: Instant { start + span }

  /// The column of an instant; may lie outside.
  func column(_ instant: Instant) -> Int {
    let offset = (instant - start).seconds / span.seconds * Double(columns)
    return Int(min(max(offset.rounded(.down), -1_000_000), 1_000_000))
  }

  func instant(atColumn column: Int) -> Instant { start + span.scaled(by: Double(column) / Double(columns)) }

  /// Instants for labels, at round wall-clock times, at least `apart` columns from each other.
  func ticks(epoch: Epoch, apart: Int) -> [Instant] {
    let lowest = span.seconds / Double(columns) * Double(apart)
    let length = (Self.tickLengths.first { $0.seconds >= lowest } ?? .hours(720)).microseconds
    let shift = epoch.microsecondsSince1970 + Int64(epoch.utcOffset) * 1_000_000
    let local = start.microseconds + shift
    var next = local - (local % length + length) % length
    if next < local { next += length }
    var ticks: [Instant] = []
    while next - shift < end.microseconds, ticks.count < 500 {
      ticks.append(Instant(microseconds: next - shift))
      next += length
    }
    return ticks
  }
}
