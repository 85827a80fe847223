internal import TaskTrace

/// A question about a task or an app that has a right answer.
///
/// If there are checks for it, they answer it: a finding of one of them is the wrong answer, with its evidence.
public struct Question: Sendable {
  /// A word or two with hyphens, which never changes.
  public let id: String
  public let ask: String
  /// The answer if nothing is wrong.
  let right: Answer.Reply
  let checks: [String]
  /// How to find out what the input does not contain, in a sentence.
  let find: String
  /// Whether it applies to a subject at all.
  let concerns: @Sendable (Subject) -> Bool
  /// What shows that all is well.
  private let shows: @Sendable (Subject) -> Finding.Evidence?
  /// What shows that something is wrong, apart from the findings of checks.
  private let fails: @Sendable (Subject) -> Fault?
  /// Whether a complete recording of a run would show what is wrong here, so that silence means that all is well.
  private let isAnswered: @Sendable (Subject) -> Bool

  init(
    _ id: String, _ ask: String, right: Answer.Reply = .yes, checks: [String] = [], find: String,
    of concerns: @escaping @Sendable (Subject) -> Bool = { _ in true },
    shows: @escaping @Sendable (Subject) -> Finding.Evidence? = { _ in nil },
    fails: @escaping @Sendable (Subject) -> Fault? = { _ in nil },
    isAnswered: @escaping @Sendable (Subject) -> Bool = { _ in false }
  ) {
    (self.id, self.ask, self.right, self.checks, self.find) = (id, ask, right, checks, find)
    (self.concerns, self.shows, self.fails, self.isAnswered) = (concerns, shows, fails, isAnswered)
  }

  /// A wrong answer: the evidence, the fault, and the fix.
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
    } else if subject.isComplete, isAnswered(subject) {
      answer.reply = right
    }
    return answer
  }
}

extension Question.Fault {
  fileprivate init(_ finding: Finding) {
    evidence = finding.evidence
    let text = Check.named(finding.check)?.what ?? finding.title
    verdict = Verdict(id: finding.check, text: text, remedy: finding.remedy, source: finding.source)
  }

  /// What prevents the runs of a subject.
  init(_ objection: TaskHistory.Objection, of subject: Subject) {
    let reason = objection.reason
    evidence = [subject.evidence(objection)]
    verdict = Verdict(
      id: objection.holder.identifier, text: reason.text, remedy: reason.remedy, source: reason.source)
  }

  init(_ id: String, _ evidence: Finding.Evidence, _ text: String, fix remedy: String, _ source: String) {
    self.init(evidence: [evidence], verdict: Verdict(id: id, text: text, remedy: remedy, source: source))
  }
}

/// The answer to a question.
public struct Answer: Hashable, Sendable {
  public enum Reply: String, Hashable, Sendable { case yes, no, unknown }

  /// The identifier of the question.
  public var question: String
  public var ask: String
  public var reply: Reply
  /// Where it shows, at most ``Finding/maxEvidence`` places; empty if a complete recording of a run contains none.
  public var evidence: [Finding.Evidence] = []
  /// What is wrong, if anything.
  public var fault: Verdict?
  /// How to find out what the input does not contain.
  public var find: String
}

/// What is wrong, how to fix it, and the source.
public struct Verdict: Hashable, Sendable {
  /// The identifier of the check that found it, the name of a policy or hold, or a separate identifier.
  public var id: String
  /// A sentence without its end.
  public var text: String
  public var remedy: String
  /// Documentation by its public name, and rules by number.
  public var source: String
}
