internal import SchedulerModel
internal import TaskTrace

/// Reads the events of a log and compares each scoring with the model's.
struct LogComparer {
  private(set) var rows: [ModelComparison.Row] = []
  /// What submissions reveal about tasks and activities, wherever they are in the log.
  private var submissions: [TaskIdentifier: Submission] = [:]
  private var byActivity: [ActivityID: Submission] = [:]
  /// The last complete scoring of each task.
  private var scorings: [TaskIdentifier: Scoring] = [:]
  /// Answers to questions that were asked before: a log repeats the same few.
  private var known: [Question: Answer] = [:]

  private struct Scoring {
    var at: Instant
    var activity: ActivityID?
    var score: Score
    /// Whether the score was relaxed for the sake of an activity that runs.
    var relaxed = false
  }

  private struct Question: Hashable {
    var response: PolicyResponse
    var kind: TaskKind
    var priority: Int?
    var requiresNetwork: Bool?
    var requiresPower: Bool?
    var mac: Bool
  }

  /// The model's answer to a logged response.
  private struct Answer {
    var verdict: ModelComparison.Verdict
    var model: String?
    /// Unrounded scores of the responses that agree.
    var exact: [Double] = []
  }

  /// Logged scores have two decimals.
  private static let responseTolerance = 0.005_000_1
  /// Sums and final scores have six.
  private static let sumTolerance = 0.000_000_51
  private static let scoreTolerance = 0.000_000_51
  /// A comparison belongs to the scoring just before it.
  private static let together = TimeSpan.seconds(1)

  init(_ events: [TraceEvent]) {
    for event in events {
      guard case .submitted(let reference, let submission) = event.event else { continue }
      submissions[reference.task] = submissions[reference.task].map { merged($0, submission) } ?? submission
      if let activity = reference.activity { byActivity[activity] = submission }
    }
  }

  private func merged(_ old: Submission, _ new: Submission) -> Submission {
    var all = new
    all.priority = new.priority ?? old.priority
    all.user = new.user ?? old.user
    return all
  }

  mutating func add(_ traced: TraceEvent) {
    switch traced.event {
    case .scored(let reference, let score): scored(reference, score, traced)
    case .compared(let reference, let score, let threshold, let run):
      compared(reference, score: score, threshold: threshold, run: run, traced)
    case .note(let note) where note.text.contains("Relaxing scores"):
      for (task, scoring) in scorings where traced.at - scoring.at <= Self.together { scorings[task]?.relaxed = true }
    default: break
    }
  }

  private mutating func add(
    _ subject: ModelComparison.Subject, _ reference: TaskReference, logged: String, model: String?,
    _ verdict: ModelComparison.Verdict, _ traced: TraceEvent
  ) {
    rows.append(
      ModelComparison.Row(
        at: traced.at, task: reference.task, activity: reference.activity, subject: subject, logged: logged,
        model: model, verdict: verdict, source: traced.source))
  }

  // MARK: Scorings

  private mutating func scored(_ reference: TaskReference, _ score: Score, _ traced: TraceEvent) {
    var answers: [Answer] = []
    for response in score.policies {
      let answer = answer(response, reference)
      answers.append(answer)
      add(
        .response(response.name), reference, logged: Self.text(response), model: answer.model, answer.verdict, traced)
    }
    decided(reference, score, traced)
    summed(reference, score, answers, traced)
    scorings[reference.task] = Scoring(at: traced.at, activity: reference.activity, score: score)
  }

  /// The largest decision wins.
  private mutating func decided(_ reference: TaskReference, _ score: Score, _ traced: TraceEvent) {
    guard !score.isCut else {
      add(
        .decision, reference, logged: score.decision.code, model: nil,
        .unknown("the log has lost the end of the scoring"), traced)
      return
    }
    // A policy that is not printed proceeds; it keeps the sum above zero.
    let quiet = PolicyResponse(name: "quiet", weight: 1, decision: .canProceed, score: 1)
    let own = Score(summing: score.policies.map(Self.scored) + [quiet]).decision
    if own == score.decision {
      add(.decision, reference, logged: score.decision.code, model: own.code, .agrees, traced)
    } else if score.sum == nil, score.score == nil, own < score.decision {
      let reason = "no response in the log forbids it: lines were lost"
      add(.decision, reference, logged: score.decision.code, model: nil, .unknown(reason), traced)
    } else {
      add(.decision, reference, logged: score.decision.code, model: own.code, .differs, traced)
    }
  }

  /// A response without a score has that of its decision.
  private static func scored(_ response: PolicyResponse) -> PolicyResponse {
    response.with(score: response.score ?? (response.decision.denies ? 0 : 1))
  }

  private mutating func summed(
    _ reference: TaskReference, _ score: Score, _ answers: [Answer], _ traced: TraceEvent
  ) {
    guard !score.decision.denies, !score.isCut, let final = score.score else { return }
    guard let sum = score.sum, let denominator = score.denominator else {
      let reason = "the log does not give the sums"
      add(.finalScore, reference, logged: fixed(final, decimals: 6), model: nil, .unknown(reason), traced)
      return
    }
    rebuilt(reference, score, answers, sum: sum, denominator: denominator, traced)
    let share = denominator > 0 ? sum / denominator : 1
    let whole = PolicyResponse(name: "sum", weight: max(denominator, 0), decision: score.decision, score: share)
    let own = Score(summing: [whole]).score ?? 0
    let agrees = (own - final).magnitude <= Self.scoreTolerance
    add(
      .finalScore, reference, logged: fixed(final, decimals: 6), model: fixed(own, decimals: 6),
      agrees ? .agrees : .differs, traced)
  }

  /// Recomputes the sum: what is printed, with the model's unrounded scores, and 1 for everything else.
  private mutating func rebuilt(
    _ reference: TaskReference, _ score: Score, _ answers: [Answer], sum: Double, denominator: Double,
    _ traced: TraceEvent
  ) {
    let logged = fixed(sum, decimals: 6)
    let rest = denominator - score.policies.reduce(0) { $0 + $1.weight }
    guard rest >= -Self.sumTolerance else {
      let model = "the printed weights alone are \(fixed(denominator - rest, decimals: 2))"
      add(.sum, reference, logged: logged, model: model, .differs, traced)
      return
    }
    let quiet = PolicyResponse(name: "quiet", weight: max(0, rest), decision: .canProceed, score: 1)
    var candidates = [[quiet]]
    var slack = 0.0
    for (response, answer) in zip(score.policies, answers) {
      let exact = answer.exact.isEmpty ? [Self.scored(response).score ?? 1] : answer.exact
      if answer.exact.isEmpty { slack += response.weight * Self.responseTolerance }
      candidates = candidates.flatMap { list in
        exact.map { list + [response.with(score: $0)] }
      }
      if candidates.count > 64 { candidates.removeLast(candidates.count - 64) }
    }
    let sums = candidates.map { Score(summing: $0).sum ?? 0 }
    let nearest = sums.min { ($0 - sum).magnitude < ($1 - sum).magnitude } ?? 0
    let model = fixed(nearest, decimals: 6)
    if (nearest - sum).magnitude <= Self.sumTolerance {
      add(.sum, reference, logged: logged, model: model, .agrees, traced)
    } else if sum <= nearest + slack + Self.sumTolerance,
      sum >= nearest - slack - 0.1 * max(0, rest) - Self.sumTolerance
    {
      // Quiet responses score 0.9 to 1, and printed scores are rounded.
      let reason = "rounded or unprinted scores affect it"
      add(.sum, reference, logged: logged, model: model, .unknown(reason), traced)
    } else {
      add(.sum, reference, logged: logged, model: model, .differs, traced)
    }
  }

  // MARK: Comparisons

  private mutating func compared(
    _ reference: TaskReference, score: Double, threshold: Double, run: Bool, _ traced: TraceEvent
  ) {
    let before = scorings[reference.task].flatMap { scoring in
      traced.at - scoring.at <= Self.together && scoring.activity == reference.activity ? scoring : nil
    }
    if let final = before?.score.score {
      let verdict: ModelComparison.Verdict =
        (final - score).magnitude <= Self.sumTolerance
        ? .agrees : before?.relaxed == true ? .unknown("scores were relaxed before") : .differs
      add(
        .currentScore, reference, logged: fixed(score, decimals: 6), model: fixed(final, decimals: 6), verdict, traced)
    }
    let own = Threshold.isPassed(by: score, before?.score.decision ?? .canProceed, threshold: threshold)
    let model = own ? "1" : "0"
    if own == run {
      add(.run, reference, logged: run ? "1" : "0", model: model, .agrees, traced)
    } else if (score - threshold).magnitude <= Self.sumTolerance {
      let reason = "score and threshold are the same to six digits"
      add(.run, reference, logged: run ? "1" : "0", model: model, .unknown(reason), traced)
    } else if run, before == nil {
      let reason = "a decision that forces the run may precede the log"
      add(.run, reference, logged: "1", model: model, .unknown(reason), traced)
    } else {
      add(.run, reference, logged: run ? "1" : "0", model: model, .differs, traced)
    }
  }

  // MARK: Responses

  private mutating func answer(_ response: PolicyResponse, _ reference: TaskReference) -> Answer {
    let submission = reference.activity.flatMap { byActivity[$0] } ?? submissions[reference.task]
    let kind = submission.map(\.kind) ?? reference.kind ?? ActivityName(reference.task.rawValue).kind
    let question = Question(
      response: response, kind: kind, priority: submissions[reference.task]?.priority ?? submission?.priority,
      requiresNetwork: submission?.requiresNetwork, requiresPower: submission?.requiresPower,
      mac: submission?.user != nil)
    if let known = known[question] { return known }
    let answer = Self.answer(question)
    if known.count < 1 << 14 { known[question] = answer }
    return answer
  }

  private static func answer(_ question: Question) -> Answer {
    let response = question.response
    guard let policy = PolicyTable.all.first(where: { $0.name == response.name }) else {
      let reason = PolicyTable.unmodeled.first { $0.name == response.name }?.reason
      return Answer(
        verdict: .unknown(
          reason.map { "the model has no such policy: \($0)" } ?? "the model has no policy with this name"))
    }
    let inputs: [PolicyInput]
    switch LoggedPolicyInput.of(response, activities: activities(question)) {
    case .notStated(let reason): return Answer(verdict: .unknown(reason))
    case .inputs(let found): inputs = found
    }
    let own = inputs.compactMap { policy.evaluate($0) }
    let agreeing = own.filter { agrees($0, response) }
    guard agreeing.isEmpty else {
      let exact = Set(agreeing.compactMap(\.score)).sorted()
      return Answer(verdict: .agrees, model: text(agreeing[0]), exact: exact)
    }
    let nearest = own.min { distance($0, response) < distance($1, response) }
    return Answer(verdict: .differs, model: nearest.map(text) ?? "does not apply")
  }

  /// What is known about the activity, once for each of the classes of urgency that are possible.
  private static func activities(_ question: Question) -> [PolicyInput] {
    let priorities = ActivityPriority.allCases.filter { $0.logged == question.priority }
    let possible = question.priority == nil || priorities.isEmpty ? ActivityPriority.allCases : priorities
    return possible.map { priority in
      let activity = PolicyInput.Activity(
        kind: question.kind, priority: priority, requiresNetwork: question.requiresNetwork ?? false,
        requiresPower: question.requiresPower ?? false)
      return PolicyInput(activity: activity, profile: question.mac ? .macos : .ios26)
    }
  }

  /// The same decision and score, and no limit that the model sets otherwise.
  private static func agrees(_ own: PolicyResponse, _ logged: PolicyResponse) -> Bool {
    guard own.decision == logged.decision else { return false }
    if let score = logged.score, ((own.score ?? 0) - score).magnitude > responseTolerance { return false }
    let limits = RationaleFact.all(in: own.rationale ?? "")
    return RationaleFact.all(in: logged.rationale ?? "").allSatisfy { fact in
      guard let limit = limits.first(where: { $0.key == fact.key && $0.relation == fact.relation }) else { return true }
      if let required = fact.required { return limit.required == nil || limit.required == required }
      return fact.relation == .equal || limit.number == fact.number
    }
  }

  private static func distance(_ own: PolicyResponse, _ logged: PolicyResponse) -> Double {
    (own.decision == logged.decision ? 0 : 2) + ((own.score ?? 0) - (logged.score ?? own.score ?? 0)).magnitude
  }

  /// `MNP 0.00, required 50.00`.
  private static func text(_ response: PolicyResponse) -> String {
    var text = response.decision.code + (response.score.map { " \(fixed($0, decimals: 2))" } ?? "")
    if let rationale = response.rationale, !rationale.isEmpty { text += " \(rationale)" }
    return text
  }
}
