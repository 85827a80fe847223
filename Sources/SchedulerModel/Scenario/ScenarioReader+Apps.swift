internal import TaskTrace

extension ScenarioReader {
  private static let appKeys = [
    "bundle", "name", "permitted", "modes", "coldStart", "state", "lastOpened", "backgroundRefresh", "gpu", "sessions",
    "tasks", "extension", "openAccess", "launch", "installed", "memory", "audio", "push", "fetch", "assertions",
    "transfers", "layer", "usage", "infoPlist",
  ]

  mutating func readApp(_ value: JSONValue) -> AppSetup? {
    guard let fields = object(value, "an app", keys: Self.appKeys), let named = need(fields, "bundle", "an app"),
      let bundle = identifier(named, "bundle")
    else { return nil }
    var app = AppSetup(bundle: bundle, name: text(fields, "name", limit: 60) ?? bundle, permitted: [], modes: [])
    app.coldStart = span(fields, "coldStart", limit: .minutes(5)) ?? app.coldStart
    if let state = fields["state"] {
      app.state = word(state, "state", AppState.allCases, \.rawValue) ?? app.state
    }
    app.lastOpened = span(fields, "lastOpened") ?? app.lastOpened
    app.backgroundRefresh = bool(fields, "backgroundRefresh") ?? app.backgroundRefresh
    app.gpu = bool(fields, "gpu") ?? app.gpu
    if let value = fields["usage"] { app.usage = word(value, "usage", UsageStart.allCases, \.rawValue) ?? .learned }
    for task in list(fields, "tasks", limit: 100) ?? [] {
      if let read = readTask(task) { app.tasks.append(read) }
    }
    readMechanisms(fields, &app)
    for session in list(fields, "sessions", limit: 500) ?? [] {
      if let read = readSession(session, of: app) { app.sessions.append(read) }
    }
    app.permitted = identifiers(fields, "permitted") ?? app.tasks.map(\.id.rawValue)
    app.modes = identifiers(fields, "modes") ?? Self.modes(app)
    if let value = fields["infoPlist"] { readInfoPlist(value, of: &app, fields) }
    return app
  }

  /// The modes that an app needs; the Info.plist declares them unless the scenario specifies otherwise.
  private static func modes(_ app: AppSetup) -> [String] {
    let tasks = app.tasks
    var modes: [String] = []
    if tasks.contains(where: { $0.kind == .refresh }) || app.fetch != nil { modes.append("fetch") }
    if app.push != nil { modes.append("remote-notification") }
    if app.audio { modes.append("audio") }
    if tasks.contains(where: { $0.kind == .processing || $0.kind == .healthResearch }) { modes.append("processing") }
    return modes
  }

  mutating func identifiers(_ fields: Fields, _ key: String) -> [String]? {
    guard let values = list(fields, key) else { return nil }
    var identifiers: [String] = []
    for value in values {
      if let identifier = identifier(value, key) { identifiers.append(identifier) }
    }
    return identifiers
  }

  private mutating func readSession(_ value: JSONValue, of app: AppSetup) -> AppSetup.Session? {
    let keys = ["at", "days", "jitter", "chance", "for", "starts"]
    guard let fields = object(value, "a session", keys: keys), let when = recurrence(fields, "a session") else {
      return nil
    }
    let length = span(fields, "for", limit: .hours(24)) ?? .minutes(5)
    var starts: [AppSetup.Session.Start] = []
    for start in list(fields, "starts", limit: 20) ?? [] {
      guard let inner = object(start, "a start", keys: ["task", "after"]), let named = need(inner, "task", "a start"),
        let id = identifier(named, "task")
      else { continue }
      let after = span(inner, "after", limit: .hours(24)) ?? .seconds(20)
      guard let task = app.tasks.first(where: { $0.id.rawValue == id }), task.kind == .continued else {
        let known = app.tasks.filter { $0.kind == .continued }.map(\.id.rawValue)
        let hint = nearestName(to: id, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
        report("\"\(id)\" is not a continued task of this app\(hint)", at: named.offset)
        continue
      }
      if after > length { report("the session ends before it starts \"\(id)\"", at: start.offset) }
      starts.append(AppSetup.Session.Start(task: task.id, after: after))
    }
    return AppSetup.Session(when: when, length: length, starts: starts)
  }

  private static let taskKeys = [
    "id", "kind", "earliest", "network", "power", "submits", "registers", "pendingFor", "rearm", "completes",
    "setsExpiration", "reaction", "resumes", "steps", "title", "subtitle", "strategy", "gpu", "total", "rate", "every",
    "stallsAt", "cpu", "conflict", "verdict", "retry", "queue", "mainActor", "swiftUI", "crashesBeforeBody",
    "protection", "neverLaunches", "interval", "tolerance", "titles", "answer", "registersAfter",
  ]
  private static let continuedKeys = [
    "title", "subtitle", "strategy", "gpu", "total", "rate", "every", "stallsAt", "cpu", "titles", "answer",
  ]

  private mutating func readTask(_ value: JSONValue) -> TaskSetup? {
    guard let fields = object(value, "a task", keys: Self.taskKeys), let idValue = need(fields, "id", "a task"),
      let kindValue = need(fields, "kind", "a task"), let id = identifier(idValue, "id"),
      let kind = word(kindValue, "kind", Self.kinds, \.rawValue)
    else { return nil }
    var task = TaskSetup(id: TaskIdentifier(id), kind: kind)
    task.earliest = span(fields, "earliest")
    task.requiresNetwork = bool(fields, "network") ?? false
    task.requiresPower = bool(fields, "power") ?? false
    if kind == .refresh {
      for key in ["network", "power"] {
        if let flag = fields[key] { report("a refresh request has no \"\(key)\"", at: flag.offset) }
      }
    }
    for trigger in list(fields, "submits", limit: 10) ?? [] {
      if let read = word(trigger, "submits", TaskSetup.Trigger.allCases, \.rawValue) { task.submits.append(read) }
    }
    readRegistration(fields, &task)
    readHabits(fields, &task)
    task.pendingFor = span(fields, "pendingFor")
    task.handler = readHandler(fields)
    if kind == .continued {
      task.continued = readContinued(fields)
    } else {
      for key in Self.continuedKeys {
        if let stray = fields[key] { report("only a continued task has \"\(key)\"", at: stray.offset) }
      }
    }
    return task
  }

  private static let kinds = [TaskKind.refresh, .processing, .healthResearch, .continued, .activity]

  mutating func readHandler(_ fields: Fields) -> HandlerSetup {
    var handler = HandlerSetup()
    if let value = fields["rearm"] {
      handler.rearm = word(value, "rearm", TaskSetup.Rearm.allCases, \.rawValue) ?? handler.rearm
    }
    if let value = fields["completes"] {
      handler.completes = word(value, "completes", TaskSetup.Completion.allCases, \.rawValue) ?? handler.completes
    }
    if let value = fields["setsExpiration"] {
      handler.setsExpiration = value.string == "never" ? nil : span(value, "setsExpiration", limit: .hours(1))
    }
    if let value = fields["reaction"] {
      handler.reaction = value.string == "never" ? nil : span(value, "reaction", limit: .hours(1))
    }
    handler.resumes = bool(fields, "resumes") ?? false
    for step in list(fields, "steps", limit: 1_000) ?? [] {
      if let read = readStep(step) { handler.steps.append(read) }
    }
    return handler
  }

  private mutating func readStep(_ value: JSONValue) -> HandlerSetup.Step? {
    guard let fields = object(value, "a step", keys: Self.stepKeys),
      let named = need(fields, "name", "a step"), let name = text(named, "name", limit: 60),
      let lengthValue = need(fields, "for", "a step"), let length = span(lengthValue, "for", limit: .hours(24))
    else { return nil }
    let jitter = span(fields, "jitter", limit: .hours(24)) ?? .zero
    if jitter > length, let place = fields["jitter"] {
      report("\"jitter\" should not be longer than \"for\"", at: place.offset)
    }
    var step = HandlerSetup.Step(
      name: name, length: length, jitter: min(jitter, length), cpu: number(fields, "cpu", in: 0...800) ?? 20,
      bytes: integer(fields, "bytes", in: 0...1_000_000_000_000) ?? 0)
    if let value = fields["files"] {
      step.files = word(value, "files", FileProtection.allCases, \.rawValue) ?? step.files
    }
    step.memory = integer(fields, "memory", in: 0...1_000_000_000_000) ?? 0
    step.locksFile = bool(fields, "locksFile") ?? false
    step.crashes = bool(fields, "crashes") ?? false
    step.transfer = text(fields, "transfer", limit: 60)
    return step
  }

  private static let stepKeys = [
    "name", "for", "jitter", "cpu", "bytes", "files", "memory", "locksFile", "crashes", "transfer",
  ]

  private mutating func readContinued(_ fields: Fields) -> ContinuedSetup {
    var setup = ContinuedSetup()
    if let title = need(fields, "title", "a continued task") { setup.title = text(title, "title", limit: 120) ?? "" }
    setup.subtitle = text(fields, "subtitle", limit: 120) ?? ""
    if let value = fields["strategy"] {
      setup.strategy = word(value, "strategy", ContinuedSetup.Strategy.allCases, \.rawValue) ?? setup.strategy
    }
    setup.gpu = bool(fields, "gpu") ?? false
    setup.total = integer(fields, "total", in: -1...1_000_000_000_000) ?? setup.total
    setup.rate = number(fields, "rate", in: 0.000_1...1e9) ?? setup.rate
    setup.every = span(fields, "every", limit: .hours(1)) ?? setup.every
    if setup.every < .milliseconds(100), let value = fields["every"] {
      report("\"every\" should be at least 0.1 s", at: value.offset)
    }
    for value in list(fields, "titles", limit: 100) ?? [] {
      guard let inner = object(value, "a title", keys: ["from", "title", "subtitle"]),
        let named = need(inner, "title", "a title"), let title = text(named, "title", limit: 120)
      else { continue }
      let from = integer(inner, "from", in: 0...1_000_000_000_000) ?? 0
      setup.titles.append(.init(from: from, title: title, subtitle: text(inner, "subtitle", limit: 120)))
    }
    if let value = fields["answer"] {
      setup.answer = word(value, "answer", ContinuedSetup.Answer.allCases, \.rawValue) ?? setup.answer
    }
    setup.stallsAt = integer(fields, "stallsAt", in: 0...1_000_000_000_000)
    setup.cpu = number(fields, "cpu", in: 0...800) ?? setup.cpu
    return setup
  }
}
