/// Which API to use for a piece of background work: a few questions, each with a few answers, that lead to a
/// recommendation.
public struct TaskChooser: Hashable, Sendable {
  public struct Question: Hashable, Sendable {
    /// A word, which never changes.
    public var id: String
    public var ask: String
    public var options: [Option]
  }

  public struct Option: Hashable, Sendable {
    /// A word, which never changes.
    public var id: String
    public var text: String
    /// The identifier of the next question, or of the recommendation.
    var next: String
  }

  /// What is recommended, with what it promises and what it does not.
  public struct Outcome: Hashable, Sendable {
    /// A word, which never changes.
    public var id: String
    /// The API.
    public var title: String
    public var since: String
    /// Why this one, in a sentence.
    public var why: String
    /// `UIBackgroundModes` and `BGTaskSchedulerPermittedIdentifiers`, and what else it needs.
    public var modes: [String] = []
    public var identifiers: [String] = []
    /// Additional requirements, one sentence each.
    public var needs: [String] = []
    public var expect: [ExpectedBehavior]
    var code: [Line]
    /// A built-in scenario that demonstrates it.
    public var scenario: String?

    /// A guarantee or a limit, with its source.
    public struct ExpectedBehavior: Hashable, Sendable {
      public var text: String
      public var source: String

      init(_ text: String, _ source: String) { (self.text, self.source) = (text, source) }
    }

    /// A line of Swift, and the answer that it depends on, if it is not always included.
    struct Line: Hashable, Sendable {
      var text: String
      var answer: String?
    }
  }

  /// The answers so far, by the identifiers of the options.
  public private(set) var answers: [String] = []
  private var place = Self.questions[0].id

  public init() {}

  /// The present question; nil once there is a recommendation.
  public var question: Question? { Self.questions.first { $0.id == place } }

  /// The recommendation; nil while questions remain.
  public var outcome: Outcome? { Self.outcomes.first { $0.id == place } }

  /// Accepts an answer: an option's identifier, or its number from 1.
  ///
  /// - Returns: Whether it is one of the answers to the question.
  public mutating func answer(_ text: String) -> Bool {
    guard let options = question?.options else { return false }
    let number = Int(text).flatMap { options.indices.contains($0 - 1) ? options[$0 - 1] : nil }
    guard let option = number ?? options.first(where: { $0.id == text }) else { return false }
    answers.append(option.id)
    place = option.next
    return true
  }

  /// Undoes the last answer.
  public mutating func back() {
    let kept = answers.dropLast()
    self = TaskChooser()
    for answer in kept { _ = self.answer(answer) }
  }

  /// The Swift code for the recommendation and the answers that were given.
  public var code: String {
    (outcome?.code ?? []).filter { line in line.answer.map(answers.contains) ?? true }.map { $0.text + "\n" }.joined()
  }

  /// The keys of the Info.plist that it needs, to be pasted between `<dict>` and `</dict>`; empty for none.
  public var infoPlist: String {
    guard let outcome else { return "" }
    return Declaration.list("BGTaskSchedulerPermittedIdentifiers", outcome.identifiers)
      + Declaration.list("UIBackgroundModes", outcome.modes)
  }

  /// The recommendation in plain sentences and code, one line each.
  public var lines: [String] {
    guard let outcome else { return [] }
    var lines = ["\(outcome.title) (\(outcome.since))", "  \(outcome.why)", "  What to expect:"]
    lines += outcome.expect.map { "    \($0.text) [\($0.source)]" }
    lines += outcome.needs.map { "  Requires: \($0)" }
    let plist = infoPlist
    if !plist.isEmpty {
      lines += ["", "Info.plist, between <dict> and </dict>:", ""] + plist.split(separator: "\n").map(String.init)
    }
    lines +=
      ["", "Swift:", ""] + code.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    if let scenario = outcome.scenario { lines += ["", "See it in action: bgtop \(scenario)"] }
    return lines
  }
}
