internal import TaskTrace

/// What the event queue of a simulation holds.
enum Due: Sendable {
  /// The first instant, at which everything that is already so is said.
  case begin
  case timeline(Int, day: Int64)
  case session(app: Int, index: Int, day: Int64)
  case sessionStart(task: Int, app: Int, session: Int)
  case sessionEnd(app: Int, session: Int)
  /// Somebody who used the device without an app of ours stops.
  case useEnd
  /// The next percent of charge.
  case charge(generation: Int)
  case look(task: Int, generation: Int)
  /// A hold on everything ends.
  case holdEnd
  case suspend(app: Int, generation: Int)
  case reclaim(app: Int, generation: Int)
  case budgetSlot
  case caption(Int)
  case run(task: Int, number: Int64, RunMoment)
}

/// What comes next in a run.
enum RunMoment: Hashable, Sendable {
  case start
  case body
  case setHandler
  case step(Int)
  case report
  case stall
  case expire(RunLimit)
  /// The app completes the task from its expiration handler.
  case reaction
  case graceEnd
  case cpuKill(step: Int)
}

/// Why a run's time is over by plan.
enum RunLimit: Hashable, Sendable { case time, early }
