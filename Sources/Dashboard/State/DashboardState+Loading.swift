public import TaskTrace

extension DashboardState {
  /// Adds events of an input that is still being read, with the percentage read so far.
  ///
  /// The timeline keeps showing all of it, unless the user has chosen a range.
  public mutating func load(_ events: [TraceEvent], percent: Int?) {
    let fits = timeline.length == TimelineState.fitting(trace)
    loading = percent
    guard !events.isEmpty else { return }
    follow(events)
    if fits { timeline.length = TimelineState.fitting(trace) }
  }

  /// Shows the whole of an input in place of what was known while it was read; selection and playhead stay.
  public mutating func finishLoading(_ whole: Trace) {
    let (wasAtEdge, fits) = (isAtEdge, timeline.length == TimelineState.fitting(trace))
    loading = nil
    pastNumber += 1
    branch.trace = whole
    playback.playhead = wasAtEdge ? edge : min(playhead, edge)
    if fits { timeline.length = TimelineState.fitting(trace) }
    selectSomething()
  }
}
