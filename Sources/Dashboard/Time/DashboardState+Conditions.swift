internal import TaskTrace

/// A condition of `:break` or `:watch`.
struct Watched: Hashable, Sendable {
  var condition: BoardCondition
  var breaks: Bool
}

extension DashboardState {
  mutating func addCondition(_ text: String, breaks: Bool) {
    do throws(BoardCondition.Fault) {
      let condition = try BoardCondition(text)
      conditions.removeAll { $0.condition == condition }
      conditions.append(Watched(condition: condition, breaks: breaks))
      let what = breaks ? "Pauses when" : "Notifies when"
      let now = condition.holds(on: board) ? " It is true now, so it must first become false." : ""
      toast = Toast(text: "\(what) \(condition.text) becomes true.\(now)", isRefusal: false)
    } catch {
      refuse(error.message)
    }
  }

  /// Checks what happened while time advanced: stops where a condition became true, or reports it.
  mutating func checkConditions(since before: Instant) {
    guard playhead > before else { return }
    let first = trace.count(through: before)
    stopAtCaption(from: first)
    guard !conditions.isEmpty else { return }
    var board = trace.board(afterEvents: first)
    var held = conditions.map { $0.condition.holds(on: board) }
    for index in first..<trace.count(through: playhead) {
      board.apply(trace.events[index])
      // What happens at one instant is one change.
      let next = index + 1
      if next < trace.events.count, trace.events[next].at == trace.events[index].at { continue }
      for (place, watched) in conditions.enumerated() {
        let holds = watched.condition.holds(on: board)
        defer { held[place] = holds }
        guard holds, !held[place] else { continue }
        let at = trace.events[index].at
        toast = Toast(text: "\(watched.condition.text) since \(trace.header.epoch.clock(at)).", isRefusal: false)
        guard watched.breaks else { continue }
        stop(at: at)
        return
      }
    }
  }

  /// A caption of a guided tour waits until the user has read it.
  private mutating func stopAtCaption(from first: Int) {
    for index in first..<trace.count(through: playhead) {
      guard case .caption(_, waits: true) = trace.events[index].event else { continue }
      stop(at: trace.events[index].at)
      return
    }
  }

  /// Stops at an instant that time has just passed; a simulation has not advanced beyond it.
  private mutating func stop(at instant: Instant) {
    playback.isPlaying = false
    if isAtEdge, simulation != nil { rewind(to: instant) }
    playback.playhead = instant
  }
}
