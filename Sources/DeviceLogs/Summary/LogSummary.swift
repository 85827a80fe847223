public import TaskTrace

/// What was found in a log, for people and for programs.
public struct LogSummary: Hashable, Sendable {
  /// A line of the log, for display.
  public struct Line: Hashable, Sendable {
    /// The name of the log.
    public var log: String
    /// 1 for the first.
    public var number: Int
    public var text: String

    public init(log: String, number: Int, text: String) { (self.log, self.number, self.text) = (log, number, text) }
  }

  public var lines = 0
  /// Log records recognized as such, of any process; 0 means that the text is not a log.
  public var records = 0
  public var recordsByStyle: [(style: RecordStyle, count: Int)] {
    RecordStyle.allCases.compactMap { style in styles[style].map { (style, $0) } }
  }
  /// Events by the names of trace files, in the order of the documentation.
  public var eventsByKind: [(name: String, count: Int)] {
    Event.names.compactMap { entry in kinds[entry.name].map { (entry.name, $0) } }
  }
  /// Scorings by their decisions, the weakest first.
  public var decisions: [(decision: Decision, count: Int)] {
    Decision.allCases.compactMap { decision in verdicts[decision].map { (decision, $0) } }
  }
  /// Scorings that forbade a run.
  public var denials: Int { verdicts.reduce(0) { $0 + ($1.key.denies ? $1.value : 0) } }
  public var submissions: Int { kinds["submitted"] ?? 0 }
  public var starts: Int { kinds["started"] ?? 0 }
  public var completions: Int { kinds["completed"] ?? 0 }
  public var cancels: Int { kinds["cancelled"] ?? 0 }
  public var refusals: Int { (kinds["refused"] ?? 0) + (kinds["registrationRefused"] ?? 0) }
  /// Runs and assertions whose time was nearly or fully up.
  public internal(set) var warnings = 0
  /// Records of processes that do not log about background work; they are counted, not kept.
  public var others = 0
  /// Records about background work that were not understood; they became notes.
  public var notUnderstood = 0
  /// The first of them.
  public var firstNotUnderstood: [Line] = []
  /// Messages after a time in an unknown format, so that their events have no time.
  public var unreadTimes = 0
  /// Whether most of the log's contents have lost their times, so that no true statement about it is possible.
  public var hasLostTimes: Bool { unreadTimes * 2 > records - others }

  var styles: [RecordStyle: Int] = [:]
  var kinds: [String: Int] = [:]
  var verdicts: [Decision: Int] = [:]

  /// Nothing found yet.
  public init() {}

  init(_ tally: Tally, _ events: [TraceEvent]) {
    (lines, records, others) = (tally.lines, tally.records, tally.others)
    unreadTimes = tally.unreadTimes
    for decision in Decision.allCases where tally.decisions[Int(decision.rawValue)] > 0 {
      verdicts[decision] = tally.decisions[Int(decision.rawValue)]
    }
    for style in RecordStyle.allCases where tally.styles[style.index] > 0 { styles[style] = tally.styles[style.index] }
    (notUnderstood, firstNotUnderstood) = (tally.notUnderstood, tally.firstNotUnderstood)
    count(events)
  }

  mutating func count(_ events: [TraceEvent]) {
    var counts = [Int](repeating: 0, count: Event.kinds)
    var first = [Int](repeating: 0, count: Event.kinds)
    warnings = 0
    for index in events.indices {
      let number = events[index].event.number
      if counts[number] == 0 { first[number] = index }
      counts[number] += 1
      // Nearly all are of another kind, and are not examined.
      guard events[index].event.mayWarn else { continue }
      switch events[index].event {
      case .warned: warnings += 1
      case .assertion(let assertion) where assertion.state != .acquired && assertion.state != .ended: warnings += 1
      default: break
      }
    }
    kinds = [:]
    // The contents of a log never have another version, so a number identifies a name.
    for number in counts.indices where counts[number] > 0 { kinds[events[first[number]].event.name] = counts[number] }
  }

  /// Adds what was found in another log.
  mutating func merge(_ other: LogSummary) {
    lines += other.lines
    records += other.records
    others += other.others
    notUnderstood += other.notUnderstood
    unreadTimes += other.unreadTimes
    firstNotUnderstood = Array((firstNotUnderstood + other.firstNotUnderstood).prefix(Tally.maxLines))
    styles.merge(other.styles, uniquingKeysWith: +)
    verdicts.merge(other.verdicts, uniquingKeysWith: +)
  }
}
