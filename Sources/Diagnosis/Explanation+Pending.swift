internal import TaskTrace

extension Explanation {
  init(
    pending: TaskRecord.PendingRequest, _ record: TaskRecord, _ board: Board, at instant: Instant, epoch: Epoch
  ) {
    var points: [Point] = []
    var brief: String?
    if let start = pending.request.windowStart ?? pending.request.earliest, start > instant {
      points.append(Point(.blocks, "Window", "opens \(epoch.shortClock(start)), in \(start - instant)"))
      brief = "in \(start - instant)"
    }
    if let bundle = record.bundle, board.app(bundle)?.state == .forceQuit {
      points.append(Point(.blocks, "App switcher", "force-quit: nothing runs until the user opens the app"))
      brief = brief ?? "force-quit"
    }
    if let hold = record.hold, hold.value.what != "window" || points.isEmpty,
      hold.value.until.map({ $0 > instant }) ?? true
    {
      let until = hold.value.until.map { ", until \(epoch.shortClock($0))" } ?? ""
      points.append(Point(.blocks, hold.value.what.spaced, (hold.value.detail ?? "holds the request") + until))
      brief = brief ?? hold.value.what.spaced.lowercased()
    }
    if let score = record.lastScore?.value {
      for objection in score.objections { points.append(Point(objection)) }
      brief = brief ?? score.objections.first?.briefName
      points += score.policies.filter { !$0.decision.denies }.map { Point($0) }
      if let quiet = score.quiet, quiet > 0 {
        points.append(Point(.agrees, "\(quiet) more policies", "score 0.90 or more", decision: .canProceed))
      }
      if score.objections.isEmpty, score.decision.denies, brief == nil { brief = "score" }
    }
    if let comparison = record.lastComparison?.value, brief == nil {
      let numbers = "\(fixed(comparison.score, decimals: 2)) against \(fixed(comparison.threshold, decimals: 2))"
      if comparison.run {
        points.insert(Point(.agrees, "Score", "\(numbers): it may run"), at: 0)
      } else {
        points.insert(Point(.blocks, "Score", "\(numbers): below the threshold"), at: 0)
        brief = "below threshold"
      }
    }
    if points.isEmpty {
      points.append(Point(.informs, "Request", "nothing is known yet of what holds it"))
    }
    self.init(
      standing: brief == nil ? .ready : .held, brief: brief ?? "ready", points: points, scoredAt: record.lastScore?.at)
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
  var spaced: String {
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
