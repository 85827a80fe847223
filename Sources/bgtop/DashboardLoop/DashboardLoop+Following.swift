internal import Dashboard
internal import TaskTrace
internal import Terminal

extension DashboardLoop {
  /// Reads what has been added to a log.
  static func follow(_ follower: any InputFeed, _ result: WaitResult, _ state: inout DashboardState) {
    let isReadable =
      if case .readable(let ready) = result { ready.contains(where: follower.descriptors.contains) } else { false }
    do throws(FileAccess.Failure) {
      switch try follower.poll(isReadable: isReadable) {
      case .events(let events):
        if state.trace.events.isEmpty, !events.isEmpty { state.begin(follower.header) }
        if follower.isBusy || state.loading != nil {
          state.load(events, percent: follower.percent)
        } else if !events.isEmpty {
          state.follow(events)
        }
      case .whole(let trace):
        let old = Released(state.trace)
        state.finishLoading(trace)
        BackgroundThread { old.release() }?.detach()
      }
    } catch {
      state.refuse(error.message)
      state.following = false
    }
    if follower.hasEnded { state.following = false }
    let problems = follower.drainProblems()
    if let problem = problems.first {
      state.refuse(problem + (problems.count > 1 ? " (and \(problems.count - 1) more lines)" : ""))
    }
  }

  /// A trace that is not needed anymore: giving back the memory of a million events would keep a key waiting.
  private final class Released: @unchecked Sendable {
    private var trace: Trace?
    init(_ trace: Trace) { self.trace = trace }
    func release() { trace = nil }
  }

  /// Reads everything that is available.
  static func continueReading(_ follower: any InputFeed, _ state: inout DashboardState) {
    while follower.isBusy { follow(follower, .timeout, &state) }
  }
}
