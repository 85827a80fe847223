internal import SchedulerModel
internal import TaskTrace

extension DashboardState {
  /// The maximum number of events that one key press examines, so that it responds immediately.
  static let maxSearched = 100_000

  /// Events that a filtered log looks through at most for one frame.
  static let maxFiltered = 20_000

  /// Goes to the next event that matches, and selects its task; among the tasks, to the next row that matches.
  mutating func findMatch(forward: Bool) {
    guard let search = selection.search else {
      refuse("No search is active. Press / to start one.")
      return
    }
    let (epoch, board) = (trace.header.epoch, board)
    let tasks = rows(on: board).map { board.tasks[$0] }
    if view == .overview, focus == .pending, tasks.contains(where: { search.matches($0, on: board, at: playhead) }) {
      let from = tasks.firstIndex { $0.task == selection.task } ?? (forward ? -1 : 0)
      for step in 1...tasks.count {
        let index = ((from + (forward ? step : -step)) % tasks.count + tasks.count) % tasks.count
        guard search.matches(tasks[index], on: board, at: playhead) else { continue }
        select(tasks[index].task)
        return
      }
    }
    func matches(_ event: Event) -> Bool { search.matches(event) { LogLine(event, board: board, epoch: epoch) } }
    var outcome = findEvent(forward: forward, where: matches)
    if outcome == .none {
      let first = forward ? 0 : trace.events.count - 1
      guard trace.events.count <= Self.maxSearched else {
        // One key press does not examine the whole trace.
        playback.playhead = forward ? start - TimeSpan(microseconds: 1) : edge + TimeSpan(microseconds: 1)
        let keys = keyMap.key(for: forward ? .searchNext : .searchPrevious).map { "\($0)" } ?? "the key"
        let (side, end) = forward ? ("later", "start") : ("earlier", "end")
        return refuse("No \(side) event matches \(search.text). Press \(keys) to search from the \(end).")
      }
      outcome = findEvent(forward: forward, from: first, where: matches)
      if outcome == .found {
        toast = Toast(text: "The search continued from the \(forward ? "start" : "end").", isRefusal: false)
      }
    }
    switch outcome {
    case .found: break
    case .stopped: reportStopped(again: forward ? .searchNext : .searchPrevious)
    case .none: refuse("No event matches \(search.text).")
    }
  }

  /// Shows the first problem of a recording instead of its end, where often nothing happens anymore.
  public mutating func goToFirstProblem() {
    guard simulation == nil, let found = trace.events.first(where: { Problem.isOne($0.event) }) else { return }
    playback.playhead = found.at
    if let task = found.event.reference?.task { select(task) }
    let keys = (keyMap.key(for: .nextProblem), keyMap.key(for: .live))
    guard let next = keys.0, let end = keys.1 else { return }
    toast = Toast(
      text: "The first problem of this recording. \(next): the next one. \(end): the end.", isRefusal: false)
  }

  /// Goes to the next problem; at the edge of a simulation, runs it until there is one.
  mutating func findProblem(forward: Bool) {
    switch findEvent(forward: forward, where: Problem.isOne) {
    case .found: return
    case .stopped: return reportStopped(again: forward ? .nextProblem : .previousProblem)
    case .none: break
    }
    if forward, simulation != nil, runSimulation(until: Problem.isOne) { return }
    refuse(
      forward && simulation != nil
        ? "No problem within a week." : "No \(forward ? "later" : "earlier") problem is known.")
  }

  private enum Outcome {
    case found
    /// There is none.
    case none
    /// No match among the events that were examined; the playhead is where the search can continue.
    case stopped
  }

  private mutating func reportStopped(again: Action) {
    let key = keyMap.key(for: again).map { "\($0)" } ?? ":\(again.commandName)"
    refuse("No match in \(grouped(Self.maxSearched)) events. Press \(key) to continue from here.")
  }

  /// Searches from an event, or from the playhead.
  private mutating func findEvent(
    forward: Bool, from first: Int? = nil, where isMeant: (Event) -> Bool
  ) -> Outcome {
    let beside =
      forward ? trace.count(through: playhead) : trace.count(through: playhead - TimeSpan(microseconds: 1)) - 1
    var index = first ?? beside
    var left = Self.maxSearched
    while trace.events.indices.contains(index), left > 0 {
      let traced = trace.events[index]
      if isMeant(traced.event) {
        playback.isPlaying = false
        playback.playhead = traced.at
        scroll.log = 0
        if let task = traced.event.reference?.task { select(task) }
        return .found
      }
      index += forward ? 1 : -1
      left -= 1
    }
    guard left == 0, trace.events.indices.contains(index) else { return .none }
    playback.isPlaying = false
    // Next to the first event that was not examined, so that the next search begins with it.
    playback.playhead = trace.events[index].at + TimeSpan(microseconds: forward ? -1 : 1)
    return .stopped
  }

  /// Runs the simulation until something happens, for at most a week.
  private mutating func runSimulation(until isMeant: (Event) -> Bool) -> Bool {
    playback.isPlaying = false
    let last = edge + .days(7)
    while let next = simulation?.nextEventAt, next <= last {
      let known = trace.events.count
      advanceSimulation(to: next)
      guard edge >= next else { break }
      guard let found = trace.events[known...].first(where: { isMeant($0.event) }) else { continue }
      playback.playhead = edge
      if let task = found.event.reference?.task { select(task) }
      return true
    }
    playback.playhead = edge
    return false
  }

  // MARK: Bookmarks

  mutating func toggleBookmark() {
    let clock = trace.header.epoch.clock(playhead)
    if let index = bookmarks.firstIndex(of: playhead) {
      bookmarks.remove(at: index)
      toast = Toast(text: "The bookmark at \(clock) was removed.", isRefusal: false)
    } else {
      bookmarks.append(playhead)
      bookmarks.sort()
      toast = Toast(text: "Bookmark \(bookmarks.count) at \(clock); press \" for the next one.", isRefusal: false)
    }
  }

  mutating func goToNextBookmark() {
    guard let next = bookmarks.first(where: { $0 > playhead }) ?? bookmarks.first else {
      refuse("There is no bookmark. Press ' to set one.")
      return
    }
    go(to: min(next, edge))
  }
}
