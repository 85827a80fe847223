internal import TaskTrace

extension Story {
  /// A scoring block: the score, and what its rationales tell of the device.
  mutating func scored(_ entry: Int, _ block: Text, at instant: Instant) {
    let score = ScoringBlock.score(block, policies: &policies, names: &names)
    let reference = reference(entry)
    for policy in score.policies {
      guard let rationale = policy.rationale, !rationale.isEmpty else { continue }
      observe(rationale, of: entry, at: instant)
    }
    tally.decisions[score.decision, default: 0] += 1
    add(.scored(reference, score), at: instant)
    denyPush(entry, score, at: instant)
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

  /// Takes the conditions of the device from a rationale; only changes become events.
  private mutating func observe(_ rationale: String, of entry: Int, at instant: Instant) {
    for observation in observations(in: rationale) {
      switch observation {
      case .condition(let condition):
        var changed = conditions
        changed.apply(condition, at: instant)
        guard changed != conditions else { continue }
        conditions = changed
        add(.condition(condition), at: instant)
      case .foreground(let inFront):
        guard let bundle = names.entries[entry].name.bundle, foreground.contains(bundle) != inFront else { continue }
        if inFront { foreground.insert(bundle) } else { foreground.remove(bundle) }
        add(.app(bundle: bundle, inFront ? .foreground : .background, cause: "observed"), at: instant)
      }
    }
  }

  /// What a rationale tells, read once for each text.
  private mutating func observations(in rationale: String) -> [Observation] {
    if let known = observed[rationale] { return known }
    let found = Observation.all(in: rationale)
    if observed.count < 1 << 12 { observed[rationale] = found }
    return found
  }
}
