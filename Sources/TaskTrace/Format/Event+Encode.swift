extension JSONWriter {
  /// Writes an event as one object: `t`, `event`, `task`, `activity`, then its own fields, then unknown ones.
  public mutating func write(_ event: TraceEvent) {
    object { fields in
      fields.put(.t, event.at.microseconds)
      fields.put(.event, event.event.name)
      var reference = event.event.reference
      if case .submitted = event.event { reference?.kind = nil }  // the submission says it
      fields.put(reference)
      event.event.encode(into: &fields)
      if let source = event.source { source.encode(into: &fields) }
      if let extra = event.extra { fields.put(extra) }
    }
  }
}

extension TraceEvent {
  /// The event as a line of a trace has it.
  public var json: JSONValue {
    var writer = JSONWriter()
    writer.write(self)
    return (try? JSONReader.read(writer.bytes)) ?? JSONValue(.null)
  }
}

extension SourceLine {
  fileprivate func encode(into fields: inout JSONWriter) {
    fields.put(.line, line)
    if log > 0 { fields.put(.log, log) }
    if !process.isEmpty { fields.put(.by, process) }
    if !message.isEmpty { fields.put(.said, message) }
  }
}

extension Event {
  /// Writes the fields besides the name and the task.
  func encode(into fields: inout JSONWriter) {
    switch self {
    case .condition(let condition): condition.encode(into: &fields)
    case .app(let bundle, let state, let cause):
      fields.put(.bundle, bundle)
      fields.put(.state, state.rawValue)
      fields.put(.cause, cause)
    case .registered, .launching: break
    case .registrationRefused(_, let cause): fields.put(.cause, cause)
    case .submitted(_, let submission): submission.encode(into: &fields)
    case .refused(_, let code, let cause):
      fields.put(.code, code)
      fields.put(.cause, cause)
    case .cancelled(_, let cause): fields.put(.cause, cause)
    case .scored(_, let score): score.encode(into: &fields)
    case .compared(_, let score, let threshold, let run):
      fields.put(.score, score)
      fields.put(.threshold, threshold)
      fields.put(.run, run)
    case .optimal(_, let score, let at, let validUntil):
      fields.put(.score, score)
      fields.put(.at, at)
      fields.put(.validUntil, validUntil)
    case .held(_, let hold):
      fields.put(.what, hold.what)
      fields.put(.detail, hold.detail)
      fields.put(.until, hold.until)
    case .started(_, let start):
      fields.put(.limit, start.limit)
      fields.put(.coldStart, start.coldStart)
      if start.forced { fields.put(.forced, true) }
    case .handler(_, let state): fields.put(.state, state)
    case .step(_, let step):
      fields.put(.index, step.index)
      fields.put(.count, step.count)
      fields.put(.name, step.name)
    case .progress(_, let progress):
      fields.put(.completed, progress.completed)
      fields.put(.total, progress.total)
      fields.put(.title, progress.title)
      fields.put(.subtitle, progress.subtitle)
      fields.put(.stallsAt, progress.stallsAt)
    case .warned(_, let cause, let deadline):
      fields.put(.cause, cause)
      fields.put(.deadline, deadline)
    case .completed(_, let success): fields.put(.success, success)
    case .ended(_, let end):
      fields.put(.outcome, end.outcome.rawValue)
      fields.put(.cause, end.cause)
      fields.put(.seen, end.seen)
    case .killed(_, let bundle, let code, let cause):
      fields.put(.bundle, bundle)
      fields.put(.code, code.map { "0x" + String($0, radix: 16, uppercase: true) })
      fields.put(.cause, cause)
    case .budget(let name, let value, let capacity, let cause):
      fields.put(.name, name)
      fields.put(.value, value)
      fields.put(.capacity, capacity)
      fields.put(.cause, cause)
    case .group(let name, let running):
      fields.put(.name, name)
      fields.put(.running, running)
    case .push(_, let push):
      fields.put(.bundle, push.bundle)
      fields.put(.state, push.state)
      fields.put(.priority, push.priority)
      fields.put(.cause, push.cause)
    case .transfer(let transfer):
      fields.put(.bundle, transfer.bundle)
      fields.put(.name, transfer.name)
      fields.put(.state, transfer.state)
      fields.put(.bytes, transfer.bytes)
      fields.put(.total, transfer.total)
      fields.put(.delay, transfer.delay)
      fields.put(.cause, transfer.cause)
    case .assertion(let assertion):
      fields.put(.bundle, assertion.bundle)
      fields.put(.name, assertion.name)
      fields.put(.state, assertion.state)
      fields.put(.remaining, assertion.remaining)
    case .layer(let name, let what, _, let detail):
      fields.put(.name, name)
      fields.put(.what, what)
      fields.put(.detail, detail)
    case .caption(let text, let waits):
      fields.put(.text, text)
      if waits { fields.put(.waits, true) }
    case .bookmark(let name): fields.put(.name, name)
    case .note(let note):
      fields.put(.text, note.text)
      fields.put(.process, note.process)
      if note.level != .default { fields.put(.level, note.level.rawValue) }
    case .report(let report): report.encode(into: &fields)
    case .gap(let until, let cause):
      fields.put(.until, until)
      fields.put(.cause, cause)
    case .command(let text, let refusal):
      fields.put(.command, text)
      fields.put(.refusal, refusal)
    case .unknown(_, let members): fields.put(members)
    }
  }
}

extension Condition {
  func encode(into fields: inout JSONWriter) {
    switch self {
    case .battery(let level): fields.put(.level, level)
    case .charger(let plugged, let charging):
      fields.put(.plugged, plugged)
      fields.put(.charging, charging)
    case .lowPower(let on): fields.put(.on, on)
    case .thermal(let state): fields.put(.state, state.word)
    case .network(let path):
      fields.put(.path, path.transport.rawValue)
      fields.put(.quality, path.quality)
      fields.put(.expensive, path.expensive)
      fields.put(.constrained, path.constrained)
    case .deviceUse(let inUse): fields.put(.inUse, inUse)
    case .lock(let locked, let unlocked):
      fields.put(.locked, locked)
      fields.put(.unlockedSinceBoot, unlocked)
    case .cpu(let level): fields.put(.level, level)
    case .memoryPressure(let level): fields.put(.level, level.word)
    case .camera(let active): fields.put(.active, active)
    case .backgroundRefresh(let on, let bundle):
      fields.put(.on, on)
      fields.put(.bundle, bundle)
    case .boot: break
    }
  }
}

extension Submission {
  func encode(into fields: inout JSONWriter) {
    fields.put(.kind, kind.rawValue)
    fields.put(.bundle, bundle)
    fields.put(.earliest, earliest)
    fields.put(.windowStart, windowStart)
    fields.put(.windowEnd, windowEnd)
    fields.put(.interval, interval)
    fields.put(.priority, priority)
    fields.put(.requiresNetwork, requiresNetwork)
    fields.put(.requiresPower, requiresPower)
    fields.put(.title, title)
    fields.put(.subtitle, subtitle)
    fields.put(.strategy, strategy)
    fields.put(.requiresGPU, requiresGPU)
    fields.put(.user, user)
  }
}

extension Score {
  func encode(into fields: inout JSONWriter) {
    fields.put(.decision, decision.code)
    fields.put(.score, score)
    fields.put(.sum, sum)
    fields.put(.denominator, denominator)
    fields.put(.applied, applied)
    fields.put(.policies, objects: policies) { fields, policy in
      fields.put(.name, policy.name)
      fields.put(.weight, policy.weight)
      fields.put(.decision, policy.decision.code)
      fields.put(.score, policy.score)
      fields.put(.rationale, policy.rationale)
    }
  }
}

extension Report {
  fileprivate func encode(into fields: inout JSONWriter) {
    fields.put(.from, from)
    fields.put(.bundle, bundle)
    fields.put(.until, until)
    if !exits.isEmpty {
      fields.put(.exits, objects: exits) { fields, exit in
        fields.put(.cause, exit.cause)
        fields.put(.background, exit.background)
        fields.put(.foreground, exit.foreground)
      }
    }
    if !measures.isEmpty {
      fields.put(.measures, objects: measures) { fields, measure in
        fields.put(.name, measure.name)
        fields.put(.value, measure.value)
        fields.put(.unit, measure.unit)
      }
    }
    if !diagnostics.isEmpty { fields.put(.diagnostics, strings: diagnostics) }
  }
}
