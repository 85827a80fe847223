internal import TaskTrace

extension ScenarioReader {
  private static let layerKeys = [
    "name", "tick", "preset", "feeds", "advances", "missed", "gate", "mostBackoff", "sweeps", "runway", "rearms",
    "leastInterval", "keepsConditions", "works",
  ]

  mutating func readLayer(_ value: JSONValue, of app: AppSetup) -> LayerSetup? {
    guard let fields = object(value, "a layer", keys: Self.layerKeys), let named = need(fields, "tick", "a layer"),
      let tick = identifier(named, "tick")
    else { return nil }
    guard app.tasks.contains(where: { $0.id.rawValue == tick && ($0.kind == .refresh || $0.kind == .processing) })
    else {
      let known = app.tasks.map(\.id.rawValue)
      let hint = nearestName(to: tick, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
      report("\"\(Self.visible(tick))\" is not a refresh or processing task of this app\(hint)", at: named.offset)
      return nil
    }
    var layer = LayerSetup(name: "Backgrounder", tick: TaskIdentifier(tick))
    if let value = fields["preset"] {
      guard let preset = word(value, "preset", LayerPreset.allCases, \.rawValue) else { return nil }
      layer = preset.layer(tick: layer.tick)
    }
    layer.name = text(fields, "name", limit: 60) ?? layer.name
    if let value = fields["feeds"] { layer.feeds = word(value, "feeds", LayerSetup.Feed.allCases, \.rawValue) ?? .both }
    if let value = fields["advances"] {
      layer.advances = word(value, "advances", LayerSetup.Advance.allCases, \.rawValue) ?? .before
    }
    if let value = fields["missed"] {
      layer.missed = word(value, "missed", LayerSetup.Missed.allCases, \.rawValue) ?? .collapse
    }
    layer.gate = span(fields, "gate", limit: .hours(1)) ?? layer.gate
    layer.maxBackoff = span(fields, "mostBackoff", limit: .days(7)) ?? layer.maxBackoff
    layer.minInterval = span(fields, "leastInterval", limit: .days(7)) ?? layer.minInterval
    layer.keepsConditions = bool(fields, "keepsConditions") ?? layer.keepsConditions
    layer.sweeps = bool(fields, "sweeps") ?? layer.sweeps
    layer.runway = bool(fields, "runway") ?? layer.runway
    layer.rearms = bool(fields, "rearms") ?? layer.rearms
    for value in list(fields, "works", limit: 100) ?? [] {
      if let read = readWork(value) { layer.works.append(read) }
    }
    return layer
  }

  private static let workKeys = [
    "id", "interval", "first", "for", "results", "network", "backoff", "initial", "attempts", "ephemeral",
    "registered", "declined", "conditions",
  ]

  private mutating func readWork(_ value: JSONValue) -> LayerSetup.Work? {
    guard let fields = object(value, "a work", keys: Self.workKeys), let named = need(fields, "id", "a work"),
      let id = identifier(named, "id")
    else { return nil }
    var work = LayerSetup.Work(id: TaskIdentifier(id))
    work.interval = span(fields, "interval")
    if let interval = work.interval, interval < .minutes(1), let value = fields["interval"] {
      report("\"interval\" should be at least 1m", at: value.offset)
    }
    work.first = span(fields, "first")
    work.length = span(fields, "for", limit: .hours(1)) ?? work.length
    var results: [LayerSetup.Work.Result] = []
    for result in list(fields, "results", limit: 100) ?? [] {
      if let read = word(result, "results", LayerSetup.Work.Result.allCases, \.rawValue) { results.append(read) }
    }
    if !results.isEmpty { work.results = results }
    if let value = fields["network"] {
      work.network = word(value, "network", LayerSetup.Work.Network.allCases, \.rawValue) ?? .none
    }
    for value in list(fields, "conditions", limit: 10) ?? [] {
      if let read = word(value, "conditions", LayerSetup.Work.Condition.allCases, \.rawValue) {
        work.conditions.append(read)
      }
    }
    if let value = fields["backoff"] {
      work.backoff = word(value, "backoff", LayerSetup.Work.Backoff.allCases, \.rawValue) ?? .exponential
    }
    work.initial = span(fields, "initial", limit: .days(1)) ?? work.initial
    if work.initial < .seconds(10), let value = fields["initial"] {
      report("\"initial\" should be at least 10s", at: value.offset)
    }
    work.attempts = integer(fields, "attempts", in: 1...30).map { Int($0) } ?? work.attempts
    work.isEphemeral = bool(fields, "ephemeral") ?? false
    work.isRegistered = bool(fields, "registered") ?? true
    work.isDeclined = bool(fields, "declined") ?? false
    return work
  }
}
