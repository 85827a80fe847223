public import TaskTrace

extension Scenario {
  /// A result that a scenario requires: `bgtop run` checks it, and so do the tests.
  ///
  /// Expectations check events, so that anything in a trace can be expected, and the findings of a whole run, which the
  /// caller passes as counts.
  public struct Expectation: Hashable, Sendable {
    /// Which events match.
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
      /// A number of events that match a pattern; nil means no bound.
      case count(Pattern, atLeast: Int?, atMost: Int?)
      /// The time between two consecutive events that match a pattern; nil means no bound.
      case spacing(Pattern, atLeast: TimeSpan?, atMost: TimeSpan?)
      /// An event of each pattern, in sequence; other events may be between them.
      case order([Pattern])
      /// A budget stays within bounds; nil means no bound.
      case budget(name: String, atLeast: Double?, atMost: Double?)
      /// A number of findings of a check in the whole run; ``Scenario/Expectation/anyFinding`` is all checks together.
      case findings(String, atLeast: Int?, atMost: Int?)
    }

    /// Used instead of a check's name: every finding counts.
    public static let anyFinding = "any"

    public var claim: Claim
    /// Only events from this time on count, from the start; nil is all.
    public var after: TimeSpan?
    /// Only events before this time count, from the start; nil is all.
    public var before: TimeSpan?
    /// When it is judged, from the start: at ``before``, or at the end of the scenario; nil means at the end of the
    /// run.
    public var due: TimeSpan?

    public init(_ claim: Claim, after: TimeSpan? = nil, before: TimeSpan? = nil) {
      (self.claim, self.after, self.before, due) = (claim, after, before, before)
    }

    /// The result of an expectation.
    public struct Verdict: Hashable, Sendable {
      public enum State: String, Hashable, Sendable {
        case met
        case failed
        /// The run ended before the time that the expectation covers.
        case open
        /// It concerns findings, and no checks were made: neither met nor failed.
        case notChecked = "not checked"
      }

      public var expectation: Expectation
      public var state: State
      /// What was expected and what occurred, in a sentence.
      public var sentence: String
    }
  }
}

extension Scenario.Expectation.Pattern {
  /// Whether an event matches.
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
  var text: String {
    var text = event
    if let task { text += " of \(task.rawValue)" }
    for (index, field) in fields.enumerated() {
      text += "\(index == 0 ? " with" : " and") \(field.key) \(field.value.string ?? field.value.text)"
    }
    if let contains { text += " containing \"\(contains)\"" }
    return text
  }
}
