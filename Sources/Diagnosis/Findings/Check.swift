internal import TaskTrace

/// One kind of mistake, as a row of a table.
public struct Check: Sendable {
  /// A word or two with hyphens, which never changes: `chain-broken`.
  public let id: String
  public let title: String
  public let severity: Finding.Severity
  /// What the mistake is, in a sentence.
  public let what: String
  /// What it costs, in a sentence.
  public let consequence: String
  /// How to fix it, in a sentence.
  public let remedy: String
  public let source: String
  private let probes: [Probe]

  /// A place where the mistake shows.
  struct Hit {
    var mark: History.Mark?
    var place: String?
    var task: TaskIdentifier?
    var text: String

    init(_ mark: History.Mark, _ text: String) { (self.mark, self.text) = (mark, text) }

    init(_ entry: Declaration.Entry, _ text: String, task: TaskIdentifier? = nil) {
      (place, self.task, self.text) = (entry.place, task, text)
    }

    init(task: TaskIdentifier?, _ text: String) { (self.task, self.text) = (task, text) }
  }

  /// Where a check looks.
  enum Probe: Sendable {
    case task(@Sendable (TaskHistory, History) -> [Hit])
    case app(@Sendable (AppHistory, History) -> [Hit])
    /// What frameworks themselves complain about, and the phrase that they use.
    case complaint(Phrase, String)
    case declaration(@Sendable (Declaration) -> [Hit])
  }

  init(
    _ id: String, _ title: String, _ severity: Finding.Severity, _ what: String, costs consequence: String,
    fix remedy: String, _ source: String, _ probes: Probe...
  ) {
    (self.id, self.title, self.severity, self.what) = (id, title, severity, what)
    (self.consequence, self.remedy, self.source, self.probes) = (consequence, remedy, source, probes)
  }

  func inspect(at history: History) -> [Finding] {
    var findings: [Finding] = []
    for inspect in probes {
      switch inspect {
      case .task(let body):
        for task in history.tasks { append(body(task, history), task.task, task.bundle, to: &findings) }
      case .app(let body):
        for app in history.apps { appendEach(body(app, history), app.bundle, history, to: &findings) }
      case .complaint(let phrase, let text):
        for complaint in history.complaints where complaint.about == phrase {
          var hit = Hit(complaint.mark, text)
          hit.task = complaint.task
          appendEach([hit], complaint.task == nil ? complaint.process : nil, history, to: &findings)
        }
      case .declaration: break
      }
    }
    return findings
  }

  func inspect(at declaration: Declaration) -> [Finding] {
    var findings: [Finding] = []
    for case .declaration(let body) in probes {
      var hits = body(declaration)
      for index in hits.indices { hits[index].place = hits[index].place ?? declaration.place(of: hits[index].task) }
      appendEach(hits, declaration.bundle?.text, nil, to: &findings)
    }
    return findings
  }

  /// Makes a finding of each task that the hits name, and one of those that name none.
  private func appendEach(_ hits: [Hit], _ app: String?, _ history: History?, to findings: inout [Finding]) {
    var tasks: [TaskIdentifier?] = []
    var groups: [TaskIdentifier?: [Hit]] = [:]
    for hit in hits {
      if groups[hit.task] == nil { tasks.append(hit.task) }
      groups[hit.task, default: []].append(hit)
    }
    for task in tasks {
      let bundle = app ?? task.flatMap { history?.task($0)?.bundle }
      append(groups[task] ?? [], task, bundle, to: &findings)
    }
  }

  private func append(_ hits: [Hit], _ task: TaskIdentifier?, _ app: String?, to findings: inout [Finding]) {
    guard !hits.isEmpty else { return }
    let evidence = hits.prefix(Finding.maxEvidence).map {
      Finding.Evidence(mark: $0.mark, place: $0.place, text: $0.text)
    }
    if let index = findings.firstIndex(where: { $0.task == task && (task != nil || $0.app == app) }) {
      findings[index].count += hits.count
      findings[index].evidence += evidence.prefix(Finding.maxEvidence - findings[index].evidence.count)
      return
    }
    findings.append(
      Finding(
        check: id, title: title, severity: severity, task: task, app: app, count: hits.count, evidence: evidence,
        consequence: consequence, remedy: remedy, source: source))
  }
}

extension Check {
  /// Every check, in the order of an app's work: declared, registered, submitted, run.
  public static let all: [Check] =
    declaration + registration + submission + run + continued + push + transfer + library

  public static func named(_ id: String) -> Check? { all.first { $0.id == id } }
}
