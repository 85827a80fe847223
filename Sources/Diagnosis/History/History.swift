public import TaskTrace

/// What happened to every task and app of a trace, gathered in one pass: the input of checks, totals, and statistics.
///
/// It keeps requests, runs, and everything that went wrong, but only the objections of scorings, so that it is a small
/// part of its trace. Events must arrive in time order; each takes O(1).
public struct History: Sendable {
  public let epoch: Epoch
  /// Until when the trace is known.
  public private(set) var end: Instant = .zero
  /// In the order in which they were first mentioned.
  public private(set) var tasks: [TaskHistory] = []
  public private(set) var apps: [AppHistory] = []
  /// What apps and frameworks reported about their own mistakes.
  public private(set) var complaints: [Complaint] = []
  private var taskIndex: [TaskIdentifier: Int] = [:]
  private var appIndex: [String: Int] = [:]
  private var count = 0

  /// The position of a report: the number of the event in its trace, from 0, and its instant.
  public struct Mark: Hashable, Sendable {
    public var event: Int
    public var at: Instant
    /// The line of the log that contains it, from 1, if the trace knows it.
    public var line: Int?

    public init(event: Int, at: Instant, line: Int? = nil) { (self.event, self.at, self.line) = (event, at, line) }
  }

  /// A line in which a framework names a mistake of its client.
  public struct Complaint: Hashable, Sendable {
    public var mark: Mark
    public var about: Phrase
    /// The task that it names, if it names one.
    public var task: TaskIdentifier?
    public var process: String?
  }

  public init(epoch: Epoch) { self.epoch = epoch }

  /// Applies a whole trace. Complexity: O(events).
  public init(_ trace: Trace) {
    self.init(epoch: trace.header.epoch)
    for event in trace.events { apply(event) }
    extend(to: trace.end)
  }

  /// Records that nothing more happened until an instant.
  public mutating func extend(to instant: Instant) { end = max(end, instant) }

  public func task(_ task: TaskIdentifier) -> TaskHistory? { taskIndex[task].map { tasks[$0] } }
  public func app(_ bundle: String) -> AppHistory? { appIndex[bundle].map { apps[$0] } }

  /// Applies the next event.
  public mutating func apply(_ traced: TraceEvent) {
    let mark = Mark(event: count, at: traced.at, line: traced.source?.line)
    count += 1
    end = max(end, traced.at)
    switch traced.event {
    case .optimal, .budget, .group, .condition, .caption, .bookmark, .gap, .command,
      .unknown:
      return
    case .report(let report): if let bundle = report.bundle { changeApp(bundle) { $0.apply(report, mark) } }
    case .app(let bundle, let state, let cause): changeApp(bundle) { $0.apply(state, cause, mark) }
    case .assertion(let assertion): changeApp(assertion.bundle) { $0.apply(assertion, mark) }
    case .transfer(let transfer): changeApp(transfer.bundle) { $0.apply(transfer, mark) }
    case .layer(_, let what, let reference, let detail): apply(layer: what, reference, detail, mark)
    case .push(let reference, let push):
      changeApp(push.bundle) { $0.apply(push, mark) }
      if let reference { change(reference) { $0.learn(bundle: push.bundle) } }
    case .killed(let reference, let bundle, let code, let cause):
      let kill = AppHistory.Kill(mark: mark, code: code, cause: cause, task: reference?.task)
      if let bundle = bundle ?? reference.flatMap({ task($0.task)?.bundle }) {
        changeApp(bundle) { $0.kills.append(kill) }
      }
      if let reference {
        change(reference) { $0.apply(traced.event, mark) }
      } else if let bundle {
        for index in tasks.indices where tasks[index].bundle == bundle { tasks[index].apply(traced.event, mark) }
      }
    case .note(let note):
      guard note.level == .error || note.level == .fault, let phrase = Phrase(in: note.text) else { return }
      complaints.append(Complaint(mark: mark, about: phrase, task: phrase.task(in: note.text), process: note.process))
    case .registered(let reference), .registrationRefused(let reference, _), .submitted(let reference, _),
      .refused(let reference, _, _), .cancelled(let reference, _), .scored(let reference, _),
      .compared(let reference, _, _, _), .held(let reference, _), .launching(let reference), .started(let reference, _),
      .handler(let reference, _), .step(let reference, _), .progress(let reference, _), .warned(let reference, _, _),
      .completed(let reference, _), .ended(let reference, _):
      change(reference) { $0.apply(traced.event, mark) }
    }
  }

  private mutating func apply(layer what: Cause, _ reference: TaskReference?, _ detail: String?, _ mark: Mark) {
    guard let reference else { return }
    change(reference) { $0.library.append(TaskHistory.LibraryEvent(mark: mark, what: what, detail: detail)) }
  }

  private mutating func change(_ reference: TaskReference, _ body: (inout TaskHistory) -> Void) {
    let index: Int
    if let known = taskIndex[reference.task] {
      index = known
    } else {
      index = tasks.count
      tasks.append(TaskHistory(reference.task, kind: reference.kind ?? ActivityName(reference.task.rawValue).kind))
      taskIndex[reference.task] = index
    }
    body(&tasks[index])
  }

  private mutating func changeApp(_ bundle: String, _ body: (inout AppHistory) -> Void) {
    let index: Int
    if let known = appIndex[bundle] {
      index = known
    } else {
      index = apps.count
      apps.append(AppHistory(bundle))
      appIndex[bundle] = index
    }
    body(&apps[index])
  }
}

/// Messages of frameworks when their client makes a mistake (scheduler facts 1.3, 1.7, 1.9).
public enum Phrase: CaseIterable, Hashable, Sendable {
  case completedTwice, neverCompleted, noExpirationHandler, registeredLate, registeredTwice, noHandler, oldAssertion
  case noHandlerFrame, isolated, mainQueue, uiOffMain, noCallReported, noCallInTime, sessionUnsupported
  case sessionHandlerMissing, pushHandlerMissing, modeMissing, locationMode, fetchMode, gpuInBackground, gpuUnsupported
  case memoryIssue, memoryHighWater, notInForeground, nothingToSimulate, healthEntitlement, noRestoreIdentifier
  case activityNotVisible, libraryNotRegistered

  var text: String {
    switch self {
    case .completedTwice: "was completed twice"
    case .neverCompleted: "dealloc'd without completing"
    case .noExpirationHandler: "provide an expiration handler for task"
    case .registeredLate: "must be registered before application finishes launching"
    case .registeredTwice: "has already been registered"
    case .noHandler: "No launch handler registered"
    case .oldAssertion: "was created over 30 seconds ago"
    case .noHandlerFrame: "_handleSubmissionWithoutRegistrationForTaskRequest"
    case .isolated: "_swift_task_checkIsolatedSwift"
    case .mainQueue: "Block was expected to execute on queue [com.apple.main-thread"
    case .uiOffMain: "UI API called on a background thread"
    case .noCallReported: "never posted an incoming call"
    case .noCallInTime: "failed to post an incoming call"
    case .sessionUnsupported: "are not supported in background sessions"
    case .sessionHandlerMissing: "handleEventsForBackgroundURLSession:completionHandler: but the completion handler"
    case .pushHandlerMissing: "fetchCompletionHandler: but the completion handler was never called"
    case .modeMissing: "to the list of your supported UIBackgroundModes"
    case .locationMode: "CLClientIsBackgroundable"
    case .fetchMode: "Background Fetch has not been configured"
    case .gpuInBackground: "to submit GPU work from background"
    case .gpuUnsupported: "requested an unsupported set of resources"
    case .memoryIssue: "Terminated due to memory issue"
    case .memoryHighWater: "RESOURCE_TYPE_MEMORY"
    case .notInForeground: "don't include expected identifier"
    case .nothingToSimulate: "No task request with identifier"
    case .healthEntitlement: "background-delivery entitlement"
    case .noRestoreIdentifier: "has no restore identifier"
    case .activityNotVisible: "Live Activity failed to start: visibility"
    case .libraryNotRegistered: "was not registered in AppDelegate"
    }
  }

  /// The word before the identifier; nil for lines that name no task.
  private var before: String? {
    switch self {
    case .completedTwice, .neverCompleted: "Task"
    case .noExpirationHandler: "task"
    case .registeredTwice, .noHandler, .nothingToSimulate: "identifier"
    default: nil
    }
  }

  /// The identifier that a line names.
  func task(in text: String) -> TaskIdentifier? {
    guard let before else { return nil }
    let words = text.split { $0 == " " || $0 == "," || $0 == "<" || $0 == ">" || $0 == "\"" }
    guard let place = words.firstIndex(where: { $0 == before }), words.index(after: place) < words.endIndex else {
      return nil
    }
    return TaskIdentifier(String(words[words.index(after: place)]))
  }

  init?(in text: String) {
    guard let found = Self.allCases.first(where: { text.holds($0.text) }) else { return nil }
    self = found
  }
}

extension String {
  /// Whether a text holds another, byte for byte. Complexity: O(n · m), and near O(n) for words.
  func holds(_ part: String) -> Bool {
    let wanted = Array(part.utf8)
    guard let first = wanted.first else { return true }
    var rest = Substring(self).utf8
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: wanted) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
