internal import SchedulerModel
internal import TaskTrace

extension DashboardState {
  /// Runs the model on, and takes its events into the trace.
  ///
  /// A run that has as many events as are kept, or that lasts longer than any run may, stops there and says so: at the top
  /// speed a year passes in five minutes, and every event takes memory. Complexity: O(events).
  mutating func advanceSimulation(to instant: Instant) {
    guard let begun = simulation?.now else { return }
    let last = max(instant, begun)
    var next = begun
    repeat {
      // A day at a time, so that no jump goes far beyond the bound.
      next = min(last, next + .days(1))
      if let reason = reasonToStop(before: next) {
        playback.isPlaying = false
        refuse(reason)
        return
      }
      branch.advance(to: next)
    } while next < last
  }

  /// Why the run cannot go on to an instant; nil if it can.
  private func reasonToStop(before instant: Instant) -> String? {
    guard instant > edge else { return nil }
    if trace.events.count >= mostEvents {
      return "The run stops here: it has \(grouped(trace.events.count)) events, and no more are kept."
    }
    if instant - .zero > longestRun { return "The run stops here: no run is longer than twenty years." }
    return nil
  }
}
