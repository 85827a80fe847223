internal import TaskTrace

/// A question about a task or an app that has a right answer.
///
/// Checks answer it where there are any for it: what one of them finds is the wrong answer, with its evidence.
public struct Question: Sendable {
  /// A word or two with hyphens, which never changes.
  public let id: String
  public let ask: String
  /// The answer where nothing is wrong.
  let right: Answer.Reply
  let checks: [String]
  /// How to find out what the input does not tell, in a sentence.
  let find: String
  /// Whether it is to be asked of a subject at all.
  let concerns: @Sendable (Subject) -> Bool
  /// What shows that all is well.
  private let shows: @Sendable (Subject) -> Finding.Evidence?
  /// What shows that something is wrong, besides what checks find.
  private let fails: @Sendable (Subject) -> Fault?
  /// Whether a run that is told completely would tell what is wrong here, so that silence means that all is well.
  private let told: @Sendable (Subject) -> Bool

  init(
    _ id: String, _ ask: String, right: Answer.Reply = .yes, checks: [String] = [], find: String,
    of concerns: @escaping @Sendable (Subject) -> Bool = { _ in true },
    shows: @escaping @Sendable (Subject) -> Finding.Evidence? = { _ in nil },
    fails: @escaping @Sendable (Subject) -> Fault? = { _ in nil },
    told: @escaping @Sendable (Subject) -> Bool = { _ in false }
  ) {
    (self.id, self.ask, self.right, self.checks, self.find) = (id, ask, right, checks, find)
    (self.concerns, self.shows, self.fails, self.told) = (concerns, shows, fails, told)
  }

  /// A wrong answer: what shows it, what it is, and what mends it.
  struct Fault {
    var evidence: [Finding.Evidence]
    var verdict: Verdict
  }

  /// Answers it. Complexity: O(findings and requests of the subject).
  func answer(_ subject: Subject) -> Answer {
    var answer = Answer(question: id, ask: ask, reply: .unknown, find: find)
    let found = checks.lazy.compactMap { id in subject.findings.first { $0.check == id } }.first
    if let fault = found.map(Fault.init) ?? fails(subject) {
      answer.reply = right == .yes ? .no : .yes
      (answer.fault, answer.evidence) = (fault.verdict, fault.evidence)
    } else if let evidence = shows(subject) {
      (answer.reply, answer.evidence) = (right, [evidence])
    } else if subject.isComplete, told(subject) {
      answer.reply = right
    }
    return answer
  }
}

extension Question.Fault {
  fileprivate init(_ finding: Finding) {
    evidence = finding.evidence
    let words = Check.named(finding.check)?.what ?? finding.title
    verdict = Verdict(id: finding.check, words: words, remedy: finding.remedy, source: finding.source)
  }

  /// What stands against the runs of a subject.
  init(_ objection: TaskHistory.Objection, of subject: Subject) {
    let reason = objection.reason
    evidence = [subject.evidence(objection)]
    verdict = Verdict(
      id: objection.holder.identifier, words: reason.words, remedy: reason.remedy, source: reason.source)
  }

  init(_ id: String, _ evidence: Finding.Evidence, _ words: String, mend remedy: String, _ source: String) {
    self.init(evidence: [evidence], verdict: Verdict(id: id, words: words, remedy: remedy, source: source))
  }
}

/// What a question came to.
public struct Answer: Hashable, Sendable {
  public enum Reply: String, Hashable, Sendable { case yes, no, unknown }

  /// The identifier of the question.
  public var question: String
  public var ask: String
  public var reply: Reply
  /// Where it shows, at most ``Finding/mostEvidence`` places; none where a run that is told completely has nothing of it.
  public var evidence: [Finding.Evidence] = []
  /// What is wrong, where something is.
  public var fault: Verdict?
  /// How to find out what the input does not tell.
  public var find: String
}

/// What is wrong, what mends it, and who says so.
public struct Verdict: Hashable, Sendable {
  /// The identifier of the check that found it, the name of a policy or hold, or a word of its own.
  public var id: String
  /// A sentence without its end.
  public var words: String
  public var remedy: String
  /// Documentation by its public name, and rules by number.
  public var source: String
}
