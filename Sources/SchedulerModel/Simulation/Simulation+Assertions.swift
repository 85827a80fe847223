internal import TaskTrace

/// `beginBackgroundTask` (rules E3, E15, I2; scheduler facts 1.9).
///
/// The time is the app's, counted from when it goes to the background, however many assertions it holds.
extension Simulation {
  mutating func acquire(_ app: Int, _ setup: AssertionSetup) {
    apps[app].assertionNumber += 1
    let held = AppRuntime.HeldAssertion(number: apps[app].assertionNumber, setup: setup, since: now)
    let isFirst = apps[app].assertions.isEmpty
    apps[app].assertions.append(held)
    emit(assertion(app, held, "acquired"))
    if setup.endsWhenDone { queue.insert(.assertion(app: app, .done(number: held.number)), at: now + setup.length) }
    let old = now + profile.span(.assertionSeconds)
    queue.insert(.assertion(app: app, .old(number: held.number)), at: old)
    if isFirst, apps[app].state == .background { countDown(app) }
  }

  /// An event about an assertion; nothing remains to be told of its time in the foreground, or under audio.
  func assertion(_ app: Int, _ held: AppRuntime.HeldAssertion, _ state: Cause) -> Event {
    var remaining: TimeSpan?
    if apps[app].state == .background, !apps[app].setup.audio { remaining = profile.span(.assertionSeconds) }
    if state == "expiring" { remaining = profile.span(.assertionWarning) }
    if state == "overdue" || state == "ended" { remaining = nil }
    return .assertion(
      Assertion(bundle: apps[app].setup.bundle, name: held.setup.name, state: state, remaining: remaining))
  }

  /// From now on the time of an app in the background runs, unless something else keeps it going.
  mutating func countDown(_ app: Int) {
    guard !apps[app].assertions.isEmpty, !apps[app].setup.audio else { return }
    let generation = apps[app].generation
    let over = now + profile.span(.assertionSeconds)
    let warned = max(now, over - profile.span(.assertionWarning))
    queue.insert(.assertion(app: app, .expiring(generation: generation)), at: warned)
    queue.insert(.assertion(app: app, .over(generation: generation)), at: over)
  }

  mutating func assertion(_ app: Int, _ moment: AssertionMoment) {
    switch moment {
    case .done(let number): endAssertions(app) { $0.number == number }
    case .old(let number): warnOld(app, number)
    case .expiring(let generation):
      guard apps[app].generation == generation, apps[app].state == .background else { return }
      for held in apps[app].assertions { emit(assertion(app, held, "expiring")) }
      endAssertions(app) { $0.setup.endsOnExpiry }
    case .over(let generation):
      guard apps[app].generation == generation, apps[app].state == .background else { return }
      overrunAssertions(app)
    }
  }

  private mutating func endAssertions(_ app: Int, _ which: (AppRuntime.HeldAssertion) -> Bool) {
    let ending = apps[app].assertions.filter(which)
    guard !ending.isEmpty else { return }
    apps[app].assertions.removeAll(where: which)
    for held in ending { emit(assertion(app, held, "ended")) }
    rest(app)
  }

  /// UIKit's warning, in the background only.
  private mutating func warnOld(_ app: Int, _ number: Int) {
    guard let held = apps[app].assertions.first(where: { $0.number == number }), apps[app].state == .background else {
      return
    }
    let text =
      "Background Task \(number) (\"\(held.setup.name)\"), was created over 30 seconds ago. In applications running in "
      + "the background, this creates a risk of termination. Remember to call UIApplication.endBackgroundTask(_:) for "
      + "your task in a timely manner to avoid this."
    emit(.note(Note(text, process: apps[app].setup.name, level: .error)))
  }

  /// An assertion that was not ended ends the app (rule E15; scheduler facts 1.8).
  private mutating func overrunAssertions(_ app: Int) {
    guard let held = apps[app].assertions.first else { return }
    emit(assertion(app, held, "overdue"))
    let cause: Cause = "backgroundTaskAssertionTimeout"
    emit(.killed(nil, bundle: apps[app].setup.bundle, code: 0x8BAD_F00D, cause: cause))
    end(app, as: .terminated, cause: cause)
  }
}
