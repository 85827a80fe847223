internal import TaskTrace

extension ScenarioReader {
  private static let handlerKeys = ["completes", "setsExpiration", "reaction", "resumes", "steps"]

  /// What an app does apart from BGTaskScheduler.
  mutating func readMechanisms(_ fields: Fields, _ app: inout AppSetup) {
    app.isExtension = bool(fields, "extension") ?? false
    app.openAccess = bool(fields, "openAccess") ?? false
    app.launch = span(fields, "launch", limit: .minutes(5))
    app.installed = span(fields, "installed")
    app.memory = integer(fields, "memory", in: 0...1_000_000_000_000) ?? 0
    app.audio = bool(fields, "audio") ?? false
    if let value = fields["push"], let inner = object(value, "push", keys: Self.handlerKeys) {
      app.push = readHandler(inner)
    }
    if let value = fields["fetch"], let inner = object(value, "fetch", keys: Self.handlerKeys + ["every"]) {
      var fetch = FetchSetup()
      fetch.every = span(inner, "every") ?? fetch.every
      fetch.handler = readHandler(inner)
      app.fetch = fetch
    }
    for value in list(fields, "assertions", limit: 20) ?? [] {
      if let read = readAssertion(value) { app.assertions.append(read) }
    }
    for value in list(fields, "transfers", limit: 100) ?? [] {
      if let read = readTransfer(value) { app.transfers.append(read) }
    }
    checkTransfers(fields, app)
    if let value = fields["layer"] { app.layer = readLayer(value, of: app) }
  }

  private mutating func readAssertion(_ value: JSONValue) -> AssertionSetup? {
    let keys = ["name", "on", "for", "endsOnExpiry", "endsWhenDone"]
    guard let fields = object(value, "an assertion", keys: keys), let named = need(fields, "name", "an assertion"),
      let name = text(named, "name", limit: 60)
    else { return nil }
    var setup = AssertionSetup(name: name)
    if let value = fields["on"] { setup.on = word(value, "on", TaskSetup.Trigger.allCases, \.rawValue) ?? setup.on }
    setup.length = span(fields, "for", limit: .hours(24)) ?? setup.length
    setup.endsOnExpiry = bool(fields, "endsOnExpiry") ?? true
    setup.endsWhenDone = bool(fields, "endsWhenDone") ?? true
    return setup
  }

  private static let transferKeys = [
    "name", "kind", "bytes", "on", "discretionary", "sendsLaunchEvents", "handling", "movesFile", "callsCompletion",
    "resumes", "timeout", "next",
  ]

  private mutating func readTransfer(_ value: JSONValue) -> TransferSetup? {
    guard let fields = object(value, "a transfer", keys: Self.transferKeys),
      let named = need(fields, "name", "a transfer"), let name = text(named, "name", limit: 60)
    else { return nil }
    var setup = TransferSetup(name: name)
    if let value = fields["kind"] {
      setup.kind = word(value, "kind", TransferSetup.Kind.allCases, \.rawValue) ?? setup.kind
    }
    setup.bytes = integer(fields, "bytes", in: 1...1_000_000_000_000) ?? setup.bytes
    for trigger in list(fields, "on", limit: 10) ?? [] {
      if let read = word(trigger, "on", TaskSetup.Trigger.allCases, \.rawValue) { setup.on.append(read) }
    }
    setup.isDiscretionary = bool(fields, "discretionary") ?? false
    setup.sendsLaunchEvents = bool(fields, "sendsLaunchEvents") ?? true
    setup.handling = span(fields, "handling", limit: .hours(1)) ?? setup.handling
    setup.movesFile = bool(fields, "movesFile") ?? true
    setup.callsCompletion = bool(fields, "callsCompletion") ?? true
    setup.resumes = bool(fields, "resumes") ?? true
    setup.timeout = span(fields, "timeout", limit: .days(7)) ?? setup.timeout
    setup.next = text(fields, "next", limit: 60)
    return setup
  }

  /// Every reference to a transfer names one of this app's transfers.
  private mutating func checkTransfers(_ fields: Fields, _ app: AppSetup) {
    let names = app.transfers.map(\.name)
    for (index, name) in names.enumerated() where names.firstIndex(of: name) != index {
      report("two transfers have the name \"\(name)\"", at: fields["transfers"]?.offset ?? fields.value.offset)
    }
    for (index, transfer) in app.transfers.enumerated() {
      var (next, left) = (transfer.next, app.transfers.count)
      while let name = next, name != transfer.name, left > 0 {
        next = app.transfers.first { $0.name == name }?.next
        left -= 1
      }
      // A cycle is reported as one mistake, at the first of its transfers.
      guard next == transfer.name else { continue }
      let entries = fields["transfers"]?.array ?? []
      let place = index < entries.count ? entries[index].offset : fields.value.offset
      report("\"\(transfer.name)\" leads back to itself: a chain of transfers should have an end", at: place)
      break
    }
    var wanted = app.transfers.compactMap(\.next)
    for task in app.allTasks { wanted += task.handler.steps.compactMap(\.transfer) }
    for name in wanted where !names.contains(name) {
      let hint = nearestName(to: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
      report("\"\(name)\" is not a transfer of this app\(hint)", at: fields.value.offset)
    }
  }
}
