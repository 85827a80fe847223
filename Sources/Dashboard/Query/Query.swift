internal import Diagnosis
internal import TaskTrace

/// A search: words that must all match, each with or without a field.
///
/// `kind:processing state:held backup` keeps the processing tasks that are held and have "backup" in their name;
/// `!push` omits what has "push" in it. Case does not count.
struct Query: Hashable, Sendable {
  /// As it was typed.
  var text: String
  private var terms: [Term]

  enum Field: String, CaseIterable, Sendable {
    case task, kind, app, state, event, policy, process

    /// What it compares, for help and completion.
    var meaning: String {
      switch self {
      case .task: "part of the identifier"
      case .kind: "refresh, processing, continued …"
      case .app: "part of the bundle identifier"
      case .state: "pending, held, ready, running, launching, idle"
      case .event: "an event's name, as in bgtop list events"
      case .policy: "part of the name of a policy that objects"
      case .process: "who logged it: dasd, app …"
      }
    }
  }

  private struct Term: Hashable, Sendable {
    var field: Field?
    var word: SearchWord
    var isNegated: Bool
  }

  /// Reads a query; nil for one without a word.
  init?(_ text: String) {
    self.text = text
    terms = text.split(separator: " ").compactMap { part in
      var part = part
      let isNegated = part.hasPrefix("!")
      if isNegated { part = part.dropFirst() }
      guard let colon = part.firstIndex(of: ":"), let field = Field(rawValue: part[..<colon].lowercased()) else {
        return part.isEmpty ? nil : Term(field: nil, word: SearchWord(String(part)), isNegated: isNegated)
      }
      let word = SearchWord(String(part[part.index(after: colon)...]))
      return word.text.isEmpty ? nil : Term(field: field, word: word, isNegated: isNegated)
    }
    if terms.isEmpty { return nil }
  }

  /// Whether a task matches.
  func matches(_ record: TaskRecord, on board: Board, at instant: Instant) -> Bool {
    terms.allSatisfy { term in
      let found =
        switch term.field {
        case nil: holds(record.task.rawValue, term) || holds(record.kind.word, term) || holds(record.bundle, term)
        case .task: holds(record.task.rawValue, term)
        case .kind: holds(record.kind.word, term)
        case .app: holds(record.bundle, term)
        case .state: Self.state(of: record, on: board, at: instant).hasPrefix(term.word.text)
        case .policy: record.lastScore?.value.objections.contains { holds($0.name, term) } ?? false
        // What only events have cannot rule a task out.
        case .event, .process: !term.isNegated
        }
      return found != term.isNegated
    }
  }

  /// Whether an event matches; its line is generated only if a word needs it.
  func matches(_ event: Event, line: () -> LogLine) -> Bool {
    var made: LogLine?
    func text() -> LogLine {
      let line = made ?? line()
      made = line
      return line
    }
    return terms.allSatisfy { term in
      let found =
        switch term.field {
        case nil: holds(event.reference?.task.rawValue, term) || holds(text().text, term)
        case .task: holds(event.reference?.task.rawValue, term)
        case .kind: holds(event.reference?.kind?.word, term)
        case .app: if case .app(let bundle, _, _) = event { holds(bundle, term) } else { holds(text().text, term) }
        case .event: event.name.lowercased().hasPrefix(term.word.text)
        case .process: holds(text().process, term)
        case .policy:
          if case .scored(_, let score) = event { score.objections.contains { holds($0.name, term) } } else { false }
        case .state: !term.isNegated
        }
      return found != term.isNegated
    }
  }

  /// Whether some words match; fields do not count here.
  func matches(words: [String]) -> Bool {
    terms.allSatisfy { term in words.contains { holds($0, term) } != term.isNegated }
  }

  private func holds(_ text: String?, _ term: Term) -> Bool { text.map { term.word.isContained(in: $0) } ?? false }

  /// A task's state in one word.
  static func state(of record: TaskRecord, on board: Board, at instant: Instant) -> String {
    if record.running != nil { return "running" }
    if record.launchingSince != nil { return "launching" }
    guard record.pending != nil else { return "idle" }
    return switch Explanation.brief(record, on: board, at: instant).standing {
    case .held, .early: "held"
    case .ready: "ready"
    default: "pending"
    }
  }
}
