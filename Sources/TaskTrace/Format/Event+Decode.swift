extension TraceEvent {
  /// Reads an event from its line; a name that is not known gives ``Event/unknown(_:_:)``.
  static func decode(
    _ fields: inout FieldReader, sources: inout SourceTexts
  ) throws(FieldReader.Fault) -> TraceEvent {
    guard fields.isObject else {
      throw FieldReader.Fault(message: "a line should be an object, not \(fields.typeName)", offset: fields.offset)
    }
    guard let at = try fields.instant(.t) else { throw fields.missing(.t) }
    let fingerprint = fields.fingerprintOfRest
    let name = try fields.needString(.event)
    guard let event = try Event.decode(name, &fields) else {
      return TraceEvent(at, .unknown(name, fields.rest))
    }
    let source = try sources.decode(&fields)
    let rest = fields.rest
    return TraceEvent(at, sources.shared(event, source, fingerprint), extra: rest.isEmpty ? nil : rest, source: source)
  }
}

/// The texts of the logs that a trace was made from, while the trace is read.
struct SourceTexts {
  private var texts: [Int: SourceText] = [:]
  /// The scores of the first log, keyed by the text after the names: a log repeats the same ones.
  private var scores: [Score?] = []
  /// Recently read events, each in a slot determined by its message or hash.
  private var recent: [Event?] = []
  private static let maxRecent = 1_024
  /// All logs beyond this number are treated as one.
  private static let maxLog = 1_000

  /// An event that was read before and is the same, which shares its place in memory; else the event.
  fileprivate mutating func shared(_ event: Event, _ source: SourceLine?, _ fingerprint: UInt64) -> Event {
    if let source {
      guard source.log == 0, let number = source.messageNumber else { return event }
      return shared(shared(event, rest: source.restNumber), at: number)
    }
    switch event {
    // What a simulation tells again and again without a message: a third of its events.
    case .condition, .app, .group: return shared(event, at: Int(truncatingIfNeeded: fingerprint))
    default: return event
    }
  }

  private mutating func shared(_ event: Event, at number: Int) -> Event {
    if recent.isEmpty { recent = Array(repeating: nil, count: Self.maxRecent) }
    let place = Int(UInt(bitPattern: number) % UInt(Self.maxRecent))
    if let known = recent[place], known == event { return known }
    recent[place] = event
    return event
  }

  /// A scoring that refers to an equal scoring of another task.
  private mutating func shared(_ event: Event, rest: Int?) -> Event {
    guard let rest, case .scored(let task, let score) = event else { return event }
    while scores.count <= rest { scores.append(nil) }
    if let known = scores[rest], known == score { return .scored(task, known) }
    scores[rest] = score
    return event
  }

  fileprivate mutating func decode(
    _ fields: inout FieldReader
  ) throws(FieldReader.Fault) -> SourceLine? {
    guard let line = try fields.integer(.line) else { return nil }
    let log = min(max(0, try fields.integer(.log) ?? 0), Self.maxLog)
    let text = texts[log] ?? SourceText(log: log)
    texts[log] = text
    let (said, process) = (try fields.string(.said), try fields.string(.by))
    return said == nil && process == nil
      ? text.place(line: line) : text.add(said ?? "", process: process ?? "", line: line)
  }
}

extension Event {
  fileprivate static func decode(_ name: String, _ fields: inout FieldReader) throws(FieldReader.Fault) -> Event? {
    if let condition = try Condition.decode(name, &fields) { return .condition(condition) }
    if let event = try decodeTaskEvent(name, &fields) { return event }
    switch name {
    case "app":
      let state = try fields.word(.state, "a life-cycle state") { AppState(rawValue: $0) }
      guard let state else { throw fields.missing(.state) }
      return .app(bundle: try fields.needString(.bundle), state, cause: try fields.cause())
    case "killed":
      let code = try fields.word(.code, "a number such as \"0x8BADF00D\"") { text -> UInt64? in
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : nil
      }
      return .killed(try fields.reference(), bundle: try fields.string(.bundle), code: code, cause: try fields.cause())
    case "budget":
      return .budget(
        name: try fields.needString(.name), value: try fields.needNumber(.value),
        capacity: try fields.needNumber(.capacity), cause: try fields.cause())
    case "group": return .group(name: try fields.needString(.name), running: try fields.needInteger(.running))
    case "push":
      let push = Push(
        bundle: try fields.needString(.bundle), state: Cause(rawValue: try fields.needString(.state)),
        priority: try fields.integer(.priority), cause: try fields.cause())
      return .push(try fields.reference(), push)
    case "transfer":
      var transfer = Transfer(
        bundle: try fields.needString(.bundle), name: try fields.needString(.name),
        state: Cause(rawValue: try fields.needString(.state)))
      transfer.bytes = try fields.long(.bytes)
      transfer.total = try fields.long(.total)
      transfer.delay = try fields.span(.delay)
      transfer.cause = try fields.cause()
      return .transfer(transfer)
    case "assertion":
      let assertion = Assertion(
        bundle: try fields.needString(.bundle), name: try fields.needString(.name),
        state: Cause(rawValue: try fields.needString(.state)), remaining: try fields.span(.remaining))
      return .assertion(assertion)
    case "layer":
      return .layer(
        name: try fields.needString(.name), what: Cause(rawValue: try fields.needString(.what)),
        try fields.reference(), detail: try fields.string(.detail))
    case "report": return .report(try Report.decode(&fields))
    case "caption": return .caption(try fields.needString(.text), waits: try fields.bool(.waits) ?? false)
    case "bookmark": return .bookmark(try fields.needString(.name))
    case "note":
      let level = try fields.word(.level, "a log level") { Note.Level(rawValue: $0) } ?? .default
      return .note(Note(try fields.needString(.text), process: try fields.string(.process), level: level))
    case "gap":
      guard let until = try fields.instant(.until) else { throw fields.missing(.until) }
      return .gap(until: until, cause: try fields.cause())
    case "command": return .command(try fields.needString(.command), refusal: try fields.string(.refusal))
    default: return nil
    }
  }

  private static func decodeTaskEvent(
    _ name: String, _ fields: inout FieldReader
  ) throws(FieldReader.Fault) -> Event? {
    switch name {
    case "registered": return .registered(try fields.needReference())
    case "registrationRefused":
      guard let cause = try fields.cause() else { throw fields.missing(.cause) }
      return .registrationRefused(try fields.needReference(), cause: cause)
    case "submitted":
      let submission = try Submission.decode(&fields)
      return .submitted(try fields.needReference(), submission)
    case "refused":
      return .refused(try fields.needReference(), code: try fields.needInteger(.code), cause: try fields.cause())
    case "cancelled": return .cancelled(try fields.needReference(), cause: try fields.cause())
    case "scored": return .scored(try fields.needReference(), try Score.decode(&fields))
    case "compared":
      return .compared(
        try fields.needReference(), score: try fields.needNumber(.score),
        threshold: try fields.needNumber(.threshold), run: try fields.needBool(.run))
    case "optimal":
      return .optimal(
        try fields.needReference(), score: try fields.needNumber(.score), at: try fields.instant(.at),
        validUntil: try fields.instant(.validUntil))
    case "held":
      let hold = Hold(
        Cause(rawValue: try fields.needString(.what)), detail: try fields.string(.detail),
        until: try fields.instant(.until))
      return .held(try fields.needReference(), hold)
    case "launching": return .launching(try fields.needReference())
    case "started":
      let start = RunStart(
        limit: try fields.span(.limit), coldStart: try fields.span(.coldStart),
        forced: try fields.bool(.forced) ?? false)
      return .started(try fields.needReference(), start)
    case "handler": return .handler(try fields.needReference(), Cause(rawValue: try fields.needString(.state)))
    case "step":
      let step = Step(
        index: try fields.needInteger(.index), count: try fields.needInteger(.count),
        name: try fields.needString(.name))
      return .step(try fields.needReference(), step)
    case "progress":
      let progress = Progress(
        completed: try fields.needLong(.completed), total: try fields.needLong(.total),
        title: try fields.string(.title), subtitle: try fields.string(.subtitle),
        stallsAt: try fields.instant(.stallsAt))
      return .progress(try fields.needReference(), progress)
    case "warned":
      return .warned(try fields.needReference(), cause: try fields.cause(), deadline: try fields.instant(.deadline))
    case "completed": return .completed(try fields.needReference(), success: try fields.bool(.success))
    case "ended":
      let outcome = try fields.word(.outcome, "an outcome") { RunEnd.Outcome(rawValue: $0) }
      guard let outcome else { throw fields.missing(.outcome) }
      let end = RunEnd(outcome, cause: try fields.cause(), seen: try fields.cause(.seen))
      return .ended(try fields.needReference(), end)
    default: return nil
    }
  }
}

extension Condition {
  fileprivate static func decode(
    _ name: String, _ fields: inout FieldReader
  ) throws(FieldReader.Fault) -> Condition? {
    switch name {
    case "battery": return .battery(level: try fields.needInteger(.level))
    case "charger":
      return .charger(plugged: try fields.needBool(.plugged), charging: try fields.needBool(.charging))
    case "lowPower": return .lowPower(try fields.needBool(.on))
    case "thermal":
      let state = try fields.word(.state, "nominal, fair, serious or critical") { ThermalState(word: $0) }
      guard let state else { throw fields.missing(.state) }
      return .thermal(state)
    case "network":
      let transport = try fields.word(.path, "none, wifi, cellular or wired") { NetworkPath.Transport(rawValue: $0) }
      guard let transport else { throw fields.missing(.path) }
      let path = NetworkPath(
        transport, quality: try fields.needInteger(.quality), expensive: try fields.bool(.expensive) ?? false,
        constrained: try fields.bool(.constrained) ?? false)
      return .network(path)
    case "deviceUse": return .deviceUse(try fields.needBool(.inUse))
    case "lock":
      return .lock(
        locked: try fields.needBool(.locked), unlockedSinceBoot: try fields.needBool(.unlockedSinceBoot))
    case "cpu": return .cpu(try fields.needInteger(.level))
    case "memoryPressure":
      let level = try fields.word(.level, "normal, warning or critical") { MemoryPressure(word: $0) }
      guard let level else { throw fields.missing(.level) }
      return .memoryPressure(level)
    case "camera": return .camera(try fields.needBool(.active))
    case "backgroundRefresh":
      return .backgroundRefresh(try fields.needBool(.on), bundle: try fields.string(.bundle))
    case "boot": return .boot
    default: return nil
    }
  }
}

extension Submission {
  fileprivate static func decode(_ fields: inout FieldReader) throws(FieldReader.Fault) -> Submission {
    let kind = try fields.word(.kind, "a kind of task") { TaskKind(rawValue: $0) }
    guard let kind else { throw fields.missing(.kind) }
    var submission = Submission(kind: kind)
    submission.bundle = try fields.string(.bundle)
    submission.earliest = try fields.instant(.earliest)
    submission.windowStart = try fields.instant(.windowStart)
    submission.windowEnd = try fields.instant(.windowEnd)
    submission.interval = try fields.span(.interval)
    submission.priority = try fields.integer(.priority)
    submission.requiresNetwork = try fields.bool(.requiresNetwork)
    submission.requiresPower = try fields.bool(.requiresPower)
    submission.title = try fields.string(.title)
    submission.subtitle = try fields.string(.subtitle)
    submission.strategy = try fields.cause(.strategy)
    submission.requiresGPU = try fields.bool(.requiresGPU)
    submission.user = try fields.integer(.user)
    return submission
  }
}

extension Score {
  fileprivate static func decode(_ fields: inout FieldReader) throws(FieldReader.Fault) -> Score {
    let decision = try fields.word(.decision, "CP, MNP, MP, AMNP or AMP") { Decision($0) }
    guard let decision else { throw fields.missing(.decision) }
    let (score, sum) = (try fields.number(.score), try fields.number(.sum))
    let (denominator, applied) = (try fields.number(.denominator), try fields.integer(.applied))
    var policies: [PolicyResponse] = []
    try fields.objects(.policies, "a policy") { (inner) throws(FieldReader.Fault) in
      let decision = try inner.word(.decision, "CP, MNP, MP, AMNP or AMP") { Decision($0) }
      guard let decision else { throw inner.missing(.decision) }
      policies.append(
        PolicyResponse(
          name: try inner.needString(.name), weight: try inner.needNumber(.weight), decision: decision,
          score: try inner.number(.score), rationale: try inner.string(.rationale)))
    }
    return Score(
      policies: policies, applied: applied, decision: decision, score: score, sum: sum, denominator: denominator)
  }
}

extension Report {
  fileprivate static func decode(_ fields: inout FieldReader) throws(FieldReader.Fault) -> Report {
    let from = try fields.needString(.from)
    var report = Report(from: from, bundle: try fields.string(.bundle), until: .zero)
    guard let until = try fields.instant(.until) else { throw fields.missing(.until) }
    report.until = until
    try fields.objects(.exits) { (inner) throws(FieldReader.Fault) in
      report.exits.append(
        Exits(
          Cause(rawValue: try inner.needString(.cause)), background: try inner.integer(.background) ?? 0,
          foreground: try inner.integer(.foreground) ?? 0))
    }
    try fields.objects(.measures) { (inner) throws(FieldReader.Fault) in
      report.measures.append(
        Measure(
          name: try inner.needString(.name), value: try inner.needNumber(.value),
          unit: try inner.string(.unit) ?? ""))
    }
    report.diagnostics = try fields.strings(.diagnostics)
    return report
  }
}
