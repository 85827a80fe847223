internal import TaskTrace

/// The time belongs to the app, counted from when it goes to the background, however many assertions it holds.
extension Assertions {
  static func acquire(
    _ app: AppIndex, _ setup: AssertionSetup, on trigger: TaskSetup.Trigger, in world: inout Simulation
  ) {
    world.state.assertions.apps[app].acquiredCount += 1
    let held = Held(number: world.state.assertions.apps[app].acquiredCount, setup: setup, since: world.now)
    let isFirst = world.state.assertions.apps[app].held.isEmpty
    world.state.assertions.apps[app].held.append(held)
    world.emit(event(app, held, .acquired, in: world))
    if setup.endsWhenDone {
      world.queue.insert(.assertions(.done(app, number: held.number)), at: world.now + setup.length)
    }
    let old = world.now + world.profile.span(.assertionSeconds)
    world.queue.insert(.assertions(.old(app, number: held.number)), at: old)
    // An assertion acquired on the way to the background counts down once the app is there.
    if isFirst, trigger != .leave, world.apps[app].state == .background { countDown(app, in: &world) }
  }

  /// Emits an event about an assertion; the time is not limited in the foreground or while audio plays.
  static func event(_ app: AppIndex, _ held: Held, _ state: Cause, in world: Simulation) -> Event {
    var remaining: TimeSpan?
    if world.apps[app].state == .background, !world.apps[app].setup.audio {
      remaining = world.profile.span(.assertionSeconds)
    }
    if state == .expiring { remaining = world.profile.span(.assertionWarning) }
    if state == .overdue || state == .ended { remaining = nil }
    return .assertion(
      Assertion(bundle: world.apps[app].setup.bundle, name: held.setup.name, state: state, remaining: remaining))
  }

  /// From now on, the background time of an app counts down, unless something else keeps it running.
  static func countDown(_ app: AppIndex, in world: inout Simulation) {
    guard !world.state.assertions.apps[app].held.isEmpty, !world.apps[app].setup.audio else { return }
    let generation = world.apps[app].generation
    let over = world.now + world.profile.span(.assertionSeconds)
    let warned = max(world.now, over - world.profile.span(.assertionWarning))
    world.queue.insert(.assertions(.expiring(app, generation: generation)), at: warned)
    world.queue.insert(.assertions(.over(app, generation: generation)), at: over)
  }

  static func end(_ app: AppIndex, in world: inout Simulation, where which: (Held) -> Bool) {
    let ending = world.state.assertions.apps[app].held.filter(which)
    guard !ending.isEmpty else { return }
    world.state.assertions.apps[app].held.removeAll(where: which)
    for held in ending { world.emit(event(app, held, .ended, in: world)) }
    Processes.rest(app, in: &world)
  }

  /// UIKit's warning, in the background only.
  static func warnOld(_ app: AppIndex, _ number: Int, in world: inout Simulation) {
    guard let held = world.state.assertions.apps[app].held.first(where: { $0.number == number }),
      world.apps[app].state == .background
    else {
      return
    }
    let text =
      "Background Task \(number) (\"\(held.setup.name)\"), was created over 30 seconds ago. In applications running in "
      + "the background, this creates a risk of termination. Remember to call UIApplication.endBackgroundTask(_:) for "
      + "your task in a timely manner to avoid this."
    world.emit(.note(Note(text, process: world.apps[app].setup.name, level: .error)))
  }

  /// An assertion that was not ended ends the app (rule E15; scheduler facts 1.8).
  static func overrun(_ app: AppIndex, in world: inout Simulation) {
    guard let held = world.state.assertions.apps[app].held.first else { return }
    world.emit(event(app, held, .overdue, in: world))
    let cause: Cause = .backgroundTaskAssertionTimeout
    world.emit(.killed(nil, bundle: world.apps[app].setup.bundle, code: 0x8BAD_F00D, cause: cause))
    Processes.end(app, as: .terminated, cause: cause, in: &world)
  }
}
