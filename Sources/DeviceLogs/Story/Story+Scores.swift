internal import TaskTrace

extension Story {
  /// A scoring block whose name ends at an index: the score, and what its rationales reveal about the device.
  mutating func scored(_ text: Text, _ colon: Int, at instant: Instant) {
    // Of a longer message only the beginning is kept, which others may share.
    let interned = text.count <= SourceText.maxLength && nameRange.upperBound == colon ? currentNumber() : nil
    let (name, rest) = (text.upTo(colon), interned?.rest)
    let number = nameRange.lowerBound == text.start ? interned?.name : nil
    let entry = number.map { names.entry(name, number: $0) } ?? names.entry(name)
    let block = scorings.block(text.from(colon), rest: rest, lines: rest.flatMap { added[$0] }, names: &names)
    for observation in block.observations { observe(observation, of: entry, at: instant) }
    let decision = block.score.decision
    tally.decisions[Int(decision.rawValue)] += 1
    add(scorings.event(block, rest: rest, entry: entry, reference(entry)), at: instant)
    if decision.denies, names.entries[entry].name.kind == .push,
      block.score.policies.contains(where: { $0.decision.denies && ($0.rationale ?? "").contains("pushDisallowed") })
    {
      denyPush(entry, at: instant)
    }
  }

  private mutating func denyPush(_ entry: Int, at instant: Instant) {
    let name = names.entries[entry].name
    guard let bundle = name.bundle else { return }
    let task = story(name.task)
    guard tasks[task].deniedPush == nil || tasks[task].deniedPush != name.activity else { return }
    tasks[task].deniedPush = name.activity
    add(.push(reference(entry), Push(bundle: bundle, state: .denied, cause: .pushDisallowed)), at: instant)
  }

  /// Reads the conditions of the device from a rationale.
  ///
  /// Changes become events, and so do repeated observations after a while: an observation is valid only for a limited
  /// time.
  private mutating func observe(_ observation: Observation, of entry: Int, at instant: Instant) {
    switch observation {
    case .condition(let condition):
      let isFresh = observedAt[condition.number].map { instant - $0 < Self.refreshed } ?? false
      guard !isFresh || !conditions.reports(condition) else { return }
      conditions.apply(condition, at: instant)
      observedAt[condition.number] = instant
      add(.condition(condition), at: instant)
    case .foreground(let inFront):
      guard let bundle = names.entries[entry].name.bundle else { return }
      let isFresh = foregroundAt[bundle].map { instant - $0 < Self.refreshed } ?? false
      guard foreground.contains(bundle) != inFront || !isFresh else { return }
      if inFront { foreground.insert(bundle) } else { foreground.remove(bundle) }
      foregroundAt[bundle] = instant
      add(.app(bundle: bundle, inFront ? .foreground : .background, cause: .observed), at: instant)
    }
  }

  /// The age at which an observation is reported again: well below the time for which it is considered valid.
  private static let refreshed = TimeSpan.minutes(5)
}
