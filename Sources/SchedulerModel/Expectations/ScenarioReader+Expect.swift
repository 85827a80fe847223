internal import TaskTrace

extension ScenarioReader {
  private static let patternKeys = ["event", "task", "with", "contains"]
  private static let expectKeys =
    patternKeys + ["atLeast", "atMost", "exactly", "spacing", "order", "budget", "finding", "after", "before"]

  /// Every field that events have in traces, other than time, name, and task.
  private static let fieldNames = [
    "active", "activity", "bundle", "bytes", "capacity", "cause", "charging", "code", "coldStart", "command",
    "completed", "constrained", "deadline", "decision", "delay", "detail", "earliest", "expensive", "forced", "inUse",
    "kind", "level", "limit", "locked", "name", "on", "outcome", "path", "plugged", "priority", "process", "quality",
    "refusal", "remaining", "requiresGPU", "requiresNetwork", "requiresPower", "run", "running", "score", "seen",
    "state", "strategy", "subtitle", "success", "text", "threshold", "title", "total", "unlockedSinceBoot", "value",
    "what", "index", "count", "interval",
  ]

  /// One expectation; tasks that it names are checked against `tasks`.
  mutating func readExpectation(_ value: JSONValue, tasks: [String]) -> Scenario.Expectation? {
    guard let fields = object(value, "an expectation", keys: Self.expectKeys),
      let claim = readClaim(fields, tasks: tasks)
    else { return nil }
    let expectation = Scenario.Expectation(claim, after: span(fields, "after"), before: span(fields, "before"))
    if let after = expectation.after, let before = expectation.before, before <= after, let place = fields["before"] {
      report("\"before\" should be later than \"after\"", at: place.offset)
    }
    return expectation
  }

  private mutating func readClaim(_ fields: Fields, tasks: [String]) -> Scenario.Expectation.Claim? {
    if let list = fields["order"] {
      var patterns: [Scenario.Expectation.Pattern] = []
      for value in self.list(fields, "order", limit: 100) ?? [] {
        guard let inner = object(value, "an event of an order", keys: Self.patternKeys) else { continue }
        if let pattern = readPattern(inner, tasks: tasks) { patterns.append(pattern) }
      }
      if patterns.count < 2 { report("\"order\" should have at least two events", at: list.offset) }
      return .order(patterns)
    }
    if let named = fields["budget"] {
      guard let name = text(named, "budget", limit: 127) else { return nil }
      let lower = number(fields, "atLeast", in: 0...1e15)
      return .budget(name: Self.budgetName(name), atLeast: lower, atMost: number(fields, "atMost", in: 0...1e15))
    }
    if let named = fields["finding"] { return readFinding(named, fields) }
    guard let pattern = readPattern(fields, tasks: tasks) else { return nil }
    if let value = fields["spacing"] {
      guard let inner = object(value, "spacing", keys: ["atLeast", "atMost"]) else { return nil }
      return .spacing(pattern, atLeast: span(inner, "atLeast"), atMost: span(inner, "atMost"))
    }
    let (lower, upper) = readBounds(fields)
    return .count(pattern, atLeast: lower, atMost: upper)
  }

  /// `atLeast`, `atMost` and `exactly`; at least one without any of them.
  private mutating func readBounds(_ fields: Fields) -> (lower: Int?, upper: Int?) {
    let exactly = integer(fields, "exactly", in: 0...1_000_000_000).map { Int($0) }
    let lower = integer(fields, "atLeast", in: 0...1_000_000_000).map { Int($0) } ?? exactly
    let upper = integer(fields, "atMost", in: 0...1_000_000_000).map { Int($0) } ?? exactly
    if let lower, let upper, upper < lower, let place = fields["atMost"] {
      report("\"atMost\" should not be less than \"atLeast\"", at: place.offset)
    }
    return (lower ?? (upper == nil ? 1 : nil), upper)
  }

  /// The caller knows which checks exist; a wrong name fails there.
  private mutating func readFinding(_ named: JSONValue, _ fields: Fields) -> Scenario.Expectation.Claim? {
    for key in Self.patternKeys + ["spacing", "after", "before"] {
      if let stray = fields[key] { report("findings cover the whole run and have no \"\(key)\"", at: stray.offset) }
    }
    let (lower, upper) = readBounds(fields)
    return identifier(named, "finding").map { .findings($0, atLeast: lower, atMost: upper) }
  }

  /// `energy` and `cellular` are short for dasd's names.
  private static func budgetName(_ name: String) -> String {
    switch name {
    case "energy": Budgets.energyName
    case "cellular": Budgets.cellularName
    default: name
    }
  }

  private mutating func readPattern(_ fields: Fields, tasks: [String]) -> Scenario.Expectation.Pattern? {
    var pattern = Scenario.Expectation.Pattern("started")
    if let value = fields["event"] {
      guard let name = eventName(value) else { return nil }
      pattern.event = name
    } else if fields["task"] == nil {
      report("an expectation needs \"event\", \"task\", \"order\", \"budget\" or \"finding\"", at: fields.value.offset)
      return nil
    }
    if let value = fields["task"], let id = identifier(value, "task") {
      pattern.task = TaskIdentifier(id)
      if !tasks.contains(id) {
        let hint = nearestName(to: id, among: tasks).map { "; did you mean \"\($0)\"?" } ?? ""
        report("the scenario has no task \"\(Self.visible(id))\"\(hint)", at: value.offset)
      }
    }
    pattern.contains = text(fields, "contains", limit: 200)
    guard let with = fields["with"], let inner = object(with, "with", keys: Self.fieldNames) else { return pattern }
    for member in inner.value.object ?? [] {
      switch member.value.content {
      case .bool, .integer, .number: pattern.fields.append(JSONMember(member.key, member.value))
      case .string:
        if text(member.value, member.key) != nil { pattern.fields.append(JSONMember(member.key, member.value)) }
      case .null, .array, .object:
        report("\"\(member.key)\" should be a string, a number, true, or false", at: member.value.offset)
      }
    }
    return pattern
  }

  private mutating func eventName(_ value: JSONValue) -> String? {
    let names = Event.names.map(\.name)
    guard let text = text(value, "event", limit: 60) else { return nil }
    if names.contains(text) { return text }
    let hint = nearestName(to: text, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    report("there is no event \"\(text)\"\(hint)", at: value.offset)
    return nil
  }
}
