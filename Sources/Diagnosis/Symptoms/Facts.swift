public import SchedulerModel
public import TaskTrace

/// What an input contains, collected for questions: about a run, a trace, a log, or an Info.plist.
public struct Facts: Sendable {
  /// What happened; nil for a bare Info.plist.
  public let history: History?
  let lanes: Lanes?
  let declarations: [Declaration]
  public let findings: [Finding]
  /// Whether everything that happened is reported, so that whatever is not reported did not happen: true only for
  /// simulations.
  public let isComplete: Bool

  /// What a trace contains up to the end of its history.
  ///
  /// - Parameters:
  ///   - history: What was gathered from the input.
  ///   - trace: The trace from which it was gathered, for the holders of each task.
  ///   - scenario: The scenario that the trace was made from, if known.
  ///   - findings: Findings already known; nil runs the checks.
  /// - Complexity: O(tasks · checks).
  public init(_ history: History, of trace: Trace, _ scenario: Scenario?, findings: [Finding]? = nil) {
    (self.history, lanes) = (history, trace.lanes)
    declarations = (scenario?.apps ?? []).map { Declaration($0, at: scenario?.places ?? ScenarioPlaces()) }
    self.findings = findings ?? Findings.of(history, scenario)
    isComplete = if case .simulation = trace.header.source { true } else { false }
  }

  /// What an Info.plist contains.
  public init(_ declaration: Declaration) {
    (history, lanes, declarations, isComplete) = (nil, nil, [declaration], false)
    findings = Findings.of(declaration)
  }

  /// Everything that can be asked about: all tasks, then all apps.
  public var subjects: [Subject] {
    var tasks = history?.tasks.map(\.task) ?? []
    var apps = history?.apps.map(\.bundle) ?? []
    for declaration in declarations {
      let declared = declaration.app.map { $0.tasks.map(\.id) }
      tasks += declared ?? (declaration.permitted ?? []).map { TaskIdentifier($0.text) }.filter { $0 != "" }
      apps += declaration.app.map { [$0.bundle] } ?? []
    }
    var seen: Set<String> = []
    return tasks.filter { seen.insert($0.rawValue).inserted }.map { subject($0) }
      + apps.filter { seen.insert("app " + $0).inserted }.map { subject(app: $0) }
  }

  /// A task, whether it was heard of or not.
  public func subject(_ task: TaskIdentifier) -> Subject {
    let past = history?.task(task)
    let declaration =
      declarations.first { $0.app?.tasks.contains { $0.id == task } ?? false }
      ?? declarations.first { $0.bundle?.text == past?.bundle && past?.bundle != nil }
      ?? (history == nil ? declarations.first : nil)
    let setup = declaration?.app?.tasks.first { $0.id == task }
    let bundle = past?.bundle ?? declaration?.bundle?.text
    // A finding that names neither task nor app is about the only task.
    let isAlone = history.map { $0.tasks.count == 1 } ?? true
    var found = findings.filter { $0.task == task || $0.task == nil && ($0.app.map { $0 == bundle } ?? isAlone) }
    if history == nil, let declaration, setup == nil { found += declaration.findings(ofUnlisted: task) }
    return Subject(
      task: task, kind: setup?.kind ?? past?.kind, bundle: bundle, past: past, app: bundle.flatMap { history?.app($0) },
      declaration: declaration, findings: found, waits: waits(of: past), facts: self)
  }

  private func waits(of past: TaskHistory?) -> [WaitShare] {
    guard let past, let history, let lanes else { return [] }
    return Waits(lanes, until: history.end).shares(of: past)
  }

  /// An app apart from its tasks: its transfers, and how its process ended.
  public func subject(app bundle: String) -> Subject {
    Subject(
      task: nil, kind: nil, bundle: bundle, past: nil, app: history?.app(bundle),
      declaration: declarations.first { $0.bundle?.text == bundle },
      findings: findings.filter { $0.task == nil && $0.app == bundle }, waits: [], facts: self)
  }
}

extension Declaration {
  /// The problems of the entries for a task that the file itself does not name.
  fileprivate func findings(ofUnlisted task: TaskIdentifier) -> [Finding] {
    guard !permits(TaskSetup(id: task, kind: .continued)) else { return [] }
    var asked = self
    var app = AppSetup(bundle: bundle?.text ?? "", name: "", permitted: [], modes: [])
    app.tasks = [TaskSetup(id: task, kind: .refresh)]
    asked.app = app
    return ["not-permitted", "identifier-case"].compactMap { Check.named($0) }.flatMap { $0.inspect(at: asked) }
      .filter { $0.task == task }
  }
}

/// A task or an app that questions are asked about, and all that is known about it.
public struct Subject: Sendable {
  /// nil if the subject is an app as a whole.
  public let task: TaskIdentifier?
  /// Where known.
  public let kind: TaskKind?
  public let bundle: String?
  let past: TaskHistory?
  let app: AppHistory?
  let declaration: Declaration?
  /// What checks found of it and of its app.
  public let findings: [Finding]
  /// The time that its requests have waited, divided by what held them, the longest first.
  let waits: [WaitShare]
  let facts: Facts

  var isComplete: Bool { facts.isComplete }

  /// How it is called: the identifier of the task, or of the app.
  public var name: String { task?.rawValue ?? bundle ?? "" }

  // MARK: Where something shows

  func evidence(_ mark: History.Mark, _ text: String) -> Finding.Evidence {
    Finding.Evidence(mark: mark, place: nil, text: text)
  }

  func evidence(_ text: String) -> Finding.Evidence { Finding.Evidence(mark: nil, place: nil, text: text) }

  /// The first place where some checks have found something that happened; declarations do not count.
  func seen(_ checks: String...) -> Finding.Evidence? {
    findings.lazy.filter { checks.contains($0.check) }.flatMap(\.evidence).first { $0.mark != nil }
  }

  // MARK: What is asked again and again

  /// Its runs that were not launched manually.
  var ownRuns: [TaskHistory.Run] { (past?.runs ?? []).filter { !$0.forced } }

  /// Whether an app submits requests for it; what the system creates for pushes and other work needs neither an entry
  /// in the Info.plist nor a handler of this kind.
  var isSubmitted: Bool {
    guard task != nil else { return false }
    switch kind {
    case .refresh, .processing, .healthResearch, .continued, nil: return true
    case .push, .fetch: return false
    // A log identifies an activity by its whole name if it gives no kind: an app's own refusals show what it is.
    case .activity:
      return past.map { !$0.registrations.isEmpty || !$0.registrationRefusals.isEmpty || !$0.refusals.isEmpty } ?? false
    }
  }

  /// The first request that the system took.
  var accepted: Finding.Evidence? {
    if let request = past?.requests.first(where: { $0.kind != .activity }) {
      return evidence(request.submitted, "its request was accepted")
    }
    // A log may begin later: dasd weighs only what was submitted to it.
    let weighed = kind == .activity ? nil : past?.objections.first?.first
    return weighed.map { evidence($0, "dasd scores it, so its request was accepted") }
  }

  /// Something that prevented its runs.
  func objection(_ holder: Holder) -> TaskHistory.Objection? { past?.objections.first { $0.holder == holder } }

  /// How long something was its strongest holder; zero if unknown.
  func held(_ holder: Holder) -> TimeSpan { waits.first { $0.holder == holder }?.span ?? .zero }

  /// What prevented its runs, and for how long or how often.
  func evidence(_ objection: TaskHistory.Objection) -> Finding.Evidence {
    let span = held(objection.holder)
    // Between two lines of a log nothing is known (rule O6).
    let much =
      isComplete && span > .zero
      ? ", for \(span) of its wait" : objection.count > 1 ? ", reported \(objection.count) times" : ""
    return evidence(isComplete ? objection.first : objection.last, objection.reason.text + much)
  }
}
