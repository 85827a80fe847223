internal import TaskTrace

extension Story {
  /// A scoring block: the score, and what its rationales tell of the device.
  mutating func scored(_ entry: Int, _ block: Text, at instant: Instant) {
    let number = currentSource()?.messageNumber
    let event = number.flatMap { scorings[$0] } ?? read(block, of: entry)
    guard case .scored(_, let score) = event else { return }
    // Scorings that say the same share one place in memory.
    if let number, scorings.count < Self.mostScorings { scorings[number] = event }
    for policy in score.policies {
      guard let rationale = policy.rationale, !rationale.isEmpty else { continue }
      observe(rationale, of: entry, at: instant)
    }
    tally.decisions[score.decision, default: 0] += 1
    add(event, at: instant)
    denyPush(entry, score, at: instant)
  }

  private static let mostScorings = 1 << 15

  private mutating func read(_ block: Text, of entry: Int) -> Event {
    .scored(reference(entry), ScoringBlock.score(block, policies: &policies, names: &names))
  }

  private mutating func denyPush(_ entry: Int, _ score: Score, at instant: Instant) {
    let name = names.entries[entry].name
    guard name.kind == .push, score.decision.denies, let bundle = name.bundle else { return }
    let disallowed = score.policies.contains { $0.decision.denies && ($0.rationale ?? "").contains("pushDisallowed") }
    let task = story(name.task)
    guard disallowed, tasks[task].deniedPush == nil || tasks[task].deniedPush != name.activity else { return }
    tasks[task].deniedPush = name.activity
    add(.push(reference(entry), Push(bundle: bundle, state: "denied", cause: "pushDisallowed")), at: instant)
  }

  /// Takes the conditions of the device from a rationale.
  ///
  /// Changes become events, and so does what is observed again after a while: an observation holds only for its time.
  private mutating func observe(_ rationale: String, of entry: Int, at instant: Instant) {
    for observation in observations(in: rationale) {
      switch observation {
      case .condition(let condition):
        var changed = conditions
        changed.apply(condition, at: instant)
        let isFresh = observedAt[condition.name].map { instant - $0 < Self.refreshed } ?? false
        guard changed != conditions || !isFresh else { continue }
        conditions = changed
        observedAt[condition.name] = instant
        add(.condition(condition), at: instant)
      case .foreground(let inFront):
        guard let bundle = names.entries[entry].name.bundle else { continue }
        let isFresh = observedAt[bundle].map { instant - $0 < Self.refreshed } ?? false
        guard foreground.contains(bundle) != inFront || !isFresh else { continue }
        if inFront { foreground.insert(bundle) } else { foreground.remove(bundle) }
        observedAt[bundle] = instant
        add(.app(bundle: bundle, inFront ? .foreground : .background, cause: "observed"), at: instant)
      }
    }
  }

  /// How old an observation is when it is told again: well below the time for which it is believed.
  private static let refreshed = TimeSpan.minutes(5)

  /// What a rationale tells, read once for each text.
  private mutating func observations(in rationale: String) -> [Observation] {
    if let known = observed[rationale] { return known }
    let found = Observation.all(in: rationale)
    if observed.count < 1 << 12 { observed[rationale] = found }
    return found
  }
}
