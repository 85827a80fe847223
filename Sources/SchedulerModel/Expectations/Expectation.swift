public import TaskTrace

extension Scenario {
  /// What a scenario says must come out of it: `bgtop run` checks it, and so do the tests.
  ///
  /// Expectations look at events, so that whatever a trace tells can be expected, and at the findings of a whole run,
  /// which whoever made them hands in as counts.
  public struct Expectation: Hashable, Sendable {
    /// Which events are meant.
    public struct Pattern: Hashable, Sendable {
      /// The name that traces use.
      public var event: String
      public var task: TaskIdentifier?
      /// Fields of the event as traces write them, with the values that they must have.
      public var fields: [JSONMember] = []
      /// Words that one of the event's texts must hold.
      public var contains: String?

      public init(_ event: String, task: TaskIdentifier? = nil) { (self.event, self.task) = (event, task) }
    }

    public enum Claim: Hashable, Sendable {
      /// So many events of a pattern; nil is no bound.
      case count(Pattern, atLeast: Int?, atMost: Int?)
      /// Two events of a pattern that follow each other are so far apart; nil is no bound.
      case spacing(Pattern, atLeast: TimeSpan?, atMost: TimeSpan?)
      /// An event of each pattern, one after the other; others may lie between them.
      case order([Pattern])
      /// A budget stays within bounds; nil is no bound.
      case budget(name: String, atLeast: Double?, atMost: Double?)
      /// So many findings of a check in the whole run; ``Scenario/Expectation/anyFinding`` is all checks together.
      case findings(String, atLeast: Int?, atMost: Int?)
    }

    /// In the place of a check's name: every finding counts.
    public static let anyFinding = "any"

    public var claim: Claim
    /// Only events from this time on count, from the start; nil is all.
    public var after: TimeSpan?
    /// Only events before this time count, from the start; nil is all.
    public var before: TimeSpan?
    /// When it is judged, from the start: at ``before``, or where the scenario ends; nil is whenever the run ends.
    public var due: TimeSpan?

    public init(_ claim: Claim, after: TimeSpan? = nil, before: TimeSpan? = nil) {
      (self.claim, self.after, self.before, due) = (claim, after, before, before)
    }

    /// How an expectation came out.
    public struct Verdict: Hashable, Sendable {
      public enum State: String, Hashable, Sendable {
        case met
        case failed
        /// The run ended before the time that the expectation speaks of.
        case open
        /// It speaks of findings, and nobody looked for any: neither met nor failed.
        case notChecked = "not checked"
      }

      public var expectation: Expectation
      public var state: State
      /// What was expected and what came, in a sentence.
      public var sentence: String
    }
  }
}

extension Scenario.Expectation.Pattern {
  /// Whether an event is one of those that are meant.
  public func matches(_ traced: TraceEvent) -> Bool {
    guard traced.event.name == event else { return false }
    if let task, traced.event.reference?.task != task { return false }
    guard !fields.isEmpty || contains != nil else { return true }
    let json = traced.json
    for field in fields where json[field.key] != field.value {
      guard let wanted = field.value.number, json[field.key]?.number == wanted else { return false }
    }
    guard let contains else { return true }
    return (json.object ?? []).contains { $0.value.string.map { Self.holds($0, contains) } ?? false }
  }

  /// Whether a text holds another, compared byte for byte.
  private static func holds(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard !part.isEmpty, part.count <= text.count else { return part.isEmpty }
    return (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
  }

  /// The pattern in words: `ended of news.refresh with outcome expired`.
  var words: String {
    var text = event
    if let task { text += " of \(task.rawValue)" }
    for (index, field) in fields.enumerated() {
      text += "\(index == 0 ? " with" : " and") \(field.key) \(field.value.string ?? field.value.text)"
    }
    if let contains { text += " containing \"\(contains)\"" }
    return text
  }
}
