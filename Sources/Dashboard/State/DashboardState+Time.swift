internal import SchedulerModel
public import TaskTrace

extension DashboardState {
  /// Advances by real time: a live simulation runs, a replay moves its playhead.
  public mutating func elapse(_ real: TimeSpan) {
    guard playback.isPlaying, real > .zero else { return }
    let longest = TimeSpan.seconds(1)  // after a suspension of the process, time does not leap
    let step = min(real, longest) * Int64(playback.speed)
    let before = playhead
    if isAtEdge, simulation != nil {
      advanceSimulation(to: playhead + step)
      playback.playhead = edge
    } else {
      playback.playhead = min(playhead + step, edge)
      if isAtEdge, simulation == nil, !following { playback.isPlaying = false }
    }
    checkConditions(since: before)
    selectSomething()
  }

  /// Starts over with the clock of a log, once its first events have determined it.
  public mutating func begin(_ header: TraceHeader) {
    pastNumber += 1
    branch.trace = Trace(header: header)
    playback.playhead = trace.end
  }

  /// Shows one sentence about something that succeeded.
  public mutating func inform(_ sentence: String) { toast = Toast(text: sentence, isRefusal: false) }

  /// Removes the last message.
  public mutating func clearToast() { toast = nil }

  /// Shows one sentence about something that failed.
  public mutating func refuse(_ sentence: String) { toast = Toast(text: sentence, isRefusal: true) }

  /// Adds events from outside, and stays at the edge if the panes were there.
  public mutating func follow(_ events: [TraceEvent]) {
    let wasAtEdge = isAtEdge
    branch.trace.append(events)
    if wasAtEdge { playback.playhead = edge }
    selectSomething()
  }

  /// The real time until the screen changes without input; nil if it never does.
  ///
  /// The clock in the header shows seconds, so that is the longest wait while time runs; fast runs are drawn at most
  /// ``framesPerSecond`` times.
  public var nextChange: TimeSpan? {
    guard playback.isPlaying else { return nil }
    let shortest = TimeSpan.seconds(1) / Self.framesPerSecond
    let timeToNextSecond = 1_000_000 - (playhead.microseconds % 1_000_000 + 1_000_000) % 1_000_000
    let wait = TimeSpan(microseconds: timeToNextSecond / Int64(playback.speed))
    return max(wait, shortest)
  }

  /// Frames a second while time runs fast: a bar that moves looks smooth, and the processor hardly notices.
  public static let framesPerSecond: Int64 = 8

  /// Shows the latest instant again, and resumes a simulation.
  mutating func goLive() {
    playback.playhead = edge
    timeline.start = nil
    if simulation != nil { playback.isPlaying = true }
    selectSomething()
  }

  mutating func togglePlaying() {
    if !playback.isPlaying, simulation == nil, isAtEdge, !following {
      toast = Toast(
        text: "The recording ends here. Press [ to go back ten minutes, , for the previous event.", isRefusal: true)
      return
    }
    playback.isPlaying.toggle()
  }

  mutating func setSpeed(_ wanted: Int) {
    // Doubling from 1 gives powers of two; from the usual 60 it gives 120, 240 …; both end at the limits.
    playback.speed = wanted
    toast = Toast(text: "Speed ×\(grouped(playback.speed))", isRefusal: false)
  }

  /// Moves the playhead; beyond the edge a simulation runs on.
  public mutating func go(to instant: Instant) {
    if instant > edge, simulation != nil {
      advanceSimulation(to: instant)
      playback.playhead = edge
    } else {
      playback.playhead = min(max(instant, min(trace.start, edge)), edge)
    }
    if !isAtEdge { playback.isPlaying = false }
    if let start = timeline.start, playhead < start || playhead > start + timeline.length { timeline.start = nil }
    scroll.log = 0
    selectSomething()
  }

  mutating func nextEvent() {
    playback.isPlaying = false
    scroll.log = 0
    if isAtEdge, simulation != nil {
      branch.advanceToNextEvent()
      playback.playhead = edge
      return
    }
    let index = trace.count(through: playhead)
    if index < trace.events.count {
      playback.playhead = trace.events[index].at
    } else {
      playback.playhead = edge
      toast = Toast(text: "There is no later event.", isRefusal: true)
    }
  }

  mutating func previousEvent() {
    playback.isPlaying = false
    scroll.log = 0
    let index = trace.count(through: playhead - TimeSpan(microseconds: 1))
    if index > 0 {
      playback.playhead = trace.events[index - 1].at
    } else {
      toast = Toast(text: "There is no earlier event.", isRefusal: true)
    }
  }
}
