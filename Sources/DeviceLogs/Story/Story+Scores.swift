internal import TaskTrace

extension Story {
  /// A scoring block, of which the name ends at a place: the score, and what its rationales tell of the device.
  mutating func scored(_ text: Text, _ colon: Int, at instant: Instant) {
    let scoring = scoring(text, colon)
    for index in scoring.observations { observe(scorings.observations[index], of: scoring.entry, at: instant) }
    tally.decisions[Int(scoring.decision.rawValue)] += 1
    add(scoring.event, at: instant)
    if scoring.deniesPush { denyPush(scoring.entry, at: instant) }
  }

  private mutating func scoring(_ text: Text, _ colon: Int) -> ScoringCache.Scoring {
    // Of a longer message only the beginning is kept, which others may share.
    let number = text.count <= SourceText.longest ? currentNumber().flatMap { source.isKept($0) ? Int($0) : nil } : nil
    if let number, let known = scorings[number] { return known }
    let entry = names.entry(text.upTo(colon))
    let rest = number != nil && nameEnd == colon ? number.map { source.rest(UInt32($0)) } : nil
    let block = scorings.block(text.from(colon + 2), rest: rest, names: &names)
    let isPush = names.entries[entry].name.kind == .push && block.score.decision.denies
    let scoring = ScoringCache.Scoring(
      event: .scored(reference(entry), block.score), decision: block.score.decision, entry: entry,
      observations: block.observations,
      deniesPush: isPush
        && block.score.policies.contains { $0.decision.denies && ($0.rationale ?? "").contains("pushDisallowed") })
    if let number { scorings.keep(scoring, of: number) }
    return scoring
  }

  private mutating func denyPush(_ entry: Int, at instant: Instant) {
    let name = names.entries[entry].name
    guard let bundle = name.bundle else { return }
    let task = story(name.task)
    guard tasks[task].deniedPush == nil || tasks[task].deniedPush != name.activity else { return }
    tasks[task].deniedPush = name.activity
    add(.push(reference(entry), Push(bundle: bundle, state: "denied", cause: "pushDisallowed")), at: instant)
  }

  /// Takes the conditions of the device from a rationale.
  ///
  /// Changes become events, and so does what is observed again after a while: an observation holds only for its time.
  private mutating func observe(_ observation: Observation, of entry: Int, at instant: Instant) {
    switch observation {
    case .condition(let condition):
      let isFresh = observedAt[condition.number].map { instant - $0 < Self.refreshed } ?? false
      guard !isFresh || !conditions.tells(condition) else { return }
      conditions.apply(condition, at: instant)
      observedAt[condition.number] = instant
      add(.condition(condition), at: instant)
    case .foreground(let inFront):
      guard let bundle = names.entries[entry].name.bundle else { return }
      let isFresh = foregroundAt[bundle].map { instant - $0 < Self.refreshed } ?? false
      guard foreground.contains(bundle) != inFront || !isFresh else { return }
      if inFront { foreground.insert(bundle) } else { foreground.remove(bundle) }
      foregroundAt[bundle] = instant
      add(.app(bundle: bundle, inFront ? .foreground : .background, cause: "observed"), at: instant)
    }
  }

  /// How old an observation is when it is told again: well below the time for which it is believed.
  private static let refreshed = TimeSpan.minutes(5)
}
