public import TaskTrace

extension Explanation {
  /// A task's standing without the points, as needed by a table of many tasks.
  public struct Brief: Hashable, Sendable {
    public var standing: Standing
    /// What holds the request; nil if none waits.
    public var holder: Holder?
    /// The strongest reason in a word or two: `charger`, `in 4 h 13 m`.
    public var text: String

    init(_ standing: Standing, _ text: String, holder: Holder? = nil) {
      (self.standing, self.text, self.holder) = (standing, text, holder)
    }
  }

  /// A task's standing at an instant. Complexity: O(1).
  public static func brief(_ record: TaskRecord, on board: Board, at instant: Instant) -> Brief {
    guard board.gapUntil == nil else { return Brief(.unknown, "unknown") }
    guard record.running == nil else { return Brief(.running, "running") }
    guard let pending = record.pending else { return Brief(.absent, "not submitted") }
    if pending.launchingSince != nil { return Brief(.ready, "launching", holder: .launch) }
    if let start = pending.request.windowStart ?? pending.request.earliest, start > instant {
      return Brief(.early, "in \(start - instant)", holder: .window)
    }
    if isForceQuit(record, board) { return Brief(.held, "force-quit", holder: .hold(.forceQuit)) }
    let holder = pending.holding.strongest(at: instant)
    switch holder {
    case .policy(let name):
      return Brief(.held, PolicyGuide.of(name)?.brief ?? name.plain.lowercased(), holder: holder)
    case .hold, .window, .deniedScore, .belowThreshold, .earlierRun: return Brief(.held, holder.text, holder: holder)
    case .launch, .nothing: return Brief(.ready, "ready", holder: holder)
    case .notScored: return Brief(.pending, "pending", holder: holder)
    case .unknown:
      let isCut = record.lastScore?.value.isCut ?? false
      return Brief(.pending, isCut ? "scored, cut" : "pending", holder: holder)
    }
  }

  private static func isForceQuit(_ record: TaskRecord, _ board: Board) -> Bool {
    record.bundle.flatMap { board.app($0) }?.state == .forceQuit
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
    let brief = Self.brief(record, on: board, at: instant)
    // What the two points above already contain is not repeated.
    if let hold = record.hold?.value, pending.holding.strongest(at: instant) == Holder(hold),
      hold.what != .window && hold.what != .forceQuit || points.isEmpty
    {
      let until = hold.until.map { ", until \(epoch.shortClock($0))" } ?? ""
      points.append(Point(.blocks, hold.what.spaced, (hold.detail ?? "holds the request") + until))
    }
    if let score = record.lastScore?.value {
      if score.isCut { points.append(Point(.informs, "Scoring", "the log has lost the lines with its result")) }
      points += score.objections.map { Point($0) }
      points += score.policies.filter { !$0.decision.denies }.map { Point($0) }
      if let quiet = score.quiet, quiet > 0 {
        points.append(Point(.agrees, "\(quiet) more policies", "score 0.90 or more", decision: .canProceed))
      }
    }
    if let comparison = record.lastComparison?.value, brief.standing == .ready || brief.holder == .belowThreshold {
      let numbers = "\(fixed(comparison.score, decimals: 2)) vs. \(fixed(comparison.threshold, decimals: 2))"
      let verdict = comparison.run ? "it can run" : "below the threshold"
      points.insert(Point(comparison.run ? .agrees : .blocks, "Score", "\(numbers): \(verdict)"), at: 0)
    }
    if points.isEmpty {
      points.append(Point(.informs, "Request", "what is holding it is not known yet"))
    }
    self.init(brief, points: points, scoredAt: record.lastScore?.at)
    source = record.lastScore?.source ?? record.lastComparison?.source ?? record.hold?.source
  }
}

extension Explanation.Point {
  /// A policy's response as a point.
  init(_ response: PolicyResponse) {
    var detail = RationaleDescription.text(response.rationale ?? "")
    if !response.decision.denies, let score = response.score {
      detail += (detail.isEmpty ? "" : ", ") + "score \(fixed(score, decimals: 2))"
    }
    if detail.isEmpty, response.decision.denies { detail = "the log does not say why" }
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
