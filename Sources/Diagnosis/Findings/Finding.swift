public import SchedulerModel
public import TaskTrace

/// A mistake that was found: what, where, what it costs, and how to fix it.
///
/// One mistake of a task or an app is one finding, however often it shows.
public struct Finding: Hashable, Sendable {
  public enum Severity: String, CaseIterable, Hashable, Comparable, Sendable {
    /// Something does not work.
    case error
    /// It works less often, or less well, than it could.
    case warning
    /// Informational.
    case note

    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
    private var rank: Int { self == .error ? 0 : self == .warning ? 1 : 2 }
  }

  /// Where it shows.
  public struct Evidence: Hashable, Sendable {
    /// The event, of a trace; nil for declarations.
    public var mark: History.Mark?
    /// The place in a file that declares something: `7:12`, or `byte 120`.
    public var place: String?
    /// What is there, as a sentence without its period.
    public var text: String

    /// The time, the place, and the evidence: `Tue 2 Jun 09:00:10, line 4: its request was refused`.
    ///
    /// - Parameters:
    ///   - epoch: For the time; nil if there is none.
    ///   - file: The prefix of a position in a file.
    /// - Returns: One line.
    public func line(_ epoch: Epoch?, file: String = "") -> String {
      if let place { return file.isEmpty ? "\(place): \(text)" : "\(file):\(place): \(text)" }
      guard let mark, let epoch else { return text }
      let line = mark.line.map { ", line \($0)" } ?? ""
      return "\(epoch.stamp(mark.at))\(line): \(text)"
    }
  }

  /// The identifier of the check, such as `chain-broken`.
  public var check: String
  public var title: String
  public var severity: Severity
  public var task: TaskIdentifier?
  /// The bundle identifier of the app, if known.
  public var app: String?
  /// How often it shows, at least 1.
  public var count: Int
  /// The first places where it shows, at most ``maxEvidence``.
  public var evidence: [Evidence]
  public var consequence: String
  public var remedy: String
  /// The source: documentation by its public name, and rules by number.
  public var source: String

  public static let maxEvidence = 5

  /// What it is about.
  public var subject: String { task?.rawValue ?? app ?? "Info.plist" }
}

/// The findings of a trace, a scenario or a declaration.
public enum Findings {
  /// Finds everything that a trace reveals. Complexity: O(events + tasks · checks).
  public static func of(_ trace: Trace) -> [Finding] { of(History(trace)) }

  /// Finds everything that a history reveals.
  public static func of(_ history: History) -> [Finding] {
    var all: [Finding] = []
    for check in Check.all { all += check.inspect(at: history) }
    return sorted(all)
  }

  /// Finds everything that is wrong in an app's declarations, or in its code if that is specified.
  public static func of(_ declaration: Declaration) -> [Finding] {
    sorted(Check.all.flatMap { $0.inspect(at: declaration) })
  }

  /// What a history reveals, and what is wrong in the declarations of its scenario, if there is one.
  public static func of(_ history: History, _ scenario: Scenario?) -> [Finding] {
    merged(declared: declared(scenario), observed: of(history))
  }

  /// The same in steps of one check or more, for callers that do other work in between.
  public struct Search: Sendable {
    private let history: History
    private let scenario: Scenario?
    private var observed: [Finding] = []
    private var next = 0

    public init(_ history: History, _ scenario: Scenario?) { (self.history, self.scenario) = (history, scenario) }

    public var isOver: Bool { next >= Check.all.count }

    /// Runs this many more checks.
    public mutating func advance(checks: Int) {
      for check in Check.all[next...].prefix(checks) { observed += check.inspect(at: history) }
      next += checks
    }

    /// What was found, once it is over.
    public var found: [Finding] { Findings.merged(declared: Findings.declared(scenario), observed: sorted(observed)) }
  }

  private static func declared(_ scenario: Scenario?) -> [Finding] {
    (scenario?.apps ?? []).flatMap { of(Declaration($0, at: scenario?.places ?? ScenarioPlaces())) }
  }

  /// Merges findings of several sources: an observed finding says more than a declared one, so it replaces it.
  public static func merged(declared: [Finding], observed: [Finding]) -> [Finding] {
    let known = Set(observed.map { Key(check: $0.check, task: $0.task) })
    return sorted(observed + declared.filter { !known.contains(Key(check: $0.check, task: $0.task)) })
  }

  private struct Key: Hashable {
    var check: String
    var task: TaskIdentifier?
  }

  /// The number of findings of each check, with 0 for the others, as scenario expectations need it.
  public static func counts(_ findings: [Finding]) -> [String: Int] {
    var counts = Dictionary(uniqueKeysWithValues: Check.all.map { ($0.id, 0) })
    for finding in findings { counts[finding.check, default: 0] += 1 }
    return counts
  }

  /// The heaviest first, then in the order of the table of checks.
  private static func sorted(_ findings: [Finding]) -> [Finding] {
    findings.enumerated().sorted { ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset) }.map(\.element)
  }
}
