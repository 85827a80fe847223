internal import Diagnosis
internal import SchedulerModel
internal import TaskTrace

/// Results of long computations, kept between screens and recomputed only if something has changed.
struct Analysis: Sendable {
  private var comparison: (key: Key, found: ModelComparison)?
  private var findings: (key: Key, found: [Finding])?
  private var statistics: (key: Key, found: Statistics)?
  private var examinations: (key: AskedKey, found: [Examination])?
  private var help: (key: HelpKey, found: WhatWouldHelp)?
  private var search: (key: HelpKey, search: HelpSearch)?
  private var history: (past: Int, history: History, count: Int)?
  // Of long pasts: what has been begun.
  private var findingsSearch: (key: Key, search: Findings.Search)?
  private var statisticsSearch: (key: Key, search: Statistics.Gathering)?
  private var difference: (past: Int, branch: String, compared: Int, found: Int?)?

  /// What an answer depends on: the past, which undo and other branches change, and the events until the playhead.
  private struct Key: Equatable, Sendable {
    var past: Int
    var count: Int
    /// Some mistakes appear only as time passes; a log has no time after its last line.
    var now: Instant?
    /// Whether time runs, or a log grows.
    var runs: Bool

    /// Whether what was found for another key will do. While time runs on a long past, a screen need not show what the
    /// last sixty-fourth of the events has brought, so that all screens together cost a few times the whole.
    func accepts(_ old: Key) -> Bool {
      guard runs, count > Analysis.eventsPerSlice, old.past == past, old.count <= count else {
        return (old.past, old.count, old.now) == (past, count, now)
      }
      return (count - old.count) * 64 <= count
    }
  }

  /// Events that are examined between two keys: a few milliseconds.
  private static let eventsPerSlice = 50_000

  private struct AskedKey: Equatable, Sendable {
    var key: Key
    var task: TaskIdentifier?
    var asked: String?
  }

  private struct HelpKey: Equatable, Sendable {
    var key: Key
    var now: Instant
    var task: TaskIdentifier
  }

  /// Puts into a context what its view needs.
  mutating func prepare(_ context: PaneContext, _ state: DashboardState) {
    let key = Self.key(state)
    guard !isGathering(state) else { return prepareOlder(key, context) }
    switch state.view {
    case .findings: context.findings = findings(key, state)
    case .statistics: context.statistics = statistics(key, state)
    case .diagnosis: context.examinations = examinations(key, state)
    case .compare where state.others.isEmpty && context.isDeviceLog: context.comparison = compare(key, state)
    case .compare: context.firstDifference = firstDifference(state)
    case .overview, .task:
      guard let wanted = Self.helpKey(key, state) else { break }
      context.needsHelpSearch = true
      if let help, help.key == wanted { context.help = help.found }
    default: break
    }
  }

  /// While a long past is gathered, what was known of its beginning stays on the screen.
  private func prepareOlder(_ key: Key, _ context: PaneContext) {
    func isBeginning(_ old: Key?) -> Bool { old.map { $0.past == key.past && $0.count <= key.count } ?? false }
    switch context.state.view {
    case .findings where isBeginning(findings?.key): context.findings = findings?.found ?? []
    case .statistics where isBeginning(statistics?.key): context.statistics = statistics?.found
    case .diagnosis
    where isBeginning(examinations?.key.key) && examinations?.key.task == context.state.selection.task
      && examinations?.key.asked == context.state.asked:
      context.examinations = examinations?.found ?? []
    default: context.isGathering = true
    }
  }

  /// Whether a computation is pending that a screen does not wait for.
  func hasPendingWork(_ state: DashboardState) -> Bool {
    if isGathering(state) { return true }
    guard let wanted = Self.helpKey(Self.key(state), state) else { return false }
    return help?.key != wanted
  }

  /// Whether that has been begun.
  func isWorking(_ state: DashboardState) -> Bool {
    if isGathering(state) { return true }
    guard let search, let wanted = Self.helpKey(Self.key(state), state) else { return false }
    return search.key == wanted
  }

  /// Continues for some milliseconds; the next screen shows the result when it is complete.
  mutating func continueWork(_ state: DashboardState) {
    if isGathering(state) { return continueGathering(state) }
    guard hasPendingWork(state), let simulation = state.simulation, let wanted = Self.helpKey(Self.key(state), state)
    else {
      return
    }
    var now = search.flatMap { $0.key == wanted ? $0.search : nil } ?? HelpSearch(simulation, task: wanted.task)
    search = nil
    now.advance(steps: Self.stepsPerSlice)
    if now.isOver { help = (wanted, now.found) } else { search = (wanted, now) }
  }

  /// Steps of the model between two checks of the keyboard: a few milliseconds.
  private static let stepsPerSlice = 500

  private static func key(_ state: DashboardState) -> Key {
    Key(
      past: state.pastNumber, count: state.trace.count(through: state.playhead),
      now: state.simulation == nil ? nil : state.playhead, runs: state.playback.isPlaying || state.following)
  }

  /// What would help is computed only while time is paused at the edge: it simulates days.
  private static func helpKey(_ key: Key, _ state: DashboardState) -> HelpKey? {
    guard state.view == .overview || state.view == .task, !state.playback.isPlaying, state.isAtEdge,
      state.simulation != nil,
      let task = state.selection.task, state.trace.latest.task(task)?.pending != nil
    else { return nil }
    return HelpKey(key: key, now: state.playhead, task: task)
  }

  private mutating func findings(_ key: Key, _ state: DashboardState) -> [Finding] {
    if let findings, key.accepts(findings.key) { return findings.found }
    let found = Findings.of(history(key, state), state.simulation?.scenario)
    findings = (key, found)
    return found
  }

  private mutating func statistics(_ key: Key, _ state: DashboardState) -> Statistics {
    if let statistics, key.accepts(statistics.key) { return statistics.found }
    let found = Statistics(history(key, state), use: state.trace.lanes.deviceUse, from: state.trace.start)
    statistics = (key, found)
    return found
  }

  /// The symptoms of the selected task and of its app that show; or the one that is selected by name.
  private mutating func examinations(_ key: Key, _ state: DashboardState) -> [Examination] {
    let wanted = AskedKey(key: key, task: state.selection.task, asked: state.asked)
    if let old = examinations, key.accepts(old.key.key), old.key.task == wanted.task, old.key.asked == wanted.asked {
      return old.found
    }
    let found = findings(key, state)
    let facts = Facts(history(key, state), of: state.trace, state.simulation?.scenario, findings: found)
    let task = state.selection.task.map { facts.subject($0) }
    let subjects = [task, task?.bundle.map { facts.subject(app: $0) }].compactMap(\.self)
    let asked = state.asked.flatMap { Symptom.named($0) ?? ErrorCode.named($0)?.symptom }
    let answers = subjects.flatMap { subject in (asked.map { [$0] } ?? Symptom.all).map { $0.examine(subject) } }
    let showing = answers.filter { $0.shows == .yes }
    // A symptom that is selected by name is examined whether it shows or not: for the task, unless it concerns only
    // apps.
    let shown =
      asked == nil || !showing.isEmpty
      ? showing : Array(answers.sorted { $0.answers.count > $1.answers.count }.prefix(1))
    examinations = (wanted, shown)
    return shown
  }

  /// Whether a view needs more events to be examined than one key press allows.
  private func isGathering(_ state: DashboardState) -> Bool {
    guard state.view == .findings || state.view == .statistics || state.view == .diagnosis else { return false }
    let key = Self.key(state)
    if lacksEvents(key) { return true }
    guard key.count > Self.eventsPerSlice else { return false }
    let found = state.view == .statistics ? statistics?.key : findings?.key
    return found.map { !key.accepts($0) } ?? true
  }

  private func lacksEvents(_ key: Key) -> Bool {
    let known = history.map { $0.past == key.past && $0.count <= key.count ? $0.count : 0 } ?? 0
    return key.count - known > Self.eventsPerSlice
  }

  /// Looks through a long past in pieces: its events first, then check by check or task by task.
  private mutating func continueGathering(_ state: DashboardState) {
    let key = Self.key(state)
    if lacksEvents(key) { return gather(key, state, limit: Self.eventsPerSlice) }
    if state.view == .statistics {
      let begun = statisticsSearch.flatMap { key.accepts($0.key) ? $0 : nil }
      var now =
        begun
        ?? (key, Statistics.Gathering(history(key, state), use: state.trace.lanes.deviceUse, from: state.trace.start))
      statisticsSearch = nil
      now.search.advance()
      if now.search.isOver { statistics = (now.key, now.search.found) } else { statisticsSearch = now }
    } else {
      let begun = findingsSearch.flatMap { key.accepts($0.key) ? $0 : nil }
      var now = begun ?? (key, Findings.Search(history(key, state), state.simulation?.scenario))
      findingsSearch = nil
      now.search.advance(checks: Self.checksPerSlice)
      if now.search.isOver { findings = (now.key, now.search.found) } else { findingsSearch = now }
    }
  }

  /// Checks of a million events between two keys: a few milliseconds.
  private static let checksPerSlice = 6

  /// Examines events up to the playhead, with a maximum number.
  private mutating func gather(_ key: Key, _ state: DashboardState, limit: Int) {
    // A later instant of the same past only adds to what is known.
    var known = (past: key.past, history: History(epoch: state.trace.header.epoch), count: 0)
    if let history, history.past == key.past, history.count <= key.count { known = history }
    history = nil
    let end = min(key.count, known.count + limit)
    for event in state.trace.events[known.count..<end] { known.history.apply(event) }
    known.count = end
    history = known
  }

  /// What happened until the playhead.
  private mutating func history(_ key: Key, _ state: DashboardState) -> History {
    gather(key, state, limit: .max - key.count)
    var atPlayhead = history?.history ?? History(epoch: state.trace.header.epoch)
    atPlayhead.extend(to: state.playhead)
    return atPlayhead
  }

  /// The first event in which the branch that is shown differs from the one compared with it; nil if one is a prefix of
  /// the other. Both only grow, so what was compared once is not compared again.
  private mutating func firstDifference(_ state: DashboardState) -> Int? {
    guard let other = state.others.last else { return nil }
    var known = (past: state.pastNumber, branch: other.name, compared: 0, found: Int?.none)
    if let difference, difference.past == known.past, difference.branch == known.branch { known = difference }
    if known.found == nil {
      known.found = TraceDifference.first(state.trace, other.trace, from: known.compared)
      known.compared = min(state.trace.events.count, other.trace.events.count)
    }
    difference = known
    return known.found
  }

  private mutating func compare(_ key: Key, _ state: DashboardState) -> ModelComparison {
    if let comparison, key.accepts(comparison.key) { return comparison.found }
    let found = ModelComparison(state.trace.events[max(0, key.count - DevicePane.limit)..<key.count])
    comparison = (key, found)
    return found
  }
}
