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
  case launchEnd(app: Int, process: Int)
  case lateRegistration(task: Int, process: Int)
  /// `submitTaskRequest` tells its verdict.
  case verdict(task: Int, process: Int)
  case retry(task: Int, process: Int)
  /// A request is dropped without a word.
  case prune(task: Int, number: Int)
  case push(app: Int, priority: Int)
  case assertion(app: Int, AssertionMoment)
  case transfer(Int, generation: Int)
  case transferTimeout(Int, created: Int)
  case sessionEvents(app: Int, process: Int, SessionMoment)
  case resumeElapsed(app: Int, until: Instant)
  /// A library's foreground loop wakes.
  case layer(app: Int, generation: Int)
  case layerWork(app: Int, generation: Int, LayerMoment)
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
  case warmUpEnd
  case pace
  case extended
  case answer(Bool)
  case layerWork(LayerMoment)
}

/// Why a run's time is over by plan.
enum RunLimit: Hashable, Sendable { case time, early }

/// What comes next of a `beginBackgroundTask`.
enum AssertionMoment: Hashable, Sendable {
  /// The work under it is done.
  case done(number: Int)
  /// It is old enough for UIKit's warning.
  case old(number: Int)
  /// The expiration handlers are called, and the time is over: both of one stay in the background.
  case expiring(generation: Int)
  case over(generation: Int)
}

/// What comes next when an app handles the events of its background session.
enum SessionMoment: Hashable, Sendable { case handled, overdue }

/// What comes next in a library's work.
enum LayerMoment: Hashable, Sendable {
  case gateOver
  case done
  /// The time that foreground work has after the app was left is over.
  case runwayOver
}
