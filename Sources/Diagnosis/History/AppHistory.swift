public import TaskTrace

/// What happened to one app, apart from its tasks.
public struct AppHistory: Hashable, Sendable {
  public typealias Mark = History.Mark

  public var bundle: String
  public internal(set) var kills: [Kill] = []
  public internal(set) var assertions: [AssertionMark] = []
  public internal(set) var pushes: [PushMark] = []
  public internal(set) var transfers: [TransferMark] = []
  /// When it entered the foreground.
  public internal(set) var opened: [Mark] = []
  /// When it was swiped away in the App Switcher.
  public internal(set) var swiped: [Mark] = []
  public private(set) var state: AppState?

  /// An end of the process from outside.
  public struct Kill: Hashable, Sendable {
    public var mark: Mark
    public var code: UInt64?
    public var cause: Cause?
    public var task: TaskIdentifier?
    /// The count, if a report covers the ends of a whole period; the mark is the start of the period.
    public var reported: Int?

    /// Whether it is what becomes of suspended apps every day: memory was short, and no run is known to have ended.
    var isUsual: Bool { reported != nil && cause == .memoryPressure }

    /// A phrase for a report: `, 3 times in the span that the report tells of`.
    var reportText: String {
      reported.map { ", \($0 == 1 ? "once" : "\($0) times") in the period that the report covers" } ?? ""
    }
  }

  public struct AssertionMark: Hashable, Sendable {
    public var mark: Mark
    public var name: String
    public var state: Cause
  }

  public struct PushMark: Hashable, Sendable {
    public var mark: Mark
    public var state: Cause
    public var priority: Int?
    public var cause: Cause?
  }

  public struct TransferMark: Hashable, Sendable {
    public var mark: Mark
    public var transfer: Transfer
    /// Whether the app was in the background then; nil if the trace does not say.
    public var inBackground: Bool?
  }

  init(_ bundle: String) { self.bundle = bundle }

  mutating func apply(_ state: AppState, _ cause: Cause?, _ mark: Mark) {
    if state == .foreground, self.state != .foreground { opened.append(mark) }
    if state == .forceQuit, self.state != .forceQuit { swiped.append(mark) }
    self.state = state
  }

  /// Ends in the background that a report counts, by the words that events have for them.
  mutating func apply(_ report: Report, _ mark: Mark) {
    for exit in report.exits where exit.isBad && exit.background > 0 {
      let cause = Self.reportedCauses.first { $0.exit == exit.cause }?.cause ?? exit.cause
      kills.append(Kill(mark: mark, code: nil, cause: cause, task: nil, reported: exit.background))
    }
    for crash in report.diagnostics where crash.hasPrefix("crash") {
      let signal = crash.firstRange(of: "signal ").flatMap { Int(crash[$0.upperBound...].prefix { $0.isNumber }) }
      kills.append(
        Kill(
          mark: mark, code: nil, cause: signal.map { Cause(rawValue: "signal \($0)") } ?? .abnormal, task: nil,
          reported: 1))
    }
  }

  private static let reportedCauses: [(exit: Cause, cause: Cause)] = [
    (.cpuLimit, .cpuResourceLimit), (.lockedFile, .suspendedWithLockedFile),
    (.assertionTimeout, .backgroundTaskAssertionTimeout), (.sessionTimeout, .backgroundURLSessionCompletionTimeout),
    (.fetchTimeout, .backgroundFetchCompletionTimeout),
  ]

  mutating func apply(_ assertion: Assertion, _ mark: Mark) {
    guard assertion.state == .overdue else { return }
    assertions.append(AssertionMark(mark: mark, name: assertion.name, state: assertion.state))
  }

  mutating func apply(_ push: Push, _ mark: Mark) {
    pushes.append(PushMark(mark: mark, state: push.state, priority: push.priority, cause: push.cause))
  }

  mutating func apply(_ transfer: Transfer, _ mark: Mark) {
    transfers.append(TransferMark(mark: mark, transfer: transfer, inBackground: state.map { $0 != .foreground }))
  }
}
