internal import SchedulerModel
internal import TaskTrace

extension DashboardState {
  /// The most branches that are kept; the oldest but the first is forgotten then.
  static let maxBranches = 8

  /// Starts another branch without a command, at the user's request.
  mutating func forkHere() {
    guard simulation != nil else {
      forkRecording()
      return
    }
    let from = branch.name
    forkAtPlayhead()
    toast = Toast(text: "Branch \(branch.name) starts here; V shows \(from) again.", isRefusal: false)
  }

  /// Continues from a recording with a simulation, as a separate branch; what the recording does not state is assumed
  /// and listed above the panes.
  private mutating func forkRecording() {
    do throws(ScenarioError) {
      let fork = try Fork(trace, at: playhead, name: "\(name) from \(trace.header.epoch.clock(playhead))")
      let assumed =
        fork.assumptions.isEmpty
        ? "Nothing had to be assumed." : "Assumed: \(fork.assumptions.joined(separator: "; "))."
      others.append(branch)
      let simulation = Simulation(fork.scenario)
      pastNumber += 1
      branch = Branch(name: nextBranchName, trace: Trace(header: simulation.header), simulation: simulation)
      playback.playhead = simulation.now
      advanceSimulation(to: simulation.now)
      playback.isPlaying = false
      tip = "The model continues from the recording; this is its opinion. \(assumed)"
      selectSomething()
      toast = Toast(
        text: "Branch \(branch.name) is a simulation that starts here; V shows the recording again.", isRefusal: false)
    } catch {
      refuse("No simulation can start here: \(error.problems.first.map { "\($0)" } ?? "nothing is known").")
    }
  }

  /// Starts another branch at the playhead, and continues with it. The old one does not change.
  mutating func forkAtPlayhead() {
    guard simulation != nil else { return }
    let at = playhead
    others.append(branch)
    if others.count >= Self.maxBranches { others.remove(at: 1) }
    branch.name = nextBranchName
    branch.forkedAt = at
    branch.undone = []
    rewind(to: at)
    playback.playhead = edge
  }

  private var nextBranchName: String {
    let used = others.map(\.name) + [branch.name]
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
    return letters.first { !used.contains($0) } ?? "Z"
  }

  /// Shows the next branch in turn, at the same instant as far as it reaches.
  mutating func switchBranch() {
    guard !others.isEmpty else {
      toast = Toast(text: "There is only one branch. A command in the past starts another.", isRefusal: true)
      return
    }
    others.append(branch)
    adopt(others.removeFirst())
    toast = Toast(text: "This is branch \(branch.name).", isRefusal: false)
  }

  /// Shows the branch of a letter.
  mutating func switchBranch(to name: String) {
    guard let index = others.firstIndex(where: { $0.name == name }) else {
      refuse("There is no other branch \(name).")
      return
    }
    others.append(branch)
    adopt(others.remove(at: index))
    toast = Toast(text: "This is branch \(branch.name).", isRefusal: false)
  }

  private mutating func adopt(_ branch: Branch) {
    let wasAtEdge = isAtEdge
    pastNumber += 1
    self.branch = branch
    playback.playhead = wasAtEdge ? edge : min(playhead, edge)
    scroll.log = 0
    selectSomething()
  }

  /// Undoes the last command, and replays the time since then without it.
  mutating func undo() {
    guard simulation != nil, let snapshot = branch.snapshots.cutLastCommand(), let command = snapshot.command else {
      toast = Toast(text: "Nothing to undo.", isRefusal: true)
      return
    }
    replay { state in state.restore(snapshot) }
    branch.undone.append(TimedCommand(at: snapshot.at, command: command))
    let clock = trace.header.epoch.clock(snapshot.at)
    toast = Toast(text: "Undone: \(command.text) at \(clock). Ctrl-Y redoes it.", isRefusal: false)
  }

  /// Gives the last undone command again, at its original instant.
  mutating func redo() {
    guard simulation != nil, let last = branch.undone.popLast() else {
      toast = Toast(text: "Nothing to redo.", isRefusal: true)
      return
    }
    replay { state in
      state.rewind(to: last.at)
      _ = state.give(last.command)
    }
    toast = Toast(text: "Redone: \(last.command.text)", isRefusal: false)
  }

  /// Changes the past and runs on to the present; the playhead stays where it is.
  private mutating func replay(_ change: (inout DashboardState) -> Void) {
    let (present, wasAtEdge) = (edge, isAtEdge)
    change(&self)
    advanceSimulation(to: present)
    playback.playhead = wasAtEdge ? edge : min(playhead, edge)
    scroll.log = 0
  }

  /// Makes a past instant the present: later events are discarded, earlier ones remain.
  mutating func rewind(to instant: Instant) {
    guard let snapshot = branch.snapshots.cut(after: instant) else { return }
    restore(snapshot)
    if let command = snapshot.command { carryOut(command) }
    advanceSimulation(to: max(instant, edge))
  }

  private mutating func restore(_ snapshot: Snapshot) {
    pastNumber += 1
    branch.trace = trace.prefix(snapshot.eventCount)
    branch.trace.extend(to: snapshot.at)
    branch.simulation = snapshot.simulation
    if branch.snapshots.all.isEmpty { branch.snapshots.note(snapshot.simulation, eventCount: snapshot.eventCount) }
  }

  /// Gives a command to the simulation at its edge, and stores what is needed to undo it.
  mutating func give(_ command: Command) -> CommandRefusal? {
    guard let simulation else { return nil }
    branch.snapshots.note(command, to: simulation, eventCount: trace.events.count)
    return carryOut(command)
  }

  /// The model's refusal, which is an event too, or nil.
  @discardableResult
  private mutating func carryOut(_ command: Command) -> CommandRefusal? {
    do throws(CommandRefusal) {
      try branch.live { simulation, events throws(CommandRefusal) in try simulation.perform(command, into: &events) }
      return nil
    } catch {
      return error
    }
  }
}
