internal import TaskTrace

/// One mistake that is looked for, as a row of a table.
public struct Check: Sendable {
  /// A word or two with hyphens, which never changes: `chain-broken`.
  public let id: String
  public let title: String
  public let severity: Finding.Severity
  /// What the mistake is, in a sentence.
  public let what: String
  /// What it costs, in a sentence.
  public let consequence: String
  /// What mends it, in a sentence.
  public let remedy: String
  public let source: String
  private let looks: [Look]

  /// A place where the mistake shows.
  struct Hit {
    var mark: History.Mark?
    var place: String?
    var task: TaskIdentifier?
    var words: String

    init(_ mark: History.Mark, _ words: String) { (self.mark, self.words) = (mark, words) }

    init(_ entry: Declaration.Entry, _ words: String, task: TaskIdentifier? = nil) {
      (place, self.task, self.words) = (entry.place, task, words)
    }

    init(task: TaskIdentifier?, _ words: String) { (self.task, self.words) = (task, words) }
  }

  /// Where a check looks.
  enum Look: Sendable {
    case task(@Sendable (TaskHistory, History) -> [Hit])
    case app(@Sendable (AppHistory, History) -> [Hit])
    /// What frameworks themselves complain of, and in what words it is told.
    case complaint(Phrase, String)
    case declaration(@Sendable (Declaration) -> [Hit])
  }

  init(
    _ id: String, _ title: String, _ severity: Finding.Severity, _ what: String, costs consequence: String,
    mend remedy: String, _ source: String, _ looks: Look...
  ) {
    (self.id, self.title, self.severity, self.what) = (id, title, severity, what)
    (self.consequence, self.remedy, self.source, self.looks) = (consequence, remedy, source, looks)
  }

  func look(at history: History) -> [Finding] {
    var findings: [Finding] = []
    for look in looks {
      switch look {
      case .task(let body):
        for task in history.tasks { append(body(task, history), task.task, task.bundle, to: &findings) }
      case .app(let body):
        for app in history.apps { appendEach(body(app, history), app.bundle, history, to: &findings) }
      case .complaint(let phrase, let words):
        for complaint in history.complaints where complaint.about == phrase {
          var hit = Hit(complaint.mark, words)
          hit.task = complaint.task
          appendEach([hit], complaint.task == nil ? complaint.process : nil, history, to: &findings)
        }
      case .declaration: break
      }
    }
    return findings
  }

  func look(at declaration: Declaration) -> [Finding] {
    var findings: [Finding] = []
    for case .declaration(let body) in looks {
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
    let evidence = hits.prefix(Finding.mostEvidence).map {
      Finding.Evidence(mark: $0.mark, place: $0.place, words: $0.words)
    }
    if let index = findings.firstIndex(where: { $0.task == task && (task != nil || $0.app == app) }) {
      findings[index].count += hits.count
      findings[index].evidence += evidence.prefix(Finding.mostEvidence - findings[index].evidence.count)
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
