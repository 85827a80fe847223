public import SchedulerModel
public import TaskTrace

/// Everything known about why a task does or does not run at an instant, as values; ``lines`` turns it into sentences.
public struct Why: Sendable {
  public var task: TaskIdentifier
  public var kind: TaskKind
  /// The bundle identifier of the app, if known.
  public var app: String?
  public var at: Instant
  public var epoch: Epoch
  /// The answer in one sentence.
  public var headline: String
  /// The source: documentation by its public name, and rules; nil if it is the trace itself.
  public var source: String?
  /// Point by point, the weightiest first.
  public var explanation: Explanation
  /// The request that waits.
  public var request: TaskRecord.PendingRequest?
  /// Where its time went.
  public var wait: Waits.Request?
  /// The last run that was over by then.
  public var lastRun: TaskHistory.Run?
  /// What cannot be known, a sentence each.
  public var unknown: [String]
  /// Mistakes in the app itself.
  public var findings: [Finding]
  /// When it runs if nothing is done, and what would let it run; nil if nothing was tried.
  public var help: WhatWouldHelp?
  /// What the model assumed of a recording before it tried; empty for a simulation.
  public var assumptions: [String] = []

  /// Explains tasks of one trace at one instant: shared data is gathered once.
  public struct Explainer: Sendable {
    public let trace: Trace
    public let at: Instant
    public let board: Board
    public let waits: Waits
    public let history: History
    public let findings: [Finding]
    /// What the trace was made from, if known.
    private let scenario: Scenario?

    /// Gathers what is known up to an instant. Complexity: O(events).
    public init(_ trace: Trace, at instant: Instant, scenario: Scenario? = nil) {
      (self.trace, at, self.scenario) = (trace, instant, scenario)
      board = trace.board(at: instant)
      waits = Waits(trace.lanes, until: instant)
      var history = History(epoch: trace.header.epoch)
      for event in trace.events {
        if event.at > instant { break }
        history.apply(event)
      }
      history.extend(to: instant)
      self.history = history
      findings = Findings.of(history, scenario)
    }

    /// Explains one task. Complexity: O(requests + findings + policies of its last score).
    public func why(_ task: TaskIdentifier, help: WhatWouldHelp? = nil) -> Why {
      let record = board.task(task)
      let past = history.task(task)
      let epoch = trace.header.epoch
      let explanation = Explanation(task, on: board, at: at, epoch: epoch)
      let (headline, source) = Headline.of(record, past, explanation, board, at, epoch, isLog: trace.header.isDeviceLog)
      let app = scenario?.apps.first { $0.tasks.contains { $0.id == task } }
      let kind = app?.tasks.first { $0.id == task }?.kind ?? record?.kind ?? past?.kind ?? .activity
      return Why(
        task: task, kind: kind, app: record?.bundle ?? past?.bundle ?? app?.bundle, at: at,
        epoch: epoch, headline: headline, source: source, explanation: explanation, request: record?.pending,
        wait: waits.waiting(record), lastRun: past?.runs.last { $0.ended != nil }, unknown: unknown(record),
        findings: findings.filter { $0.task == task }, help: help)
    }

    /// Whether the model can continue from a log with a task of this kind: only the tasks of apps.
    public static func isModeled(_ kind: TaskKind) -> Bool { kind != .activity && kind != .push && kind != .fetch }

    private func unknown(_ record: TaskRecord?) -> [String] {
      let epoch = trace.header.epoch
      guard case .simulation = trace.header.source else { return unknownOfLog(record, epoch) }
      guard let record, record.pending != nil else { return [] }
      let decides = record.lastComparison?.value.run == false
      let budget = record.lastScore?.value.objections.contains { $0.shortName.hasSuffix("Budget") } ?? false
      guard decides || budget else { return [] }
      return ["Apple publishes neither thresholds nor budgets: the model's are observed or assumed."]
    }

    private func unknownOfLog(_ record: TaskRecord?, _ epoch: Epoch) -> [String] {
      var sentences: [String] = []
      if let lastScore = record?.lastScore, at - lastScore.at > .seconds(1) {
        let line = lastScore.source.map { ", line \($0.line)" } ?? ""
        sentences.append(
          "Between two lines of a log nothing is known: it was last scored at \(epoch.clock(lastScore.at))\(line), "
            + "\(at - lastScore.at) before.")
      }
      if let note = epoch.dating.note { sentences.append("\(note).") }
      let notStated = board.conditions.notStated
      if !notStated.isEmpty, record?.pending != nil {
        sentences.append("The log does not state \(notStated.joined(separator: ", ")).")
      }
      if let kind = record?.kind, !Self.isModeled(kind) {
        sentences.append("For a log, the model cannot say when the system runs its own work or delivers a push.")
      }
      let disallowed = record?.lastScore?.value.objections.contains { $0.rationale?.holds("pushDisallowed") ?? false }
      if record?.running == nil, disallowed != true {
        sentences.append("A log does not show whether the app was swiped away unless dasd says so (rule I4).")
      }
      return sentences
    }
  }
}

extension DeviceConditions {
  /// What is not known about the device, in the user's terms.
  fileprivate var notStated: [String] {
    [
      (battery == nil, "the battery"), (plugged == nil, "the charger"), (lowPower == nil, "Low Power Mode"),
      (thermal == nil, "the thermal state"), (network == nil, "the network"), (inUse == nil, "device use"),
    ].filter(\.0).map(\.1)
  }
}
