public import TaskTrace

/// Something that users observe, and the questions that determine why: they are examined in order, and the first wrong
/// answer decides.
public struct Symptom: Sendable {
  /// A word or two with hyphens, which never changes: `never-runs`.
  public let id: String
  /// What people see, as the rest of a sentence: "it never runs".
  public let title: String
  /// When it shows, in a sentence.
  public let what: String
  public let source: String
  /// Whether a subject shows it, and where.
  let shows: @Sendable (Subject) -> (Answer.Reply, Finding.Evidence?)
  public let questions: [Question]
  /// The verdict if no answer is wrong.
  let otherwise: Verdict

  public static func named(_ id: String) -> Symptom? { all.first { $0.id == id } }

  /// Examines every question for a subject. Complexity: O(questions · findings of the subject).
  public func examine(_ subject: Subject) -> Examination {
    let (reply, evidence) = shows(subject)
    let answers = questions.filter { $0.concerns(subject) }.map { $0.answer(subject) }
    let faults = answers.compactMap(\.fault)
    var others: [Verdict] = []
    for fault in faults.dropFirst() where fault.id != faults.first?.id && !others.contains(fault) {
      others.append(fault)
    }
    return Examination(
      symptom: id, title: title, task: subject.task, kind: subject.kind, app: subject.bundle, shows: reply,
      seen: evidence, answers: answers, verdict: faults.first ?? otherwise, isFault: !faults.isEmpty, others: others,
      epoch: subject.facts.history?.epoch)
  }

  /// What an input without symptoms leaves open: the questions about why a task never runs that it does not answer,
  /// each once. Empty for a complete recording.
  public static func openQuestions(_ facts: Facts) -> [String] {
    guard facts.history != nil, !facts.isComplete, let symptom = named("never-runs") else { return [] }
    var asked: [String] = []
    for subject in facts.subjects where subject.task != nil {
      for answer in symptom.examine(subject).unknown where !asked.contains(answer.ask) { asked.append(answer.ask) }
    }
    return asked
  }

  /// Every symptom that an input shows, of every task and app in turn.
  public static func examine(_ facts: Facts) -> [Examination] {
    facts.subjects.flatMap { subject in
      all.filter { $0.shows(subject).0 == .yes }.map { $0.examine(subject) }
    }
  }
}

/// A symptom, examined for one task or app: every answer, and the conclusion.
public struct Examination: Hashable, Sendable {
  /// The identifier of the symptom.
  public var symptom: String
  public var title: String
  /// nil if the subject is an app as a whole.
  public var task: TaskIdentifier?
  public var kind: TaskKind?
  public var app: String?
  /// Whether the symptom shows, and where.
  public var shows: Answer.Reply
  public var seen: Finding.Evidence?
  public var answers: [Answer]
  /// The conclusion from the first wrong answer, or the conclusion if none is wrong.
  public var verdict: Verdict
  /// Whether an answer was wrong.
  public var isFault: Bool
  /// The conclusions from other wrong answers.
  public var others: [Verdict]
  /// For the times of evidence; nil for an Info.plist.
  public var epoch: Epoch?

  /// How its subject is called.
  public var subject: String { task?.rawValue ?? app ?? "Info.plist" }
  /// What the input does not contain.
  public var unknown: [Answer] { answers.filter { $0.reply == .unknown } }
}
