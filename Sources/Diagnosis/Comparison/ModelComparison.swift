public import TaskTrace

/// The scheduler's reasoning in a device log, compared with the model's own reasoning from the same inputs.
///
/// Every policy's response is recomputed from its rationale, every decision and final score from the responses, and
/// every comparison from score and threshold, all by the code that a simulation runs.
public struct ModelComparison: Hashable, Sendable {
  /// What is compared.
  public enum Subject: Hashable, Sendable {
    /// A policy's response, by the policy's name.
    case response(String)
    /// The final decision of a scoring.
    case decision
    /// Σ(weight·score) of a scoring.
    case sum
    /// The final score of a scoring.
    case finalScore
    /// The score that is held against the threshold.
    case currentScore
    /// Whether the score lets the activity run.
    case run

    /// The subject in a word or two.
    public var text: String {
      switch self {
      case .response(let policy): policy
      case .decision: "final decision"
      case .sum: "sum of scores"
      case .finalScore: "final score"
      case .currentScore: "current score"
      case .run: "decision to run"
      }
    }
  }

  public enum Verdict: Hashable, Sendable {
    case agrees
    case differs
    /// The log does not contain enough, with the reason.
    case unknown(String)

    public var word: String {
      switch self {
      case .agrees: "agrees"
      case .differs: "differs"
      case .unknown: "unknown"
      }
    }
  }

  /// One statement of the log.
  public struct Row: Hashable, Sendable {
    public var at: Instant
    public var task: TaskIdentifier
    public var activity: ActivityID?
    public var subject: Subject
    /// The log's value.
    public var logged: String
    /// The model's value; nil if the model cannot compute one.
    public var model: String?
    public var verdict: Verdict
    /// The position in the log.
    public var source: SourceLine?

    /// The number of the line, 1 for the first; nil for events of no log.
    public var line: Int? { source?.line }
  }

  /// In the order of the log.
  public var rows: [Row] = []

  public var agreements: Int { rows.count { $0.verdict == .agrees } }
  public var differences: [Row] { rows.filter { $0.verdict == .differs } }
  public var unknowns: Int { rows.count - agreements - differences.count }

  /// Compares every scoring and comparison among events. Complexity: O(events).
  public init(_ events: some Sequence<TraceEvent>) {
    let events = Array(events)
    var comparer = LogComparer(events)
    for event in events { comparer.add(event) }
    rows = comparer.rows
  }
}
