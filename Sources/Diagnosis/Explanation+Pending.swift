public import TaskTrace

extension Explanation {
  /// The strongest reason in a word or two, without the points: what a table of many tasks needs.
  ///
  /// Complexity: O(policies of the last score).
  public static func brief(_ record: TaskRecord, on board: Board, at instant: Instant) -> (Standing, String) {
    guard board.gapUntil == nil else { return (.unknown, "unknown") }
    guard record.running == nil else { return (.running, "running") }
    if record.launchingSince != nil { return (.ready, "launching") }
    guard let pending = record.pending else { return (.absent, "not submitted") }
    if let start = pending.request.windowStart ?? pending.request.earliest, start > instant {
      return (.early, "in \(start - instant)")
    }
    if isForceQuit(record, board) { return (.held, "force-quit") }
    if let hold = activeHold(record, at: instant) { return (.held, hold.what.spaced.lowercased()) }
    if let score = record.lastScore?.value {
      if let objection = score.objections.first { return (.held, objection.briefName) }
      if score.isCut, record.lastComparison == nil { return (.pending, "scored, cut") }
      if score.decision.denies { return (.held, "score") }
    }
    if let comparison = record.lastComparison?.value, !comparison.run { return (.held, "below threshold") }
    if record.lastScore == nil, record.lastComparison == nil { return (.pending, "pending") }
    return (.ready, "ready")
  }

  private static func isForceQuit(_ record: TaskRecord, _ board: Board) -> Bool {
    record.bundle.flatMap { board.app($0) }?.state == .forceQuit
  }

  /// What besides the policies holds the request at an instant.
  private static func activeHold(_ record: TaskRecord, at instant: Instant) -> Hold? {
    guard let hold = record.hold?.value, hold.until.map({ $0 > instant }) ?? true else { return nil }
    return hold
  }

  init(
    pending: TaskRecord.PendingRequest, _ record: TaskRecord, _ board: Board, at instant: Instant, epoch: Epoch
  ) {
    var points: [Point] = []
    if let start = pending.request.windowStart ?? pending.request.earliest, start > instant {
      points.append(Point(.blocks, "Window", "opens \(epoch.shortClock(start)), in \(start - instant)"))
    }
    if Self.isForceQuit(record, board) {
      points.append(Point(.blocks, "App switcher", "force-quit: nothing runs until the user opens the app"))
    }
    // What the two above say already is not said again.
    if let hold = Self.activeHold(record, at: instant),
      hold.what != "window" && hold.what != "forceQuit" || points.isEmpty
    {
      let until = hold.until.map { ", until \(epoch.shortClock($0))" } ?? ""
      points.append(Point(.blocks, hold.what.spaced, (hold.detail ?? "holds the request") + until))
    }
    if let score = record.lastScore?.value {
      if score.isCut { points.append(Point(.informs, "Scoring", "the log has lost the lines that say its result")) }
      points += score.objections.map { Point($0) }
      points += score.policies.filter { !$0.decision.denies }.map { Point($0) }
      if let quiet = score.quiet, quiet > 0 {
        points.append(Point(.agrees, "\(quiet) more policies", "score 0.90 or more", decision: .canProceed))
      }
    }
    let (standing, brief) = Self.brief(record, on: board, at: instant)
    if let comparison = record.lastComparison?.value, standing == .ready || brief == "below threshold" {
      let numbers = "\(fixed(comparison.score, decimals: 2)) against \(fixed(comparison.threshold, decimals: 2))"
      let verdict = comparison.run ? "it may run" : "below the threshold"
      points.insert(Point(comparison.run ? .agrees : .blocks, "Score", "\(numbers): \(verdict)"), at: 0)
    }
    if points.isEmpty {
      points.append(Point(.informs, "Request", "nothing is known yet of what holds it"))
    }
    self.init(standing: standing, brief: brief, points: points, scoredAt: record.lastScore?.at)
    source = record.lastScore?.source ?? record.lastComparison?.source ?? record.hold?.source
  }
}

extension Explanation.Point {
  /// A policy's answer as a point.
  init(_ response: PolicyResponse) {
    var detail = PlainRationale.words(response.rationale ?? "")
    if !response.decision.denies, let score = response.score {
      detail += (detail.isEmpty ? "" : ", ") + "score \(fixed(score, decimals: 2))"
    }
    let weight: Explanation.Weight =
      switch response.decision {
      case .mustNotProceed, .absolutelyMustNotProceed: .blocks
      case .mustProceed, .absolutelyMustProceed: .forces
      case .canProceed, .unknownProceed: (response.score ?? 1) < 0.9 ? .lowers : .agrees
      }
    self.init(
      weight, response.plainName, detail, decision: response.decision, policyWeight: response.weight)
  }
}

extension Cause {
  /// A word in camel case as separate words with a capital: `rateLimit` is `Rate limit`.
  package var spaced: String {
    var words = ""
    for character in rawValue {
      if character.isUppercase, !words.isEmpty {
        words += " " + character.lowercased()
      } else {
        words += words.isEmpty ? character.uppercased() : String(character)
      }
    }
    return words
  }
}
